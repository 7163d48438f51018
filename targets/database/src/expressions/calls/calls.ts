/** Compiles FEEL's built-in functions (DMN 1.5, section 10.3.4) to SQL. */
import type { Expression, Type } from "@nonet/feel";
import { boundAs } from "../../scope/bound-values.ts";
import { compileAs, convert, whereText } from "../../scope/coerce.ts";
import { compile, condition } from "../../scope/compile.ts";
import { exactJson, fromJson, isoText } from "../../scope/conversions.ts";
import { isNull, local, type Scope, today, unsupported, validOn, zone } from "../../scope/scope.ts";
import { boolean, number, text } from "../../scope/type-kinds.ts";
import { unlessMissing } from "../fields/row-source.ts";
import { rowsOf } from "../fields/rows.ts";
import { equal } from "../operators/comparison.ts";
import { listContains } from "../operators/membership.ts";
import { compileListCall } from "./aggregate-calls.ts";
import { containing } from "./contains.ts";
import { contextCalls } from "./context-calls.ts";
import { patternSql, replacementSql } from "./patterns.ts";
import { compileRangeCall } from "./range-calls.ts";

type Call = Expression & { kind: "call" };

export function compileCall(s: Scope, e: Call): string {
  if (e.type.kind === "any" && /^(floor|ceiling|decimal|round .*|modulo|sqrt|log|exp)$/.test(e.function)) return unsupported(`\`${e.function}\` of a value of unknown kind`);
  const of = table[e.function];
  if (of) return of(s, e.arguments, e);
  return compileListCall(s, e) ?? compileRangeCall(s, e) ?? unsupported(`the function ${e.function}`);
}

const str = (s: Scope, e: Expression | undefined): string => (e ? compileAs(s, e, text) : "null::text");
const num = (s: Scope, e: Expression | undefined): string => (e ? `(${compileAs(s, e, number)})` : "null::numeric");
const int = (s: Scope, e: Expression | undefined): string => (e && !isNull(e) ? `nonet.to_int(${num(s, e)})` : "null::int");

type Maker = (s: Scope, args: readonly Expression[], e: Call) => string;

