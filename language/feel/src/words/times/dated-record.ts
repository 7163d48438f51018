/** Finds what `a visit that is in the future` compares: the one date of a record of which a time is said. */
import { fieldNames, fieldOf } from "../../syntax/names.ts";
import { hole, peek, type Reader, report, spanSince } from "../../syntax/reader.ts";
import { describe } from "../../types/describe.ts";
import type { Expression } from "../../types/expression.ts";
import { fold } from "../../types/scope.ts";
import { buildPath } from "../../typing/path.ts";
import { isBirth } from "./age.ts";
import { takeCopula } from "../copula.ts";
import { take } from "../take.ts";

const moments = [
  "in the future",
  "in the past",
  "past",
  "still to come",
  "in the next",
  "within the next",
  "in the coming",
  "within the coming",
  "in the last",
  "within the last",
  "within the past",
  "today",
  "tomorrow",
  "yesterday",
  "before",
  "after",
  "on or before",
  "on or after",
  "earlier than",
  "later than",
  "no later than",
  "no earlier than",
  "this month",
  "in this month",
  "this year",
  "in this year",
  "on a weekend",
  "at a weekend",
  "at the weekend",
  "on a working day",
];

/** When the product made or changed the record. */
const kept: ReadonlySet<string> = new Set(["created at", "updated at", "deleted at"]);

/** The date that the words after a record compare; nothing is consumed unless several could be meant, which is reported. */
export function datedField(r: Reader, value: Expression): Expression | undefined {
  if (r.dynamic || value.type.kind !== "record") return undefined;
  const { at } = r;
  const { type } = value;
  const isSaid = takeCopula(r) !== undefined && (take(r, "not") || true) && moments.some((words) => take(r, words));
  const place = spanSince(r, value.span.from - r.from);
  const dates = isSaid
    ? fieldNames(r, type).filter((name) => !isBirth(name) && !kept.has(fold(name)) && /^date(?: and time)?$/.test(fieldOf(r, type, fold(name))!.typed.type.kind))
    : [];
  const [date] = dates;
  r.at = at;
  if (date === undefined) return undefined;
  if (dates.length === 1) return { ...buildPath(r, value, date, fold(date), value.span, value.span), span: value.span };
  report(
    r,
    "impossible-comparison",
    place,
    `${describe(type).replace(/^./, (first) => first.toUpperCase())} has ${dates.length} dates: ${dates.map((name) => `\`${name}\``).join(", ")}.`,
    {
      hint: `Name the one that counts: \`${date} is …\`, or of records in a list, \`whose ${date} is …\`.`,
    },
  );
  while (peek(r).kind !== "end") r.at++;
  // Whatever should follow, such as a bracket, isn't missed too.
  r.failed = true;
  return hole(place);
}
