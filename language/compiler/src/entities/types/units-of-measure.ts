/** `at least 0.1 (kg)`, `at least 0.1 kg`: a field has no unit of measure, so that screens would show the number alone. */
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { isMeasure } from "../../syntax/entities/measures.ts";
import { slice } from "../../text/split.ts";

/** Whether a unit stands behind the number, which is reported. */
export function reportMeasure(ctx: PointCompiler, field: { readonly name: string }, value: TextSpan): boolean {
  const found = /^-?\d[\d.,]*(\s*\(?)([^\s()\d][^\s()]*)\)?$/u.exec(value.text);
  const unit = found?.[2];
  if (!found || unit === undefined || !isMeasure(unit)) return false;
  const from = found[0].indexOf(unit) - found[1]!.length;
  const behind = slice(value, from);
  const end = value.text.slice(0, from + found[1]!.length).search(/[\d.,]\s*\(?$/) + 1;
  const removed = { ...value.span, from: value.span.from + end, to: value.span.from + value.text.length };
  ctx.report("unreadable-value", behind.span, `A number has no unit: "${unit}" wouldn't be shown.`, {
    hint: `Say it in the name, as in \`${field.name} in ${unit}\`, and leave it out here.`,
    fixes: [{ title: `Remove "${behind.text.trim()}"`, edits: [{ span: removed, text: "" }] }],
  });
  return true;
}