const table: Readonly<Record<string, Maker>> = {
  not: (s, [a]) => `(not ${compileAs(s, a!, boolean)})`,
  today: (s, [named]) => (named ? `(nonet.now() at time zone ${zoneNamed(s, named)})::date` : today(s)),
  "valid on": (s) => validOn(s),
  now: () => "nonet.now()",
  string: (s, [a]) => stringOf(s, a!),
  number: (s, [a, grouping, decimal]) => {
    const signs = [grouping, decimal].filter((sign) => sign !== undefined && !isNull(sign));
    if (signs.length > 0 && a!.type.kind === "number") return `(case when ${signs.map((sign) => `${str(s, sign)} is null`).join(" and ")} then ${num(s, a)} end)`;
    if (signs.length > 0) return `nonet.read_number(${str(s, a)}, ${str(s, grouping)}, ${str(s, decimal)})`;
    return a!.type.kind === "number" ? num(s, a) : `nonet.to_numeric(${str(s, a)})`;
  },
  date: (s, args) => {
    const [a] = args;
    if (args.length === 2) return dateInZone(s, a!, args[1]!);
    if (args.length === 3) return `nonet.make_date(${num(s, a)}, ${num(s, args[1])}, ${num(s, args[2])})`;
    switch (a!.type.kind) {
      case "date":
        return compile(s, a!);
      case "date and time":
        return a!.type.zoned ? `${local(s, compile(s, a!))}::date` : `(${compile(s, a!)})::date`;
      case "string":
        return `nonet.to_date(${str(s, a)})`;
      default:
        return `coalesce(nonet.to_date(${str(s, a)}), (nonet.to_instant(${str(s, a)}, ${zone(s)}) at time zone ${zone(s)})::date)`;
    }
  },
  time: (s, args) => {
    const [a] = args;
    if (args.length === 2) return timeInZone(s, a!, args[1]!);
    if (args.length >= 3)
      return args[3] && !isNull(args[3])
        ? unsupported("a time with an offset, except in `date and time(date, time)`")
        : `nonet.make_time(${num(s, a)}, ${num(s, args[1])}, ${num(s, args[2])})`;
    if (a!.type.kind === "time") return compile(s, a!);
    if (a!.type.kind === "date and time") return a!.type.zoned ? `${local(s, compile(s, a!))}::time` : `(${compile(s, a!)})::time`;
    return a!.type.kind === "date" ? `(${compile(s, a!)})::timestamp::time` : `nonet.read_time(${str(s, a)})`;
  },
  "date and time": (s, args, e) => dateAndTime(s, args, e),
  duration: (s, [a], e) => (a!.type.kind.endsWith("duration") ? compile(s, a!) : durationAs(s, e.type, `nonet.to_duration(${str(s, a)})`, str(s, a))),
  "years and months duration": (s, [a, b]) => `nonet.months_between(${asDate(s, a!)}, ${asDate(s, b!)})`,
  "months between": (s, [a, b]) => monthsBetween(s, a!, b!),
  "years between": (s, [a, b]) => `trunc(${monthsBetween(s, a!, b!)} / 12)`,
  "end of": (s, [a, named]) =>
    named
      ? `(case when ${zoneNamed(s, named)} is not null then nonet.day_end(${dateInZone(s, a!, named)}, ${zoneNamed(s, named)}) end)`
      : `nonet.day_end(${asDate(s, a!)}, ${zone(s)})`,
  money: (s, [a, currency]) => (currency!.nullable ? `(case when ${str(s, currency)} is not null then ${num(s, a)} end)` : num(s, a)),
  substring: (s, [a, b, c]) => `nonet.part(${str(s, a)}, ${num(s, b)}, ${c && !isNull(c) ? num(s, c) : "null"})`,
  "string length": (s, [a]) => `char_length(${str(s, a)})::numeric`,
  "upper case": (s, [a]) => `nonet.upper(${str(s, a)})`,
  "lower case": (s, [a]) => `nonet.lower(${str(s, a)})`,
  "substring before": (s, [a, b]) => `(case when strpos(${str(s, a)}, ${str(s, b)}) = 0 then '' else substr(${str(s, a)}, 1, strpos(${str(s, a)}, ${str(s, b)}) - 1) end)`,
  "substring after": (s, [a, b]) =>
    `(case when strpos(${str(s, a)}, ${str(s, b)}) = 0 then '' else substr(${str(s, a)}, strpos(${str(s, a)}, ${str(s, b)}) + char_length(${str(s, b)})) end)`,
  contains: (s, [a, b]) => containing(s, a!, b!),
  "starts with": (s, [a, b]) => `starts_with(${str(s, a)}, ${str(s, b)})`,
  "ends with": (s, [a, b]) => `(right(${str(s, a)}, char_length(${str(s, b)})) = ${str(s, b)})`,
  matches: (s, [a, b, flags]) => matching(s, a!, b!, flags),
  replace: (s, [a, b, c, flags]) => replaced(s, a!, b!, c!, flags),
  split: (s, [a, b]) => parted(s, a!, b!),
  "string join": (s, [list, delimiter]) => {
    const rows = rowsOf(s, list!);
    return unlessMissing(
      rows,
      `(select coalesce(string_agg(${boundAs(s, rows.item, text)}, coalesce(${delimiter ? str(s, delimiter) : "''"}, '')${rows.order ? ` order by ${rows.order}` : ""}), '') from ${rows.from}${whereText(rows.where)})`,
    );
  },
  floor: (s, [a, b]) => rounded(s, "floor", a!, b),
  ceiling: (s, [a, b]) => rounded(s, "ceiling", a!, b),
  decimal: (s, [a, b]) => rounded(s, "half even", a!, b),
  "round up": (s, [a, b]) => rounded(s, "up", a!, b),
  "round down": (s, [a, b]) => rounded(s, "down", a!, b),
  "round half up": (s, [a, b]) => rounded(s, "half up", a!, b),
  "round half down": (s, [a, b]) => rounded(s, "half down", a!, b),
  abs: (s, [a]) =>
    a!.type.kind === "any"
      ? unsupported("`abs` of a value of unknown kind")
      : a!.type.kind.endsWith("duration")
        ? `greatest(${compile(s, a!)}, -(${compile(s, a!)}))`
        : `abs(${num(s, a)})`,
  modulo: (s, [a, b]) => `nonet.modulo(${num(s, a)}, ${num(s, b)})`,
  sqrt: (s, [a]) => `nonet.root(${num(s, a)})`,
  log: (s, [a]) => `nonet.log(${num(s, a)})`,
  exp: (s, [a]) => `nonet.exp(${num(s, a)})`,
  odd: (s, [a]) => `(case when mod(${num(s, a)}, 1) = 0 then mod(abs(${num(s, a)}), 2) = 1 end)`,
  even: (s, [a]) => `(case when mod(${num(s, a)}, 1) = 0 then mod(abs(${num(s, a)}), 2) = 0 end)`,
  is: (s, [a, b]) =>
    a!.type.kind === b!.type.kind || isNull(a!) || isNull(b!)
      ? equal(s, a!, b!, false, false)
      : a!.type.kind === "any" || b!.type.kind === "any"
        ? unsupported("`is` of a value of unknown kind")
        : `(${compile(s, a!)} is null and ${compile(s, b!)} is null)`,
  "day of year": (s, [a]) => `extract(doy from ${asDate(s, a!)})`,
  "day of week": (s, [a]) => `to_char(${asDate(s, a!)}, 'FMDay')`,
  "month of year": (s, [a]) => `to_char(${asDate(s, a!)}, 'FMMonth')`,
  "week of year": (s, [a]) => `extract(week from ${asDate(s, a!)})`,
  "list contains": (s, [list, value]) => listContains(s, list!, value!),
  "get value": (s, [context, key], e) => fromJson(s, `(${compileAs(s, context!, { kind: "any" })} -> ${str(s, key)})`, e.type),
  slug: (s, [a]) => `nonet.slug(${str(s, a)})`,
  ...contextCalls,
};

