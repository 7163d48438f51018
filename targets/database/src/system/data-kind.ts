/** Statements on the mark that says whether a database holds a rehearsal or real data. */
import type { Query } from "../sql/query.ts";

/** Written for databases of any version: the column, or the table, may not be there yet. */
export const dataKindStatements = {
  /** `{there}`: whether the database holds a product's tables. */
  hasProduct: { text: "select to_regclass('nonet.meta') is not null as there", values: [] } satisfies Query,
  /** `{kind, product}` or no row; kind is null where an earlier version made the database. */
  read: { text: "select to_jsonb(m) ->> 'data_kind' as kind, product from nonet.meta m where one", values: [] } satisfies Query,
  write: (kind: string): Query => ({ text: "update nonet.meta set data_kind = $1 where one and data_kind is distinct from $1", values: [kind] }),
  /** `{email}` of those accounts that are there. */
  accounts: (emails: readonly string[]): Query => ({
    text: `select lower(email) as email from app."user" where lower(email) = any($1::text[]) order by 1`,
    values: [emails.map((email) => email.toLowerCase())],
  }),
};
