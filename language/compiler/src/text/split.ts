/** Splits the text of a cell or bullet, on top of what the notation offers. Every result is trimmed. */
import { findTop as findIn, isNone as saysNone, isNotShown as saysNotShown, scanTop, slice as sliceExactly, type TextSpan, trim } from "@nonet/notation";

/** The part `[from, to)` of the text, trimmed, with its own span. */
export const slice = (words: TextSpan, from: number, to: number = words.text.length): TextSpan => trim(sliceExactly(words, from, Math.max(from, to)));

/** Splits at each of the separators at the top level. A comma between digits belongs to a number; a `/` needs blanks around it. */
export function split(words: TextSpan, separators: string): TextSpan[] {
  const { text } = words;
  if (![...separators].some((one) => text.includes(one))) return text.trim() === "" ? [] : [trim(words)];
  const parts: TextSpan[] = [];
  let from = 0;
  scanTop(text, (at) => {
    if (!separators.includes(text[at]!)) return;
    if (text[at] === "," && /\d/.test(text[at - 1] ?? "") && /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5))) return;
    if (text[at] === "/" && !(/\s/.test(text[at - 1] ?? "") && /\s/.test(text[at + 1] ?? ""))) return;
    parts.push(slice(words, from, at));
    from = at + 1;
  });
  parts.push(slice(words, from));
  return parts.filter((part) => part.text !== "");
}

/** The text with a separator in place of each `<br>`, which stays as long. */
export const withBreaksAs = (words: TextSpan, separator: string): TextSpan =>
  words.text.includes("<br") ? { ...words, text: words.text.replace(/<br\s*\/?>/gi, (tag) => separator.padEnd(tag.length)) } : words;

/** The parts between the matches, trimmed, without empty ones. */
export function partsAt(words: TextSpan, separator: RegExp): TextSpan[] {
  const found: TextSpan[] = [];
  let from = 0;
  for (const match of words.text.matchAll(separator)) {
    found.push(slice(words, from, match.index));
    from = match.index + match[0].length;
  }
  return [...found, slice(words, from)].filter(({ text }) => text !== "");
}

/** The first match of the pattern outside of backticks, quotes and brackets. */
export const findTop = (words: TextSpan, pattern: RegExp): RegExpExecArray | null => findIn(words.text, pattern);

/** The text before and after the first top-level match. */
export function cut(words: TextSpan, pattern: RegExp): { before: TextSpan; after: TextSpan; match: RegExpExecArray } | null {
  const match = findTop(words, pattern);
  return match && { before: slice(words, 0, match.index), after: slice(words, match.index + match[0].length), match };
}

/** The text after a leading match; null if there is none. */
export function after(words: TextSpan, pattern: RegExp): TextSpan | null {
  const match = atStart(pattern).exec(words.text);
  return match && slice(words, match[0].length);
}

/** By the pattern, the same pattern anchored at the start; made once for each. */
const starts = new Map<string, RegExp>();

function atStart(pattern: RegExp): RegExp {
  // The flags as a text take long to make.
  const key = `${pattern.ignoreCase ? "i" : ""}${pattern.unicode ? "u" : ""}${pattern.dotAll ? "s" : ""}/${pattern.source}`;
  const known = starts.get(key);
  if (known) return known;
  const made = new RegExp(`^(?:${pattern.source})`, pattern.flags);
  if (starts.size < 1000) starts.set(key, made);
  return made;
}

/** Without surrounding quotes or emphasis. */
export function bare(words: TextSpan): TextSpan {
  const match = /^("|\*\*|\*|_|`)(.*)\1$/s.exec(words.text);
  return match && (match[2] !== "" || match[1] === '"') ? slice(words, match[1]!.length, words.text.length - match[1]!.length) : words;
}

/** Without a full stop that ends the sentence. */
export const withoutStop = (words: TextSpan): TextSpan => (/[^.\d]\.$/.test(words.text) ? slice(words, 0, words.text.length - 1) : words);

/** A name as it is stored and displayed: a run of blanks becomes one, as in a Markdown viewer. */
export const spaced = (name: string): string => (/\s\s/.test(name) ? name.replace(/\s+/g, " ") : name);

/** The same for words that contain a name and nothing else. */
export const spacedWords = (words: TextSpan): TextSpan => (/\s\s/.test(words.text) ? { ...words, text: spaced(words.text) } : words);

export const isNotShown = saysNotShown;

/** Whether the words are empty, or say that there is nothing. */
export const isNothing = (words: TextSpan): boolean => words.text === "" || saysNone(words);
