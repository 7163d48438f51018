/** Compiles FEEL's built-in functions (DMN 1.5, section 10.3.4) to SQL. */
import { type Expression, type Type } from "@nonet/feel";
import { boundAs, compile, compileAs, convert, whereText } from "./compile-expression.ts";
import { rowsOf } from "./compile-rows.ts";
import { equal, listContains } from "./compile-operators.ts";
import { isNull, local, today, unsupported, zone, type Scope } from "./compile-scope.ts";
import { isoText, toJson } from "./convert.ts";
import { compileRangeCall } from "./compile-range-call.ts";
import { compileListCall } from "./compile-list-call.ts";

type Call = Expression & { kind: "call" };
const text: Type = { kind: "string" };
const number: Type = { kind: "number" };
const boolean: Type = { kind: "boolean" };

export function compileCall(s: Scope, e: Call): string {
  const of = table[e.function];
  if (of) return of(s, e.arguments, e);
  return compileListCall(s, e) ?? compileRangeCall(s, e) ?? unsupported(`the function ${e.function}`);
}

const str = (s: Scope, e: Expression | undefined): string => (e ? compileAs(s, e, text) : "null::text");
const num = (s: Scope, e: Expression | undefined): string => (e ? `(${compileAs(s, e, number)})` : "null::numeric");
const int = (s: Scope, e: Expression | undefined): string => (e && !isNull(e) ? `trunc(${num(s, e)})::int` : "null::int");

type Maker = (s: Scope, args: readonly Expression[], e: Call) => string;

