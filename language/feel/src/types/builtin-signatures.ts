/**
 * The built-in functions of DMN 1.5 (section 10.3.4) and the types of their parameters and results.
 *
 * A line reads `name(parameter: type, optional?: type, rest...: type): result`. A result ending in `?` can be null
 * even if no argument is. A result ending in `!` is null only if its list is. Any other result is null if an argument is.
 * `$element`, `$first`, `$list` and `$with` are the element type of the first list, the type of the first argument, a list
 * of the same elements, and such a list with the last argument added. See parameter-types.ts for the other words.
 * Nonet adds to the standard: a time zone for `date`, `time`, `date and time` and `today`, `months between`, `years between`, `end of`, `money` and `slug`.
 */
import { fold } from "./scope.ts";

export interface BuiltinParameter {
  readonly name: string;
  /** One of the words in parameter-types.ts. */
  readonly type: string;
  readonly optional: boolean;
  readonly rest: boolean;
}

export interface Signature {
  readonly name: string;
  readonly parameters: readonly BuiltinParameter[];
  readonly result: string;
  readonly nulls: "?" | "!" | "";
}

const signatureLines = `
date(from: moment): date?
date(year: number, month: number, day: number): date?
date(from: moment, timezone: string): date?
date and time(from: moment): moment?
date and time(date: moment, time: time): $joined?
date and time(date: moment, time: time, timezone: string): instant?
date and time(from: moment, timezone: string): instant?
date and time(year: number, month: number, day: number, hour: number, minute: number, second: number): local?
date and time(year: number, month: number, day: number, hour: number, minute: number, second: number, timezone: string): instant?
date and time(year: number, month: number, day: number, hour: number, minute: number, second: number, offset: days): instant?
time(from: moment): time?
time(from: moment, timezone: string): time?
time(hour: number, minute: number, second: number, offset?: days): time?
number(from: any, grouping separator?: string, decimal separator?: string): number?
string(from: any): string
duration(from: duration): duration?
years and months duration(from: moment, to: moment): months
months between(from: moment, to: moment): integer
years between(from: moment, to: moment): integer
end of(date: moment): instant?
end of(date: moment, timezone: string): instant?
money(amount: number, currency: string): $money
context(entries: list): context?
range(from: string): range?
not(negand: boolean): boolean
substring(string: string, start position: number, length?: number): string?
string length(string: string): integer
upper case(string: string): string
lower case(string: string): string
slug(text: string): string
substring before(string: string, match: string): string
substring after(string: string, match: string): string
replace(input: string, pattern: string, replacement: string, flags?: string): string?
contains(string: string, match: string): boolean
starts with(string: string, match: string): boolean
ends with(string: string, match: string): boolean
matches(input: string, pattern: string, flags?: string): boolean
split(string: string, delimiter: string): list of strings
string join(list: strings, delimiter?: string): string
list contains(list: list, element: any): boolean!
list replace(list: list, position: number, newItem: any): $with?
list replace(list: list, match: function, newItem: any): $with?
count(list: list): integer!
min(list...: ordered): $element?
max(list...: ordered): $element?
sum(list...: numbers): $sum!
mean(list...: numbers): $element?
median(list...: numbers): $element?
mode(list...: numbers): list of numbers?
stddev(list...: numbers): number?
product(list...: numbers): number?
all(list...: booleans): boolean
any(list...: booleans): boolean
sublist(list: list, start position: number, length?: number): $list?
append(list: list, item...: any): $with
concatenate(list...: list): $concatenated
insert before(list: list, position: number, newItem: any): $with?
remove(list: list, position: number): $list?
reverse(list: list): $list
index of(list: list, match: any): list of numbers
union(list...: list): $concatenated
distinct values(list: list): $list
flatten(list: list): $flattened
decimal(n: number, scale: number): $first
floor(n: number, scale?: number): $whole
ceiling(n: number, scale?: number): $whole
round up(n: number, scale: number): $first
round down(n: number, scale: number): $first
round half up(n: number, scale: number): $first
round half down(n: number, scale: number): $first
abs(n: quantity): $first
abs(number: quantity): $first
modulo(dividend: number, divisor: number): $first?
sqrt(number: number): number?
log(number: number): number?
exp(number: number): number?
odd(number: number): boolean?
even(number: number): boolean?
is(value1: any, value2: any): boolean!
sort(list: list, precedes?: function): $list?
get value(m: context, key: string): any?
get value(context: context, key: string): any?
get entries(m: context): list of contexts
get entries(context: context): list of contexts
context put(context: context, key: string, value: any): $put
context put(context: context, keys: list, value: any): context
context merge(contexts: list): $merged
now(): instant!
today(): date!
today(timezone: string): date?
day of year(date: moment): integer
day of week(date: moment): string
month of year(date: moment): string
week of year(date: moment): integer
before(point1: any, point2: any): boolean
before(range1: any, range2: any): boolean
before(point: any, range: any): boolean
before(range: any, point: any): boolean
after(point1: any, point2: any): boolean
after(range1: any, range2: any): boolean
after(point: any, range: any): boolean
after(range: any, point: any): boolean
meets(range1: range, range2: range): boolean
met by(range1: range, range2: range): boolean
overlaps(range1: range, range2: range): boolean
overlaps before(range1: range, range2: range): boolean
overlaps after(range1: range, range2: range): boolean
finishes(point: any, range: range): boolean
finishes(range1: any, range2: range): boolean
finished by(range: range, point: any): boolean
finished by(range1: range, range2: any): boolean
includes(range: range, point: any): boolean
includes(range1: range, range2: any): boolean
during(point: any, range: range): boolean
during(range1: any, range2: range): boolean
starts(point: any, range: range): boolean
starts(range1: any, range2: range): boolean
started by(range: range, point: any): boolean
started by(range1: range, range2: any): boolean
coincides(point1: any, point2: any): boolean
coincides(range1: any, range2: any): boolean
`;

function parseSignature(line: string): Signature {
  const open = line.indexOf("(");
  const close = line.lastIndexOf(")");
  const inside = line.slice(open + 1, close);
  const result = line.slice(close + 2).trim();
  const nulls = result.endsWith("?") ? "?" : result.endsWith("!") ? "!" : "";
  return {
    name: line.slice(0, open),
    parameters: inside === "" ? [] : inside.split(", ").map(parseParameter),
    result: nulls === "" ? result : result.slice(0, -1),
    nulls,
  };
}

function parseParameter(text: string): BuiltinParameter {
  const [name = "", type = "any"] = text.split(": ");
  return { name: name.replace(/\?$|\.\.\.$/, ""), type, optional: name.endsWith("?"), rest: name.endsWith("...") };
}

/** The signatures of every built-in function, by folded name. */
export const builtins: ReadonlyMap<string, readonly Signature[]> = (() => {
  const found = new Map<string, Signature[]>();
  for (const line of signatureLines.trim().split("\n")) {
    const signature = parseSignature(line);
    const key = fold(signature.name);
    found.set(key, [...(found.get(key) ?? []), signature]);
  }
  return found;
})();
