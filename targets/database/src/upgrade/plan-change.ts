/** What a new version of the document changes in the database, step by step, each with its sentence and what it would lose. */
import type { Entity, Field, Product } from "@nonet/model";
import { type Column, columnsOf, joinTableOf, stateSince, tableOf } from "../columns/columns.ts";
import { entityInPreviousVersion, formerColumn, formerList, lists } from "../columns/previous-version.ts";
import { mentions } from "../sql/rename-columns.ts";
import { ident, literal } from "../sql/sql-text.ts";
import { constraintMeaning } from "../tables/constraint-meaning.ts";
import { columnTexts, createJoin, createTable, joinNames, joinTie, type Part, partsOf } from "../tables/plan-tables.ts";
import { fixedDefault } from "./constant-default.ts";
import { conversionOf, formerStates } from "./conversion.ts";
import { firstStandings, startOf } from "./initial-states.ts";
import { type ShadowColumn, shadowColumnSteps } from "./shadow-column.ts";

export interface ChangeStep {
  readonly sql: string;
  readonly sentence: string;
  readonly loses: string | null;
  /** Gives a row for each value that would be lost, over the tables as they were; where it gives none, nothing is. */
  readonly losesOnly?: string;
  /** The entity of those rows, in the former version. */
  readonly of?: string;
  /** The part that comes with it: there are ways of adding it that hold its table for less long. */
  readonly adds?: Part;
}

const step = (sql: string, sentence: string, loses: string | null = null, more: Pick<ChangeStep, "losesOnly" | "of" | "adds"> = {}): ChangeStep => ({
  sql,
  sentence,
  loses,
  ...more,
});

/** `shadows`: the columns that are filled beside those whose place they take; here they only take it. */
export function planChange(before: Product, after: Product, shadows: readonly ShadowColumn[]): { readonly steps: readonly ChangeStep[] } {
  const pairs = after.entities.map((e) => ({ after: e, before: entityInPreviousVersion(before, e) }));
  const gone = before.entities.filter((e) => !pairs.some((p) => p.before === e));
  const oldParts = new Map(before.entities.flatMap((e) => partsOf(before, e).map((p) => [p.name, p] as const)));
  const added = partsAdded(before, after, shadows);
  // What is made anew without having changed goes with the column that it is made of, but for the function of a guard.
  const dropped = [...oldParts.values()].filter((p) => added.changed(p) || (p.guard && added.parts.some((a) => a.name === p.name)));
  return {
    steps: [
      ...dropped.map((p) => step(p.drop, `${partWords(before, p)} no longer holds.`)),
      ...pairs.flatMap((p) => (p.before ? changeEntity(before, after, p.before, p.after, shadows) : [step(createTable(after, p.after), `${p.after.name} is new.`)])),
      ...pairs.flatMap((p) => joinSteps(before, after, p.before, p.after)),
      ...gone.flatMap((e) => [
        ...lists(e).map((f) => goneJoin(e, f, `${f.name} of ${e.name} is gone.`)),
        step(`drop table ${tableOf(e)} cascade`, `${e.name} is gone.`, `every ${e.name}`, { losesOnly: `select id from ${tableOf(e)}`, of: e.name }),
      ]),
      // Behind all that a condition may read, and before a bound that a record stands against.
      ...firstStandings(before, after).map((f) => step(f.bring, `Every ${f.entity.name} of which a start's condition holds stands there: ${f.states.join(", ")}.`)),
      ...added.parts.map((p) => step(p.add, `${partWords(after, p)} holds from now on.`, null, { adds: p })),
    ],
  };
}

/** By the document's names; an index, which the document doesn't name, by its own. */
function partWords(product: Product, part: Part): string {
  const meaning = part.kind === "index" || part.kind === "exclusion" ? undefined : constraintMeaning(product, part.name);
  return meaning ? `The ${part.kind === "unique" ? "uniqueness" : part.kind} of ${meaning.fields.join(" and ")} of ${meaning.entity}` : part.name;
}

