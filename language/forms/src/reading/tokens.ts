/** Splits a line into words, marks and closed parts. Emphasis, hyphens and underscores between words are passed over. */

export interface Token {
  /** `closed`: a text in quotation marks, backticks or brackets, as one token. */
  readonly kind: "word" | "mark" | "closed";
  /** In lower case for a word. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/** Words that are passed over before a word or a name. */
export const articles: ReadonlySet<string> = new Set(["a", "an", "the"]);

/** A code (`NO_BUDGET`) is one word; a name with underscores is several. */
const word = /[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}'’]+(?:[.,]\p{N}+)*/uy;
const passed = /\s+|\*\*|(?<=[\p{L}\p{M}\p{N}])[-_](?=[\p{L}\p{M}\p{N}])|_+|(?![✅❌✔✓✗✘☑])\p{Extended_Pictographic}\uFE0F?/uy;
const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

const known = new Map<string, readonly Token[]>();
/** The lines whose tokens are kept: one line is read by several tables. */
const mostKnown = 1_000;

export function tokensOf(text: string): readonly Token[] {
  const before = known.get(text);
  if (before) return before;
  const made = split(text);
  if (known.size >= mostKnown) known.clear();
  known.set(text, made);
  return made;
}

const opens = /["`“([{]/;
const none: ReadonlyMap<number, number> = new Map();

function split(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const ends = opens.test(text) ? closedEnds(text) : none;
  let at = 0;
  while (at < text.length) {
    if (text[at] === " ") {
      at++;
      continue;
    }
    if (isPlain(text.charCodeAt(at))) {
      word.lastIndex = at;
      word.test(text);
      tokens.push(...wordsIn(text, at, word.lastIndex));
      at = word.lastIndex;
      continue;
    }
    passed.lastIndex = at;
    if (passed.test(text)) {
      at = passed.lastIndex;
      continue;
    }
    word.lastIndex = at;
    const end = ends.get(at);
    if (end !== undefined) tokens.push({ kind: "closed", text: text.slice(at, end), from: at, to: end });
    else if (word.test(text)) tokens.push(...wordsIn(text, at, word.lastIndex));
    else tokens.push({ kind: "mark", text: text[at]!, from: at, to: at + 1 });
    at = tokens.at(-1)!.to;
  }
  return tokens;
}

/** The word between the offsets; `it's` is `it is`. */
function wordsIn(text: string, from: number, to: number): readonly Token[] {
  const written = wordText(text.slice(from, to));
  const short = ["it's", "that's", "there's"].includes(written) ? to - 2 : to;
  const token = (words: string, start: number, end: number): Token => ({ kind: "word", text: words, from: start, to: end });
  return short === to ? [token(written, from, to)] : [token(written.slice(0, -2), from, short), token("is", short, to)];
}

const wordText = (written: string): string => written.toLowerCase().replaceAll("’", "'");

/** A letter or figure of ASCII, with which only a word begins. */
const isPlain = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57);

/** The end of the quoted, backticked or bracketed part that begins at each place of the text; no entry if none does or it isn't closed. */
function closedEnds(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  // From the right, so that each part knows those inside it.
  for (let at = text.length - 1; at >= 0; at--) {
    const end = closedEnd(text, at, ends);
    if (end > at) ends.set(at, end);
  }
  return ends;
}

function closedEnd(text: string, at: number, ends: ReadonlyMap<number, number>): number {
  const c = text[at]!;
  if (c === '"' || c === "`" || c === "“") return quoteEnd(text, at, c === "“" ? "”" : c);
  const close = closing[c];
  if (close === undefined) return -1;
  for (let i = at + 1; i < text.length; i = ends.get(i) ?? i + 1) if (text[i] === close) return i + 1;
  return -1;
}

function quoteEnd(text: string, at: number, close: string): number {
  for (let i = at + 1; i < text.length; i++) {
    if (close === '"' && text[i] === "\\") i++;
    else if (text[i] === close) return i + 1;
  }
  return -1;
}
