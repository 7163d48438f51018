/** What a new version of the document changes in the database, step by step, each with its sentence and what it would lose. */
import { type Entity, type Field, type Product } from "@nonet/model";
import { columnsOf, isJoined, joinTableOf, stateSince, tableOf, type Column } from "./columns.ts";
import { columnTexts, createJoin, createTable, partsOf, type Part } from "./plan-tables.ts";
import { ident, literal } from "./sql-text.ts";

export interface ChangeStep {
  readonly sql: string;
  readonly sentence: string;
  readonly loses: string | null;
}

const step = (sql: string, sentence: string, loses: string | null = null): ChangeStep => ({ sql, sentence, loses });

export function planChange(before: Product, after: Product): { readonly steps: readonly ChangeStep[] } {
  const pairs = after.entities.map((e) => ({ after: e, before: formerEntity(before, e) }));
  const gone = before.entities.filter((e) => !pairs.some((p) => p.before === e));
  const oldParts = new Map(before.entities.flatMap((e) => partsOf(before, e).map((p) => [p.name, p] as const)));
  const newParts = new Map(after.entities.flatMap((e) => partsOf(after, e).map((p) => [p.name, p] as const)));
  const changed = (p: Part, others: ReadonlyMap<string, Part>): boolean => others.get(p.name)?.add !== p.add;
  return {
    steps: [
      ...[...oldParts.values()].filter((p) => changed(p, newParts)).map((p) => step(p.drop, `${p.name} no longer holds.`)),
      ...pairs.flatMap((p) => (p.before ? changeEntity(before, after, p.before, p.after) : [step(createTable(after, p.after), `${p.after.name} is new.`)])),
      ...pairs.flatMap((p) => joinSteps(after, p.before, p.after)),
      ...gone.flatMap((e) => [...e.fields.filter((f) => f.computed === null && isJoined(f)).map((f) => step(`drop table if exists ${joinTableOf(e, f)}`, `${f.name} of ${e.name} is gone.`, `every ${f.name} of ${e.name}`)), step(`drop table ${tableOf(e)} cascade`, `${e.name} is gone.`, `every ${e.name}`)]),
      ...[...newParts.values()].filter((p) => changed(p, oldParts)).map((p) => step(p.add, `${p.name} holds from now on.`)),
    ],
  };
}

const formerEntity = (before: Product, entity: Entity): Entity | undefined => before.entities.find((e) => e.name === entity.name) ?? before.entities.find((e) => e.name === entity.was);

function changeEntity(before: Product, after: Product, old: Entity, now: Entity): ChangeStep[] {
  const steps: ChangeStep[] = [];
  if (tableOf(old) !== tableOf(now)) steps.push(step(`alter table ${tableOf(old)} rename to ${ident(now.table)}`, `${old.name} is now called ${now.name}.`));
  if (old.name !== now.name) steps.push(step(`update nonet.history set entity = ${literal(now.name)} where entity = ${literal(old.name)}`, `The history of ${old.name} goes with ${now.name}.`));
  const oldColumns = columnsOf(before, old);
  const nowColumns = columnsOf(after, now);
  const kept = new Set<string>();
  const table = tableOf(now);
  for (const column of nowColumns) {
    const former = oldColumns.find((c) => c.column === column.column) ?? oldColumns.find((c) => column.field?.was && c.name === column.field.was);
    if (!former) {
      for (const text of columnTexts(column)) steps.push(step(`alter table ${table} add column ${text}`, `${now.name} has a new field ${column.name}.`));
      if (column.states) steps.push(...enterMachine(after, now, column, table));
      continue;
    }
    kept.add(former.column);
    if (former.column !== column.column) steps.push(step(`alter table ${table} rename column ${ident(former.column)} to ${ident(column.column)}`, `${former.name} of ${now.name} is now called ${column.name}.`));
    if (former.sql !== column.sql) steps.push(retype(now, former, column, table));
    if (former.states && column.states) steps.push(...lostStates(now, former, column, table));
    if (former.states && !column.states) steps.push(step(`alter table ${table} drop column if exists ${ident(stateSince(former.column))}`, `${column.name} of ${now.name} is a plain field now.`));
    if (!former.states && column.states) steps.push(step(`alter table ${table} add column if not exists ${ident(stateSince(column.column))} timestamptz default nonet.now()`, `${column.name} of ${now.name} is a state now.`));
  }
  for (const column of oldColumns.filter((c) => !kept.has(c.column))) {
    steps.push(step(`alter table ${table} drop column ${ident(column.column)}${column.states ? `, drop column if exists ${ident(stateSince(column.column))}` : ""} cascade`, `${column.name} of ${now.name} is gone.`, `${column.name} of every ${now.name}`));
  }
  return steps;
}

/** Records from before stand where the machine starts. */
function enterMachine(product: Product, entity: Entity, column: Column, table: string): ChangeStep[] {
  const machine = product.machines.find((m) => m.entity === entity.name && m.field === column.name);
  const start = machine?.startsAs.at(-1)?.state ?? column.states?.[0];
  return start === undefined ? [] : [step(`update ${table} set ${ident(column.column)} = ${literal(start)}, ${ident(stateSince(column.column))} = nonet.now()`, `Every ${entity.name} starts as ${start}.`)];
}

const widening = new Set(["bigint>numeric", "date>timestamptz"]);

function retype(entity: Entity, former: Column, column: Column, table: string): ChangeStep {
  const name = ident(column.column);
  const sentence = `${column.name} of ${entity.name} changes its type.`;
  if (widening.has(`${former.sql}>${column.sql}`) || column.sql === "text") return step(`alter table ${table} alter column ${name} type ${column.sql} using ${name}::${column.sql}`, sentence);
  if (former.sql === "numeric" && column.sql === "bigint") return step(`alter table ${table} alter column ${name} type bigint using trunc(${name})::bigint`, sentence, `the fractions of ${column.name} of every ${entity.name}`);
  return step(`alter table ${table} drop column ${name} cascade, add column ${name} ${column.sql}`, sentence, `${column.name} of every ${entity.name}`);
}

/** A state that is gone while records stand in it: nothing is guessed. */
function lostStates(entity: Entity, former: Column, column: Column, table: string): ChangeStep[] {
  const lost = former.states!.filter((s) => !column.states!.includes(s));
  return lost.map((state) => step(`do $do$ begin if exists (select 1 from ${table} where ${ident(column.column)} = ${literal(state)}) then raise exception using errcode = 'NN001', message = ${literal(`records of ${entity.name} still stand in the state ${state}`)}; end if; end $do$`, `No ${entity.name} can be ${state} any more.`));
}

function joinSteps(after: Product, old: Entity | undefined, now: Entity): ChangeStep[] {
  const joined = (e: Entity | undefined): Field[] => (e?.fields ?? []).filter((f) => f.computed === null && isJoined(f));
  const kept = new Set<Field>();
  const added = joined(now).flatMap((f) => {
    const former = joined(old).find((o) => o.name === f.name) ?? joined(old).find((o) => o.name === f.was);
    if (!former) return [step(createJoin(after, now, f), `${now.name} has a new list ${f.name}.`)];
    kept.add(former);
    const [from, to] = [joinTableOf(old!, former), joinTableOf(now, f)];
    return from === to ? [] : [step(`alter table ${from} rename to ${to.replace(/^app\./, "")}`, `${former.name} of ${now.name} is now called ${f.name}.`)];
  });
  return [...added, ...joined(old).filter((f) => !kept.has(f)).map((f) => step(`drop table ${joinTableOf(old!, f)}`, `${f.name} of ${now.name} is gone.`, `${f.name} of every ${now.name}`))];
}
