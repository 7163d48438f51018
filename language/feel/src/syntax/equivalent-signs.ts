/** Reads signs and quotation marks of other languages that have one meaning here as FEEL's own: `==`, `&&`, `≥`, `“text”`, `AND`. */
import { quotedText } from "./foreign-operators.ts";
import { keywords, type Token, tokensOf } from "./lexer.ts";

/** Longer ones come first. */
const equivalents: readonly (readonly [written: string, kind: "sign" | "word", text: string])[] = [
  ["===", "sign", "="],
  ["!==", "sign", "!="],
  ["==", "sign", "="],
  ["<>", "sign", "!="],
  ["&&", "word", "and"],
  ["||", "word", "or"],
  ["≥", "sign", ">="],
  ["≤", "sign", "<="],
  ["≠", "sign", "!="],
];
const first: ReadonlySet<string> = new Set(equivalents.map(([written]) => written[0]!));
const inCapitals: ReadonlySet<string> = new Set([...keywords, "not"].map((word) => word.toUpperCase()));

const isForeign = ({ kind, text }: Token): boolean => (kind === "word" ? inCapitals.has(text) || text === "?" : kind === "bad" || (kind === "sign" && first.has(text[0]!)));

const cache = new WeakMap<readonly Token[], readonly Token[]>();

/** The tokens of a text that a person wrote, each as FEEL has it. */
export function equivalentTokens(text: string): readonly Token[] {
  const tokens = tokensOf(text);
  if (!tokens.some(isForeign)) return tokens;
  const known = cache.get(tokens);
  if (known) return known;
  const read: Token[] = [];
  for (let i = 0; i < tokens.length; i++) {
    const token = isQuestion(tokens, i) ? { ...tokens[i]!, kind: "sign" as const } : equivalent(text, tokens[i]!);
    read.push(token);
    while (i + 1 < tokens.length && tokens[i + 1]!.from < token.to) i++;
  }
  cache.set(tokens, read);
  return read;
}

/** `rush ? fee : 0`: a question mark behind a value, with a colon later. Elsewhere it is the input of a decision table. */
const isQuestion = (tokens: readonly Token[], i: number): boolean =>
  tokens[i]!.text === "?" &&
  /^(?:word|number|string)$|^\)$|^\]$/.test(tokens[i - 1]?.kind === "sign" ? tokens[i - 1]!.text : (tokens[i - 1]?.kind ?? "")) &&
  tokens.slice(i + 2).some(({ kind, text }) => kind === "sign" && text === ":");

function equivalent(text: string, token: Token): Token {
  if (!isForeign(token)) return token;
  const { kind, from } = token;
  if (kind === "word") return token.text === "?" ? token : { ...token, text: token.text.toLowerCase() };
  const quoted = quotedText(text, token);
  if (quoted) return { kind: "string", text: text.slice(from, quoted.to), value: text.slice(from + 1, quoted.to - 1), from, to: quoted.to };
  const [written, as, instead] = equivalents.find(([one]) => text.startsWith(one, from)) ?? [];
  return written === undefined ? token : { kind: as!, text: instead!, from, to: from + written.length };
}
