/** String functions (DMN 1.5, section 10.3.4.3). Lengths and positions count code points. */
import { asList, integerOf, isDecimal, single, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

/** A function of texts: null as soon as one of the first `count` arguments is none. */
function ofTexts(count: number, run: (...texts: string[]) => Value): Builtin {
  return (args) => {
    const texts = args.map(single);
    for (let i = 0; i < count; i++) if (typeof texts[i] !== "string") return null;
    return run(...(texts.slice(0, count) as string[]));
  };
}

export const stringFunctions: Readonly<Record<string, Builtin>> = {
  substring: ([text = null, start = null, length], _run) => substring(single(text), single(start), length === undefined ? undefined : single(length)),
  "string length": ofTexts(1, (text) => integerOf([...text!].length)),
  "upper case": ofTexts(1, (text) => text!.toUpperCase()),
  "lower case": ofTexts(1, (text) => text!.toLowerCase()),
  "substring before": ofTexts(2, (text, match) => (text!.includes(match!) ? text!.slice(0, text!.indexOf(match!)) : "")),
  "substring after": ofTexts(2, (text, match) => (text!.includes(match!) ? text!.slice(text!.indexOf(match!) + match!.length) : "")),
  contains: ofTexts(2, (text, match) => text!.includes(match!)),
  "starts with": ofTexts(2, (text, match) => text!.startsWith(match!)),
  "ends with": ofTexts(2, (text, match) => text!.endsWith(match!)),
  matches: ([input = null, pattern = null, flags]) => withPattern([input, pattern], flags, "", ([text], regex) => regex.test(text!)),
  replace: ([input = null, pattern = null, replacement = null, flags]) =>
    withPattern([input, pattern, replacement], flags, "g", ([text, , by], regex) =>
      regex.test("") ? null : text!.replace(new RegExp(regex.source, regex.flags), replacementOf(by!, groupsIn(regex))),
    ),
  split: ([text = null, delimiter = null]) => withPattern([text, delimiter], undefined, "", ([whole], regex) => splitBy(whole!, regex)),
  "string join": ([list = null, delimiter = null]) => {
    const items = asList(list);
    const by = single(delimiter);
    if (!items || (by !== null && typeof by !== "string")) return null;
    const texts = items.filter((each) => each !== null);
    return texts.every((each) => typeof each === "string") ? texts.join(by ?? "") : null;
  },
};

function substring(text: Value, start: Value, length: Value | undefined): Value {
  if (typeof text !== "string" || !isDecimal(start) || start.isZero()) return null;
  if (length !== undefined && length !== null && (!isDecimal(length) || length.lt(1))) return null;
  const points = [...text];
  // A fraction is cut off where the piece begins and where it ends.
  const from = start.gt(0) ? start.minus(1) : start.plus(points.length);
  if (from.lt(0)) return "";
  return points.slice(from.trunc().toNumber(), isDecimal(length) ? from.plus(length).trunc().toNumber() : undefined).join("");
}

function withPattern(given: readonly Value[], flags: Value | undefined, more: string, run: (texts: readonly string[], regex: RegExp) => Value): Value {
  const texts = given.map(single);
  const options = flags === undefined ? null : single(flags);
  if (!texts.every((each): each is string => typeof each === "string") || (options !== null && typeof options !== "string")) return null;
  const regex = regexOf(texts[1]!, options ?? "", more);
  return regex ? run(texts, regex) : null;
}

const compiled = new Map<string, RegExp | null>();

/** An XPath regular expression as ours; null where it is none. */
export function regexOf(pattern: string, flags: string, more: string): RegExp | null {
  const key = `${flags}/${more}/${pattern}`;
  let regex = compiled.get(key);
  if (regex === undefined) {
    regex = makeRegex(pattern, flags, more);
    if (compiled.size > 1000) compiled.clear();
    compiled.set(key, regex);
  }
  if (regex) regex.lastIndex = 0;
  return regex;
}

function makeRegex(pattern: string, flags: string, more: string): RegExp | null {
  if (!/^[smixq]*$/.test(flags)) return null;
  let source = flags.includes("x") ? withoutBlanks(pattern) : pattern;
  if (flags.includes("q")) source = pattern.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  if (/\(\?[<!=]|\\0/.test(source) || backReferenceTooFar(source)) return null;
  const subtracted = withSubtraction(withBlocks(source));
  const options = more + [...new Set(flags.replace(/[xq]/g, ""))].join("");
  try {
    return new RegExp(subtracted, options + (subtracted.includes("]--[") ? "v" : "u"));
  } catch {
    return null;
  }
}

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

const groupsIn = (regex: RegExp): number => new RegExp(`${regex.source}|`, regex.flags).exec("")!.length - 1;

/** XPath's `$1` and `\$` in JavaScript's form; `$0` is all that matched, and a group that isn't there is nothing. */
function replacementOf(text: string, groups: number): string {
  return text.replace(/\\(.)|\$(\d)|\$/g, (_all, escaped: string | undefined, digit: string | undefined) =>
    escaped !== undefined ? (escaped === "$" ? "$$" : escaped) : digit === undefined ? "$$" : digit === "0" ? "$&" : Number(digit) > groups ? "" : `$${digit}`,
  );
}

function splitBy(text: string, regex: RegExp): Value {
  const pieces: string[] = [];
  let from = 0;
  for (const found of text.matchAll(new RegExp(regex.source, `${regex.flags.replace("g", "")}g`))) {
    if (found[0] === "") continue;
    pieces.push(text.slice(from, found.index));
    from = found.index + found[0].length;
  }
  pieces.push(text.slice(from));
  return pieces;
}
