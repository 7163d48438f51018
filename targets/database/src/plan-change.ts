/** What a new version of the document changes in the database, step by step, each with its sentence and what it would lose. */
import { type Entity, type Field, type Product } from "@nonet/model";
import { columnsOf, isJoined, joinTableOf, stateSince, tableOf, type Column } from "./columns.ts";
import { columnTexts, createJoin, createTable, joinTie, partsOf, type Part } from "./plan-tables.ts";
import { ident, literal } from "./sql-text.ts";

export interface ChangeStep {
  readonly sql: string;
  readonly sentence: string;
  readonly loses: string | null;
  /** Gives a row for each value that would be lost, over the tables as they were; where it gives none, nothing is. */
  readonly losesOnly?: string;
}

const step = (sql: string, sentence: string, loses: string | null = null, losesOnly?: string): ChangeStep => ({
  sql,
  sentence,
  loses,
  ...(losesOnly === undefined ? {} : { losesOnly }),
});

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
      ...gone.flatMap((e) => [
        ...e.fields
          .filter((f) => f.computed === null && isJoined(f))
          .map((f) => step(`drop table if exists ${joinTableOf(e, f)}`, `${f.name} of ${e.name} is gone.`, `every ${f.name} of ${e.name}`)),
        step(`drop table ${tableOf(e)} cascade`, `${e.name} is gone.`, `every ${e.name}`, `select id from ${tableOf(e)}`),
      ]),
      ...[...newParts.values()].filter((p) => changed(p, oldParts)).map((p) => step(p.add, `${p.name} holds from now on.`)),
    ],
  };
}

const formerEntity = (before: Product, entity: Entity): Entity | undefined =>
  before.entities.find((e) => e.name === entity.name) ?? before.entities.find((e) => e.name === entity.was);

function changeEntity(before: Product, after: Product, old: Entity, now: Entity): ChangeStep[] {
  const steps: ChangeStep[] = [];
  if (tableOf(old) !== tableOf(now)) steps.push(step(`alter table ${tableOf(old)} rename to ${ident(now.table)}`, `${old.name} is now called ${now.name}.`));
  if (old.name !== now.name)
    steps.push(step(`update nonet.history set entity = ${literal(now.name)} where entity = ${literal(old.name)}`, `The history of ${old.name} goes with ${now.name}.`));
  const oldColumns = columnsOf(before, old);
  const nowColumns = columnsOf(after, now);
  const kept = new Set<string>();
  const table = tableOf(now);
  for (const column of nowColumns) {
    const former = oldColumns.find((c) => c.column === column.column) ?? oldColumns.find((c) => column.field?.was && c.name === column.field.was);
    if (!former) {
      const start = column.states ? startOf(after, now, column) : null;
      const text = defaultText(column);
      // A default is there at once in every record, where an update would write and lock each.
      const defaults = start === null ? [text] : [`${literal(start)}::text`, "nonet.now()"];
      const names = [column.column, stateSince(column.column)];
      for (const [i, added] of columnTexts(column).entries())
        steps.push(
          step(
            `alter table ${table} add column ${added}${defaults[i] ? ` default ${defaults[i]}` : ""}`,
            start !== null && i === 0
              ? `Every ${now.name} starts as ${start}.`
              : `${now.name} has a new field ${column.name}${defaults[i] && start === null ? ", which holds its default in the records that are there" : ""}.`,
          ),
        );
      for (const [i, held] of defaults.entries())
        if (held) steps.push(step(`alter table ${table} alter column ${ident(names[i]!)} drop default`, `New records get ${column.name} from the product.`));
      continue;
    }
    kept.add(former.column);
    if (former.column !== column.column)
      steps.push(step(`alter table ${table} rename column ${ident(former.column)} to ${ident(column.column)}`, `${former.name} of ${now.name} is now called ${column.name}.`));
    if (former.sql !== column.sql) steps.push(retype(now, former, column, table, tableOf(old)));
    steps.push(...renamedChoices(now, column, table));
    if (former.states && column.states)
      steps.push(
        ...renamedStates(after, now, former, column, table),
        ...lostStates(now, former, { ...column, states: [...column.states, ...formerStates(after, now, column).map((s) => s.was)] }, table),
      );
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
        `select id from ${tableOf(old)} where ${ident(column.column)} is not null`,
      ),
    );
  }
  return steps;
}

/** `fair was ok`: stored values take the new name before the column is held to it. */
function renamedChoices(entity: Entity, column: Column, table: string): ChangeStep[] {
  const type = column.field?.type;
  if (type?.kind !== "one of" && type?.kind !== "any of") return [];
  const name = ident(column.column);
  return (type.renamed ?? []).map(({ from, to }) => {
    const sentence = `${from} of ${entity.name}: ${column.name} is now called ${to}.`;
    const value = type.kind === "one of" ? literal(to) : `array_replace(${name}, ${literal(from)}, ${literal(to)})`;
    return step(`update ${table} set ${name} = ${value} where ${type.kind === "one of" ? `${name} = ${literal(from)}` : `${literal(from)} = any(${name})`}`, sentence);
  });
}

/** A plain default reaches the records that are there without touching one of them: PostgreSQL keeps it beside the column. */
export function defaultText(column: Column): string | null {
  const value = column.field?.default;
  if (value?.kind !== "literal" || value.value === null || column.states || column.sql.endsWith("[]") || column.sql === "uuid" || column.sql === "timestamptz") return null;
  return `${literal(String(value.value))}::${column.sql}`;
}

