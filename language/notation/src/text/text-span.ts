/** Operations on text spans. Each returns a part of the text with its exact position in the source. */
import type { TextSpan } from "../tree/tree.ts";

/**
 * The part `[from, to)` of the text (offsets in `text`), with its position in the source.
 * In a table cell, `\|` is one character of the text and two of the source. If the lengths are equal, there is none.
 */
export function slice(words: TextSpan, from: number, to: number): TextSpan {
  const text = words.text.slice(from, to);
  const { file, from: start, to: end } = words.span;
  if (end - start === words.text.length) return { text, span: { file, from: start + from, to: start + to } };
  return { text, span: { file, from: start + from + countBars(words.text, from), to: start + to + countBars(words.text, to) } };
}

/** Without white space at both ends. */
export function trim(words: TextSpan): TextSpan {
  if (words.text.trim().length === words.text.length) return words;
  const lead = words.text.length - words.text.trimStart().length;
  const tail = words.text.trimEnd().length;
  return slice(words, Math.min(lead, tail), tail);
}

/** The text after the first `count` characters, trimmed. */
export const after = (words: TextSpan, count: number): TextSpan => trim(slice(words, count, words.text.length));

/** The text before the offset, trimmed. */
export const before = (words: TextSpan, offset: number): TextSpan => trim(slice(words, 0, offset));

/** Whether the text is `not shown`, in any letter case, with or without a full stop. */
export const isNotShown = (words: TextSpan): boolean => /^\**not\s+shown\**\.?\**$/i.test(words.text.trim());

/** Whether the text is `none` or a dash, which say that there is nothing. */
export const isNone = (words: TextSpan): boolean => /^(none\.?|–|—|-|--)$/i.test(words.text.trim());

/** Whether the whole text is in one pair of backticks. */
export const isCode = (words: TextSpan): boolean => words.text.startsWith("`") && /^(`+)(?!`)[^`]+\1$/.test(words.text);

/** The text without the backticks around it; unchanged if there are none around the whole text. */
export function codeOf(words: TextSpan): TextSpan {
  if (!isCode(words)) return words;
  const ticks = /^`+/.exec(words.text)![0].length;
  return trim(slice(words, ticks, words.text.length - ticks));
}

/** The text without the quotation marks (`"…"` or `“…”`) around it; unchanged if there are none around the whole text. */
export function unquote(words: TextSpan): TextSpan {
  return /^("[^"]*"|“[^”]*”)$/.test(words.text) ? slice(words, 1, words.text.length - 1) : words;
}

/** The text without the emphasis marks (`**`, `__`, `*` or `_`) around it. */
export function unstarred(words: TextSpan): TextSpan {
  const match = /^(\*\*|__|\*|_)(?=\S)([^*_]*\S)\1$/.exec(words.text);
  return match ? slice(words, match[1]!.length, words.text.length - match[1]!.length) : words;
}

const emojis = String.raw`(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\uFE0F|\u200D|\u20E3|\s)+`;
const leading = new RegExp(String.raw`^(?:${emojis}|\d+(?:\.\d+)+\.?\s+(?=\p{L}))`, "u");
const trailing = new RegExp(`${emojis}$`, "u");

/** A name without what only decorates it: emojis at its ends, emphasis, and a number such as `3.1` before it. */
export function undecorated(words: TextSpan): TextSpan {
  for (let bare = words; ;) {
    const [lead, tail] = [leading.exec(bare.text)?.[0].length ?? 0, trailing.exec(bare.text)?.[0].length ?? 0];
    const next = unstarred(lead + tail === 0 || lead + tail >= bare.text.length ? bare : slice(bare, lead, bare.text.length - tail));
    if (next.text === bare.text) return next;
    bare = next;
  }
}

function countBars(text: string, until: number): number {
  let count = 0;
  for (let i = text.indexOf("|"); i >= 0 && i < until; i = text.indexOf("|", i + 1)) count++;
  return count;
}
