/** A rule that demands something only in some cases: `A unless B`, `A if B`, `if B, A`. */
import type { Expression } from "@nonet/feel";
import { ruleCaseForms } from "@nonet/forms";
import type { RuleBody } from "@nonet/model";
import { codeOf, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { binary, truth } from "../expressions/build.ts";
import { boolean } from "../expressions/field-type.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { slice } from "../text/split.ts";
import { isStatementLong } from "../text/statement-length.ts";

/** Null if the words say no case, or are an expression as they stand; `read` reads what is demanded. */
export function readConditional(ctx: PointCompiler, written: TextSpan, use: Use, read: (demand: TextSpan) => RuleBody | null): RuleBody | null {
  const words = codeOf(written);
  const line = isStatementLong(words.text) ? null : tryForm(ruleCaseForms, words, {});
  if (!line || ctx.tryExpression(written, use) !== null) return null;
  // What holds in the other case too is a part of the expression, whose mistake is reported.
  if (/[\s,](?:otherwise|else)\s/i.test(line.slots.condition!.text)) return null;
  const [demand, when] = [withoutComma(line.slots.demand!), withoutComma(line.slots.condition!)];
  const demanded = read(line.name === "if" ? withoutToo(demand) : demand);
  const condition = ctx.expression(when, { ...use, expect: boolean });
  if (demanded?.kind !== "expression") {
    if (demanded)
      ctx.report("unreadable-value", when.span, "Here a condition selects the records that are compared.", {
        hint: `Write \`${demand.text} among CONDITION\`: records for which it doesn't hold are neither checked nor compared.`,
      });
    return { kind: "expression", expression: placeholder(words.span) };
  }
  return { kind: "expression", expression: { ...builders[line.name](condition, demanded.expression), span: words.span } };
}

/** `if email is given, phone must be given too`: the word says that both are. */
const withoutToo = (words: TextSpan): TextSpan => slice(words, 0, words.text.length - (/,?\s(?:too|as well)$/i.exec(words.text)?.[0].length ?? 0));

const withoutComma = (words: TextSpan): TextSpan => (words.text.endsWith(",") ? slice(words, 0, words.text.length - 1) : words);

const builders: Readonly<Record<keyof typeof ruleCaseForms.forms, (condition: Expression, demand: Expression) => Expression>> = {
  if: (condition, then) => ({
    kind: "if",
    condition,
    then,
    otherwise: truth(true, condition.span),
    type: boolean,
    nullable: then.nullable,
    span: condition.span,
  }),
  unless: (condition, demand) => binary("or", demand, condition, condition.span),
};
