/** List functions that select or rearrange elements (DMN 1.5, sections 10.3.4.4 and 10.3.4.8). Positions start at 1, from the end at -1. */
import { compare, equal } from "../values/compare.ts";
import { ofInteger } from "../values/small-decimal.ts";
import { asList, FunctionValue, integerOf, isDecimal, isList, single, type Value } from "../values/value.ts";
import type { Builtin } from "./builtin.ts";

/** A function whose first argument is a list: null if it is null. */
function ofList(run: (list: readonly Value[], args: readonly Value[]) => Value): Builtin {
  return (args) => {
    const list = asList(args[0] ?? null);
    return list ? run(list, args) : null;
  };
}

export const listFunctions: Readonly<Record<string, Builtin>> = {
  "list contains": ofList((list, args) => list.some((each) => same(each, args[1] ?? null))),
  count: ofList((list) => ofInteger(list.length)),
  sublist: ofList((list, args) => sublist(list, args[1] ?? null, args[2])),
  append: ofList((list, args) => [...list, ...args.slice(1)]),
  concatenate: (args) => concatenate(args),
  "insert before": ofList((list, args) => {
    const at = position(list, args[1]);
    return at === null ? null : [...list.slice(0, at), args[2] ?? null, ...list.slice(at)];
  }),
  remove: ofList((list, args) => {
    const at = position(list, args[1]);
    return at === null ? null : list.filter((_, i) => i !== at);
  }),
  "list replace": ofList((list, args) => replace(list, args[1] ?? null, args[2] ?? null)),
  reverse: ofList((list) => [...list].reverse()),
  "index of": ofList((list, args) => list.flatMap((each, i) => (same(each, args[1] ?? null) ? [integerOf(i + 1)] : []))),
  union: (args) => {
    const all = concatenate(args);
    return all && distinct(all);
  },
  "distinct values": ofList((list) => distinct(list)),
  flatten: ofList((list) => flatten(list)),
  sort: ofList((list, args) => sort(list, args[1])),
};

function same(a: Value, b: Value): boolean {
  return equal(a, b) === true;
}

/** The index of a position, whose fraction is ignored; null if the list has no such position. */
function position(list: readonly Value[], value: Value | undefined): number | null {
  const at = single(value ?? null);
  const whole = isDecimal(at) ? at.trunc().toNumber() : 0;
  if (whole === 0) return null;
  const index = whole > 0 ? whole - 1 : list.length + whole;
  return index >= 0 && index < list.length ? index : null;
}

function sublist(list: readonly Value[], start: Value, length: Value | undefined): Value {
  const at = position(list, start);
  if (at === null) return null;
  if (length === undefined) return list.slice(at);
  const count = single(length);
  if (!isDecimal(count) || count.lt(1) || count.plus(at).gt(list.length)) return null;
  return list.slice(at, at + count.trunc().toNumber());
}

function concatenate(args: readonly Value[]): readonly Value[] | null {
  const lists = args.map(asList);
  return lists.includes(null) ? null : lists.flatMap((list) => list!);
}

function replace(list: readonly Value[], match: Value, item: Value): Value {
  if (match instanceof FunctionValue) {
    if (match.parameters.length !== 2) return null;
    const verdicts = list.map((each) => match.call([each, item]));
    return verdicts.every((each) => typeof each === "boolean") ? list.map((each, i) => (verdicts[i] ? item : each)) : null;
  }
  const at = position(list, match);
  return at === null ? null : list.map((each, i) => (i === at ? item : each));
}

function distinct(list: readonly Value[]): Value[] {
  const found: Value[] = [];
  const texts = new Set<string>();
  for (const each of list) {
    if (typeof each === "string") {
      if (!texts.has(each)) found.push(each);
      texts.add(each);
    } else if (!found.some((other) => same(other, each))) found.push(each);
  }
  return found;
}

function flatten(list: readonly Value[]): Value[] {
  return list.flatMap((each) => (isList(each) ? flatten(each) : [each]));
}

/** A stable sort, by a function that tells whether the first argument comes before the second, or by the order of the elements. */
function sort(list: readonly Value[], precedes: Value | undefined): Value {
  if (precedes === undefined || precedes === null) {
    const comparable = list.every((each) => compare(each, list[0]!) !== null);
    return comparable ? [...list].sort((a, b) => compare(a, b)!) : null;
  }
  if (!(precedes instanceof FunctionValue) || precedes.parameters.length !== 2) return null;
  return [...list].sort((a, b) => (precedes.call([a, b]) === true ? -1 : precedes.call([b, a]) === true ? 1 : 0));
}
