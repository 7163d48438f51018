/** `default draft or final`: one text with the word "or" in it, or two values between which nothing decides. */
import type { FieldType } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { findTop, slice } from "../../text/split.ts";

/** Values of choices and titles of records may contain "or", and a condition is a value of yes/no. */
const readByName: ReadonlySet<FieldType["kind"]> = new Set<FieldType["kind"]>(["yes/no", "one of", "any of", "texts", "reference", "references"]);

/** Whether the words were refused. */
export function reportEitherDefault(ctx: PointCompiler, type: FieldType, words: TextSpan): boolean {
  const or = readByName.has(type.kind) ? null : findTop(words, either);
  // `10 days, or 2 days if express` says when.
  const isText = type.kind === "text";
  if (!or || ((!isText || words.text.startsWith('"')) && words.text.slice(0, or.index).endsWith(",") && findTop(words, /\s(?:if|when|unless)\s/i))) return false;
  const plain = ({ text }: TextSpan): string => (isText ? `"${text.replace(/["`]/g, "")}"` : text.replaceAll("`", ""));
  const [first, second] = [plain(slice(words, 0, or.index)), plain(slice(words, or.index + or[0].length))];
  const whole = plain(words);
  const forms = [...(isText ? [whole] : []), first, second];
  ctx.report(
    "unreadable-value",
    words.span,
    isText ? `The text ${whole}, or one of ${first} and ${second}? Both can be meant.` : `${first} or ${second}? Nothing says which one a new record gets.`,
    {
      hint: `Write ${isText ? `\`default ${whole}\` for the text, or ` : ""}\`default ${first}\`. For one or the other, give a condition in backticks: \`if CONDITION then ${first} else ${second}\`.`,
      fixes: forms.map((form) => ({ title: `Write default ${form}`, edits: [{ span: words.span, text: form }] })),
    },
  );
  return true;
}

/** The first of the values, so that nothing else is said about a field without a default. */
export const firstOf = (words: TextSpan): TextSpan => slice(words, 0, findTop(words, either)?.index ?? words.text.length);

const either = /\s+or\s+/i;
