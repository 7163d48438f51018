/**
 * Regular expressions that run in linear time with RE2, so that no pattern and no text can block the process.
 *
 * There are two dialects: XPath for `matches`, `replace` and `split`, and ECMAScript for the `matching` of a field. The
 * JavaScript engine checks whether a pattern is valid, and RE2 runs it (see pattern-for-re2.ts). RE2 supports neither
 * lookaround, which is rejected, nor backreferences. A pattern with a backreference runs in the JavaScript engine if it
 * has no repetitions and alternatives, because then it never backtracks.
 */
import { RE2JS } from "re2js";
import { toRe2 } from "./pattern-for-re2.ts";

export interface PatternMatch {
  readonly index: number;
  /** The whole match, then the text of each group; undefined for a group that didn't match. */
  readonly groups: readonly (string | undefined)[];
}

export interface Pattern {
  readonly groups: number;
  test(text: string): boolean;
  matches(text: string): Iterable<PatternMatch>;
}

/** Why a pattern can't be used. `invalid`: it isn't a regular expression. */
export type PatternFault = "invalid" | "lookaround" | "backreference" | "repetition";

/** The maximum number of instructions of a compiled pattern. PostgreSQL also rejects longer ones. */
const maxInstructions = 2_000;
/** PostgreSQL's limit for the counts in `{from,to}`. */
const maxRepetitions = 255;

/** The pattern for `matches`, `replace` and `split`; null if it is invalid or not supported. */
export function patternOf(pattern: string, flags: string): Pattern | null {
  const read = readPattern(pattern, flags);
  return typeof read === "string" ? null : read;
}

export const areFlags = (flags: string): boolean => /^[smixq]*$/.test(flags);

/** The end of the message about a pattern with this fault, after the pattern itself. */
export const patternFault: Readonly<Record<Exclude<PatternFault, "invalid">, string>> = {
  lookaround:
    "uses lookahead or lookbehind (`(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`), which is not supported because such a pattern can take very long. Describe only the text itself.",
  backreference: "uses a backreference (`\\1`) together with repetitions or alternatives, which is not supported because such a pattern can take very long.",
  repetition: `repeats too often: \`{from,to}\` can count to at most ${maxRepetitions}, and nested counts can't multiply to more than 1000.`,
};

/** Compiles an XPath regular expression with its flags. */
export function readPattern(pattern: string, flags: string): Pattern | PatternFault {
  return cached(`${flags}/${pattern}`, () => {
    if (!areFlags(flags)) return "invalid";
    let source = flags.includes("x") ? withoutBlanks(pattern) : pattern;
    if (flags.includes("q")) source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    if (/\(\?<(?![=!])|\\0/.test(source) || refersToOpenGroup(source)) return "invalid";
    const subtracted = withSubtraction(withBlocks(source));
    return compiled(subtracted, [...new Set(flags.replace(/[xq]/g, ""))].join("") + (subtracted.includes("]--[") ? "v" : "u"));
  });
}

/** Compiles an ECMAScript regular expression that must match the whole text, as in the `matching` of a field. */
export function readWholePattern(source: string): Pattern | PatternFault {
  return cached(`whole/${source}`, () => {
    // Checked before it is wrapped, because `a)|(b` is invalid.
    const alone = compiled(source, "u");
    return typeof alone === "string" ? alone : compiled(`^(?:${source})$`, "u");
  });
}

/** Whether the whole text matches. A pattern that can't be used matches nothing. */
export function matchesWhole(source: string, text: string): boolean {
  const pattern = readWholePattern(source);
  return typeof pattern !== "string" && pattern.test(text);
}

const cache = new Map<string, Pattern | PatternFault>();

function cached(key: string, make: () => Pattern | PatternFault): Pattern | PatternFault {
  let pattern = cache.get(key);
  if (pattern === undefined) {
    if (cache.size > 1000) cache.clear();
    cache.set(key, (pattern = make()));
  }
  return pattern;
}

function compiled(source: string, flags: string): Pattern | PatternFault {
  let native: RegExp;
  try {
    native = new RegExp(source, flags);
  } catch {
    return "invalid";
  }
  const translated = toRe2(native);
  if (translated.lookaround) return "lookaround";
  if (translated.highestCount > maxRepetitions) return "repetition";
  if (translated.backreference) return translated.branches ? "backreference" : nativePattern(native);
  const options = (flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes("m") ? RE2JS.MULTILINE : 0) | (flags.includes("s") ? RE2JS.DOTALL : 0);
  try {
    const linear = RE2JS.compile(translated.source, options);
    return linear.programSize() > maxInstructions ? "repetition" : linearPattern(linear);
  } catch {
    // A valid pattern whose counts multiply to more than RE2 supports.
    return "repetition";
  }
}

const linearPattern = (linear: RE2JS): Pattern => ({
  groups: linear.groupCount(),
  test: (text) => linear.test(text),
  *matches(text) {
    for (const match of linear.matchAll(text)) yield { index: match.index ?? 0, groups: [...match] };
  },
});

const nativePattern = (native: RegExp): Pattern => ({
  groups: new RegExp(`${native.source}|`, native.flags).exec("")!.length - 1,
  test: (text) => native.test(text),
  *matches(text) {
    for (const match of text.matchAll(new RegExp(native.source, `${native.flags}g`))) yield { index: match.index ?? 0, groups: [...match] };
  },
});

/** Replaces XPath's names of Unicode blocks. Other names make the pattern invalid. */
function withBlocks(source: string): string {
  return source.replace(/\\p\{IsBasicLatin\}/g, "[\\x00-\\x7F]").replace(/\\p\{IsLatin-1Supplement\}/g, "[\\x80-\\xFF]");
}

/** Replaces XPath's subtraction of character classes, `[a-z-[aeiou]]`, with JavaScript's, `[[a-z]--[aeiou]]`. */
function withSubtraction(source: string): string {
  return source.replace(/\[((?:[^\]\\[]|\\.)+)-\[((?:[^\]\\]|\\.)+)\]\]/g, "[[$1]--[$2]]");
}

/** Removes white space outside brackets, for the flag `x`. */
function withoutBlanks(pattern: string): string {
  let inside = false;
  let result = "";
  for (const char of pattern) {
    if (char === "[") inside = true;
    else if (char === "]") inside = false;
    if (inside || !/\s/.test(char)) result += char;
  }
  return result;
}

/** Whether the pattern refers to a group that isn't closed before the reference, which XPath doesn't allow. */
function refersToOpenGroup(source: string): boolean {
  for (const match of source.matchAll(/\\(\d)/g)) {
    const before = source.slice(0, match.index);
    const closed = (before.match(/(?<!\\)\)/g) ?? []).length;
    if (Number(match[1]) > closed) return true;
  }
  return false;
}
