/**
 * Parses how old somebody is: `is at least 4 years old`, `is under 18 on day`, `the child's age on day`. The age counts the
 * completed years, or months, since the one date of birth of the record.
 */
import { fieldNames, fieldOf } from "../../syntax/names.ts";
import { hole, parseSum, peek, type Reader, replaceBy, report, spanSince, textOf } from "../../syntax/reader.ts";
import { capital, describe } from "../../types/describe.ts";
import type { Expression } from "../../types/expression.ts";
import { isTemporal } from "../../types/relations.ts";
import { fold } from "../../types/scope.ts";
import { isPlain } from "../../types/units.ts";
import { buildArithmetic } from "../../typing/arithmetic.ts";
import { buildBuiltin } from "../../typing/call.ts";
import { buildBetween, buildComparison } from "../../typing/comparison.ts";
import { buildPath } from "../../typing/path.ts";
import { comparisons, ends, type Order, type Sign } from "../comparison-words.ts";
import { takeCopula } from "../copula.ts";
import { negated } from "../emptiness.ts";
import { take } from "../take.ts";

const born: ReadonlySet<string> = new Set(["birthday", "birth day", "birth date", "birthdate", "date of birth", "day of birth", "born", "born on", "dob"]);
/** Whether a field of that name holds when somebody was born. */
export const isBirth = (name: string): boolean => born.has(fold(name));

const orders: readonly Order[] = [
  ["not older than", "<="],
  ["not younger than", ">="],
  ["no older than", "<="],
  ["no younger than", ">="],
  ["older than", ">"],
  ["younger than", "<"],
  ...comparisons.filter(([words]) => !/\b(?:before|after|earlier|later|different)\b/.test(words)),
  ["exactly", "="],
];
const older: readonly (readonly [words: string, sign: Sign])[] = [["or older", ">="], ["or younger", "<="], ...ends.map(([words, [, sign]]) => [words, sign] as const)];

