/** A rule that gives null passes, as an SQL check does: reports the field that can be empty, and offers both explicit forms. */
import { type Expression, factsOf, keyOf, nullCause } from "@nonet/feel";
import type { Field, Rule } from "@nonet/model";
import type { Fix, Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledField } from "../../resolve/published.ts";
import { lineAt } from "../../text/line-numbers.ts";
import { ownerOf } from "../../trees/walk.ts";
import { filledWhenChecked } from "./filled-by-action.ts";

/** `filled`: fields that are never empty although they aren't required, as `Entity.field`. */
export function noNullRule(ctx: PointCompiler, rule: Rule, filled: ReadonlySet<string>): void {
  if (rule.holds.kind === "no overlap") return noOpenRange(ctx, rule, rule.holds, filled);
  if (rule.holds.kind !== "expression") return;
  const { expression } = rule.holds;
  const causes = emptyParts(ctx, rule, [expression], filled).filter((cause) => !isAllowed(ctx, expression, cause));
  const paths = [...new Set(causes.map(written))];
  const known = paths.filter((path) => path !== null);
  if (paths.length === 0) return refusedWhenEmpty(ctx, rule, expression, filled);
  const what = known.length > 0 ? known.map((path) => `\`${path}\``).join(" or ") : "a part of it";
  const withDefault = fieldsWithDefault(ctx, causes);
  const isEmptied = withDefault.length === paths.length;
  ctx.report(
    "rule-can-be-empty",
    expression.span,
    `${what.charAt(0).toUpperCase()}${what.slice(1)} can be ${isEmptied ? emptied(withDefault) : "empty"}${causes.length === 1 && !isEmptied ? since(ctx, causes[0]!) : ""}, and then "${rule.name}" passes.`,
    {
      hint: `${neverEmptyIf(withDefault)}${
        known.length === 1
          ? `Write \`${known[0]} = null or …\` to let the record pass, or \`${known[0]} != null and …\` to refuse it.`
          : "Write `… = null or` before the condition to let the record pass, or `… != null and` to refuse it."
      }`,
      fixes: [
        ...withDefault.flatMap((field) => requiredFix(ctx, field)),
        ...(known.length === 1
          ? [around(expression.span, `${known[0]} = null or (`, "It passes when empty"), around(expression.span, `${known[0]} != null and (`, "It fails when empty")]
          : []),
      ],
    },
  );
}

/** `age` in `birthday = null or age >= 16`: a computed field that is only empty where the rule lets the record pass. */
function isAllowed(ctx: PointCompiler, rule: Expression, cause: Expression): boolean {
  const computed = cause.kind === "path" ? fieldOf(ctx, cause)?.computed : null;
  if (cause.kind !== "path" || keyOf(cause.of) !== "v:this" || !computed) return false;
  const empty = factsOf(rule, false);
  const parts = nullCause(computed);
  return parts.length > 0 && parts.every((part) => empty.includes(keyOf(part) ?? ""));
}

/** Own fields that have a default and aren't required: they are only empty where somebody empties them. */
function fieldsWithDefault(ctx: PointCompiler, causes: readonly Expression[]): readonly Field[] {
  const own = causes.flatMap((cause) => (cause.kind === "path" && cause.of.kind === "variable" && cause.of.name === "this" ? (fieldOf(ctx, cause) ?? []) : []));
  return [...new Set(own)].filter((field) => field.default !== null && !field.default.nullable && field.required === false);
}

/** A screen shows a box for yes or no, which is never empty. */
const emptied = (fields: readonly Field[]): string =>
  fields.every(({ type }) => type.kind === "yes/no") ? "emptied by API clients, although it has a default" : "emptied, although it has a default";

const neverEmptyIf = (fields: readonly Field[]): string =>
  fields.length === 0 ? "" : `Make ${fields.map(({ name }) => `"${name}"`).join(" and ")} required, and nobody can empty it: a default fills it in. `;

/** Behind a default at the end of the field's line. */
function requiredFix(ctx: PointCompiler, { name, source, default: value }: Field): readonly Fix[] {
  if (source === null || value === null || value.span.file !== source.file || value.span.from < source.from) return [];
  const behind = ctx.layout.text({ ...source, from: value.span.to });
  const end = value.span.to + /^`?/.exec(behind)![0].length;
  return /^`?\.?$/.test(behind) ? [{ title: `Make "${name}" required`, edits: [{ span: { ...source, from: end, to: end }, text: ", required" }] }] : [];
}

/** `invoice.firm = firm`: an empty value equals no firm, so a record without an invoice is refused, which is rarely meant. */
function refusedWhenEmpty(ctx: PointCompiler, rule: Rule, expression: Expression, filled: ReadonlySet<string>): void {
  const given = filledWhenChecked(ctx, rule);
  const found = equations(expression)
    .flatMap(([one, other]) => [
      [one, other],
      [other, one],
    ])
    .map(([side, other]) => ({ reference: optionalReference(side!), other: other! }))
    .find(
      ({ reference, other }) => reference !== null && written(other) !== null && !isFilled(reference, filled) && !given.includes(reference.field) && !leadsOver(other, reference),
    );
  const path = found?.reference && written(found.reference);
  // `… or invoice = null` says what holds then.
  if (!path || equations(expression, ["=", "!="]).some((sides) => sides.some((side) => written(side) === path))) return;
  ctx.report("rule-can-be-empty", expression.span, `\`${path}\` can be empty, and then "${rule.name}" refuses the record: an empty value equals no other value.`, {
    hint: `Write \`${path} = null or …\` to let the record pass, or \`${path} != null and …\` to refuse it.`,
    fixes: [around(expression.span, `${path} = null or (`, "It passes when empty"), around(expression.span, `${path} != null and (`, "It fails when empty")],
  });
}

/** The sides of each `=` that must hold, or one of which must. */
function equations(e: Expression, operators: readonly string[] = ["="]): readonly (readonly [Expression, Expression])[] {
  if (e.kind !== "binary") return [];
  if (operators.includes(e.operator)) return [[e.left, e.right]];
  return e.operator === "and" || e.operator === "or" ? [...equations(e.left, operators), ...equations(e.right, operators)] : [];
}

/** The reference of the record over which a path leads, if it can be empty. */
function optionalReference(e: Expression): (Expression & { readonly kind: "path" }) | null {
  const of = e.kind === "path" ? e.of : null;
  return of?.kind === "path" && of.nullable && of.type.kind === "record" && of.of.kind === "variable" && of.of.name === "this" ? of : null;
}

const leadsOver = (e: Expression, reference: Expression & { readonly kind: "path" }): boolean =>
  e.kind === "path" && ((e.of.kind === "variable" && e.field === reference.field) || leadsOver(e.of, reference));

/** The parts of the expressions that can be empty when the rule is checked. */
function emptyParts(ctx: PointCompiler, rule: Rule, expressions: readonly Expression[], filled: ReadonlySet<string>): readonly Expression[] {
  const given = filledWhenChecked(ctx, rule);
  const isGiven = (cause: Expression): boolean => cause.kind === "path" && cause.of.kind === "variable" && cause.of.name === "this" && given.includes(cause.field);
  return expressions.flatMap((e) => nullCause(e)).filter((cause) => !isFilled(cause, filled) && !isGiven(cause));
}

/** A range without a start or end overlaps nothing, unless `among` excludes it explicitly. */
function noOpenRange(ctx: PointCompiler, rule: Rule, { low, high, among }: Rule["holds"] & { readonly kind: "no overlap" }, filled: ReadonlySet<string>): void {
  const facts = among ? factsOf(among, true) : [];
  const causes = emptyParts(ctx, rule, [low, high], filled).filter((cause) => !facts.includes(keyOf(cause) ?? ""));
  const known = [...new Set(causes.map(written))].filter((path) => path !== null);
  if (causes.length === 0) return;
  const what = known.length > 0 ? known.map((path) => `\`${path}\``).join(" or ") : "A bound";
  const endless = known.length === 1 && causes.length === 1 ? withoutEnd(ctx, low, high, known[0]!) : null;
  ctx.report(
    "rule-can-be-empty",
    { ...low.span, to: high.span.to },
    `${what.replace(/^`./, (start) => start.toUpperCase())} can be empty. Then there is no stretch of time that could overlap another, so "${rule.name}" passes.`,
    {
      hint:
        known.length === 0
          ? "Add a value for this case."
          : `${endless === null ? "Make" : `Write \`${endless}\` if it goes on without an end. Otherwise make`} ${known.length === 1 ? "it" : "them"} required, or confirm that you intend it: \`among ${known.map((path) => `${path} != null`).join(" and ")}\`.`,
      fixes: endless === null ? [] : [{ title: `Let an empty ${known[0]!} mean without an end`, edits: [{ span: high.span, text: endless }] }],
    },
  );
}