/** Records from before stand where the machine starts. */
function startOf(product: Product, entity: Entity, column: Column): string | null {
  const machine = product.machines.find((m) => m.entity === entity.name && m.field === column.name);
  return machine?.startsAs.at(-1)?.state ?? column.states?.[0] ?? null;
}

const widening = new Set(["bigint>numeric", "date>timestamptz"]);

function retype(entity: Entity, former: Column, column: Column, table: string, oldTable: string): ChangeStep {
  const name = ident(column.column);
  const sentence = `${column.name} of ${entity.name} changes its type.`;
  if (widening.has(`${former.sql}>${column.sql}`) || column.sql === "text")
    return step(`alter table ${table} alter column ${name} type ${column.sql} using ${name}::${column.sql}`, sentence);
  if (former.sql === "numeric" && column.sql === "bigint")
    return step(`alter table ${table} alter column ${name} type bigint using trunc(${name})::bigint`, sentence, `the fractions of ${column.name} of every ${entity.name}`);
  const readable = former.sql === "text" ? readableAs(column.sql) : null;
  if (readable) {
    const to = `alter table ${table} alter column ${name} type ${column.sql} using case when ${readable(name)} then trim(${name})::${column.sql} end`;
    return {
      sql: to,
      sentence,
      loses: `what stands in ${column.name} of ${entity.name} and can't be read as its new type`,
      losesOnly: `select id from ${oldTable} where trim(${ident(former.column)}) <> '' and not ${readable(ident(former.column))}`,
    };
  }
  return step(`alter table ${table} drop column ${name} cascade, add column ${name} ${column.sql}`, sentence, `${column.name} of every ${entity.name}`);
}

/** Whether a text can be read as a value of the type; null where no text can. */
function readableAs(sql: string): ((name: string) => string) | null {
  const forms: Readonly<Record<string, string>> = {
    numeric: "^[+-]?[0-9]+([.][0-9]+)?$",
    bigint: "^[+-]?[0-9]{1,18}$",
    date: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    boolean: "^(true|false|yes|no)$",
  };
  const form = forms[sql];
  return form === undefined ? null : (name) => `(trim(${name}) ~* '${form}' and pg_input_is_valid(trim(${name}), '${sql}'))`;
}

/** Former names of the states that a column holds: `approved: was accepted`. */
export function formerStates(product: Product, entity: Entity, column: Column): readonly { readonly was: string; readonly now: string }[] {
  const machine = product.machines.find((m) => m.entity === entity.name && m.field === column.name);
  return (machine?.states ?? []).flatMap((s) => (s.was ?? []).map((was) => ({ was: column.states?.includes(was) ? "" : was, now: s.name }))).filter((s) => s.was !== "");
}

function renamedStates(product: Product, entity: Entity, former: Column, column: Column, table: string): ChangeStep[] {
  return formerStates(product, entity, column)
    .filter((s) => former.states!.includes(s.was))
    .map(({ was, now }) =>
      step(
        `update ${table} set ${ident(column.column)} = ${literal(now)} where ${ident(column.column)} = ${literal(was)}`,
        `Every ${entity.name} that is ${was} is ${now} from now on.`,
      ),
    );
}

/** A state that is gone while records stand in it: nothing is guessed. */
function lostStates(entity: Entity, former: Column, column: Column, table: string): ChangeStep[] {
  const lost = former.states!.filter((s) => !column.states!.includes(s));
  return lost.map((state) =>
    step(
      `do $do$ begin if exists (select 1 from ${table} where ${ident(column.column)} = ${literal(state)}) then raise exception using errcode = 'NN001', message = ${literal(`records of ${entity.name} still stand in the state ${state}`)}; end if; end $do$`,
      `No ${entity.name} can be ${state} any more.`,
    ),
  );
}

/** The same list, tied otherwise to what it lists. */
function retieJoin(product: Product, entity: Entity, field: Field): ChangeStep {
  const tie = joinTie(product, entity, field);
  return step(
    `alter table ${joinTableOf(entity, field)} drop constraint if exists ${tie.name}, add constraint ${tie.name} foreign key (to_id) ${tie.body}`,
    `What happens to ${field.name} of ${entity.name} when one of them is deleted has changed.`,
  );
}

function joinSteps(after: Product, old: Entity | undefined, now: Entity): ChangeStep[] {
  const joined = (e: Entity | undefined): Field[] => (e?.fields ?? []).filter((f) => f.computed === null && isJoined(f));
  const kept = new Set<Field>();
  const added = joined(now).flatMap((f) => {
    const former = joined(old).find((o) => o.name === f.name) ?? joined(old).find((o) => o.name === f.was);
    if (!former) return [step(createJoin(after, now, f), `${now.name} has a new list ${f.name}.`)];
    kept.add(former);
    const [from, to] = [joinTableOf(old!, former), joinTableOf(now, f)];
    if (from === to) return former.whenDeleted === f.whenDeleted ? [] : [retieJoin(after, now, f)];
    return [step(`alter table ${from} rename to ${to.replace(/^app\./, "")}`, `${former.name} of ${now.name} is now called ${f.name}.`)];
  });
  return [
    ...added,
    ...joined(old)
      .filter((f) => !kept.has(f))
      .map((f) => step(`drop table ${joinTableOf(old!, f)}`, `${f.name} of ${now.name} is gone.`, `${f.name} of every ${now.name}`)),
  ];
}