/** Zero months are `P0M`, zero days `PT0S`. */
const durationAs = (s: Scope, type: Type, sql: string, written: string): string =>
  type.kind === "any"
    ? `(case when ${written} ~ '[DTW]' then ${exactJson(s, sql, { kind: "days and time duration" })} else ${exactJson(s, sql, { kind: "years and months duration" })} end)`
    : sql;
const asDate = (s: Scope, e: Expression): string =>
  e.type.kind === "string" ? unsupported("a day of a text that isn't made a date before, by `date(…)`") : compileAs(s, e, { kind: "date" });

/** PostgreSQL's own functions suffice without a scale. */
function rounded(s: Scope, how: string, value: Expression, scale: Expression | undefined): string {
  const plain = how === "floor" ? "floor" : how === "ceiling" ? "ceil" : null;
  if (plain && (!scale || isNull(scale))) return `${plain}(${num(s, value)})`;
  if (how === "half up" && scale?.kind === "literal" && /^\d{1,3}$/.test(String(scale.value))) return `round(${num(s, value)}, ${String(scale.value)})`;
  return `nonet.rounded(${num(s, value)}, ${int(s, scale)}, '${how}')`;
}

function stringOf(s: Scope, e: Expression): string {
  if (isNull(e)) return "null::text";
  const sql = compile(s, e);
  switch (e.type.kind) {
    case "time":
      return `nonet.clock_text(${sql})`;
    case "date and time":
      return e.type.zoned ? `nonet.zoned_text(${sql}, ${zone(s)})` : `nonet.local_text(${sql})`;
    case "list":
    case "context":
    case "range":
    case "function":
      return unsupported("a list or a context as a text");
    default:
      return isoText(sql, e.type);
  }
}

/** The name of a time zone as PostgreSQL knows it; null if there is none. */
const zoneNamed = (s: Scope, e: Expression): string => `nonet.zone(${str(s, e)})`;

const monthsBetween = (s: Scope, a: Expression, b: Expression): string => `nonet.month_count(nonet.months_between(${asDate(s, a)}, ${asDate(s, b)}))`;

/** The date of an instant in another zone; a date without a time is the same in every zone. */
function dateInZone(s: Scope, a: Expression, named: Expression): string {
  if (a.type.kind === "date") return `(case when ${zoneNamed(s, named)} is not null then ${compile(s, a)} end)`;
  return `(${compileAs(s, a, { kind: "date and time", zoned: true })} at time zone ${zoneNamed(s, named)})::date`;
}

/** The time of day of an instant in another zone; a time without a date is the same in every zone. */
function timeInZone(s: Scope, a: Expression, named: Expression): string {
  if (a.type.kind === "date and time") return `(${compileAs(s, a, { kind: "date and time", zoned: true })} at time zone ${zoneNamed(s, named)})::time`;
  return `(case when ${zoneNamed(s, named)} is not null then ${a.type.kind === "date" ? `(${compile(s, a)})::timestamp::time` : compile(s, a)} end)`;
}

