/** Splits a step of an example into words, quoted names, expressions and commas, each with its exact place. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { slice } from "../../text/split.ts";

export interface Token {
  readonly kind: "word" | "quoted" | "code" | "comma" | "bracket";
  /** What was written, without quotation marks. */
  readonly text: string;
  /** Offsets in the step's text. */
  readonly from: number;
  readonly to: number;
}

/** A step being read from left to right. */
export interface Cursor {
  readonly words: TextSpan;
  readonly tokens: readonly Token[];
  at: number;
}

const pattern = /"(?:[^"\\]|\\.)*"|“[^”]*”|`[^`]*`|\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.])|[,;]|[^\s,;"“`{[(]+|[{[(]/g;

const known = new Map<string, readonly Token[]>();

export function cursorOf(words: TextSpan): Cursor {
  const before = known.get(words.text);
  if (before) return { words, tokens: before, at: 0 };
  if (known.size > 2_000) known.clear();
  const tokens = tokensOf(words);
  known.set(words.text, tokens);
  return { words, tokens, at: 0 };
}

function tokensOf(words: TextSpan): readonly Token[] {
  const tokens: Token[] = [];
  const text = words.text.replace(/\.$/, "");
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const from = match.index;
    const found = match[0];
    if (/^[{[(]/.test(found)) {
      const to = closing(text, from);
      pattern.lastIndex = to;
      tokens.push({ kind: "bracket", text: text.slice(from, to), from, to });
    } else if (/^["“]/.test(found)) tokens.push({ kind: "quoted", text: found.slice(1, -1).replace(/\\(["\\])/g, "$1"), from, to: from + found.length });
    else if (/^[^:]+:$/.test(found)) tokens.push({ kind: "word", text: found.slice(0, -1), from, to: from + found.length - 1 });
    else tokens.push({ kind: found === "," || found === ";" ? "comma" : found.startsWith("`") ? "code" : "word", text: found, from, to: from + found.length });
  }
  return tokens;
}

function closing(text: string, from: number): number {
  let depth = 0;
  for (let i = from; i < text.length; i++) {
    if ("{[(".includes(text[i]!)) depth++;
    else if ("}])".includes(text[i]!) && --depth === 0) return i + 1;
  }
  return text.length;
}

export const peek = (c: Cursor, ahead = 0): Token | undefined => c.tokens[c.at + ahead];
export const ended = (c: Cursor): boolean => c.at >= c.tokens.length;

/** Whether the next token is the word, in any letter case. */
export const isWord = (c: Cursor, pattern_: RegExp, ahead = 0): boolean => {
  const token = peek(c, ahead);
  return token?.kind === "word" && new RegExp(`^(?:${pattern_.source})$`, "i").test(token.text);
};

/** The words of the step between two tokens; a single quoted token without its quotation marks. */
export function wordsOf(c: Cursor, from: number, to: number): TextSpan {
  const [first, last] = [c.tokens[from], c.tokens[to - 1]];
  if (!first || !last || to <= from) return slice(c.words, c.words.text.length);
  return slice(c.words, first.from, last.to);
}

/** The longest name at the cursor, without taking it. `written` gives alternative spellings of a name. */
export function nameAt(c: Cursor, names: Iterable<string>, at = c.at): { readonly name: string; readonly length: number } | null {
  const known = new Map([...names].map((name) => [fold(name), name]));
  for (let length = 7; length > 0; length--) {
    const tokens = c.tokens.slice(at, at + length);
    if (tokens.length < length || tokens.some((t) => t.kind !== "word")) continue;
    const name = known.get(fold(tokens.map((t) => t.text).join(" ")));
    if (name !== undefined) return { name, length };
  }
  return null;
}
