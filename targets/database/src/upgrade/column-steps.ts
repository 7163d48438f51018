/** The steps for a column that existed in the previous version. */
import type { Entity, Product } from "@nonet/model";
import { type Column, stateSince, tableOf } from "../columns/columns.ts";
import { conversionOf } from "../conversion/conversion.ts";
import { startOf } from "../conversion/initial-states.ts";
import { formerStates } from "../conversion/renamed-values.ts";
import { shadowColumnSteps } from "../conversion/shadow-column-steps.ts";
import type { ShadowColumn } from "../conversion/shadow-column.ts";
import { ident, literal } from "../sql/sql-text.ts";
import { type ChangeStep, step } from "./change-step.ts";

interface ColumnChange {
  readonly old: Entity;
  readonly now: Entity;
  readonly former: Column;
  readonly column: Column;
  readonly shadows: readonly ShadowColumn[];
}

export function columnSteps(after: Product, { old, now, former, column, shadows }: ColumnChange): ChangeStep[] {
  const table = tableOf(now);
  const steps: ChangeStep[] = [];
  const filled = shadows.find((b) => b.entity === now.name && b.column === column.column);
  if (filled)
    steps.push(step(shadowColumnSteps.takePlace(filled, table), filled.sentence, filled.loses, filled.losesOnly === null ? {} : { losesOnly: filled.losesOnly, of: old.name }));
  else {
    if (former.column !== column.column)
      steps.push(step(`alter table ${table} rename column ${ident(former.column)} to ${ident(column.column)}`, `${former.name} of ${now.name} is now called ${column.name}.`));
    if (!conversionOf(after, now, former, column)) steps.push(...emptyColumn(after, { old, now, former, column }));
  }
  if (!column.states) return steps;
  if (!former.states) return [...steps, requireStates(now, column, table)];
  if (former.column !== column.column)
    steps.push(
      step(
        `alter table ${table} rename column ${ident(stateSince(former.column))} to ${ident(stateSince(column.column))}`,
        `The time of the last change of ${column.name} of ${now.name} is renamed with it.`,
      ),
    );
  return [...steps, ...lostStates(now, former, { ...column, states: [...column.states, ...formerStates(after, now, column).map((s) => s.was)] }, table)];
}

/** No value of the former type can be read as the new one, so the column is emptied. */
function emptyColumn(after: Product, { old, now, former, column }: Omit<ColumnChange, "shadows">): ChangeStep[] {
  const [table, name] = [tableOf(now), ident(column.column)];
  const start = column.states ? startOf(after, now, column) : null;
  return [
    step(
      `alter table ${table} drop column ${name} cascade, add column ${name} ${column.sql}${start === null ? "" : ` default ${literal(start)}`}`,
      `${column.name} of ${now.name} changes its type.`,
      `${column.name} of every ${now.name}`,
      { losesOnly: `select id from ${tableOf(old)} where ${ident(former.column)} is not null`, of: old.name },
    ),
    ...(start === null ? [] : [step(`alter table ${table} alter column ${name} drop default`, `New records get ${column.name} from the product.`)]),
  ];
}

/** A plain field that becomes a state must hold only states. */
const requireStates = (entity: Entity, column: Column, table: string): ChangeStep =>
  step(
    `do $do$ begin if exists (select 1 from ${table} where ${ident(column.column)} not in (${column.states!.map(literal).join(", ")})) then raise exception using errcode = 'NN001', message = ${literal(`records of ${entity.name} have a ${column.name} that isn't one of their states; change it first, or state its former name`)}; end if; end $do$`,
    `Every ${entity.name} is in one of its states.`,
  );

/** A removed state that records are in blocks the upgrade: nothing is guessed. */
function lostStates(entity: Entity, former: Column, column: Column, table: string): ChangeStep[] {
  const lost = former.states!.filter((s) => !column.states!.includes(s));
  return lost.map((state) =>
    step(
      `do $do$ begin if exists (select 1 from ${table} where ${ident(column.column)} = ${literal(state)}) then raise exception using errcode = 'NN001', message = ${literal(`records of ${entity.name} are still in the state ${state}; move them to another state first, or keep the state`)}; end if; end $do$`,
      `No ${entity.name} can be ${state} any more.`,
    ),
  );
}