/** The time of day of a time, or of a date and time in the product's zone. */
function clockOf(s: Scope, e: Expression): string {
  if (e.type.kind === "time" && e.type.zoned) return unsupported("a time with a zone, where another zone is named too");
  if (e.type.kind !== "date and time") return compile(s, e);
  return e.type.zoned ? `${local(s, compile(s, e))}::time` : `(${compile(s, e)})::time`;
}

/** A date at a time that has a zone of its own. */
function atZonedTime(s: Scope, date: string, e: Expression): string {
  if (e.kind === "if") return `(case when ${condition(s, e.condition)} then ${atZonedTime(s, date, e.then)} else ${atZonedTime(s, date, e.otherwise)} end)`;
  if (isNull(e)) return "null::timestamptz";
  if (e.kind === "call" && e.function === "time" && e.arguments.length === 4) {
    const [hour, minute, second] = e.arguments.map((each) => num(s, each));
    return `((${date} + nonet.make_time(${hour}, ${minute}, ${second}) - ${compile(s, e.arguments[3]!)}) at time zone 'UTC')`;
  }
  const read = e.kind === "literal" ? /^(\d\d:\d\d:\d\d(?:\.\d{1,6})?)\d*(?:@(.+)|(Z|z|[+-]\d\d:\d\d.*))$/.exec(String(e.value)) : null;
  if (!read) return unsupported("a time with a zone, except in `date and time(date, time)`");
  return `nonet.instant(${date} + ${s.params.bind(read[1], "time")}, nonet.zone(${s.params.bind(read[2] ?? read[3]!.toUpperCase(), "text")}))`;
}

function dateAndTime(s: Scope, args: readonly Expression[], e: Call): string {
  const [a, b] = args;
  const zoned = e.type.kind === "date and time" ? e.type.zoned : true;
  if (args.length === 1) {
    if (a!.type.kind === "date and time" || a!.type.kind === "date") return compileAs(s, a!, e.type);
    if (e.type.kind !== "date and time") return unsupported("a date and time read from a text, which may have a zone or none");
    return zoned ? `nonet.to_instant(${str(s, a)}, ${zone(s)})` : `nonet.to_local(${str(s, a)})`;
  }
  if (args.length === 2 && b!.type.kind === "time" && b!.type.zoned) return atZonedTime(s, compileAs(s, a!, { kind: "date" }), b!);
  if (args.length === 3) return `nonet.instant(${compileAs(s, a!, { kind: "date" })} + ${clockOf(s, b!)}, ${zoneNamed(s, args[2]!)})`;
  if (args.length === 2 && b!.type.kind === "time")
    return convert(s, `(${compileAs(s, a!, { kind: "date" })} + ${compile(s, b!)})`, { kind: "date and time", zoned: false }, e.type);
  // An instant stays the same in another zone.
  if (args.length === 2 && a!.type.kind === "date and time" && a!.type.zoned) return `(case when ${zoneNamed(s, b!)} is not null then ${compile(s, a!)} end)`;
  if (args.length === 2) return `nonet.instant(${compileAs(s, a!, { kind: "date and time", zoned: false })}, ${zoneNamed(s, b!)})`;
  const [year, month, day, hour, minute, second] = args.map((each) => num(s, each));
  const at = `(nonet.make_date(${year}, ${month}, ${day}) + nonet.make_time(${hour}, ${minute}, ${second}))`;
  if (args.length === 6) return at;
  return args[6]!.type.kind === "string" ? `nonet.instant(${at}, ${zoneNamed(s, args[6]!)})` : `((${at} - ${compile(s, args[6]!)}) at time zone 'UTC')`;
}

function matching(s: Scope, a: Expression, b: Expression, flags: Expression | undefined): string {
  const { text } = patternSql(b, flags, false);
  return text === null ? "null::boolean" : `(${str(s, a)} ~ ${s.params.bind(text, "text")})`;
}

function replaced(s: Scope, a: Expression, b: Expression, c: Expression, flags: Expression | undefined): string {
  const { text, matchesEmpty } = patternSql(b, flags, true);
  return text === null || matchesEmpty ? "null::text" : `regexp_replace(${str(s, a)}, ${s.params.bind(text, "text")}, ${s.params.bind(replacementSql(c), "text")}, 'g')`;
}

function parted(s: Scope, a: Expression, b: Expression): string {
  const { text, matchesEmpty } = patternSql(b, undefined, true);
  if (text === null) return "null::text[]";
  return matchesEmpty ? unsupported("`split` by what may be empty") : `regexp_split_to_array(${str(s, a)}, ${s.params.bind(text, "text")})`;
}
