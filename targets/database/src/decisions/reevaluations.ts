/** Records whose decisions must be re-evaluated: added with the change that requires it, deleted by the re-evaluation. */
import { plainQuery, type Query } from "../sql/query.ts";

export const reevaluations = {
  note: (entity: string, records: readonly string[]): Query =>
    plainQuery("insert into nonet.reevaluation(record_id, entity) select r, $1 from unnest($2::uuid[]) r on conflict do nothing", [entity, records]),
  done: (entity: string, record: string): Query => plainQuery("delete from nonet.reevaluation where record_id = $2::uuid and entity = $1", [entity, record]),
  /** Rows `{entity, record_id}`. */
  all: plainQuery("select entity, record_id from nonet.reevaluation order by entity, record_id"),
};
