/** Of new records that an import has just written together, those whose unique values another record has, as if each line had run after the ones before it. */
import { duplicatesQuery, isUniqueByConstraint, system, uniqueSets } from "@nonet/database";
import type { Connection } from "../connection/contract.ts";
import type { FieldError, Refusal } from "../contract/outcome.ts";
import { collectedRefusal } from "../perform/change-refusal.ts";
import { notUniqueEntry, notUniqueProblem, uniqueFieldOf } from "../rules/check-unique.ts";
import type { DecidedLine } from "./decide-line.ts";
import type { Import } from "./import-line.ts";

/** Lines that can't be written. */
export interface Duplicates {
  readonly refused: ReadonlyMap<DecidedLine, Refusal>;
  /** Those that may be refused for something else first, by themselves. */
  readonly alone: ReadonlySet<DecidedLine>;
}

/** Whether one query finds what each line would be refused for. A message of the catalogue may read the record. */
export const isFoundTogether = ({ product, entity }: Import): boolean => isUniqueByConstraint(product, entity) && uniqueSets(entity).length > 0 && !notUniqueEntry(product);

export async function findDuplicates(connection: Connection, task: Import, lines: readonly DecidedLine[]): Promise<Duplicates> {
  const { product, actor, entity, options } = task;
  const created = lines.filter((line) => line.kind === "create");
  const found = new Map<string, { readonly n: number; readonly taken: boolean; readonly twin: string }[]>();
  if (created.length > 0) {
    await connection.rows(system.planWithValues);
    const query = duplicatesQuery(
      product,
      entity.name,
      created.map(({ id }) => id),
    );
    for (const { id, n, taken, twin } of await connection.rows(query))
      found.set(String(id), [...(found.get(String(id)) ?? []), { n: Number(n), taken: taken === true, twin: String(twin) }]);
    await connection.rows(system.planWithoutValues);
  }
  const refused = new Map<DecidedLine, Refusal>();
  const alone = new Set<DecidedLine>();
  const accepted = new Set<string>();
  const sets = uniqueSets(entity);
  for (const line of created) {
    const shared = found.get(line.id) ?? [];
    const violated = shared.filter(({ n, taken, twin }) => taken || accepted.has(`${n} ${twin}`));
    if (violated.length === 0) for (const { n, twin } of shared) accepted.add(`${n} ${twin}`);
    // With fields to match, the line may be about the record of a line before it.
    else if ((options.match ?? []).length > 0 && violated.some(({ taken }) => !taken)) alone.add(line);
    else {
      const errors: FieldError[] = violated.map(({ n }) => notUniqueProblem(product, entity, sets[n]!, uniqueFieldOf(entity, sets[n]!)?.key ?? null));
      const refusal = collectedRefusal({ errors, warnings: [], actor, product });
      if (refusal) refused.set(line, refusal.refusal);
    }
  }
  return { refused, alone };
}
