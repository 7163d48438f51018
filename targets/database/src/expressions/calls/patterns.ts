/**
 * Rewrites an XPath regular expression for PostgreSQL, where both mean the same.
 *
 * They differ in what `.`, `\d`, `\s` and `\w` match and in letter case, and PostgreSQL takes the longest match where
 * XPath takes the first of its alternatives or of a group's repetitions. A pattern that can't be rewritten exactly is
 * refused.
 */
import { type Expression, patternOf } from "@nonet/feel";
import { isNull, unsupported } from "../../scope/scope.ts";

export interface SqlPattern {
  /** For PostgreSQL's `~` and its functions, options included; null for an invalid pattern. */
  readonly text: string | null;
  /** Whether it matches the empty text, which `replace` refuses. */
  readonly matchesEmpty: boolean;
}

const blanks = " \\t\\n\\r\\f\\v\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff";
const sets: Readonly<Record<string, string>> = { d: "0-9", w: "A-Za-z0-9_", s: blanks };
const refused = (what: string): never => unsupported(`a pattern with ${what}, which PostgreSQL reads otherwise`);

/** `pieces`: the match is cut out or replaced, so its length matters. */
export function patternSql(pattern: Expression, flags: Expression | undefined, pieces: boolean): SqlPattern {
  const text = literalText(pattern);
  const options = !flags || isNull(flags) ? "" : literalText(flags);
  const regex = patternOf(text, options);
  if (!regex) return { text: null, matchesEmpty: false };
  const matchesEmpty = regex.test("");
  if (options.includes("x") && /\[[^\]]*\s/.test(text)) refused("a blank in a class and the flag `x`");
  const source = options.includes("q") ? text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&") : options.includes("x") ? text.replace(/\s+/g, "") : text;
  // PostgreSQL recognizes only `\n` as the end of a line.
  if (options.includes("m") && !options.includes("q") && /[$^]/.test(source.replace(/\\.|\[\^/gs, ""))) refused("`^` or `$` and the flag `m`");
  return { text: translate(source, { dotAll: options.includes("s"), pieces, caseless: options.includes("i") }), matchesEmpty };
}

function literalText(e: Expression): string {
  return e.kind === "literal" && typeof e.value === "string" ? e.value : unsupported("a pattern that isn't written out");
}

interface PatternOptions {
  readonly dotAll: boolean;
  readonly pieces: boolean;
  readonly caseless: boolean;
}

function translate(source: string, { dotAll, pieces, caseless }: PatternOptions): string {
  let result = "";
  for (let at = 0; at < source.length; at++) {
    const c = String.fromCodePoint(source.codePointAt(at)!);
    if (c.length > 1) at++;
    if (c === "\\") result += escaped(source[++at] ?? "", caseless);
    else if (c === "[") {
      const end = classEnd(source, at);
      const inside = source.slice(at + 1, end);
      result += `[${insideClass(inside)}${caseless ? caseVariants(inside.replace(/^\^/, "")) : ""}]`;
      at = end;
    } else if (c === ".") result += dotAll ? "." : "[^\\n\\r\\u2028\\u2029]";
    else if (c === "|" && pieces) refused("alternatives");
    else if (c === "(" && source[at + 1] === "?" && source[at + 2] !== ":") refused("`(?`");
    else if (/[?+*}]/.test(c) && source[at + 1] === "?") refused("a reluctant quantifier");
    else if (c === ")" && pieces && /[?+*{]/.test(source[at + 1] ?? "")) refused("a repeated group");
    else if (caseless && isCased(c)) result += `[${c}${caseVariants(c)}]`;
    else result += c;
  }
  return result;
}

const isCased = (c: string): boolean => c.toLowerCase() !== c || c.toUpperCase() !== c;

let cased: readonly string[] | undefined;

/** The letters that differ only in case from those of a class, without the class itself (`s` matches `S` and the long s). */
function caseVariants(inside: string): string {
  cased ??= Array.from({ length: 0x1f000 }, (_, code) => (code >= 0xd800 && code < 0xe000 ? "" : String.fromCodePoint(code))).filter((c) => c !== "" && isCased(c));
  const [exactly, without] = [new RegExp(`^[${inside}]$`, "u"), new RegExp(`^[${inside}]$`, "iu")];
  return cased.filter((c) => without.test(c) && !exactly.test(c)).join("");
}

function escaped(c: string, caseless: boolean): string {
  const lower = c.toLowerCase();
  if (Object.hasOwn(sets, lower)) return `[${c === lower ? "" : "^"}${sets[lower]}${caseless && lower === "w" ? caseVariants("\\w") : ""}]`;
  if (caseless && /\d/.test(c)) return refused("a group that comes again in another case");
  if (/[tnr\d]/.test(c)) return `\\${c}`;
  return /[A-Za-z]/.test(c) ? refused(`\`\\${c}\``) : `\\${c}`;
}

function classEnd(source: string, from: number): number {
  for (let at = from + 1; at < source.length; at++) {
    if (source[at] === "\\") at++;
    else if (source[at] === "]") return at;
  }
  return source.length;
}

function insideClass(inside: string): string {
  if (/\[/.test(inside)) refused("a class inside a class");
  return inside.replace(/\\(.)/gs, (_, c: string) => {
    if (Object.hasOwn(sets, c)) return sets[c]!;
    if (/[tnr]/.test(c)) return `\\${c}`;
    return /[A-Za-z]/.test(c) ? refused(`\`\\${c}\` in a class`) : `\\${c}`;
  });
}

/** XPath's replacement as PostgreSQL's: `$1` is `\1`, `$0` all that matched, `\$` a dollar. */
export function replacementSql(e: Expression): string {
  const text = literalText(e);
  return text.replace(/\\(.)|\$(\d)|[\\$]/gs, (all, one: string | undefined, digit: string | undefined) =>
    one !== undefined ? (one === "\\" ? "\\\\" : one) : digit === undefined ? (all === "\\" ? "\\\\" : "$") : digit === "0" ? "\\&" : `\\${digit}`,
  );
}