/** The end of a stretch that goes on where it is empty; null where the stretch isn't written `[start..end]`. */
function withoutEnd(ctx: PointCompiler, low: Expression, high: Expression, end: string): string | null {
  if (written(high) !== end || ctx.layout.text({ ...low.span, from: low.span.to, to: high.span.from }).trim() !== "..") return null;
  const last = high.type.kind === "date" ? "9999-12-31" : high.type.kind === "date and time" && high.type.zoned ? 'date and time("9999-12-31T00:00:00Z")' : null;
  return last === null ? null : `if ${end} = null then ${last} else ${end}`;
}

/** A computed field is empty because of a field that it reads; the message cites that line. */
function since(ctx: PointCompiler, cause: Expression): string {
  let at = cause;
  for (let steps = 0; steps < 10; steps++) {
    const field = at.kind === "path" ? fieldOf(ctx, at) : undefined;
    const [inner] = field?.computed ? nullCause(field.computed) : [];
    if (!inner) break;
    at = inner;
  }
  return at === cause ? "" : ` (because \`${ctx.layout.text(at.span)}\` in line ${lineAt(at.span)} can be empty)`;
}

/** Whether the field itself is never empty; the references that lead to it may be. */
const isFilled = (cause: Expression, filled: ReadonlySet<string>): boolean =>
  filled.size > 0 && cause.kind === "path" && filled.has(`${ownerOf(cause)}.${cause.field}`) && nullCause(cause.of).length === 0;

const fieldOf = (ctx: PointCompiler, path: Expression & { kind: "path" }): Field | undefined => {
  const owner = ownerOf(path);
  return owner === undefined ? undefined : compiledField(ctx, owner, path.field);
};

const around = (span: Span, before: string, title: string) => ({
  title,
  edits: [
    { span: { ...span, to: span.from }, text: before },
    { span: { ...span, from: span.to }, text: ")" },
  ],
});

/** A path as it is written; null for anything else, and for paths of an element inside. */
function written(e: Expression): string | null {
  if (e.kind === "variable") return e.name === "this" ? "" : /[#?]/.test(e.name) ? null : e.name;
  if (e.kind === "global") return e.name;
  if (e.kind !== "path") return null;
  const of = written(e.of);
  return of === null ? null : of === "" ? e.field : `${of}.${e.field}`;
}
