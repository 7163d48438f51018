/** A rule must be able to fail and to hold, and a guard must be able to hold; decided from literals, without a solver. */
import { type Expression, fold } from "@nonet/feel";
import type { Machine, Product, Rule, Transition } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledFields } from "../../resolve/published.ts";
import { rawTransitions, transitionTables } from "../../syntax/transition-rows.ts";
import { article, list } from "../../text/english.ts";
import { lineAt } from "../../text/line-numbers.ts";
import { walk } from "../../trees/walk.ts";
import { indexOf } from "../access/may-read.ts";
import { type Outcome, outcomeOf } from "./condition-outcomes.ts";
import { emptyFieldIn, emptyWhenNew } from "./new-records.ts";
import { casesOf, isOwnField } from "./value-cases.ts";

/** Publishes what these checks read: the machines of each entity, and the constants with one value. */
export function publishConditions(ctx: PointCompiler, product: Product): void {
  const literals = product.constants.flatMap(({ name, values }) => (values?.length === 1 && values[0]!.value.kind === "literal" ? [{ name, value: values[0]!.value }] : []));
  const words = literals.map(({ name, value }) => `${fold(name)} ${value.type.kind} ${JSON.stringify(value.kind === "literal" && value.value)}`).join("\n");
  ctx.publish("constants with one value", sameConstants(ctx.stableList("constants with one value", [words]), literals));
  for (const [entity, machines] of indexOf(product).machines) ctx.publish(`machines of ${entity}`, ctx.stableList(`machines of ${entity}`, machines));
  for (const { name, events } of product.entities)
    ctx.publish(
      `statements of ${name}`,
      ctx.stableList(
        `statements of ${name}`,
        events.flatMap(({ then }) => then),
      ),
    );
}

type Constants = ReadonlyMap<string, Expression>;

const constantsBy = new WeakMap<object, Constants>();

function sameConstants(key: object, literals: readonly { readonly name: string; readonly value: Expression }[]): Constants {
  const known = constantsBy.get(key) ?? new Map(literals.map(({ name, value }) => [fold(name), value]));
  constantsBy.set(key, known);
  return known;
}

export function noConstantGuard(ctx: PointCompiler, product: Product): void {
  ctx.each("constant condition", product.machines, { of: (machine) => machine }, (machine) => checkGuards(ctx, machine));
}

/** Whether the rule was reported as constant; further diagnostics about it would only follow from that. */
export function noConstantRule(ctx: PointCompiler, rule: Rule): boolean {
  if (rule.holds.kind !== "expression") return false;
  const { expression } = rule.holds;
  const verdict = outcomeIn(ctx, expression, rule.entity, (rule.moment.kind === "always" ? undefined : rule.moment.states) ?? statesOf(ctx, rule.entity));
  if (!verdict.fails)
    ctx.report("rule-never-fails", expression.span, `"${rule.name}" always holds${becauseOfBounds(ctx, rule.entity, expression)}, so it never raises ${rule.code}.`);
  else if (!verdict.holds && !expression.nullable) ctx.report("rule-never-holds", expression.span, `"${rule.name}" never holds for any ${rule.entity}.`);
  return !verdict.fails || (!verdict.holds && !expression.nullable);
}

/** The fields whose own bounds keep the values within the rule. */
function becauseOfBounds(ctx: PointCompiler, entity: string, expression: Expression): string {
  const named = new Set<string>();
  walk(expression, (e) => void (isOwnField(e) && named.add(e.field)));
  const bounded = (compiledFields(ctx, entity) ?? []).flatMap(({ name, atLeast, atMost, source }) =>
    named.has(name) && (atLeast || atMost) && source ? [`"${name}" in line ${lineAt(source)}`] : [],
  );
  return bounded.length === 0 ? "" : `, because of the bounds of ${list(bounded)}`;
}

/** A guard that gives null refuses the transition, so empty fields make no difference. */
function checkGuards(ctx: PointCompiler, machine: Machine): void {
  for (const t of machine.transitions) {
    if (t.from === null) {
      checkNewGuard(ctx, machine, t);
      continue;
    }
    const states = machine.field === "state" ? [t.from] : null;
    const conditions = [...(t.guard ? [t.guard.expression] : []), ...(t.trigger.kind === "when" ? [t.trigger.condition] : [])];
    for (const condition of conditions)
      if (!outcomeIn(ctx, condition, machine.entity, states).holds && !isPossibleElsewhere(ctx, machine, t))
        ctx.report("guard-never-holds", condition.span, `This never holds for ${article(t.from)} ${machine.entity}, so the transition can't happen.`);
  }
  if (machine.field === "state") reportLeftOutStates(ctx, machine);
}