/** The parts that are new, or changed, or made of a column that another takes the place of. */
function partsAdded(before: Product, after: Product, shadows: readonly ShadowColumn[]): { readonly parts: readonly Part[]; changed(former: Part): boolean } {
  const oldParts = new Map(before.entities.flatMap((e) => partsOf(before, e).map((p) => [p.name, p.add] as const)));
  const newParts = new Map(after.entities.flatMap((e) => partsOf(after, e).map((p) => [p.name, p.add] as const)));
  return {
    parts: after.entities.flatMap((e) => {
      const replaced = replacedColumns(before, after, e, shadows);
      return partsOf(after, e).filter((p) => oldParts.get(p.name) !== p.add || mentions(p.body, replaced));
    }),
    changed: (p) => newParts.get(p.name) !== p.add,
  };
}

function replacedColumns(before: Product, after: Product, now: Entity, shadows: readonly ShadowColumn[]): readonly string[] {
  const old = entityInPreviousVersion(before, now);
  return columnsOf(after, now).flatMap((column) => {
    const former = old && formerColumn(columnsOf(before, old), column);
    const isFilled = shadows.some((b) => b.entity === now.name && b.column === column.column);
    return former && (isFilled || !conversionOf(after, now, former, column)) ? [column.column] : [];
  });
}

function changeEntity(before: Product, after: Product, old: Entity, now: Entity, shadows: readonly ShadowColumn[]): ChangeStep[] {
  const steps: ChangeStep[] = [];
  if (tableOf(old) !== tableOf(now)) steps.push(step(`alter table ${tableOf(old)} rename to ${ident(now.table)}`, `${old.name} is now called ${now.name}.`));
  const oldColumns = columnsOf(before, old);
  const nowColumns = columnsOf(after, now);
  const kept = new Set<string>();
  const standings = firstStandings(before, after);
  const table = tableOf(now);
  for (const column of nowColumns) {
    const former = formerColumn(oldColumns, column);
    if (!former) {
      const start = column.states ? startOf(after, now, column) : null;
      const text = fixedDefault(after, column);
      // A default is there at once in every record, where an update would write and lock each.
      const defaults = start === null ? [text] : [`${literal(start)}::text`, "nonet.now()"];
      const names = [column.column, stateSince(column.column)];
      for (const [i, added] of columnTexts(column).entries())
        steps.push(
          step(
            `alter table ${table} add column ${added}${defaults[i] ? ` default ${defaults[i]}` : ""}`,
            start !== null && i === 0
              ? `Every ${now.name} starts as ${start}${standings.some((f) => f.entity === now && f.column === column) ? ", unless another start's condition holds for it" : ""}.`
              : `${now.name} has a new field ${column.name}${defaults[i] && start === null ? ", which holds its default in the records that are there" : ""}.`,
          ),
        );
      for (const [i, held] of defaults.entries())
        if (held) steps.push(step(`alter table ${table} alter column ${ident(names[i]!)} drop default`, `New records get ${column.name} from the product.`));
      continue;
    }
    kept.add(former.column);
    steps.push(...becomes(after, { old, now, former, column, shadows }));
    if (former.states && !column.states)
      steps.push(step(`alter table ${table} drop column if exists ${ident(stateSince(former.column))}`, `${column.name} of ${now.name} is a plain field now.`));
    if (!former.states && column.states)
      steps.push(
        step(`alter table ${table} add column if not exists ${ident(stateSince(column.column))} timestamptz default nonet.now()`, `${column.name} of ${now.name} is a state now.`),
      );
  }
  for (const column of oldColumns.filter((c) => !kept.has(c.column))) {
    steps.push(
      step(
        `alter table ${table} drop column ${ident(column.column)}${column.states ? `, drop column if exists ${ident(stateSince(column.column))}` : ""} cascade`,
        `${column.name} of ${now.name} is gone.`,
        `${column.name} of every ${now.name}`,
        { losesOnly: `select id from ${tableOf(old)} where ${ident(column.column)} is not null`, of: old.name },
      ),
    );
  }
  if (old.deleting.allowed === "archives" && now.deleting.allowed !== "archives") steps.push(noneArchived(old, now));
  return now.partOf && isPartAnew(before, after, old, now) ? [...steps, noneApart(now, now.partOf.entity)] : steps;
}

