/** Words behind an expression in backticks: a statement whose semicolon is missing, or part of the expression that stands outside. */
import { isCode, type TextSpan } from "@nonet/notation";
import type { Context } from "./context.ts";

const beginsStatement = /^(?:set|create|for each|do|delete|send|call|forget|stop|end|if)\b/i;

/** `` `handler = me` and not closed``: backticks in the middle group as parentheses do. Null for words without such. */
export function bracketed(words: TextSpan): TextSpan | null {
  if (isCode(words) || !words.text.includes("`")) return null;
  const text = words.text.replace(/"[^"]*"|`([^`"]*(?:"[^"]*"[^`"]*)*)`/g, (whole: string, inner: string | undefined) => (inner === undefined ? whole : `(${inner})`));
  return text === words.text || text.includes("`") ? null : { ...words, text };
}

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
