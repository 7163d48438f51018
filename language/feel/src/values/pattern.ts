/**
 * Regular expressions that run in time linear in the text (RE2), so that no pattern and no text can hold the process.
 *
 * Two dialects are read: XPath's, for `matches`, `replace` and `split`, and ECMAScript's, for a field's `matching`.
 * JavaScript's own engine judges whether a pattern is valid, and RE2 runs it (see pattern-for-re2.ts). Lookaround has
 * no linear form and is refused. Neither has a backreference; it is taken in a pattern without repetitions and
 * alternatives, where nothing is tried twice.
 */
import { RE2JS } from "re2js";
import { forRe2 } from "./pattern-for-re2.ts";

export interface PatternMatch {
  readonly index: number;
  /** First all that matched, then each group's text; undefined for a group that took no part. */
  readonly groups: readonly (string | undefined)[];
}

export interface Pattern {
  readonly groups: number;
  test(text: string): boolean;
  matches(text: string): Iterable<PatternMatch>;
}

/** Why a pattern can't be used; `invalid`: it isn't one. */
export type PatternFault = "invalid" | "lookaround" | "backreference" | "repetition";

/** What a pattern's instructions may come to once its repetitions are written out; PostgreSQL refuses longer ones too. */
const mostInstructions = 2_000;
/** PostgreSQL's own bound for the counts of `{from,to}`. */
const mostRepetitions = 255;

/** The pattern that `matches`, `replace` and `split` use; null for a text that is none, or can't be run. */
export function patternOf(pattern: string, flags: string): Pattern | null {
  const read = readPattern(pattern, flags);
  return typeof read === "string" ? null : read;
}

export const areFlags = (flags: string): boolean => /^[smixq]*$/.test(flags);

/** What is said of a pattern with the fault, behind the pattern itself. */
export const patternFault: Readonly<Record<Exclude<PatternFault, "invalid">, string>> = {
  lookaround:
    "uses lookahead or lookbehind (`(?=…)`, `(?!…)`, `(?<=…)`, `(?<!…)`), which is not supported because such a pattern can take very long. Describe only the text itself.",
  backreference: "uses a backreference (`\\1`) together with repetitions or alternatives, which is not supported because such a pattern can take very long.",
  repetition: `repeats too often: \`{from,to}\` can count to at most ${mostRepetitions}, and nested counts can't multiply to more than 1000.`,
};

/** An XPath regular expression with its flags. */
export function readPattern(pattern: string, flags: string): Pattern | PatternFault {
  return remembered(`${flags}/${pattern}`, () => {
    if (!areFlags(flags)) return "invalid";
    let source = flags.includes("x") ? withoutBlanks(pattern) : pattern;
    if (flags.includes("q")) source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    if (/\(\?<(?![=!])|\\0/.test(source) || backReferenceTooFar(source)) return "invalid";
    const subtracted = withSubtraction(withBlocks(source));
    return compiled(subtracted, [...new Set(flags.replace(/[xq]/g, ""))].join("") + (subtracted.includes("]--[") ? "v" : "u"));
  });
}

/** An ECMAScript regular expression that a whole text must match, as a field's `matching` has it. */
export function readWholePattern(source: string): Pattern | PatternFault {
  return remembered(`whole/${source}`, () => {
    // Judged before it is wrapped: `a)|(b` is no pattern.
    const alone = compiled(source, "u");
    return typeof alone === "string" ? alone : compiled(`^(?:${source})$`, "u");
  });
}

/** Whether the whole text matches; a pattern that can't be run matches nothing. */
export function matchesWhole(source: string, text: string): boolean {
  const pattern = readWholePattern(source);
  return typeof pattern !== "string" && pattern.test(text);
}

const known = new Map<string, Pattern | PatternFault>();

function remembered(key: string, make: () => Pattern | PatternFault): Pattern | PatternFault {
  let pattern = known.get(key);
  if (pattern === undefined) {
    if (known.size > 1000) known.clear();
    known.set(key, (pattern = make()));
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
  const translated = forRe2(native);
  if (translated.lookaround) return "lookaround";
  if (translated.mostRepetitions > mostRepetitions) return "repetition";
  if (translated.backreference) return translated.branches ? "backreference" : nativePattern(native);
  const options = (flags.includes("i") ? RE2JS.CASE_INSENSITIVE : 0) | (flags.includes("m") ? RE2JS.MULTILINE : 0) | (flags.includes("s") ? RE2JS.DOTALL : 0);
  try {
    const linear = RE2JS.compile(translated.source, options);
    return linear.programSize() > mostInstructions ? "repetition" : linearPattern(linear);
  } catch {
    // Valid, and yet not for RE2: its counts multiply to more than RE2 takes.
    return "repetition";
  }
}

const linearPattern = (linear: RE2JS): Pattern => ({
  groups: linear.groupCount(),
  test: (text) => linear.test(text),
  *matches(text) {
    for (const found of linear.matchAll(text)) yield { index: found.index ?? 0, groups: [...found] };
  },
});

const nativePattern = (native: RegExp): Pattern => ({
  groups: new RegExp(`${native.source}|`, native.flags).exec("")!.length - 1,
  test: (text) => native.test(text),
  *matches(text) {
    for (const found of text.matchAll(new RegExp(native.source, `${native.flags}g`))) yield { index: found.index ?? 0, groups: [...found] };
  },
});

/** XPath's names for blocks of characters that are in use; others make the pattern invalid. */
function withBlocks(source: string): string {
  return source.replace(/\\p\{IsBasicLatin\}/g, "[\\x00-\\x7F]").replace(/\\p\{IsLatin-1Supplement\}/g, "[\\x80-\\xFF]");
}

/** `[a-z-[aeiou]]` takes letters away: JavaScript writes `[[a-z]--[aeiou]]`. */
function withSubtraction(source: string): string {
  return source.replace(/\[((?:[^\]\\[]|\\.)+)-\[((?:[^\]\\]|\\.)+)\]\]/g, "[[$1]--[$2]]");
}

/** With `x`, blanks outside of brackets don't count. */
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

/** XPath refuses a reference to a group that isn't closed before it. */
function backReferenceTooFar(source: string): boolean {
  for (const found of source.matchAll(/\\(\d)/g)) {
    const before = source.slice(0, found.index);
    const closed = (before.match(/(?<!\\)\)/g) ?? []).length;
    if (Number(found[1]) > closed) return true;
  }
  return false;
}