/** The condition after a record, consumed; undefined if the words say nothing of an age. */
export function parseAge(r: Reader, value: Expression): Expression | undefined {
  if (r.dynamic || value.type.kind !== "record") return undefined;
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  const found = ageCondition(r, value, value.span.from - r.from);
  if (found) return found;
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

/** How old: the limit and its unit. */
interface Limit {
  readonly value: Expression;
  readonly unit: "years" | "months" | "duration";
}

function ageCondition(r: Reader, value: Expression, from: number): Expression | undefined {
  const copula = takeCopula(r) ?? (/^(?:and|or|but)$/.test(r.tokens[r.at - 1]?.text ?? "") ? { not: false } : undefined);
  if (!copula) return undefined;
  const isAged = take(r, "aged");
  const first = orders.find(([words]) => take(r, words));
  const isDenied = !first && take(r, "not");
  const order = first ?? (isDenied ? orders.find(([words]) => take(r, words)) : undefined);
  const not = copula.not !== isDenied;
  const isRange = !order && take(r, "between");
  const low = limitAt(r);
  const high = low && !order && (isRange ? take(r, "and") : isAged && take(r, "to")) ? limitAt(r) : undefined;
  if (!low || (isRange && !high)) return undefined;
  const isOld = takeOld(r);
  const end = order || high ? undefined : older.find(([words]) => take(r, words));
  const said = isAged || isOld || takeOld(r) || /^(?:no |not )?(?:older|younger)/.test(order?.[0] ?? "") || /older|younger/.test(end?.[0] ?? "");
  // `is at least 5 days after`: a length of time alone is no age.
  if (!said && (low.unit !== "years" || low.value.type.kind !== "number" || peek(r, -1).text === "years")) return undefined;
  const unit = high?.unit ?? low.unit;
  const sign = order?.[1] ?? end?.[1] ?? "=";
  const number = textOf(r, low.value.span).replace(/ (?:year|month)s?$/, "");
  const age = ageAt(r, value, unit, from, !said ? null : high ? `between ${number} and ${textOf(r, high.value.span).replace(/ (?:year|month)s?$/, "")}` : `${sign} ${number}`);
  if (age?.kind === "hole" || !age) return age;
  const compared = high ? buildBetween(r, age, low.value, high.value) : buildComparison(r, sign, age, low.value);
  const placed = { ...compared, span: spanSince(r, from) };
  return not ? negated(r, placed, from) : placed;
}

/** `4`, `4 years`, `6 months`, `minimum age`. */
function limitAt(r: Reader): Limit | undefined {
  const value = parseSum(r);
  const { type } = value;
  const [, digits, letter] = (value.kind === "literal" && typeof value.value === "string" && /^P(\d+)([YM])$/.exec(value.value)) || [];
  if (digits !== undefined && type.kind === "years and months duration")
    return { value: { ...value, kind: "literal", value: digits, type: { kind: "number", integer: true } }, unit: letter === "Y" ? "years" : "months" };
  if (type.kind === "number" && isPlain(type) && type.unit === undefined) {
    const unit = take(r, "years") || take(r, "year") ? "years" : take(r, "months") || take(r, "month") ? "months" : "years";
    return { value, unit };
  }
  return type.kind.endsWith(" duration") ? { value, unit: "duration" } : undefined;
}

const takeOld = (r: Reader): boolean => take(r, "old") || take(r, "of age");

/** The age of the record today, or on the day that follows. Without one date of birth it is a diagnostic, if `compared` shows that an age is meant. */
function ageAt(r: Reader, value: Expression, unit: Limit["unit"], from: number, compared: string | null): Expression | undefined {
  const place = spanSince(r, from);
  const { type } = value;
  const dates = fieldNames(r, type).filter((name) => isBirth(name) && /^date(?: and time)?$/.test(fieldOf(r, type, fold(name))!.typed.type.kind));
  const day = dayAt(r);
  const whole = spanSince(r, from);
  const [date] = dates;
  if (date !== undefined && dates.length === 1) {
    const birth = buildPath(r, value, date, fold(date), place, place);
    const to = day ?? buildBuiltin(r, "today", [], place, place);
    if (unit !== "duration") return buildBuiltin(r, `${unit} between`, [{ value: birth }, { value: to }], whole, place);
    return { ...buildArithmetic(r, "-", dayOf(r, to), dayOf(r, birth)), span: whole };
  }
  const age = fieldOf(r, type, "age");
  if (age?.typed.type.kind === "number" && unit === "years" && !day && dates.length === 0) return buildPath(r, value, age.name, "age", place, place);
  if (compared !== null) reportBirth(r, value, dates, `, ${day ? textOf(r, day.span) : "today()"}) ${compared}`);
  return compared === null ? undefined : hole(whole);
}

const dayOf = (r: Reader, moment: Expression): Expression => (moment.type.kind === "date" ? moment : buildBuiltin(r, "date", [{ value: moment }], moment.span, moment.span));

/** `rest`: what follows the date of birth in the notation. */
function reportBirth(r: Reader, value: Expression, dates: readonly string[], rest: string): void {
  const place = spanSince(r, value.span.from - r.from);
  const written = textOf(r, value.span);
  const owner = value.span.to > value.span.from ? `${/^it$/i.test(written) ? "this" : written.replace(/^(?:the|its|their|an?) /i, "")}.` : "";
  const forms = dates.map((name) => `years between(${owner}${name}${rest}`);
  const who = capital(describe(value.type));
  const names = dates.map((name) => `\`${name}\``).join(", ");
  report(r, "unknown-field", place, forms.length === 0 ? `${who} has no date of birth.` : `${who} has ${forms.length} dates of birth: ${names}.`, {
    hint:
      forms.length === 0
        ? `Add a field to ${value.type.kind === "record" ? value.type.name : who} in point 3, as in \`date of birth: date\`. Where another field holds the date, write \`years between(${owner}FIELD${rest}\`.`
        : `Name the one that counts: \`${forms.join("` or `")}\`.`,
    fixes: forms.map((form) => replaceBy(place, form)),
  });
}

/** `on day`, `at starts at`: the day whose age counts. */
function dayAt(r: Reader): Expression | undefined {
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  if (take(r, "on") || take(r, "at") || take(r, "by")) {
    const day = parseSum(r);
    if (!r.failed && day.type.kind !== "time" && isTemporal(day.type)) return day;
  }
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

/** A name that the word `age` can begin: `age in months`. */
export const beginsWithAge = (name: string): boolean => /^age(?: |$)/.test(fold(name));

/** `age`, `age on day` of a record that has no field of that name, consumed. */
export function parseAgeOf(r: Reader, value: Expression, from: number): Expression | undefined {
  if (r.dynamic || value.type.kind !== "record" || !/^age$/i.test(peek(r).text) || fieldNames(r, value.type).some(beginsWithAge)) return undefined;
  r.at++;
  return buildAge(r, value, from);
}

/** The age of a record after the words that name it: today, or on the day that follows. */
export function buildAge(r: Reader, value: Expression, from: number): Expression | undefined {
  if (value.type.kind !== "record") return undefined;
  const unit = !take(r, "in years") && take(r, "in months") ? "months" : "years";
  return ageAt(r, value, unit, from, ">= 18");
}
