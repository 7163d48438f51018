/**
 * Splits FEEL text into tokens.
 *
 * Names with blanks are several tokens, because the scope determines which words form a name (see names.ts).
 */

export type TokenKind = "number" | "string" | "at" | "word" | "sign" | "bad" | "end";

export interface Token {
  readonly kind: TokenKind;
  /** The token as written. */
  readonly text: string;
  /** The content of a string or of `@"…"`, without quotation marks and escapes; absent for other tokens. */
  readonly value?: string;
  readonly from: number;
  readonly to: number;
}

/** Words that can't start a name, and that end a name that isn't in scope. */
export const keywords: ReadonlySet<string> = new Set([
  "and",
  "or",
  "if",
  "then",
  "else",
  "for",
  "in",
  "return",
  "some",
  "every",
  "satisfies",
  "between",
  "instance",
  "function",
  "true",
  "false",
  "null",
]);

const start =
  "?A-Z_a-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}";
const word = new RegExp(`[${start}][${start}0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040]*`, "uy");
const number = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+(?![\p{L}\d]))?/uy;
const string = /"(?:[^"\\]|\\[\s\S])*"/uy;
const blank = /(?:[\s\u0085\u180e\u200b\ufeff]|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/uy;
const sign = /\*\*|\.\.|<=|>=|!=|->|[-+*/=<>()[\]{},:.%×÷]/uy;
/** The signs that people write for the operators. */
const operators: Readonly<Record<string, string>> = { "×": "*", "÷": "/" };

const tokenCache = new Map<string, readonly Token[]>();
const maxCached = 1000;

/** The tokens of a text, from a cache of the latest texts. */
export function tokensOf(text: string): readonly Token[] {
  const cached = tokenCache.get(text);
  if (cached) return cached;
  const tokens = lex(text);
  if (tokenCache.size >= maxCached) tokenCache.delete(tokenCache.keys().next().value!);
  if (text.length < 2000) tokenCache.set(text, tokens);
  return tokens;
}

/** The tokens of a text; the last one has the kind `end`. Never fails: characters that can't be read become tokens of the kind `bad`. */
export function lex(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    return pattern.exec(text)?.[0];
  };
  while (at < text.length) {
    const skipped = take(blank);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const token = next(text, at, take);
    tokens.push(token);
    at = token.to;
  }
  tokens.push({ kind: "end", text: "", from: text.length, to: text.length });
  return tokens;
}

function next(text: string, from: number, take: (pattern: RegExp) => string | undefined): Token {
  const token = (kind: TokenKind, raw: string, value?: string): Token =>
    value === undefined ? { kind, text: raw, from, to: from + raw.length } : { kind, text: raw, value, from, to: from + raw.length };
  const quoted = take(string);
  if (quoted !== undefined) return token("string", quoted, unescape(quoted.slice(1, -1)));
  if (text[from] === '"') return token("bad", text.slice(from));
  if (text[from] === "@") {
    const literal = /@\s*"((?:[^"\\]|\\[\s\S])*)"/uy;
    literal.lastIndex = from;
    const match = literal.exec(text);
    return match ? token("at", match[0], unescape(match[1]!)) : token("bad", "@");
  }
  // A letter of names, but the sign of an amount before a digit.
  if (text[from] === "€" && "0" <= text.charAt(from + 1) && text.charAt(from + 1) <= "9") return token("bad", "€");
  const digits = take(number);
  if (digits !== undefined) return token("number", digits);
  const name = take(word);
  if (name !== undefined) return token("word", name);
  const mark = take(sign);
  if (mark !== undefined) return token("sign", operators[mark] ?? mark);
  return token("bad", String.fromCodePoint(text.codePointAt(from)!));
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", '"': '"', "'": "'", "\\": "\\" };

/** Resolves the escapes in a string literal (DMN 1.5, table 42: string escape sequences). Unknown escapes stay, for regular expressions. */
function unescape(inside: string): string {
  if (!inside.includes("\\")) return inside;
  return inside.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{6})|([\s\S]))/gu, (all, four?: string, six?: string, one?: string) => {
    if (four !== undefined) return String.fromCharCode(Number.parseInt(four, 16));
    if (six !== undefined) {
      const code = Number.parseInt(six, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : all;
    }
    return escapes[one!] ?? all;
  });
}
