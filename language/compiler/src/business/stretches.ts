/** Cuts the values that an input can have into stretches, all of whose values meet the same cells of its column. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";

/** Between two values (or at one, where they are the same); a text; `text` null stands for any other one. */
export type Stretch = { readonly kind: "order"; readonly low: number; readonly high: number; readonly words: string } | { readonly kind: "text"; readonly text: string | null };

export interface Column {
  readonly stretches: readonly Stretch[];
  /** False where further values can come that nothing tells. */
  readonly everything: boolean;
}

const ordered = new Set(["number", "date", "time", "days and time duration", "years and months duration", "date and time"]);

/** Null where nothing can be told of the column. */
export function nearValues(type: Type, cells: readonly (readonly UnaryTest[])[], choices: readonly string[] | null): Column | null {
  const literals = cells.flatMap((tests) => tests.flatMap(literalsOf));
  if (cells.every((tests) => tests.some((t) => t.kind === "any"))) return { stretches: [{ kind: "text", text: null }], everything: true };
  if (type.kind === "boolean") return { stretches: ["true", "false"].map((text) => ({ kind: "text", text })), everything: true };
  if (type.kind === "string") {
    const texts = new Set([...literals.flatMap((l) => (typeof l.value === "string" ? [l.value] : [])), ...(choices ?? [])]);
    const other = cells.some((tests) => tests.some((t) => t.kind === "not")) && choices === null;
    return {
      stretches: [...[...texts].map((text): Stretch => ({ kind: "text", text })), ...(other || texts.size === 0 ? [{ kind: "text", text: null } as const] : [])],
      everything: choices !== null,
    };
  }
  return ordered.has(type.kind) ? orderedColumn(literals, type) : null;
}

function orderedColumn(literals: readonly Literal[], type: Type): Column {
  const at = new Map<number, string>();
  for (const l of literals) {
    const order = orderOf(l);
    if (order !== null) at.set(order, wordsOf(l));
  }
  const marks = [...at.keys()].sort((a, b) => a - b);
  const whole = type.kind === "date" || (type.kind === "number" && type.integer === true);
  const stretches: Stretch[] = [];
  marks.forEach((mark, i) => {
    const before = marks[i - 1];
    if (before === undefined) stretches.push({ kind: "order", low: -Infinity, high: mark, words: `below ${at.get(mark)}` });
    else if (!whole || mark - before > 1) stretches.push({ kind: "order", low: before, high: mark, words: `between ${at.get(before)} and ${at.get(mark)}` });
    stretches.push({ kind: "order", low: mark, high: mark, words: at.get(mark)! });
  });
  const last = marks.at(-1);
  if (last !== undefined) stretches.push({ kind: "order", low: last, high: Infinity, words: `above ${at.get(last)}` });
  return { stretches: stretches.length > 0 ? stretches : [{ kind: "order", low: -Infinity, high: Infinity, words: "any value" }], everything: true };
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

/** A place on a line for literals that have an order; null for what is computed. */
export function orderOf(e: Expression): number | null {
  const [literal] = e.kind === "literal" || e.kind === "negate" ? within(e) : [];
  if (!literal || typeof literal.value !== "string") return null;
  const text = literal.value;
  switch (literal.type.kind) {
    case "number":
      return Number(text);
    case "date":
      return Date.parse(`${text}T00:00:00Z`) / 86_400_000;
    case "date and time":
      return Number.isNaN(Date.parse(text)) ? null : Date.parse(text);
    case "time":
      return Date.parse(`1970-01-01T${text}Z`);
    case "years and months duration":
    case "days and time duration":
      return durationOrder(text);
    default:
      return null;
  }
}

function durationOrder(text: string): number | null {
  const found = /^(-?)P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (!found) return null;
  const [years, months, days, hours, minutes, seconds] = found.slice(2).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  const size = years * 12 + months > 0 ? years * 12 + months : ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
  return found[1] === "-" ? -size : size;
}

const wordsOf = (l: Literal): string => String(l.value);