const table: Readonly<Record<string, Maker>> = {
  not: (s, [a]) => `(not ${compileAs(s, a!, boolean)})`,
  today: (s) => today(s),
  now: () => "nonet.now()",
  string: (s, [a]) => (isNull(a!) ? "null::text" : isoText(compile(s, a!), a!.type)),
  number: (s, [a, grouping, decimal]) => {
    if (a!.type.kind === "number") return num(s, a);
    const plain = grouping && !isNull(grouping) ? `replace(${str(s, a)}, ${str(s, grouping)}, '')` : str(s, a);
    return `nonet.to_numeric(${decimal && !isNull(decimal) ? `replace(${plain}, ${str(s, decimal)}, '.')` : plain})`;
  },
  date: (s, args) => {
    const [a] = args;
    if (args.length === 3) return `nonet.to_date(lpad((${int(s, a)})::text, 4, '0') || '-' || lpad((${int(s, args[1])})::text, 2, '0') || '-' || lpad((${int(s, args[2])})::text, 2, '0'))`;
    switch (a!.type.kind) {
      case "date": return compile(s, a!);
      case "date and time": return a!.type.zoned ? `${local(s, compile(s, a!))}::date` : `(${compile(s, a!)})::date`;
      default: return `coalesce(nonet.to_date(${str(s, a)}), (nonet.to_instant(${str(s, a)}, ${zone(s)}) at time zone ${zone(s)})::date)`;
    }
  },
  time: (s, args) => {
    const [a] = args;
    if (args.length >= 3) return `nonet.to_time(${clockText(s, args)})`;
    if (a!.type.kind === "time") return compile(s, a!);
    if (a!.type.kind === "date and time") return a!.type.zoned ? `${local(s, compile(s, a!))}::time` : `(${compile(s, a!)})::time`;
    return a!.type.kind === "date" ? `(${compile(s, a!)})::timestamp::time` : `nonet.to_time(${str(s, a)})`;
  },
  "date and time": (s, args, e) => dateAndTime(s, args, e),
  duration: (s, [a], e) => (a!.type.kind.endsWith("duration") ? compile(s, a!) : durationAs(s, e.type, `nonet.to_duration(${str(s, a)})`)),
  "years and months duration": (s, [a, b]) => `nonet.months_between(${compileAs(s, a!, { kind: "date" })}, ${compileAs(s, b!, { kind: "date" })})`,
  substring: (s, [a, b, c]) => `nonet.substring(${str(s, a)}, ${int(s, b)}, ${int(s, c)})`,
  "string length": (s, [a]) => `char_length(${str(s, a)})::numeric`,
  "upper case": (s, [a]) => `upper(${str(s, a)})`,
  "lower case": (s, [a]) => `lower(${str(s, a)})`,
  "substring before": (s, [a, b]) => `substr(${str(s, a)}, 1, greatest(strpos(${str(s, a)}, ${str(s, b)}) - 1, 0))`,
  "substring after": (s, [a, b]) => `(case when strpos(${str(s, a)}, ${str(s, b)}) = 0 then '' else substr(${str(s, a)}, strpos(${str(s, a)}, ${str(s, b)}) + char_length(${str(s, b)})) end)`,
  contains: (s, [a, b]) => `(strpos(${str(s, a)}, ${str(s, b)}) > 0)`,
  "starts with": (s, [a, b]) => `starts_with(${str(s, a)}, ${str(s, b)})`,
  "ends with": (s, [a, b]) => `(right(${str(s, a)}, char_length(${str(s, b)})) = ${str(s, b)})`,
  matches: (s, [a, b, flags]) => `(${str(s, a)} ~ ${pattern(s, b!, flags)})`,
  replace: (s, [a, b, c, flags]) => `regexp_replace(${str(s, a)}, ${pattern(s, b!, flags)}, regexp_replace(${str(s, c)}, '\\$(\\d)', '\\\\\\1', 'g'), 'g')`,
  split: (s, [a, b]) => `regexp_split_to_array(${str(s, a)}, ${str(s, b)})`,
  "string join": (s, [list, delimiter]) => {
    const rows = rowsOf(s, list!);
    return `(select coalesce(string_agg(${boundAs(s, rows.item, text)}, coalesce(${delimiter ? str(s, delimiter) : "''"}, '')${rows.order ? ` order by ${rows.order}` : ""}), '') from ${rows.from}${whereText(rows.where)})`;
  },
  floor: (s, [a, b]) => scaled(s, "floor", a!, b),
  ceiling: (s, [a, b]) => scaled(s, "ceil", a!, b),
  decimal: (s, [a, b]) => `nonet.round_even(${num(s, a)}, ${int(s, b)})`,
  "round up": (s, [a, b]) => `nonet.round_up(${num(s, a)}, ${int(s, b)})`,
  "round down": (s, [a, b]) => `nonet.round_down(${num(s, a)}, ${int(s, b)})`,
  "round half up": (s, [a, b]) => `round(${num(s, a)}, ${int(s, b)})`,
  "round half down": (s, [a, b]) => `nonet.round_half_down(${num(s, a)}, ${int(s, b)})`,
  abs: (s, [a]) => (a!.type.kind.endsWith("duration") ? `greatest(${compile(s, a!)}, -(${compile(s, a!)}))` : `abs(${num(s, a)})`),
  modulo: (s, [a, b]) => `(${num(s, a)} - ${num(s, b)} * floor(${num(s, a)} / nullif(${num(s, b)}, 0)))`,
  sqrt: (s, [a]) => `(case when ${num(s, a)} >= 0 then trim_scale(sqrt(${num(s, a)})) end)`,
  log: (s, [a]) => `(case when ${num(s, a)} > 0 then trim_scale(ln(${num(s, a)})) end)`,
  exp: (s, [a]) => `trim_scale(exp(${num(s, a)}))`,
  odd: (s, [a]) => `(mod(abs(${num(s, a)}), 2) = 1)`,
  even: (s, [a]) => `(mod(abs(${num(s, a)}), 2) = 0)`,
  is: (s, [a, b]) => (a!.type.kind === b!.type.kind || isNull(a!) || isNull(b!) ? equal(s, a!, b!, false) : "false"),
  "day of year": (s, [a]) => `extract(doy from ${asDate(s, a!)})`,
  "day of week": (s, [a]) => `to_char(${asDate(s, a!)}, 'FMDay')`,
  "month of year": (s, [a]) => `to_char(${asDate(s, a!)}, 'FMMonth')`,
  "week of year": (s, [a]) => `extract(week from ${asDate(s, a!)})`,
  "list contains": (s, [list, value]) => listContains(s, list!, value!),
  "get value": (s, [context, key], e) => convert(s, `(${compileAs(s, context!, { kind: "any" })} -> ${str(s, key)})`, { kind: "any" }, e.type),
  "context put": (s, [context, key, value]) => (key!.type.kind === "string" ? `jsonb_set(${compileAs(s, context!, { kind: "any" })}, array[${str(s, key)}], coalesce(${toJson(s, compile(s, value!), value!.type, "plain")}, 'null'::jsonb))` : unsupported("`context put` with a path of keys")),
};

