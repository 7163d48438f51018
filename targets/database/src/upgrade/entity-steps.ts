/** The steps for an entity that existed in the previous version. */
import type { Entity, Product } from "@nonet/model";
import { type Column, columnsOf, stateSince, tableOf } from "../columns/columns.ts";
import { formerColumn } from "../columns/previous-version.ts";
import { becomesPart } from "../conversion/becomes-part.ts";
import { constantDefault } from "../conversion/constant-default.ts";
import { initialStates, startOf } from "../conversion/initial-states.ts";
import type { ShadowColumn } from "../conversion/shadow-column.ts";
import { ident, literal } from "../sql/sql-text.ts";
import { columnTexts } from "../tables/plan-tables.ts";
import { type ChangeStep, step } from "./change-step.ts";
import { columnSteps } from "./column-steps.ts";

export function changeEntity(before: Product, after: Product, old: Entity, now: Entity, shadows: readonly ShadowColumn[]): ChangeStep[] {
  const steps: ChangeStep[] = [];
  if (tableOf(old) !== tableOf(now)) steps.push(step(`alter table ${tableOf(old)} rename to ${ident(now.table)}`, `${old.name} is now called ${now.name}.`));
  const oldColumns = columnsOf(before, old);
  const continued = new Set<string>();
  for (const column of columnsOf(after, now)) {
    const former = formerColumn(oldColumns, column);
    if (former) continued.add(former.column);
    steps.push(...(former ? [...columnSteps(after, { old, now, former, column, shadows }), ...machineSteps(now, former, column)] : addColumn(before, after, now, column)));
  }
  steps.push(...oldColumns.filter((c) => !continued.has(c.column)).map((column) => dropColumn(old, now, column)));
  if (old.deleting.allowed === "archives" && now.deleting.allowed !== "archives") steps.push(unarchiveAll(old, now));
  return now.partOf && becomesPart(before, after, old, now) ? [...steps, requireWhole(now, now.partOf.entity)] : steps;
}

/** A column's default applies to all records without writing them; it is dropped at once, because the engine sets values. */
function addColumn(before: Product, after: Product, now: Entity, column: Column): ChangeStep[] {
  const table = tableOf(now);
  const start = column.states ? startOf(after, now, column) : null;
  const hasConditions = initialStates(before, after).some((f) => f.entity === now && f.column === column);
  const defaults = start === null ? [constantDefault(after, column)] : [`${literal(start)}::text`, "nonet.now()"];
  const names = [column.column, stateSince(column.column)];
  const sentence = (i: number): string =>
    start !== null && i === 0
      ? `Every ${now.name} starts as ${start}${hasConditions ? ", unless another start condition holds for it" : ""}.`
      : `${now.name} has a new field ${column.name}${defaults[i] && start === null ? ", which has its default in existing records" : ""}.`;
  return [
    ...columnTexts(now, column).map((added, i) => step(`alter table ${table} add column ${added}${defaults[i] ? ` default ${defaults[i]}` : ""}`, sentence(i))),
    ...defaults.flatMap((value, i) =>
      value ? [step(`alter table ${table} alter column ${ident(names[i]!)} drop default`, `New records get ${column.name} from the product.`)] : [],
    ),
  ];
}

/** A state has a second column with the moment at which it was entered. */
function machineSteps(now: Entity, former: Column, column: Column): ChangeStep[] {
  const table = tableOf(now);
  if (former.states && !column.states)
    return [step(`alter table ${table} drop column if exists ${ident(stateSince(former.column))}`, `${column.name} of ${now.name} is a plain field now.`)];
  if (!former.states && column.states)
    return [
      step(`alter table ${table} add column if not exists ${ident(stateSince(column.column))} timestamptz default nonet.now()`, `${column.name} of ${now.name} is a state now.`),
    ];
  return [];
}

const dropColumn = (old: Entity, now: Entity, column: Column): ChangeStep =>
  step(
    `alter table ${tableOf(now)} drop column ${ident(column.column)}${column.states ? `, drop column if exists ${ident(stateSince(column.column))}` : ""} cascade`,
    `${column.name} of ${now.name} is gone.`,
    `${column.name} of every ${now.name}`,
    { losesOnly: `select id from ${tableOf(old)} where ${ident(column.column)} is not null`, of: old.name },
  );

/** Archived records come back, and aren't archived again if a later version archives; an update would write each record. */
const unarchiveAll = (old: Entity, now: Entity): ChangeStep =>
  step(
    `alter table ${tableOf(now)} drop column archived_at, add column archived_at timestamptz`,
    `${now.plural} are no longer archived: archived ones are visible again.`,
    `which ${now.plural} are archived`,
    { losesOnly: `select id from ${tableOf(old)} where archived_at is not null`, of: old.name },
  );

/** A part without a whole would be unreachable. */
function requireWhole(part: Entity, whole: string): ChangeStep {
  const column = part.fields.find((f) => f.name === part.partOf!.field)!.column;
  return step(
    `do $do$ begin if exists (select 1 from ${tableOf(part)} where ${ident(column)} is null) then raise exception using errcode = 'NN001', message = ${literal(`records of ${part.name} belong to no ${whole}, which they are now part of; assign one to each first, or delete the record`)}; end if; end $do$`,
    `Every ${part.name} is part of ${whole}.`,
  );
}
