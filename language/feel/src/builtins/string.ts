/** String functions (DMN 1.5, section 10.3.4.3). Lengths and positions count code points. */
import { type Pattern, type PatternMatch, patternOf } from "../values/pattern.ts";
import { asList, integerOf, isDecimal, single, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

/** A function of texts: null if one of the first `count` arguments isn't a text. */
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
  slug: ofTexts(1, (text) =>
    text!
      .normalize("NFD")
      .toLowerCase()
      .replace(/[\u0300-\u036f]/g, "")
      // oxlint-disable-next-line no-control-regex -- control characters are replaced too
      .replace(/[\u0001-\u002f\u003a-\u0060\u007b-\u00bf\u2000-\u206f\u3000-\u303f]+/g, "-")
      .replace(/^-+|-+$/g, ""),
  ),
  "substring before": ofTexts(2, (text, match) => (text!.includes(match!) ? text!.slice(0, text!.indexOf(match!)) : "")),
  "substring after": ofTexts(2, (text, match) => (text!.includes(match!) ? text!.slice(text!.indexOf(match!) + match!.length) : "")),
  contains: ofTexts(2, (text, match) => text!.includes(match!)),
  "starts with": ofTexts(2, (text, match) => text!.startsWith(match!)),
  "ends with": ofTexts(2, (text, match) => text!.endsWith(match!)),
  matches: ([input = null, pattern = null, flags]) => withPattern([input, pattern], flags, ([text], regex) => regex.test(text!)),
  replace: ([input = null, pattern = null, replacement = null, flags]) => withPattern([input, pattern, replacement], flags, ([text, , by], regex) => replaced(text!, regex, by!)),
  split: ([text = null, delimiter = null]) => withPattern([text, delimiter], undefined, ([whole], regex) => splitBy(whole!, regex)),
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
  // Fractions are truncated at the start and the end of the substring.
  const from = start.gt(0) ? start.minus(1) : start.plus(points.length);
  if (from.lt(0)) return "";
  return points.slice(from.trunc().toNumber(), isDecimal(length) ? from.plus(length).trunc().toNumber() : undefined).join("");
}

function withPattern(given: readonly Value[], flags: Value | undefined, run: (texts: readonly string[], pattern: Pattern) => Value): Value {
  const texts = given.map(single);
  const options = flags === undefined ? null : single(flags);
  if (!texts.every((each): each is string => typeof each === "string") || (options !== null && typeof options !== "string")) return null;
  const pattern = patternOf(texts[1]!, options ?? "");
  return pattern ? run(texts, pattern) : null;
}

/** An XPath replacement: `$1` is a group, `$0` the whole match, `\$` a dollar sign. A group that didn't match is empty. */
function substituteGroups(replacement: string, groups: readonly (string | undefined)[]): string {
  return replacement.replace(/\\(.)|\$(\d)/g, (_all, escaped: string | undefined, digit: string | undefined) => escaped ?? groups[Number(digit)] ?? "");
}

/** Calls `part` with each text between matches, and the match after it. Empty matches are ignored. */
function eachPiece(text: string, pattern: Pattern, part: (piece: string, match: PatternMatch | null) => void): void {
  let from = 0;
  for (const match of pattern.matches(text)) {
    const whole = match.groups[0]!;
    if (whole === "") continue;
    part(text.slice(from, match.index), match);
    from = match.index + whole.length;
  }
  part(text.slice(from), null);
}

function replaced(text: string, pattern: Pattern, replacement: string): Value {
  if (pattern.test("")) return null;
  let result = "";
  eachPiece(text, pattern, (piece, match) => (result += piece + (match ? substituteGroups(replacement, match.groups) : "")));
  return result;
}

function splitBy(text: string, pattern: Pattern): Value {
  const pieces: string[] = [];
  eachPiece(text, pattern, (piece) => pieces.push(piece));
  return pieces;
}
