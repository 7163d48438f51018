/** A rule that can come out null holds then, as an SQL check does: says which field's emptiness lets the record pass, and offers both explicit forms. */
import { whyNull, type Expression } from "@nonet/feel";
import type { Product, Rule } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { Workshop } from "../make-context.ts";
import { fieldsOf, indexOf } from "./may-read.ts";
import { ownerOf } from "../walk.ts";

export function noSilentNull(ctx: Workshop, product: Product): void {
  const fields = fieldsOf(ctx, product);
  for (const rule of product.rules) ctx.unit("no silent null", rule, [fields], () => judge(ctx, product, rule));
}

function judge(ctx: Workshop, product: Product, rule: Rule): void {
  if (rule.holds.kind !== "expression") return;
  const { expression } = rule.holds;
  const paths = [
    ...new Set(
      whyNull(expression)
        .filter((cause) => !hasDefault(product, cause))
        .map(written),
    ),
  ];
  const known = paths.filter((path) => path !== null);
  if (paths.length === 0) return;
  const what = known.length > 0 ? known.map((path) => `\`${path}\``).join(" or ") : "a part of it";
  ctx.report("rule-can-be-empty", expression.span, `${what.charAt(0).toUpperCase()}${what.slice(1)} can be empty; then "${rule.name}" passes.`, {
    hint:
      known.length === 1
        ? `Say which you mean: \`${known[0]} = null or …\` lets it pass, \`${known[0]} != null and …\` doesn't.`
        : "Say which you mean, with `… = null or` before the condition or `… != null and`.",
    fixes:
      known.length === 1
        ? [around(expression.span, `${known[0]} = null or (`, "It passes when empty"), around(expression.span, `${known[0]} != null and (`, "It fails when empty")]
        : [],
  });
}

/** A field with a default is empty only where somebody empties it on purpose: nobody has forgotten it. */
function hasDefault(product: Product, cause: Expression): boolean {
  if (cause.kind !== "path") return false;
  const owner = ownerOf(cause);
  return (
    owner !== undefined &&
    indexOf(product)
      .entities.get(owner)
      ?.fields.some((field) => field.name === cause.field && field.default !== null) === true
  );
}

const around = (span: Span, before: string, title: string) => ({
  title,
  edits: [
    { span: { ...span, to: span.from }, text: before },
    { span: { ...span, from: span.to }, text: ")" },
  ],
});

/** A path as a person writes it; null for what isn't a plain one, or belongs to an element inside. */
function written(e: Expression): string | null {
  if (e.kind === "variable") return e.name === "this" ? "" : /[#?]/.test(e.name) ? null : e.name;
  if (e.kind === "global") return e.name;
  if (e.kind !== "path") return null;
  const of = written(e.of);
  return of === null ? null : of === "" ? e.field : `${of}.${e.field}`;
}
