/** Scans a text at the top level: outside backticks, quotation marks and brackets. */
import type { TextSpan } from "../tree/tree.ts";
import { before, slice, trim } from "./text-span.ts";

/** The parts between top-level separators, trimmed and without empty parts. A comma within a number (`1,250`) is not a separator. */
export function splitTop(words: TextSpan, separator: "," | ";"): TextSpan[] {
  const parts: TextSpan[] = [];
  let start = 0;
  scanTop(words.text, (at) => {
    if (words.text[at] !== separator || (separator === "," && isThousandsSeparator(words.text, at))) return;
    parts.push(trim(slice(words, start, at)));
    start = at + 1;
  });
  parts.push(trim(slice(words, start, words.text.length)));
  return parts.filter((part) => part.text !== "");
}

/** The first top-level match of a pattern; null if there is none. */
export function findTop(text: string, pattern: RegExp): RegExpExecArray | null {
  if (!pattern.global && !pattern.sticky) {
    const first = pattern.exec(text);
    if (!first || !hasOpener(text, first.index)) return first;
  }
  const sticky = stickyOf(pattern);
  let match: RegExpExecArray | null = null;
  scanTop(text, (at) => {
    sticky.lastIndex = at;
    match = sticky.exec(text);
    return match !== null;
  });
  return match;
}

/** Sticky versions of patterns, by flags and source. */
const stickyPatterns = new Map<string, RegExp>();

function stickyOf(pattern: RegExp): RegExp {
  const key = `${pattern.flags}/${pattern.source}`;
  const cached = stickyPatterns.get(key);
  if (cached) return cached;
  const created = new RegExp(pattern.source, pattern.flags.includes("y") ? pattern.flags : `${pattern.flags}y`);
  if (stickyPatterns.size < 1000) stickyPatterns.set(key, created);
  return created;
}

/** The texts before and after the first top-level occurrence of a whole word, such as `where`; null if there is none. */
export function splitAtWord(words: TextSpan, word: string): { readonly before: TextSpan; readonly after: TextSpan } | null {
  const match = findTop(words.text, new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(/ /g, "\\s+")}(?![\\p{L}\\p{N}])`, "iu"));
  if (!match) return null;
  return { before: before(words, match.index), after: trim(slice(words, match.index + match[0].length, words.text.length)) };
}

/** Whether a backtick, quotation mark or bracket before the offset might enclose it. */
function hasOpener(text: string, until: number): boolean {
  for (let at = 0; at < until; at++) if (characterKind(text.charCodeAt(at)) > 0) return true;
  return false;
}

const [plain, quote, opening, closing] = [0, 1, 2, 3];

/** Whether a character is a quotation mark, an opening or a closing bracket, or none of them. */
function characterKind(code: number): number {
  switch (code) {
    case 0x22: // "
    case 0x60: // `
    case 0x201c: // “
      return quote;
    case 0x28: // (
    case 0x5b: // [
    case 0x7b: // {
      return opening;
    case 0x29: // )
    case 0x5d: // ]
    case 0x7d: // }
      return closing;
    default:
      return plain;
  }
}

/** Calls `visit` with each top-level offset, until it returns true. */
export function scanTop(text: string, visit: (at: number) => boolean | void): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const kind = characterKind(text.charCodeAt(at));
    if (kind === closing && depth > 0) {
      depth--;
      continue;
    }
    if (depth === 0 && visit(at)) return;
    if (kind === quote) at = closingIndex(text, at);
    else if (kind === opening) depth++;
  }
}

/** The offset at which the backtick or quotation mark at `at` is closed; `at` if it isn't. */
function closingIndex(text: string, at: number): number {
  const c = text[at];
  const end = c === '"' ? closingQuoteIndex(text, at) : text.indexOf(c === "“" ? "”" : "`", at + 1);
  return end < 0 ? at : end;
}

function closingQuoteIndex(text: string, at: number): number {
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === "\\") i++;
    else if (text[i] === '"') return i;
  }
  return -1;
}

const isThousandsSeparator = (text: string, at: number): boolean => /\d/.test(text[at - 1] ?? "") && /^\d{3}(?!\d)/.test(text.slice(at + 1, at + 5));