const durationAs = (s: Scope, type: Type, sql: string): string => (type.kind === "any" ? toJson(s, sql, { kind: "days and time duration" }, "plain") : sql);
const asDate = (s: Scope, e: Expression): string => compileAs(s, e, { kind: "date" });

function scaled(s: Scope, sql: string, value: Expression, scale: Expression | undefined): string {
  if (!scale || isNull(scale)) return `${sql}(${num(s, value)})`;
  const by = `power(10::numeric, ${int(s, scale)})`;
  return `trim_scale(${sql}(${num(s, value)} * ${by}) / ${by})`;
}

/** `hh:mm:ss` of three numbers; a time that doesn't exist becomes null when it is read. */
const clockText = (s: Scope, [h, m, sec]: readonly Expression[]): string => `lpad((${int(s, h)})::text, 2, '0') || ':' || lpad((${int(s, m)})::text, 2, '0') || ':' || lpad((${int(s, sec)})::text, 2, '0')`;

function dateAndTime(s: Scope, args: readonly Expression[], e: Call): string {
  const [a, b] = args;
  const zoned = e.type.kind === "date and time" ? e.type.zoned : true;
  if (args.length === 1) {
    if (a!.type.kind === "date and time" || a!.type.kind === "date") return compileAs(s, a!, e.type);
    const sql = zoned ? `nonet.to_instant(${str(s, a)}, ${zone(s)})` : `nonet.to_local(${str(s, a)})`;
    return e.type.kind === "date and time" ? sql : toJson(s, sql, { kind: "date and time", zoned }, "plain");
  }
  if (args.length === 2 && b!.type.kind === "time") return convert(s, `(${compileAs(s, a!, { kind: "date" })} + ${compile(s, b!)})`, { kind: "date and time", zoned: false }, e.type);
  if (args.length === 2) return `(${compileAs(s, a!, { kind: "date and time", zoned: false })} at time zone ${str(s, b)})`;
  const two = (x: Expression | undefined): string => `lpad((${int(s, x)})::text, 2, '0')`;
  const at = `nonet.to_local(lpad((${int(s, a)})::text, 4, '0') || '-' || ${two(b)} || '-' || ${two(args[2])} || 'T' || ${clockText(s, args.slice(3))})`;
  if (args.length === 6) return at;
  return args[6]!.type.kind === "string" ? `(${at} at time zone ${str(s, args[6])})` : `((${at} - ${compile(s, args[6]!)}) at time zone 'UTC')`;
}

/** XPath's flags as PostgreSQL's embedded options. */
function pattern(s: Scope, e: Expression, flags: Expression | undefined): string {
  if (!flags || isNull(flags)) return str(s, e);
  if (flags.kind !== "literal" || typeof flags.value !== "string" || !/^[ismx]*$/.test(flags.value)) return unsupported("flags of a pattern that aren't a plain text of i, s, m, x");
  const options = [...flags.value].map((f) => ({ i: "i", x: "x", m: "w", s: "" })[f] ?? "").join("");
  return options ? `('(?${options})' || ${str(s, e)})` : str(s, e);
}

