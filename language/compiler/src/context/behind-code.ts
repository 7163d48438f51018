/** Words beside an expression in backticks: parts of one expression, or a statement whose semicolon is missing. */
import { isCode, type TextSpan } from "@nonet/notation";
import type { Context } from "./context.ts";

const beginsStatement = /^(?:set|create|for each|do|delete|send|call|forget|stop|end|if)\b/i;

/** Whether it was reported. */
export function reportBehindCode(report: Context["report"], words: TextSpan): boolean {
  const found = isCode(words) ? null : /^(`[^`]+`)(?:\s+(?=[\p{L}(])|(?=[,;]))([^`]*(?:`[^`]*`[^`]*)*)$/u.exec(words.text);
  if (!found) return false;
  const { file, from, to } = words.span;
  const end = from + found[1]!.length;
  const rest = { file, from: to - found[2]!.length, to };
  if (beginsStatement.test(found[2]!)) {
    report("missing-semicolon", rest, `A semicolon is missing before "${firstWords(found[2]!)}".`, {
      fixes: [{ title: "Add the semicolon", edits: [{ span: { file, from: end, to: end }, text: ";" }] }],
    });
    return true;
  }
  report("behind-backticks", rest, `"${firstWords(found[2]!.replace(/^[,;]\s*/, ""))}" stands behind the backticks, so it isn't part of the expression.`, {
    hint: "Put the whole expression in one pair of backticks, or remove these words.",
    fixes: /^(?:and|or)\b/i.test(found[2]!) ? [{ title: "Put it in one pair of backticks", edits: [{ span: words.span, text: `\`${words.text.replace(/`/g, "")}\`` }] }] : [],
  });
  return true;
}

const firstWords = (text: string): string => text.split(/\s+/).slice(0, 3).join(" ");

/** ``the greater of 0 and `due - paid` ``: the ways to read the words without their backticks, which are parentheses that the author has drawn, each character at its place; none if there are no such parts. */
export function withoutBackticks(words: TextSpan): readonly TextSpan[] {
  // A number or a text with backticks behind it is no call.
  if (isCode(words) || !words.text.includes("`") || /^[\d"][^`]*[\d"]\s*`/.test(words.text) || /"[^"]*`[^"]*"/.test(words.text) || (words.text.match(/`/g)!.length & 1) === 1)
    return [];
  const written = (open: string, close: string): TextSpan => ({ ...words, text: words.text.replace(/`([^`]*)`/g, (_, inner: string) => `${open}${inner}${close}`) });
  return [written("(", ")"), written(" ", " ")];
}