/** What people have put away comes back, and doesn't go again where a later version archives; an update would write each record. */
const noneArchived = (old: Entity, now: Entity): ChangeStep =>
  step(
    `alter table ${tableOf(now)} drop column archived_at, add column archived_at timestamptz`,
    `${now.plural} are archived no longer: those that are stand among the others again.`,
    `which ${now.plural} are archived`,
    { losesOnly: `select id from ${tableOf(old)} where archived_at is not null`, of: old.name },
  );

/** Whether records that are there may have no whole of the kind that they are part of now. */
export function isPartAnew(before: Product, after: Product, old: Entity, now: Entity): boolean {
  if (!now.partOf) return false;
  const column = columnsOf(after, now).find((c) => c.name === now.partOf!.field);
  const former = column && formerColumn(columnsOf(before, old), column);
  return !former || old.partOf?.field !== former.name || !conversionOf(after, now, former, column);
}

/** A part without a whole could be reached by nobody. */
function noneApart(part: Entity, whole: string): ChangeStep {
  const column = part.fields.find((f) => f.name === part.partOf!.field)!.column;
  return step(
    `do $do$ begin if exists (select 1 from ${tableOf(part)} where ${ident(column)} is null) then raise exception using errcode = 'NN001', message = ${literal(`records of ${part.name} belong to no ${whole}, of which they are part from now on; give each one first, or delete it`)}; end if; end $do$`,
    `Every ${part.name} is part of ${whole}.`,
  );
}

interface Becoming {
  readonly old: Entity;
  readonly now: Entity;
  readonly former: Column;
  readonly column: Column;
  readonly shadows: readonly ShadowColumn[];
}

/** A column that was there before. */
function becomes(after: Product, { old, now, former, column, shadows }: Becoming): ChangeStep[] {
  const table = tableOf(now);
  const steps: ChangeStep[] = [];
  const filled = shadows.find((b) => b.entity === now.name && b.column === column.column);
  if (filled)
    steps.push(step(shadowColumnSteps.takePlace(filled, table), filled.sentence, filled.loses, filled.losesOnly === null ? {} : { losesOnly: filled.losesOnly, of: old.name }));
  else {
    if (former.column !== column.column)
      steps.push(step(`alter table ${table} rename column ${ident(former.column)} to ${ident(column.column)}`, `${former.name} of ${now.name} is now called ${column.name}.`));
    if (!conversionOf(after, now, former, column)) steps.push(...emptied(after, { old, now, former, column }));
  }
  if (!column.states) return steps;
  if (!former.states) return [...steps, noneElsewhere(now, column, table)];
  if (former.column !== column.column)
    steps.push(
      step(`alter table ${table} rename column ${ident(stateSince(former.column))} to ${ident(stateSince(column.column))}`, `Since when goes with ${column.name} of ${now.name}.`),
    );
  return [...steps, ...lostStates(now, former, { ...column, states: [...column.states, ...formerStates(after, now, column).map((s) => s.was)] }, table)];
}

