/** Point 5: checks and overlaps as rules, and the errors of point 8 that they raise. What FEEL can't say the same way is quoted. */
import { code, openEntry, plainLine, quotation, row, type Statement } from "../document/draft.ts";
import { capitalized, wordsOf } from "../names/spelling.ts";
import { feelOf } from "../sql/to-feel.ts";
import type { Lines } from "./field-lines.ts";
import type { ConstraintFacts, TypeFacts } from "./facts.ts";
import { idOfColumn, idOfType } from "./objects.ts";
import { columnsIn, fieldOfColumn, type TablePlan, type TablesPlan } from "./plan-tables.ts";

export interface Rules {
  readonly rows: Statement[];
  readonly errors: Statement[];
  readonly notes: Statement[];
}

/** Names of rules and codes that are taken. */
interface Taken {
  readonly names: Set<string>;
  readonly codes: Set<string>;
}

export function rulesOf(context: Lines, { entities }: TablesPlan): Rules {
  const rules: Rules = { rows: [], errors: [], notes: [] };
  const taken: Taken = { names: new Set(), codes: new Set() };
  for (const table of entities) {
    for (const one of table.constraints.filter(({ kind }) => kind === "c")) addCheck(context, rules, taken, table, one);
    for (const one of table.constraints.filter(({ kind }) => kind === "x")) addExclusion(context, rules, taken, table, one);
    for (const column of table.columns) {
      const plan = table.plans.get(column.number)!;
      if (plan.kind === "field")
        for (const type of plan.type.uses) if (type.kind === "d") addDomainChecks(context, rules, taken, { table, type, column: column.number, field: plan.name });
    }
  }
  return rules;
}

interface NewRule {
  readonly id: string;
  /** The objects it comes from. */
  readonly sources: readonly string[];
  readonly holds: string;
  readonly name: string;
  readonly message: string;
}

function addRule({ rows, errors }: Rules, taken: Taken, table: TablePlan, { id, sources, holds, name, message }: NewRule): void {
  const title = unique(taken.names, capitalized(wordsOf(name)), (n) => `${capitalized(wordsOf(name))} ${n}`);
  const base =
    wordsOf(name)
      .normalize("NFKD")
      .replace(/[^a-z0-9 ]/g, "")
      .trim()
      .replace(/ +/g, "_")
      .toUpperCase() || "CHECK";
  const error = unique(taken.codes, base, (n) => `${base}_${n}`);
  rows.push({ sources, text: row([title, table.entity, holds, error]) });
  errors.push({ sources: [`${id} message`], text: row([error, "422", message.replaceAll("{", "(").replaceAll("}", ")")]) });
}

function unique(taken: Set<string>, first: string, next: (n: number) => string): string {
  let name = first;
  for (let n = 2; taken.has(name.toLowerCase()); n++) name = next(n);
  taken.add(name.toLowerCase());
  return name;
}

const messageOf = (table: TablePlan, name: string, comment: string | null): string => (comment === null ? `${table.entity} doesn't meet the check ${name}.` : plainLine(comment));

function addCheck(context: Lines, rules: Rules, taken: Taken, table: TablePlan, one: ConstraintFacts): void {
  const { catalog, ledger, options } = context;
  const id = catalog.idOfConstraint(one);
  // It became the choices of a field.
  if (ledger.outcomes.has(id)) return;
  const feel = options.refused.has(id) ? null : feelOf(one.expression ?? "", columnsIn(table), "as true");
  if (one.comment !== null) ledger.quoted(`${id} comment`);
  if (feel === null) return void rules.notes.push(quoteConstraint(context, id, one));
  ledger.line(id);
  addRule(rules, taken, table, { id, sources: [id], holds: code(feel), name: one.name, message: messageOf(table, one.name, one.comment) });
}

/** What can't be a rule is quoted, with its comment. */
export function quoteConstraint({ ledger }: Lines, id: string, one: ConstraintFacts): Statement {
  ledger.quoted(id);
  return { sources: [id], text: quotation(`${id}${one.comment === null ? "" : ` (${one.comment})`}`, one.definition.replace(/\s+/g, " ")) };
}

interface DomainUse {
  readonly table: TablePlan;
  readonly type: TypeFacts;
  readonly column: number;
  readonly field: string;
}