/** Whether the guard of the row can hold in another of its From states. */
const isPossibleElsewhere = (ctx: PointCompiler, machine: Machine, { row, guard }: Transition): boolean =>
  guard !== null &&
  machine.transitions.some(
    (other) => other.row === row && other.from !== null && other.guard !== null && outcomeIn(ctx, other.guard.expression, machine.entity, [other.from]).holds,
  );

/** A row of several states whose guard excludes some of them. */
function reportLeftOutStates(ctx: PointCompiler, machine: Machine): void {
  for (const row of new Set(machine.transitions.map((t) => t.row))) {
    const rows = machine.transitions.filter((t) => t.row === row && t.from !== null);
    const left = rows.flatMap(({ guard, from }) => (guard && !outcomeIn(ctx, guard.expression, machine.entity, [from!]).holds ? [from!] : []));
    const states = [...new Set(left)];
    const [first] = rows;
    if (!first?.guard || states.length === 0 || states.length === new Set(rows.map(({ from }) => from)).size) continue;
    const from = fromCellOf(ctx, first.guard.expression.span);
    const text = `any except ${states.join(", ")}`;
    ctx.report(
      "guard-leaves-out-state",
      first.guard.expression.span,
      `This never holds for ${article(states[0]!)} ${machine.entity}${states.length > 1 ? ` (or one that is ${list(states.slice(1), "or")})` : ""}: the row applies to its other states only.`,
      {
        hint: from ? `Write \`${text}\` in From to say so there.` : "Leave the state out of From to say so there.",
        fixes: from ? [{ title: `Write "${text}" in From`, edits: [{ span: from.span, text }] }] : [],
      },
    );
  }
}

/** The cell From with nothing but `any`, of the row in which the words stand. */
function fromCellOf(ctx: PointCompiler, { file, from }: Span): TextSpan | null {
  const tables = ctx.tree.points[3]?.sections.flatMap(transitionTables) ?? [];
  for (const table of tables) {
    const { columns } = rawTransitions(table);
    const row = table.rows.find(({ span }) => span.file === file && span.from <= from && from < span.to);
    const cell = row && columns.cell(row, "From");
    if (cell) return /^any$/i.test(cell.text) ? cell : null;
  }
  return null;
}

/** The guard of a `(new)` row is checked on the record as it would be, before effects fill in what people can't. */
function checkNewGuard(ctx: PointCompiler, machine: Machine, { guard, trigger }: Transition): void {
  const fields = compiledFields(ctx, machine.entity);
  if (!guard || !fields) return;
  const empty = emptyWhenNew(ctx, machine.entity, fields, trigger.kind === "action" ? machine.actions.find((one) => one.name === trigger.action) : undefined);
  const { expression } = guard;
  if (outcomeIn(ctx, expression, machine.entity, null, empty).holds) return;
  const lacking = emptyFieldIn(expression, empty);
  ctx.report(
    "guard-never-holds",
    expression.span,
    `This never holds for a new ${machine.entity}${lacking === undefined ? "" : `, whose ${lacking} is still empty`}, so the action can't create one.`,
  );
}

/** Whether the condition can hold and can fail for a record of the entity in one of the states; null: in any state. */
export function outcomeIn(ctx: PointCompiler, e: Expression, entity: string, states: readonly string[] | null, empty?: ReadonlySet<string>): Outcome {
  const fields = compiledFields(ctx, entity);
  if (!fields || hasHole(e)) return { holds: true, fails: true };
  const constants = ctx.lookUp<Constants>("constants with one value") ?? new Map<string, Expression>();
  let [holds, fails] = [false, false];
  for (const world of casesOf(e, fields, states)) {
    const verdict = outcomeOf(e, { fields, world, constants, ...(empty ? { empty } : {}) });
    holds ||= verdict.holds;
    fails ||= verdict.fails;
    if (holds && fails) break;
  }
  return { holds, fails };
}

export const statesOf = (ctx: PointCompiler, entity: string): readonly string[] | null =>
  ctx
    .lookUp<readonly Machine[]>(`machines of ${entity}`)
    ?.find((m) => m.field === "state")
    ?.states.map((s) => s.name) ?? null;

const hasHole = (e: Expression): boolean => e.kind === "hole" || (e.kind === "binary" && (hasHole(e.left) || hasHole(e.right)));
