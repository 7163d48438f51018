/** Fixes inside expressions: a bracket, a conversion, an argument, a pattern. */
import type { Recipe } from "./removals.ts";
import { containerAt, replace } from "./spot.ts";

/** Adds the bracket that is missing before another one. */
export const addBracket: Recipe = (spot) => {
  const bracket = /Expected `([)\]}])`/.exec(spot.diagnostic.message)?.[1];
  return bracket !== undefined && /^[)\]}]$/.test(spot.words) ? replace(spot, { from: spot.at.from, to: spot.at.from }, bracket, `Add \`${bracket}\``) : null;
};

/** `{ amount price }` lacks a colon. */
export const addEntryColon: Recipe = (spot) => {
  if (!/Expected an entry's name and `:`/.test(spot.diagnostic.message)) return null;
  const entry = /([{,]\s*\p{L}+)\s+(?=\p{L}[\p{L}\p{N}. ]*$)/u.exec(spot.text.slice(spot.line.from, spot.at.from).trimEnd());
  const at = entry && spot.line.from + entry.index + entry[1]!.length;
  return at === null ? null : replace(spot, { from: at, to: at }, ":", "Add the colon");
};

/** Compares the days of a moment with a zone and one without. */
export const compareDates: Recipe = (spot) => {
  // Times of day have no date.
  if (/^A time\b/.test(spot.diagnostic.message)) return null;
  const found = /^(.+?)\s*(<=|>=|!=|<|>|=)\s*(.+)$/s.exec(spot.words);
  return found && replace(spot, spot.at, `date(${found[1]!}) ${found[2]!} date(${found[3]!})`, "Compare the dates");
};

export const asDate: Recipe = (spot) => replace(spot, spot.at, `date(${spot.words})`, `Change to \`date(${spot.words})\``);

/** Keeps the first argument of a function that takes one. */
export const firstArgument: Recipe = (spot) => {
  const found = /takes 1 argument/.test(spot.diagnostic.message) ? /^(\w[\w ]*\()(.+),\s*[^,()[\]]+\)$/s.exec(spot.words) : null;
  return found && replace(spot, spot.at, `${found[1]!}${found[2]!})`, `Change to \`${found[1]!}${found[2]!})\``);
};

/** Counts of a pattern go to 255. */
export const mostRepeats: Recipe = (spot) =>
  /count to at most 255/.test(spot.diagnostic.message)
    ? replace(
        spot,
        spot.at,
        spot.words.replace(/\d+(?=\})/g, (n) => String(Math.min(255, Number(n)))),
        "Count to 255",
      )
    : null;

/** A fixed amount in the currency that a field gives. */
export const amountInField: Recipe = (spot) => {
  const field = /^Expected an amount in the currency given by `(.+?)`, but this is an amount in [A-Z]{3}/.exec(spot.diagnostic.message)?.[1];
  const amount = /^([\d,.]+) [A-Z]{3}$/.exec(spot.words)?.[1];
  if (field === undefined || amount === undefined) return null;
  const isCode = (spot.text.slice(spot.line.from, spot.at.from).match(/`/g) ?? []).length % 2 === 1;
  const money = `money(${amount.replace(/,/g, "")}, ${field})`;
  return replace(spot, spot.at, isCode ? money : `\`${money}\``, `Write \`${money}\``);
};

/** Text without the value in braces. */
export const withoutBraces: Recipe = (spot) => {
  const place = /\{[^{}]*\}/.test(spot.words) ? spot.at : containerAt(spot);
  const text = place && spot.text.slice(place.from, place.to);
  const without = text?.replace(/\s*\{([^{}]*)\}/g, " $1");
  return !place || without === text ? null : replace(spot, place, without!, "Write it without the value");
};