/** A domain's checks hold for each of its columns. */
function addDomainChecks(context: Lines, rules: Rules, taken: Taken, { table, type, column: number, field }: DomainUse): void {
  const { catalog, ledger, options } = context;
  const column = table.columns.find((one) => one.number === number)!;
  const kind = columnsIn(table)(column.name)!;
  for (const one of catalog.constraints().filter((constraint) => constraint.type === type.oid && constraint.kind === "c")) {
    const id = catalog.idOfConstraint(one);
    const onColumn = `${id} on ${idOfColumn(table.facts, column.name)}`;
    const expression = /^CHECK \((.*)\)(?: NOT VALID)?$/s.exec(one.definition)?.[1] ?? "";
    const feel = options.refused.has(onColumn) || options.refused.has(id) ? null : feelOf(expression, (name) => (name === "value" ? kind : null), "as true");
    if (feel === null) continue;
    if (!ledger.outcomes.has(id)) ledger.line(id);
    addRule(rules, taken, table, {
      id: onColumn,
      sources: [onColumn],
      holds: code(feel),
      name: `${table.facts.name} ${field} ${one.name}`,
      message: messageOf(table, one.name, one.comment),
    });
  }
}

/** The checks of domains that became no rule, and the domains and enums themselves. */
export function typeNotes(context: Lines, { entities }: TablesPlan): readonly Statement[] {
  const { catalog, ledger } = context;
  const used = new Set(entities.flatMap(({ plans }) => [...plans.values()].flatMap((plan) => (plan.kind === "field" ? plan.type.uses.map(({ oid }) => oid) : []))));
  const notes: Statement[] = [];
  for (const type of catalog.facts.types.filter(({ isObject }) => isObject)) {
    const id = idOfType(type);
    if (used.has(type.oid)) ledger.line(id);
    else notes.push(unusedType(context, type, id));
    if (type.comment !== null) {
      ledger.quoted(`${id} comment`);
      notes.push({ sources: [`${id} comment`], text: `> - ${id}: ${plainLine(type.comment)}` });
    }
    for (const one of catalog.constraints().filter((constraint) => constraint.type === type.oid)) {
      const constraint = catalog.idOfConstraint(one);
      if (one.comment !== null) ledger.quoted(`${constraint} comment`);
      if (!ledger.outcomes.has(constraint)) notes.push(quoteConstraint(context, constraint, one));
    }
  }
  return notes;
}

function unusedType({ ledger }: Lines, type: TypeFacts, id: string): Statement {
  if (type.kind === "e" || type.kind === "d") ledger.quoted(id);
  else ledger.open(id, "the notation has no such types");
  const text = type.labels ? type.labels.join(", ") : (type.baseText ?? "");
  return {
    sources: [id],
    text: type.kind === "e" || type.kind === "d" ? quotation(`${id}, which no line uses`, text === "-" ? "" : text) : openEntry(id, "the notation has no such types"),
  };
}

const element = /^(?:"?([^"()]+?)"? WITH =|(?:int4range|int8range|numrange|daterange|tsrange|tstzrange)\(("?[^"(),]+"?), ("?[^"(),]+"?)(?:, '([[(][\])])'(?:::text)?)?\) WITH &&)$/;

/** `EXCLUDE … (room WITH =, tsrange(from, to) WITH &&)` is what `no overlap of` says. */
function addExclusion(context: Lines, rules: Rules, taken: Taken, table: TablePlan, one: ConstraintFacts): void {
  const { catalog, ledger, options } = context;
  const id = catalog.idOfConstraint(one);
  if (one.comment !== null) ledger.quoted(`${id} comment`);
  const holds = options.refused.has(id) ? null : overlapOf(table, one.definition);
  if (holds === null) return void rules.notes.push(quoteConstraint(context, id, one));
  ledger.line(id);
  addRule(rules, taken, table, { id, sources: [id], holds, name: one.name, message: messageOf(table, one.name, one.comment) });
}

function overlapOf(table: TablePlan, definition: string): string | null {
  const [, inside, predicate] = /^EXCLUDE USING \w+ \((.*?)\)(?: WHERE \((.*)\))?(?: DEFERRABLE.*)?$/s.exec(definition) ?? [];
  if (inside === undefined) return null;
  const parts = inside.split(/,\s*(?![^()]*\))/).map((part) => element.exec(part.trim()));
  const ranges = parts.filter((part) => part?.[2] !== undefined);
  if (parts.includes(null) || ranges.length !== 1) return null;
  const name = (column: string): string | null => {
    const found = table.columns.find((one) => one.name === column.trim().replaceAll('"', ""));
    return found ? fieldOfColumn(table, found.number) : null;
  };
  const [, , low, high, bounds = "[)"] = ranges[0]!;
  const per = parts.filter((part) => part?.[1] !== undefined).map((part) => name(part![1]!));
  const ends = [name(low!), name(high!)];
  if ([...per, ...ends].includes(null) || !bounds.startsWith("[")) return null;
  const among = predicate === undefined ? "" : feelOf(predicate, columnsIn(table), "as false");
  if (among === null) return null;
  return `no overlap of [${ends.join("..")}${bounds.endsWith("]") ? "]" : ")"}${per.length === 0 ? "" : ` per ${per.join(", ")}`}${among === "" ? "" : ` among ${code(among)}`}`;
}
