/** What the condition of an automatic transition reads: stored fields, and the clock. It is re-evaluated when one of them changes. */
import { type Expression, fold } from "@nonet/feel";
import type { Field, Product, Rule, Transition } from "@nonet/model";
import { isCalendarCall } from "../scope/calendar-names.ts";
import { canCompile } from "../expressions/supported.ts";
import { type Affected, affected, type Changed } from "../rules/affected-records.ts";
import { compileAs } from "../scope/coerce.ts";
import { entityNamed, fromTable } from "../scope/scope.ts";
import { descend } from "../scope/walk.ts";
import type { Query } from "../sql/query.ts";
import { and } from "../sql/sql-text.ts";
import { evaluationScope } from "../visibility/evaluation-scope.ts";
import { inFromState, stateColumn } from "./due-queries.ts";

export interface ConditionReads {
  /** `Entity.field`; `Entity.id` stands for the creation and deletion of records. */
  readonly fields: ReadonlySet<string>;
  readonly clock: boolean;
}

const known = new WeakMap<Transition, ConditionReads>();

export function transitionReads(product: Product, entity: string, transition: Transition): ConditionReads {
  let reads = known.get(transition);
  if (!reads) {
    const stateField = product.machines.find((m) => m.transitions.includes(transition))?.field ?? "state";
    known.set(transition, (reads = readsOf(product, conditionsOf(transition), [`${entity}.${stateField}`])));
  }
  return reads;
}

const conditionsOf = (t: Transition): Expression[] => [...(t.trigger.kind === "when" ? [t.trigger.condition] : []), ...(t.guard ? [t.guard.expression] : [])];

function readsOf(product: Product, expressions: readonly Expression[], named: readonly string[]): ConditionReads {
  const fields = new Set<string>();
  let clock = false;
  const add = (owner: string, name: string): void => {
    const key = `${owner}.${name}`;
    if (fields.has(key)) return;
    fields.add(key);
    const field = product.entities.find((e) => e.name === owner)?.fields.find((f) => fold(f.name) === fold(name));
    if (field?.computed) visit(field.computed);
    else if (field?.type.kind === "inverse") {
      add(field.type.entity, "id");
      add(field.type.entity, field.type.by);
    }
  };
  const called = new Set<string>();
  /** The body of a function or table, also of its call at a date. */
  const visitCalled = (name: string): void => {
    const key = fold(name).replace(/ at$/, "");
    if (called.has(key)) return;
    called.add(key);
    for (const named of product.functions) if (fold(named.name) === key) visit(named.body);
    for (const table of product.tables) if (fold(table.name) === key) for (const e of descend(table.rows)) if (e.kind === "call" || e.kind === "global") visit(e);
  };
  const addHolidays = (): void => {
    for (const off of product.calendars.flatMap(({ holidays }) => holidays)) {
      if (off.kind !== "records" || fields.has(`${off.entity}.${off.by}`)) continue;
      add(off.entity, "id");
      add(off.entity, off.by);
      if (off.where) visit(off.where);
    }
  };
  const visit = (expression: Expression): void => {
    for (const e of descend(expression)) {
      if (e.kind === "call" && (e.function === "today" || e.function === "now" || e.function === "valid on")) clock = true;
      if (e.kind === "global" && product.constants.some((c) => fold(c.name) === fold(e.name) && (c.values?.length ?? 0) > 1)) clock = true;
      if (e.kind === "global" && isCalendarCall(e.name)) addHolidays();
      else if (e.kind === "global") visitCalled(e.name);
      if (e.kind === "global" && e.type.kind === "list" && e.type.of.kind === "record") add(e.type.of.name, "id");
      if (e.kind !== "path") continue;
      const of = e.of.type.kind === "list" ? e.of.type.of : e.of.type;
      if (of.kind === "record") add(of.name, e.field);
    }
  };
  named.forEach((key) => add(key.slice(0, key.indexOf(".")), key.slice(key.indexOf(".") + 1)));
  expressions.forEach(visit);
  return { fields, clock };
}

/** The machine's records, besides the changed ones, whose condition the changes may affect. */
export const reachedBy = (product: Product, entity: string, transition: Transition, changed: readonly Changed[]): Affected =>
  affected(product, ruleOf(product, entity, transition), changed);

const rules = new WeakMap<Transition, Rule>();

/** The transition's condition as a rule, to find the affected records. */
function ruleOf(product: Product, entity: string, transition: Transition): Rule {
  const known = rules.get(transition);
  if (known) return known;
  const conditions = conditionsOf(transition);
  const holds: Expression =
    conditions.length > 1
      ? { kind: "binary", operator: "and", left: conditions[0]!, right: conditions[1]!, type: { kind: "boolean" }, nullable: true, span: conditions[0]!.span }
      : conditions[0]!;
  const rule: Rule = {
    name: "",
    entity,
    holds: { kind: "expression", expression: holds },
    code: "",
    warns: false,
    field: null,
    // The From state is the record's own, and says nothing about other records.
    moment: { kind: "while", states: [] },
    reads: [...transitionReads(product, entity, transition).fields],
    source: transition.source,
  };
  rules.set(transition, rule);
  return rule;
}

/** An expression over a record as a rule, to find the records whose value a change affects. */
export function readAsRule(product: Product, entity: string, expression: Expression): Rule {
  const known = expressions.get(expression);
  if (known) return known;
  const rule: Rule = {
    name: "",
    entity,
    holds: { kind: "expression", expression },
    code: "",
    warns: false,
    field: null,
    moment: { kind: "always" },
    reads: [...readsOf(product, [expression], []).fields],
    source: expression.span,
  };
  expressions.set(expression, rule);
  return rule;
}

const expressions = new WeakMap<Expression, Rule>();

export const computedAsRule = (product: Product, entity: string, field: Field): Rule => readAsRule(product, entity, field.computed!);

/** Rows `{id}` of the records in the From state: all are re-evaluated when the condition reads others of its own entity. */
export function inStateQuery(product: Product, entityName: string, transition: Transition): Query {
  const entity = entityNamed(product, entityName);
  const s = evaluationScope(product, entityName);
  return s.params.query(`select r.id from ${fromTable(entity, "r")} where ${and(inFromState(s, entity, transition, stateColumn(product, entity, transition)))} order by r.id`);
}

/** `{due_at}`: the earliest moment after now with which a condition compares `now()`, over the records in the From state; null where none does. */
export function nextWhenQuery(product: Product, entityName: string, transition: Transition): Query | null {
  const entity = entityNamed(product, entityName);
  const s = evaluationScope(product, entityName);
  const column = stateColumn(product, entity, transition);
  const parts = conditionsOf(transition)
    .flatMap((c) => descend(c))
    .flatMap((e) => {
      if (e.kind !== "binary" || !["<", "<=", ">", ">=", "=", "!="].includes(e.operator)) return [];
      const sides = [e.left, e.right];
      const other = sides.find((side, i) => sides[1 - i]!.kind === "call" && (sides[1 - i] as { function: string }).function === "now" && canCompile(product, side) === null);
      return other ? [compileAs(s, other, { kind: "date and time", zoned: true })] : [];
    });
  if (parts.length === 0) return null;
  const from = `${fromTable(entity, "r")} where ${and(inFromState(s, entity, transition, column))}`;
  return s.params.query(
    `select nonet.instant_text(min(x.due)) as due_at from (${parts.map((due) => `select ${due} as due from ${from}`).join(" union all ")}) x where x.due > nonet.now()`,
  );
}
