/** Parses a field in the genitive: `name of the child`, `the fee of its order`. */
import { fieldOf, scopeNameAt } from "../syntax/names.ts";
import { isSign, isWord, peek, type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildPath } from "../typing/path.ts";
import { weekdays } from "../words/times/calendar-day.ts";
import { ownerAt } from "./records-in-words.ts";

/** Words of a field's name that are looked for before `of`. */
const mostWords = 5;

/** Consumed; undefined, with nothing consumed, if no field of the record that is named after `of` is called so. */
export function parseFieldOf(r: Reader): Expression | undefined {
  if (r.dynamic) return undefined;
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  const found = fieldThenOwner(r);
  if (found) return found;
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

function fieldThenOwner(r: Reader): Expression | undefined {
  const { from } = peek(r);
  if (/^the$/i.test(peek(r).text) && !scopeNameAt(r)) r.at++;
  const begin = r.at;
  let words = 0;
  while (words <= mostWords && peek(r, words).kind === "word" && !isWord(peek(r, words), "of")) words++;
  const week = weekdayWords(r);
  if (week > 0) words = week;
  if (words === 0 || words > mostWords || !isWord(peek(r, words), "of") || (scopeNameAt(r)?.tokens ?? 0) > words) return undefined;
  const name = r.text.slice(peek(r).from, peek(r, words - 1).to);
  r.at = begin + words;
  const owner = ownerOf(r);
  const part = owner && partOf(r, owner, fold(name), from);
  if (part) return part;
  if (!owner || owner.type.kind !== "record" || isSign(peek(r), "[") || !fieldOf(r, owner.type, fold(name))) return undefined;
  const place = spanSince(r, from);
  return buildPath(r, owner, name, fold(name), place, place);
}

/** `the time of starts at`, `the year of birthday`. */
function partOf(r: Reader, owner: Expression, part: string, from: number): Expression | undefined {
  if (!/^date(?: and time)?$/.test(owner.type.kind)) return undefined;
  const place = spanSince(r, from);
  if (part === "time" && owner.type.kind === "date and time") return buildBuiltin(r, "time", [{ value: owner }], place, place);
  if (part === "date") return owner.type.kind === "date" ? owner : buildBuiltin(r, "date", [{ value: owner }], place, place);
  if (/^(?:week ?day|day of (?:the )?week)$/.test(part)) {
    const day = owner.type.kind === "date" ? owner : buildBuiltin(r, "date", [{ value: owner }], place, place);
    return { ...buildBuiltin(r, "day of week", [{ value: day }], place, place), type: { kind: "string", choices: weekdays } };
  }
  return /^(?:year|month)$/.test(part) ? buildPath(r, owner, part, part, place, place) : undefined;
}

/** How many words `day of the week` has, before `of`; 0 if others are there. */
function weekdayWords(r: Reader): number {
  if (!isWord(peek(r), "day") || !isWord(peek(r, 1), "of")) return 0;
  const count = isWord(peek(r, 2), "the") ? 4 : 3;
  return isWord(peek(r, count - 1), "week") && isWord(peek(r, count), "of") ? count : 0;
}

/** `of the child`, `of the parent of the child`. */
function ownerOf(r: Reader): Expression | undefined {
  const { at } = r;
  r.at++;
  const longer = parseFieldOf(r);
  if (longer) return longer;
  r.at = at;
  return ownerAt(r);
}
