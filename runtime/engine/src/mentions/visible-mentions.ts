/** The notifications of a person that they may still see: whoever may no longer read the record is shown nothing of them. */
import { recordQuery, system } from "@nonet/database";
import { entityOf } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";

type Person = Extract<Actor, { kind: "person" }>;

export interface VisibleMention {
  readonly row: Row;
  readonly shownAs: string;
}

/** Rows are read in batches until `limit` of them are visible. */
export async function visibleMentions(
  running: Running,
  person: Person,
  { before, unread, limit }: { readonly before: string | null; readonly unread: boolean; readonly limit: number },
): Promise<{ readonly found: readonly VisibleMention[]; readonly hasMore: boolean }> {
  const found: VisibleMention[] = [];
  const records = new Map<string, string | null>();
  const batch = Math.min(200, limit + 1);
  for (let from = before; ;) {
    const rows = await running.database.rows(system.mentionsOf(person.id, { before: from, unread, limit: batch }));
    for (const row of rows) {
      const shownAs = await titleFor(running, person, row, records);
      if (shownAs === null) continue;
      if (found.length === limit) return { found, hasMore: true };
      found.push({ row, shownAs });
    }
    if (rows.length < batch) return { found, hasMore: false };
    from = rows.at(-1)!["id"];
  }
}

/** Null where the person may not read the record. */
async function titleFor({ product, database }: Running, person: Person, row: Row, known: Map<string, string | null>): Promise<string | null> {
  const id: string = row["record"];
  const before = known.get(id);
  if (before !== undefined) return before;
  const entity = entityOf(product, row["entity"]);
  const record = entity?.comments ? await database.row(recordQuery(product, readerOf(person), entity.name, id, ["shownAs"])) : undefined;
  const title = record ? String(record["record"]["shownAs"] ?? "") : null;
  known.set(id, title);
  return title;
}
