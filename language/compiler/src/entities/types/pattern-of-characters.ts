/** Point 3: `exactly 8 digits` as the pattern of a text; reports it where the words can be read in two ways, or where the field is no text. */
import type { FieldType } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { characterWords } from "../../syntax/entities/characters.ts";

export function patternOfCharacters(ctx: PointCompiler, type: FieldType, words: TextSpan): string | null {
  const { pattern, digits, readings = [] } = characterWords(words.text)!;
  if (type.kind === "number" || type.kind === "integer") {
    const forms = digits ? boundsOf(digits) : [];
    ctx.report("bound-without-measure", words.span, `"${words.text}" is about the characters of a text, and ${type.kind === "integer" ? "an integer" : "a number"} has a value.`, {
      hint: forms.length > 0 ? `Write \`${forms[0]}\`. If nothing is calculated with it, the type can be \`text\`, which keeps zeros in front.` : "Write the type `text`.",
      fixes: write(words, forms),
    });
    return null;
  }
  if (type.kind !== "text" && type.kind !== "formatted") {
    ctx.report("bound-without-measure", words.span, `"${words.text}" is about the characters of a text, and the field isn't one.`);
    return null;
  }
  if (pattern !== null) return pattern;
  const message =
    readings.length > 1 ? `"${words.text}" can mean characters of any kind, or letters and nothing else.` : `"${words.text}" doesn't say in which order the characters stand.`;
  ctx.report("unknown-attribute", words.span, message, { hint: `Write ${readings.map((one) => `\`${one.replaceAll("`", "")}\``).join(" or ")}.`, fixes: write(words, readings) });
  return null;
}

const write = (words: TextSpan, forms: readonly string[]) => forms.map((text) => ({ title: `Write ${text}`, edits: [{ span: words.span, text }] }));

/** Numbers with that many digits. */
function boundsOf([from, to]: readonly [number, number | null]): readonly string[] {
  const least = from > 1 && from <= 15 ? `1${"0".repeat(from - 1)}` : null;
  const most = to !== null && to <= 15 ? "9".repeat(to) : null;
  if (least !== null && most !== null) return [`between ${least} and ${most}`];
  return most === null ? [] : [`at most ${most}`];
}