/** No value of the former type can be read as the new one. */
function emptied(after: Product, { old, now, former, column }: Omit<Becoming, "shadows">): ChangeStep[] {
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

/** A plain field that becomes a state holds nothing but states. */
const noneElsewhere = (entity: Entity, column: Column, table: string): ChangeStep =>
  step(
    `do $do$ begin if exists (select 1 from ${table} where ${ident(column.column)} not in (${column.states!.map(literal).join(", ")})) then raise exception using errcode = 'NN001', message = ${literal(`records of ${entity.name} hold a ${column.name} that is no state of theirs; change it first, or say which state it was`)}; end if; end $do$`,
    `Every ${entity.name} stands in one of its states.`,
  );

/** A state that is gone while records stand in it: nothing is guessed. */
function lostStates(entity: Entity, former: Column, column: Column, table: string): ChangeStep[] {
  const lost = former.states!.filter((s) => !column.states!.includes(s));
  return lost.map((state) =>
    step(
      `do $do$ begin if exists (select 1 from ${table} where ${ident(column.column)} = ${literal(state)}) then raise exception using errcode = 'NN001', message = ${literal(`records of ${entity.name} still stand in the state ${state}; bring them out of it first, or keep the state`)}; end if; end $do$`,
      `No ${entity.name} can be ${state} any more.`,
    ),
  );
}

/** The same list, tied otherwise to what it lists. */
function retieJoin(product: Product, entity: Entity, field: Field): ChangeStep {
  const tie = joinTie(product, entity, field);
  return step(
    `alter table ${joinTableOf(entity, field)} drop constraint if exists ${tie.name}, add constraint ${tie.name} foreign key (to_id) ${tie.body} not valid`,
    `What happens to ${field.name} of ${entity.name} when one of them is deleted has changed.`,
  );
}

function joinSteps(before: Product, after: Product, old: Entity | undefined, now: Entity): ChangeStep[] {
  const kept = new Set<Field>();
  const added = lists(now).flatMap((f) => {
    const former = old && formerList(before, after, old, f);
    if (!former) return [step(createJoin(after, now, f), `${now.name} has a new list ${f.name}.`)];
    kept.add(former);
    return [
      ...(joinTableOf(old, former) === joinTableOf(now, f) ? [] : [renameJoin(before, after, { old, former, now, field: f })]),
      ...(former.whenDeleted === f.whenDeleted ? [] : [retieJoin(after, now, f)]),
    ];
  });
  // What is gone gives its name free for what takes it.
  return [...lists(old).flatMap((f) => (kept.has(f) ? [] : [goneJoin(old!, f, `${f.name} of ${now.name} is gone.`)])), ...added];
}

const goneJoin = (entity: Entity, field: Field, sentence: string): ChangeStep =>
  step(`drop table if exists ${joinTableOf(entity, field)}`, sentence, `${field.name} of every ${entity.name}`, {
    losesOnly: `select distinct from_id as id from ${joinTableOf(entity, field)}`,
    of: entity.name,
  });

interface RenamedJoin {
  readonly old: Entity;
  readonly former: Field;
  readonly now: Entity;
  readonly field: Field;
}

/** With all that bears its name: a later list of the former name makes its own. */
function renameJoin(before: Product, after: Product, { old, former, now, field }: RenamedJoin): ChangeStep {
  const [from, to] = [joinTableOf(old, former), joinTableOf(now, field)];
  const [had, has] = [joinNames(before, old, former), joinNames(after, now, field)];
  const constraint = (was: string, is: string): string =>
    `do $do$ begin if exists (select 1 from pg_constraint where conrelid = ${literal(to)}::regclass and conname = ${literal(plain(was))}) then alter table ${to} rename constraint ${was} to ${is}; end if; end $do$`;
  return step(
    [
      `alter table ${from} rename to ${to.replace(/^app\./, "")}`,
      ...(["tie", "owner"] as const).filter((one) => had[one] !== has[one]).map((one) => constraint(had[one], has[one])),
      ...(had.index === has.index ? [] : [`alter index if exists app.${had.index} rename to ${has.index}`]),
    ].join(";\n"),
    `${former.name} of ${now.name} is now called ${field.name}.`,
  );
}

const plain = (name: string): string => name.replace(/^"(.*)"$/, "$1").replaceAll('""', '"');
