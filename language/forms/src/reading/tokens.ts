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
const closers: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}", '"': '"', "`": "`", "“": "”" };

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
    if (end !== undefined) tokens.push({ kind: text.slice(at, end) === "[]" ? "mark" : "closed", text: text.slice(at, end), from: at, to: end });
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

/**
 * The end of the quoted, backticked or bracketed part that begins at each place of the text; no entry if none does or it isn't closed.
 * From the right, so that each part knows those inside it, and once over the text, however many parts are open.
 */
function closedEnds(text: string): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const closes = Object.entries(closers)
    .filter(([open]) => text.includes(open))
    .map(([open, close]) => ({ open, close, next: new Int32Array(text.length + 2).fill(-1) }));
  for (let at = text.length - 1; at >= 0; at--) {
    const c = text[at]!;
    const end = closes.find(({ open }) => open === c)?.next[at + 1] ?? -1;
    if (end >= 0) ends.set(at, end + 1);
    for (const { close, next } of closes) next[at] = c === close ? at : next[passing(c, at, close, ends)]!;
  }
  return ends;
}

/** Where the search for the close goes on after the character: nothing inside quotation marks opens or closes, and brackets pass over closed parts. */
function passing(c: string, at: number, close: string, ends: ReadonlyMap<number, number>): number {
  if (isQuote(close)) return close === '"' && c === "\\" ? at + 2 : at + 1;
  return ends.get(at) ?? at + 1;
}

const isQuote = (close: string): boolean => close === '"' || close === "`" || close === "”";
