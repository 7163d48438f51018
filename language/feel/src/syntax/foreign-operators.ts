/** Finds operators and quotation marks of other languages, with their FEEL equivalents: `==`, `&&`, `≥`, `is null`, `'text'`. */
import { type Token, tokensOf } from "./lexer.ts";

export interface ForeignOperator {
  readonly from: number;
  readonly to: number;
  readonly written: string;
  readonly instead: string;
}

/** Signs with their equivalents. Longer ones come first. */
const signs: readonly (readonly [string, string])[] = [
  ["===", "="],
  ["!==", "!="],
  ["==", "="],
  ["<>", "!="],
  ["=<", "<="],
  ["=>", ">="],
  ["&&", "and"],
  ["||", "or"],
  ["≥", ">="],
  ["≤", "<="],
  ["≠", "!="],
  ["·", "*"],
  ["−", "-"],
  ["–", "-"],
  ["^", "**"],
];

/** Opening quotation marks with their closing ones. */
const quotes: Readonly<Record<string, string>> = { "'": "'", "‘": "’", "“": "”", "„": "“", "«": "»", "’": "’", "”": "”" };

/** All foreign operators in a text, in order. Only for texts with errors, because names can look like operators. */
export function findForeignOperators(text: string): ForeignOperator[] {
  const found: ForeignOperator[] = [];
  const tokens = tokensOf(text).filter((token) => token.kind !== "end");
  let until = 0;
  tokens.forEach((token, i) => {
    if (token.from < until) return;
    const one = quoted(text, token) ?? comprehension(text, tokens, i) ?? sign(text, token) ?? negation(text, token) ?? words(tokens, i);
    if (!one) return;
    found.push({ ...one, written: text.slice(one.from, one.to).trim() });
    until = one.to;
  });
  return found;
}

type Replacement = Omit<ForeignOperator, "written">;

/** The text that begins at a token, in quotation marks of another language. */
export function quotedText(text: string, { kind, from, text: open }: Token): { readonly from: number; readonly to: number } | undefined {
  // The apostrophe in `isn't` opens nothing.
  const opens = kind === "bad" && Object.hasOwn(quotes, open) && !(/['’]/.test(open) && /\p{L}/u.test(text[from - 1] ?? ""));
  const close = opens ? quotes[open]! : undefined;
  const end = close === undefined ? -1 : text.indexOf(close, from + 1);
  return end < 0 ? undefined : { from, to: end + 1 };
}

function quoted(text: string, token: Token): Replacement | undefined {
  const found = quotedText(text, token);
  return found && { ...found, instead: JSON.stringify(text.slice(found.from + 1, found.to - 1)) };
}

function sign(text: string, { kind, from }: Token): Replacement | undefined {
  if (kind !== "sign" && kind !== "bad") return undefined;
  const [written, instead] = signs.find(([one]) => text.startsWith(one, from)) ?? [];
  return written === undefined ? undefined : { from, to: from + written.length, instead: instead! };
}

/** `any(p in proofs: p.done)` as `(some p in proofs satisfies p.done)`. */
function comprehension(text: string, tokens: readonly Token[], i: number): Replacement | undefined {
  const [name, open, variable, of] = tokens.slice(i, i + 4);
  const quantifier = name?.text === "any" || name?.text === "some" ? "some" : name?.text === "all" || name?.text === "every" ? "every" : undefined;
  if (quantifier === undefined || open?.text !== "(" || variable?.kind !== "word" || of?.text !== "in") return undefined;
  let depth = 1;
  let colon: Token | undefined;
  for (const token of tokens.slice(i + 4)) {
    if (token.text === "(") depth++;
    else if (token.text === ")") depth--;
    else if (depth === 1 && token.text === ":") colon ??= token;
    if (depth > 0) continue;
    const [list, condition] = colon ? [text.slice(of.to, colon.from), text.slice(colon.to, token.from)].map((part) => inFeel(part.trim())) : [];
    return colon && { from: name!.from, to: token.to, instead: `(${quantifier} ${variable.text} in ${list} satisfies ${condition})` };
  }
  return undefined;
}

/** The text with the equivalents of its foreign operators. */
const inFeel = (text: string): string => [...findForeignOperators(text)].reverse().reduce((whole, { from, to, instead }) => whole.slice(0, from) + instead + whole.slice(to), text);

/** `!paid` and `!(a = b)`: the operand is the value or the parenthesis after the sign. */
function negation(text: string, { kind, from, text: written }: Token): Replacement | undefined {
  if (kind !== "bad" || written !== "!") return undefined;
  if (/^!\s*\(/.test(text.slice(from))) return { from, to: from + 1, instead: "not" };
  const value = /^!\s*([\p{L}_][\p{L}\d_.]*(?: (?!and\b|or\b|then\b|else\b|in\b)[\p{L}\d_.]+)*)/u.exec(text.slice(from));
  return value ? { from, to: from + value[0].length, instead: `not(${value[1]!})` } : { from, to: from + 1, instead: "not(…)" };
}

/** `is null`, `is not null`, and keywords in capitals such as `AND` and `OR`. */
function words(tokens: readonly Token[], i: number): Replacement | undefined {
  const { kind, from, to, text } = tokens[i]!;
  if (kind !== "word") return undefined;
  const [second, third] = [tokens[i + 1], tokens[i + 2]].map((token) => token?.text.toLowerCase());
  if (/^is$/i.test(text) && second === "null") return { from, to: tokens[i + 1]!.to, instead: "= null" };
  if (/^is$/i.test(text) && second === "not" && third === "null") return { from, to: tokens[i + 2]!.to, instead: "!= null" };
  return /^(AND|OR|NOT|IN|IF|THEN|ELSE|BETWEEN|NULL|TRUE|FALSE)$/.test(text) ? { from, to, instead: text.toLowerCase() } : undefined;
}
