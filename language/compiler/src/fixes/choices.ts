/** Fixes that write one of the forms that the message or the hint names; a fix for each of them. */
import type { Fix } from "@nonet/source";
import { tableLines } from "./removals.ts";
import { replace, type Spot } from "./spot.ts";

/** `It can be "small" or "tall".`: each of the choices, up to five. */
export function writeEachChoice(spot: Spot): Fix[] {
  const choices = /^It can be (.+)\.$/.exec(spot.diagnostic.hint ?? "")?.[1]?.match(/"[^"]+"/g) ?? [];
  return choices.length > 5 ? [] : choices.map((choice) => replace(spot, spot.at, choice, `Write ${choice}`));
}

/** `Choose one of: everything.`: the only choice. */
export function writeOnlyChoice(spot: Spot): Fix[] {
  const only = /Choose one of: ([^,]+)\.$/.exec(spot.diagnostic.hint ?? "")?.[1];
  return only === undefined ? [] : [replace(spot, spot.at, only, `Write "${only}"`)];
}

/** `Write `a` for this and `b` for that`, `Separate them: `a`, or `b``: each text in backticks of the hint. */
export const writeEachForm = (spot: Spot): Fix[] =>
  (spot.diagnostic.hint?.match(/`[^`…]+`/g) ?? []).filter((form) => form.length > 4).map((form) => replace(spot, spot.at, form.slice(1, -1), `Write ${form}`));

/** `"A-1" could be part or spare of Repair line`: the value with each of the names before it. */
export function nameEachField(spot: Spot): Fix[] {
  const names = /could be (.+?) of [^.]+\.$/.exec(spot.diagnostic.message)?.[1];
  if (names === undefined) return [];
  const before = /\s+(?:on|of|by|for|from|at|to|in)\s+$/.exec(spot.text.slice(spot.line.from, spot.at.from));
  const from = before ? spot.at.from - before[0].length : spot.at.from;
  return names.split(/, | or /).map((name) => replace(spot, { from, to: spot.at.to }, `${before ? " " : ""}with ${name} ${spot.words}`, `Write "with ${name} ${spot.words}"`));
}

/** `Brand has several fields for a User: importer, designer.` */
export function personalOfEach(spot: Spot): Fix[] {
  const names = /several fields for a User: (.+)\.$/.exec(spot.diagnostic.message)?.[1]?.split(", ") ?? [];
  if (names.length > 0) return names.map((name) => replace(spot, spot.at, `personal of ${name}`, `Write "personal of ${name}"`));
  const [, line, event, name] = /add `(- [^`]+)` and `(- [^`]+)`, and write `personal of ([^`]+)`/.exec(spot.diagnostic.hint ?? "") ?? [];
  if (line === undefined) return [];
  // In a table, the two lines stand below it.
  if (spot.kind === "row") {
    const end = tableLines(spot).at(-1)!.to;
    const lines: Fix["edits"][number] = { span: { ...spot.diagnostic.span, from: end, to: end }, text: `\n\n${line}\n${event}` };
    return [{ title: `Store the person in "${name}"`, edits: [{ span: spot.diagnostic.span, text: name! }, lines] }];
  }
  const rest = spot.text.slice(spot.at.to, spot.line.to);
  return [replace(spot, { from: spot.at.from, to: spot.at.to + rest.length }, `${name}${rest}\n${line}\n${event}`, `Store the person in "${name}"`)];
}

/** Separates with `;` where a comma could mean two things. */
export function separate(spot: Spot): Fix[] {
  const before = /,\s*$/.exec(spot.text.slice(spot.line.from, spot.at.from));
  const title = "Separate with `;`";
  if (before) return [replace(spot, { from: spot.line.from + before.index, to: spot.at.from }, "; ", title)];
  return spot.words.includes(",") ? [replace(spot, spot.at, spot.words.replace(/,\s+/g, "; "), title)] : [];
}
