/** A decision whose cases all have conditions leaves nobody to decide where none of them holds. */
import type { Expression } from "@nonet/feel";
import type { DecisionStep, Machine, Transition } from "@nonet/model";
import type { Fix, Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { binary } from "../../expressions/build.ts";
import { boolean } from "../../expressions/field-type.ts";
import { article, capital, list } from "../../text/english.ts";
import { isOtherCase, ownCondition } from "../../trees/decision-cases.ts";
import { isSameExpression } from "../../trees/same-expression.ts";
import { outcomeIn } from "./no-constant-condition.ts";

export function noUndecidedCase(ctx: PointCompiler, machine: Machine): void {
  for (const { name, decision } of machine.actions) {
    const steps = decision?.steps ?? [];
    const last = steps.at(-1);
    const cases = steps.filter((step, i) => i === 0 || isOtherCase(steps[i - 1]!, step));
    const conditions = cases.map(({ when }) => when && ownCondition(when));
    if (!last || conditions.some((condition) => condition === null || condition.kind === "hole")) continue;
    const rows = machine.transitions.filter(({ trigger }) => trigger.kind === "action" && trigger.action === name);
    const named = conditions as readonly Expression[];
    if (rows.every((row) => isCovered(ctx, machine, named, row))) continue;
    const place = named.at(-1)!.span;
    const roles = whoRuns(rows);
    const other = `${roles.length > 1 ? `any 1 of (${roles.join(", ")})` : (roles[0] ?? "ROLE")} otherwise`;
    ctx.report(
      "undecided-case",
      place,
      `Nobody decides where ${named.length > 1 ? "none of the conditions" : "this doesn't"} hold${named.length > 1 ? "s" : ""}: "${name}" on ${article(machine.entity)} can't happen then.`,
      {
        hint: `Add the other case, \`; ${other}\`.${roles.length > 0 ? ` ${capital(article(list(roles, "or")))} who runs "${name}" has then decided alone.` : ""}`,
        fixes: [
          ...(roles.length > 0 ? [addCase(ctx, { ...place, to: Math.max(place.to, last.source.to) }, other)] : []),
          ...(named.length === 1 ? withoutCondition(ctx, last, place) : []),
        ],
      },
    );
  }
}

/** Whether one of the conditions holds wherever the row is possible. */
function isCovered(ctx: PointCompiler, machine: Machine, conditions: readonly Expression[], { from, guard }: Transition): boolean {
  const all = [...conditions, ...(guard ? [not(guard.expression)] : [])];
  const parts = all.flatMap(alternatives);
  if (parts.some((one, i) => parts.slice(i + 1).some((other) => isContrary(one, other)))) return true;
  const either = all.reduce((left, right) => binary("or", left, right, left.span));
  return !outcomeIn(ctx, either, machine.entity, machine.field === "state" && from !== null ? [from] : null).fails;
}

const not = (of: Expression): Expression => {
  const contrary = of.kind === "binary" ? contraries[of.operator] : undefined;
  if (contrary !== undefined && of.kind === "binary") return { ...of, operator: contrary };
  return { kind: "call", function: "not", arguments: [of], type: boolean, nullable: of.nullable, span: of.span };
};

type Operator = Extract<Expression, { kind: "binary" }>["operator"];

const contraries: Partial<Record<Operator, Operator>> = { "<": ">=", ">=": "<", ">": "<=", "<=": ">", "=": "!=", "!=": "=" };
const turned: Partial<Record<Operator, Operator>> = { "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

const alternatives = (e: Expression): readonly Expression[] => (e.kind === "binary" && e.operator === "or" ? [...alternatives(e.left), ...alternatives(e.right)] : [e]);

/** `A` and `not(A)`, `a < b` and `b <= a`. */
function isContrary(one: Expression, other: Expression): boolean {
  const isNot = (a: Expression, b: Expression): boolean => a.kind === "call" && a.function === "not" && isSameExpression(a.arguments[0]!, b);
  if (isNot(one, other) || isNot(other, one)) return true;
  const contrary = not(one);
  if (contrary.kind !== "binary") return false;
  return [contrary, { ...contrary, operator: turned[contrary.operator] ?? contrary.operator, left: contrary.right, right: contrary.left }].some((meant) =>
    isSameExpression(meant, other),
  );
}

/** The roles that may run the action, where Who names them without a condition. */
function whoRuns(rows: readonly Transition[]): readonly string[] {
  const who = rows.flatMap((row) => row.who);
  const isPlain = who.every(({ role, own, where }) => !own && where === null && !/^(?:system|anyone|everyone|bearer)$/i.test(role));
  return isPlain ? [...new Set(who.map(({ role }) => role))] : [];
}

/** Behind the condition, and its closing backtick. */
function endOf(ctx: PointCompiler, { file, to }: Span): number {
  return ctx.layout.text({ file, from: to, to: to + 1 }) === "`" ? to + 1 : to;
}

function addCase(ctx: PointCompiler, place: Span, other: string): Fix {
  const at = endOf(ctx, place);
  return { title: `Write "; ${other}" behind it`, edits: [{ span: { file: place.file, from: at, to: at }, text: `; ${other}` }] };
}

function withoutCondition(ctx: PointCompiler, { source }: DecisionStep, place: Span): readonly Fix[] {
  const [from, to] = [source.to, endOf(ctx, place)];
  return /^\s+(?:when|if|where)\s/i.test(ctx.layout.text({ file: place.file, from, to }))
    ? [{ title: "Let them decide always", edits: [{ span: { file: place.file, from, to }, text: "" }] }]
    : [];
}
