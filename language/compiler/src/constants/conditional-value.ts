/** Point 9: `5 EUR if express, otherwise 0`: a value that depends on a record is a computed field of its entity. */
import { readValue } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";

const form = /^(.{1,60}?),?\s+(?:if|when|for)\s+(.{1,160}?)[,;]?\s+(?:otherwise|else)\s+(.{1,60})$/i;

/** Whether it was reported, with the field of each entity on whose records the condition can be read. */
export function reportConditional(ctx: PointCompiler, name: string, { text, span }: TextSpan): boolean {
  const [, value = "", condition = "", other = ""] = form.exec(text) ?? [];
  const [first, second] = [readValue(value), readValue(other)];
  if (!first || !second) return false;
  // `otherwise 0` is an amount too.
  const unit = /^[\d.,]+(\s*[A-Z]{3})$/.exec(value)?.[1];
  const rest = unit !== undefined && /^0$/.test(other) ? `0${unit}` : other;
  const owners = [...ctx.drafts.values()].filter(
    (draft) => ctx.tryExpression({ text: condition, span }, { what: `constant "${name}"`, self: draft.name, expect: { kind: "boolean" } })?.type.kind === "boolean",
  );
  const field = `${name} = if ${condition} then ${value} else ${rest}`;
  const where = owners.length === 1 ? owners[0]!.name : "the entity that the condition is about";
  ctx.report("unreadable-value", span, `"${text}" depends on a record, so it can't be a constant: it is a computed field.`, {
    hint: `Write \`- ${field}\` below ${where} in point 3, and remove this line.`,
    fixes: owners.slice(0, 3).map((draft) => ({
      title: `Make it a computed field of ${draft.name}`,
      edits: [],
      removes: "line" as const,
      adds: [{ kind: "bullet" as const, point: 3 as const, below: draft.name, text: field }],
    })),
  });
  return true;
}
