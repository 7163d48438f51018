/** Splits the possible values of an input into intervals whose values all match the same cells of the column. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";

/** An exact position in an order; infinite at its ends. */
export type Place = bigint | number;

/** An interval between two values (or one value, if they are the same); a text, with null for any other text; or an opaque value. */
export type Interval =
  | { readonly kind: "order"; readonly low: Place; readonly high: Place; readonly words: string }
  | { readonly kind: "text"; readonly text: string | null }
  | { readonly kind: "opaque" };

/** The possible values: these texts, or numbers from `low` to `high`. */
export interface Known {
  readonly choices?: readonly string[] | null;
  readonly low?: Place;
  readonly high?: Place;
  /** The ends that are no values themselves. */
  readonly excludesLow?: boolean;
  readonly excludesHigh?: boolean;
  /** Only whole numbers. */
  readonly whole?: boolean;
}

export interface Column {
  readonly stretches: readonly Interval[];
  /** False if values other than these are possible. */
  readonly everything: boolean;
  /** The last interval has the values that no cell mentions; a gap there may be intended. */
  readonly beyond?: boolean;
}

const ordered = new Set(["number", "date", "time", "days and time duration", "years and months duration", "date and time"]);

export function valuesNearBounds(type: Type, cells: readonly (readonly UnaryTest[])[], known: Known): Column {
  const literals = cells.flatMap((tests) => tests.flatMap(literalsOf));
  const choices = known.choices ?? null;
  if (cells.every((tests) => tests.some((t) => t.kind === "any"))) return { stretches: [{ kind: "text", text: null }], everything: true };
  if (type.kind === "boolean") return { stretches: ["true", "false"].map((text) => ({ kind: "text", text })), everything: true };
  if (type.kind === "string") {
    const texts = new Set(choices ?? literals.flatMap((l) => (typeof l.value === "string" ? [l.value] : [])));
    const stretches = [...texts].map((text): Interval => ({ kind: "text", text }));
    if (choices !== null && texts.size > 0) return { stretches, everything: true };
    const isNamed = texts.size === 0 || cells.some((tests) => tests.some((t) => t.kind === "not"));
    return { stretches: [...stretches, { kind: "text", text: null }], everything: true, ...(isNamed ? {} : { beyond: true }) };
  }
  return ordered.has(type.kind) ? orderedColumn(literals, type, known) : { stretches: [{ kind: "opaque" }], everything: false };
}

function orderedColumn(literals: readonly Literal[], type: Type, known: Known): Column {
  const at = new Map<bigint, string>();
  for (const l of literals) {
    const order = orderOf(l);
    if (order !== null) at.set(order, wordsOf(l));
  }
  const marks = [...at.keys()].sort((a, b) => (a < b ? -1 : 1));
  const step = type.kind === "date" ? 1n : type.kind === "number" && (known.whole || type.integer === true) ? scale : null;
  const [low, high] = type.kind === "time" ? [0n, lastOfDay] : [known.low ?? -Infinity, known.high ?? Infinity];
  const stretches: Interval[] = [];
  const add = (from: Place, to: Place, words: string): void => {
    const isPoint = from === to;
    const isOutside = from < low || from > high || (known.excludesLow && from === low) || (known.excludesHigh && from === high);
    const exists = isPoint ? isWhole(from, step) && !isOutside : holdsSome(from, to, step) && to > low && from < high;
    if (exists) stretches.push({ kind: "order", low: from, high: to, words });
  };
  marks.forEach((mark, i) => {
    const before = marks[i - 1];
    add(before ?? -Infinity, mark, before === undefined ? `below ${at.get(mark)}` : `between ${at.get(before)} and ${at.get(mark)}`);
    add(mark, mark, at.get(mark)!);
  });
  const last = marks.at(-1);
  if (last !== undefined) add(last, Infinity, `above ${at.get(last)}`);
  return { stretches: stretches.length > 0 ? stretches : [{ kind: "order", low: -Infinity, high: Infinity, words: "any value" }], everything: true };
}

const isWhole = (place: Place, step: bigint | null): boolean => step === null || typeof place === "number" || place % step === 0n;

/** Whether there is a value strictly between them, for values in discrete steps. */
function holdsSome(from: Place, to: Place, step: bigint | null): boolean {
  if (step === null || typeof from === "number" || typeof to === "number") return true;
  const next = (from / step + (from >= 0n || from % step === 0n ? 1n : 0n)) * step;
  return next < to;
}

type Literal = Expression & { readonly kind: "literal" };

function literalsOf(test: UnaryTest): Literal[] {
  switch (test.kind) {
    case "any":
    case "condition":
      return [];
    case "not":
      return test.tests.flatMap(literalsOf);
    case "compare":
      return within(test.value);
    case "member":
      return within(test.of);
  }
}

function within(e: Expression): Literal[] {
  if (e.kind === "literal") return [e];
  if (e.kind === "negate") return e.of.kind === "literal" && e.of.type.kind === "number" ? [{ ...e.of, value: `-${e.of.value}` }] : [];
  if (e.kind === "list") return e.items.flatMap(within);
  return e.kind === "range" ? [e.low, e.high].flatMap((end) => (end ? within(end) : [])) : [];
}

/** Numbers have 34 digits; this many decimals are distinguished. */
const digits = 40;
const scale = 10n ** BigInt(digits);
/** Times have a resolution of seconds: nothing comes after 23:59:59. */
const lastOfDay = 86_399_000n;

/** A number as a position in the order; null if the text is not a number. */
export function placeOf(text: string): bigint | null {
  const found = /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(text);
  if (!found || (found[2] === "" && !found[3])) return null;
  const [, sign, whole = "", part = "", power = "0"] = found;
  const shift = digits + Number(power) - part.length;
  const value = shift >= 0 ? BigInt(whole + part) * 10n ** BigInt(shift) : BigInt(whole + part) / 10n ** BigInt(-shift);
  return sign === "-" ? -value : value;
}

/** The position of an ordered literal; null for a computed value. */
export function orderOf(e: Expression): bigint | null {
  const [literal] = e.kind === "literal" || e.kind === "negate" ? within(e) : [];
  if (!literal || typeof literal.value !== "string") return null;
  const text = literal.value;
  switch (literal.type.kind) {
    case "number":
      return placeOf(text);
    case "date":
      return moment(`${text}T00:00:00Z`, 86_400_000);
    case "date and time":
      // A value without a zone is compared with others without a zone.
      return moment(/(?:Z|[+-]\d\d:\d\d|@.*)$/.test(text) ? text : `${text}Z`, 1);
    case "time":
      return moment(`1970-01-01T${text}Z`, 1);
    case "years and months duration":
    case "days and time duration":
      return durationOrder(text);
    default:
      return null;
  }
}

function moment(text: string, unit: number): bigint | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : BigInt(Math.round(at / unit));
}

function durationOrder(text: string): bigint | null {
  const found = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (!found) return null;
  const [years, months, days, hours, minutes, seconds] = found.slice(2).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const size = years * 12 + months > 0 ? years * 12 + months : Math.round((((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000);
  return BigInt(found[1] === "-" ? -size : size);
}

const wordsOf = (l: Literal): string => String(l.value);
