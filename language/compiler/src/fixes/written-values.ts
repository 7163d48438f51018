/** Fixes that write a value in the form that its place takes: a bound, a unit, a state, a status, or the form that the hint shows. */
import { editDistance } from "@nonet/source";
import type { Recipe } from "./removals.ts";
import { containerAt, lineText, replace, type Spot } from "./spot.ts";

const bare = ({ words }: Spot): string => words.replace(/^[`"]+|[`"]+$/g, "");

/** Turns a value that matches the pattern into what it means. `message`: the diagnostics that it is for. */
const rewrite =
  (message: RegExp, pattern: RegExp, into: (match: RegExpExecArray, spot: Spot) => string | null): Recipe =>
  (spot) => {
    const match = message.test(spot.diagnostic.message) ? pattern.exec(spot.words) : null;
    const text = match && into(match, spot);
    return text === null || text === spot.words ? null : replace(spot, spot.at, text, `Write \`${text.replace(/`/g, "")}\``);
  };

/** An example replaces no number and no quoted text of the author's by its own. */
function keepsValues(written: string, example: string): boolean {
  const values = (text: string): readonly string[] => text.match(/\d+(?:[.,:-]\d+)*|"[^"]*"/g) ?? [];
  const kept = new Set(values(example));
  return values(written).every((value) => kept.has(value));
}

/** The form that the hint gives, in the place of the words. */
const fromHint =
  (hint: RegExp): Recipe =>
  (spot) => {
    const form = hint.exec(spot.diagnostic.hint ?? "")?.[1];
    return form === undefined || /[…]|\b[A-Z]{4,}\b(?! )/.test(form) || !keepsValues(spot.words, form) ? null : replace(spot, spot.at, form, `Write \`${form}\`, for example`);
  };

/** The example of the hint, in the place of the whole value. */
const exampleInValue: Recipe = (spot) => {
  const example = /^Write it as in `(.+?)`\.$/.exec(spot.diagnostic.hint ?? "")?.[1];
  const value = containerAt(spot);
  return example === undefined || !value || !keepsValues(spot.text.slice(value.from, value.to), example)
    ? null
    : replace(spot, value, example, `Write \`${example}\`, for example`);
};

const regions = (): string[] => Array.from({ length: 676 }, (_, i) => String.fromCharCode(65 + Math.floor(i / 26), 65 + (i % 26)));

/** The code of a country that is written by its English name. */
function countryCode(name: string): string | null {
  const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" });
  return regions().find((code) => names.of(code)?.toLowerCase() === name.toLowerCase()) ?? null;
}

const currencyCode = (name: string): string | null => Intl.supportedValuesOf("currency").find((code) => name.toUpperCase().startsWith(code)) ?? null;

