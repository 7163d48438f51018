/** Parses `starts at and ends at are within opening hours`: the first one begins a minute of them, and the second ends one, so it may be the closing time. */
import { scopeNameAt } from "../../syntax/names.ts";
import { accept, parseSum, peek, type Reader, spanSince } from "../../syntax/reader.ts";
import type { Expression } from "../../types/expression.ts";
import { buildAnd } from "../../typing/logic.ts";
import { take } from "../take.ts";
import { isWorkingTime, workingTime } from "./calendar-day.ts";

const copulas = [
  "must always both be",
  "must always be",
  "must both be",
  "must be",
  "have to be",
  "need to be",
  "both have to be",
  "are both",
  "both are",
  "are",
  "both lie",
  "lie",
  "fall",
];
const lastWords: ReadonlySet<string> = new Set(["time", "hours"]);
const mostAhead = 40;

/** The condition at the current token, consumed; undefined if the words are others. */
export function parsePairInHours(r: Reader): Expression | undefined {
  if (r.dynamic || !isAhead(r)) return undefined;
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const { from } = peek(r);
  const found = pair(r, from);
  if (found && !r.failed) return { ...found, span: spanSince(r, from) };
  r.at = at;
  Object.assign(r, { failed, items });
  r.diagnostics.length = reported;
  return undefined;
}

function pair(r: Reader, from: number): Expression | undefined {
  if (take(r, "both")) take(r, "of");
  const first = valueAt(r);
  if (!first || !accept(r, "and")) return undefined;
  const second = valueAt(r);
  if (!second || !copulas.some((words) => take(r, words)) || !workingTime.some((words) => take(r, words))) return undefined;
  return buildAnd(r, isWorkingTime(r, first, from), isWorkingTime(r, second, from, "ends"));
}

/** A moment that begins with a name. */
function valueAt(r: Reader): Expression | undefined {
  const isName = (ahead: number): boolean => scopeNameAt(r, ahead) !== undefined;
  if (!isName(0) && !(/^(?:the|its)$/.test(peek(r).text) && isName(1))) return undefined;
  const value = parseSum(r);
  return value.type.kind === "date and time" ? value : undefined;
}

/** Whether `and` and `within opening hours` follow somewhere, which is quickly seen. */
function isAhead(r: Reader): boolean {
  let isJoined = false;
  for (let ahead = 0; ahead < mostAhead; ahead++) {
    const { kind, text } = peek(r, ahead);
    if (kind === "end") return false;
    if (isJoined && lastWords.has(text)) return true;
    isJoined ||= text === "and";
  }
  return false;
}
