/** When a constraint or an index is added in a change of version, so that nobody waits for it. */
import type { Product } from "@nonet/model";
import { columnsOf, stateSince, tableOf } from "../columns/columns.ts";
import { entityInPreviousVersion, formerColumn, type Pair } from "../columns/previous-version.ts";
import { conversionOf } from "../conversion/conversion.ts";
import type { ShadowColumn } from "../conversion/shadow-column.ts";
import { renamed } from "../sql/rename-columns.ts";
import { hash, ident } from "../sql/sql-text.ts";
import { partsOf } from "../tables/constraints.ts";
import type { Part } from "../tables/part.ts";
import type { ChangeStep } from "./change-step.ts";

export interface Placed {
  readonly before?: readonly ChangeStep[];
  readonly switchover?: readonly ChangeStep[];
  readonly after?: readonly ChangeStep[];
}

const step = (sql: string, sentence: string): ChangeStep => ({ sql, sentence, loses: null });

/** A new table gets it with the rest, a table with records while the product runs. */
export function placePart(before: Product, after: Product, shadows: readonly ShadowColumn[], one: ChangeStep, part: Part): Placed {
  const now = after.entities.find((e) => tableOf(e) === part.table)!;
  const old = entityInPreviousVersion(before, now);
  // Nothing is built in advance under its final name: an abandoned build is recognized by its own.
  const name = `shadow_${hash(`${part.name} ${part.add}`)}`;
  const begun = (unique: string, body: string): ChangeStep[] | null => {
    const there = old && renamed(body, namesBefore(before, after, { old, now }, shadows));
    return there
      ? [step(`create${unique} index concurrently if not exists ${name} on ${tableOf(old)} ${there}`, `The index of ${part.name} is built first, while the product runs.`)]
      : null;
  };
  const call = (to: string): ChangeStep => step(`alter index app.${name} rename to ${ident(to)}`, `The index is renamed to ${to}.`);
  switch (part.kind) {
    case "index": {
      const isRemade = old && partsOf(before, old).some((p) => p.name === part.name && p.add === part.add);
      const index = isRemade ? begun("", part.body) : null;
      return index ? { before: index, switchover: [call(part.name)] } : { after: [{ ...one, sql: concurrently(one.sql) }] };
    }
    case "unique": {
      const late = lateUnique(part);
      const index = begun(" unique", late.columns);
      if (index) return { before: index, switchover: [{ ...one, sql: late.constraint }] };
      return old ? { after: [step(late.index, `The index of ${part.name} is built while the product runs.`), { ...one, sql: late.constraint }] } : { switchover: [one] };
    }
    case "exclusion": {
      if (!old || !part.guard) return { switchover: [one] };
      const index = begun("", part.guard.body);
      const guard = { ...one, sql: part.guard.trigger };
      return index
        ? { before: index, switchover: [call(part.guard.name), guard] }
        : { switchover: [guard], after: [step(part.guard.index, `The index of ${part.name} is built while the product runs.`)] };
    }
    case "reference":
      return {
        switchover: [{ ...one, sql: `${one.sql} not valid` }],
        after: [step(`alter table ${part.table} validate constraint ${ident(part.name)}`, `${part.name} is checked for existing records.`)],
      };
    case "check":
      return { switchover: [old && part.late ? { ...one, sql: part.late.trigger } : one] };
  }
}

/** A unique constraint that takes over an index. Over a column that comes with the version, both are built after the switch-over. */
export function lateUnique(part: Part): { readonly name: string; readonly columns: string; readonly index: string; readonly constraint: string } {
  const [, columns = "", deferred] = /^unique (\(.*\)) (deferrable.*)$/.exec(part.body)!;
  const name = `shadow_${hash(`${part.name} ${part.add}`)}`;
  return {
    name: part.name,
    columns,
    index: `create unique index concurrently if not exists ${name} on ${part.table} ${columns}`,
    constraint: `alter table ${part.table} add constraint ${ident(part.name)} unique using index ${name} ${deferred}`,
  };
}

export const concurrently = (sql: string): string => sql.replace("create index if not exists", "create index concurrently if not exists");

/** The names of the columns before the change; null: the column doesn't exist then. */
function namesBefore(before: Product, after: Product, { old, now }: Pair, shadows: readonly ShadowColumn[]): ReadonlyMap<string, string | null> {
  const names = new Map<string, string | null>();
  for (const column of columnsOf(after, now)) {
    const former = formerColumn(columnsOf(before, old), column);
    const filled = shadows.find((b) => b.entity === now.name && b.column === column.column);
    names.set(column.column, filled ? filled.name : former && conversionOf(after, now, former, column) ? former.column : null);
    if (column.states) names.set(stateSince(column.column), former?.states ? stateSince(former.column) : null);
  }
  return names;
}