const inMarks = ({ words }: Spot, text: string): string => `${/^[`"]*/.exec(words)![0]}${text}${/[`"]*$/.exec(words)![0]}`;

export const writtenValues: readonly Recipe[] = [
  rewrite(/must be at (?:least|most) [\d.,]+\.$/, /^.*$/s, (_, { diagnostic }) => /must be at (?:least|most) ([\d.,]+)\.$/.exec(diagnostic.message)![1]!),
  rewrite(/must be a whole number/, /^-?[\d.]+$/, ([number]) => String(Math.round(Number(number)))),
  rewrite(/country has at most 2 characters/, /^.*$/s, (_, spot) => (countryCode(bare(spot)) === null ? null : inMarks(spot, countryCode(bare(spot))!))),
  rewrite(/has at most 3 characters/, /^"[A-Za-z]{4,}"$/, (_, spot) => (currencyCode(bare(spot)) === null ? null : inMarks(spot, currencyCode(bare(spot))!))),
  rewrite(/would become a choice/, /^.*$/s, ([name]) => `"${name}"`),
  rewrite(/isn't a duration/, /^\d+$/, ([number]) => `${number} days`),
  rewrite(/is negative/, /^-\s*(.+)$/s, ([, duration]) => duration!),
  rewrite(/isn't a state to start from/, /^(?:–|-|none)$/i, () => "any"),
  rewrite(/isn't a state to go to/, /^(?:–|-|none)$/i, () => "the same state"),
  rewrite(/isn't a state to go to/, /^([\p{L} ]+?),/u, ([, first], { text }) =>
    new RegExp(`^\\|[^|\n]*\\b${first!}\\b`, "m").test(text) && !/\bown$/.test(first!) ? first! : null,
  ),
  rewrite(/isn't a first state/, /^`?if (.+) then "(.+)" else "(.+)"`?$/, ([, condition, first, other]) => `${first} when \`${condition}\`, else ${other}`),
  rewrite(/isn't the name of a state/, /^(.+?) (?:given|provided) (`.+`), (.+)$/, ([, first, condition, other]) => `${first} when ${condition}, else ${other}`),
  rewrite(/is not `CODE`/, /^.*?\b(warn )?([A-Z][A-Z0-9_]{2,})\b.*$/, ([, warn, code]) => `${warn ?? ""}${code}`),
  rewrite(/range can't go from a date to an instant/, /^([[(])(.+)\.\.(.+)([\])])$/, ([, open, low, high, close]) => `${open}${low}..date(${high})${close}`),
  rewrite(/isn't a request/, /^[A-Z]+ (?=`|\/|https?:)(.+)$/, ([, address]) => `POST ${address}`),
  rewrite(/is not a valid status|is not the status of/, /^(?:\d{3} to )?\d{3}$/, ([status]) => (status!.includes(" to ") ? status!.replace(/\d+$/, "599") : "200")),
  rewrite(/secret must be at the end/, /^.*\{(secret [^}]+)\}.*$/, ([, secret]) => secret!),
  rewrite(/field that a call can take/, /^[\p{L}\p{N} ,]+$/u, ([names]) =>
    names!
      .split(/\s*,\s*/)
      .map((name) => `${name}: text`)
      .join("; "),
  ),
  fromHint(/^Write `([^`]+)`[.,]/),
  fromHint(/^Write, for example, `([^`]+)`(?: or |\.)/),
  exampleInValue,
];

/** A step's first word in the spelling of the notation. */
export const writeStep: Recipe = (spot) => {
  const found = /^\p{L}+/u.exec(spot.words);
  const meant = found && /can't begin with/.test(spot.diagnostic.message) ? ["Given", "When", "Then", "And", "But"].find((one) => editDistance(one, found[0]) <= 2) : undefined;
  return meant === undefined ? null : replace(spot, { from: spot.at.from, to: spot.at.from + found![0].length }, meant, `Write "${meant}"`);
};

/** A heading with its values as bullets below it becomes one line. */
export const joinList: Recipe = (spot) => {
  const { text, line } = spot;
  const list = spot.kind === "heading" ? /^\n+((?:[-*+] [^\n:]+(?:\n|$))+)/.exec(text.slice(line.to)) : null;
  if (!list) return null;
  const values = list[1]!
    .trimEnd()
    .split("\n")
    .map((one) => one.replace(/^[-*+] /, "").trim());
  return replace(spot, { from: line.from, to: line.to + list[0].trimEnd().length }, `- ${spot.words}: ${values.join(", ")}`, "Write it in one line");
};

/** `Hide F when …` is `Show F when not(…)`. */
export const showInstead: Recipe = (spot) => {
  const found = /^Hide (.+?) when `(.+)`$/.exec(spot.words);
  return found && replace(spot, spot.at, `Show ${found[1]!} when \`not(${found[2]!})\``, `Write \`Show ${found[1]!} when not(${found[2]!})\``);
};

/** The bound that the hint gives for one that excludes its end: `> 0` of whole numbers is `at least 1`. */
export const writeBound: Recipe = (spot) => {
  const hint = spot.diagnostic.hint ?? "";
  const bound = /to exclude \S+, `(.+?)`/.exec(hint)?.[1] ?? /^Write `(at (?:least|most) [^`]+)`/.exec(hint)?.[1];
  return bound === undefined ? null : replace(spot, spot.at, bound, `Write \`${bound}\``);
};

/** Makes prose of a bullet that defines nothing. */
export const makeParagraph: Recipe = (spot) => {
  const mark = /^[-*+]\s+/.exec(lineText(spot));
  // A definition would be lost among the prose.
  if (!mark || spot.kind !== "bullet" || /\s(?:when|if|while)\s/i.test(lineText(spot))) return null;
  const { line, text } = spot;
  const next = text[line.to + 1] === "\n" || line.to >= text.length ? "" : "\n";
  return replace(spot, line, `\n${text.slice(line.from + mark[0].length, line.to)}${next}`, "Make it a paragraph");
};

/** `CODE — message` becomes an entry of the catalogue. */
export const writeEntry: Recipe = (spot) => {
  const found = /^([A-Z][A-Z0-9_]+)\s+[—–-]\s+(.+)$/.exec(spot.words);
  return found && replace(spot, spot.at, `${found[1]!}: 422, ${found[2]!}`, `Write \`${found[1]!}: 422, …\``);
};

/** `TAKEN — It is taken.` in a paragraph of point 8: the entry as a bullet, with the most common status. */
export const writeErrorEntry: Recipe = (spot) => {
  const found = /^([A-Z][A-Z0-9_]{2,})\s*(?:—|–|-|:)\s*(?:(\d{3})\s*,\s*)?(\S.*)$/s.exec(spot.words);
  return found && /looks like the error/.test(spot.diagnostic.message)
    ? replace(spot, spot.at, `- ${found[1]!}: ${found[2] ?? "409"}, ${found[3]!}`, `Write \`- ${found[1]!}: ${found[2] ?? "409"}, …\``)
    : null;
};
