/**
 * Says an SQL condition in FEEL where FEEL means the same, and nothing where it doesn't.
 *
 * They differ on null: in SQL `x = 'a'` is null where x is, and a CHECK that is null holds; in FEEL it is false. So each
 * comparison is written for the side it stands on: `as true` where null must count as true (a CHECK), `as false` where it
 * must count as false (the condition of an index, or the operand of NOT). Between the two lies only NOT, because AND
 * and OR are monotone.
 */
import { parseSql } from "./parse-sql.ts";
import type { SqlExpression } from "./tree.ts";

export interface FeelColumn {
  /** The field's name. */
  readonly name: string;
  readonly kind: "text" | "number" | "boolean" | "date" | "date and time" | "time" | "duration" | "reference" | "list";
  readonly nullable: boolean;
}

export type Columns = (name: string) => FeelColumn | null;
type NullAs = "as true" | "as false";

class Untold extends Error {}

/** null where it can't be said. */
export function feelOf(sql: string, columns: Columns, nullAs: NullAs): string | null {
  const tree = parseSql(sql);
  if (!tree) return null;
  try {
    return condition(tree, columns, nullAs);
  } catch (error) {
    if (error instanceof Untold) return null;
    throw error;
  }
}

const other = (nullAs: NullAs): NullAs => (nullAs === "as true" ? "as false" : "as true");

function condition(tree: SqlExpression, columns: Columns, nullAs: NullAs): string {
  switch (tree.kind) {
    case "logical": {
      const side = (one: SqlExpression): string => {
        const text = condition(one, columns, nullAs);
        return tree.operator === "and" && hasOr(text) ? `(${text})` : text;
      };
      return `${side(tree.left)} ${tree.operator} ${side(tree.right)}`;
    }
    case "not":
      return `not(${condition(tree.of, columns, other(nullAs))})`;
    case "binary":
      return comparison(tree.operator, tree.left, tree.right, columns, nullAs);
    case "any":
      return membership(tree, columns, nullAs);
    case "is null":
      return `${operand(value(tree.of, columns))} ${tree.negated ? "!=" : "="} null`;
    case "is":
      return `${operand(value(tree.of, columns))} ${tree.negated ? "!=" : "="} ${tree.value}`;
    case "boolean":
      return String(tree.value);
    case "column": {
      const column = columns(tree.name);
      if (column?.kind !== "boolean") throw new Untold();
      return column.nullable && nullAs === "as true" ? `${column.name} != false` : `${column.name} = true`;
    }
    case "case":
      return tree.branches.reduceRight(
        (rest, { when, then }) => `if ${condition(when, columns, "as false")} then ${condition(then, columns, nullAs)} else ${rest}`,
        otherwise(tree.otherwise, columns, nullAs),
      );
    case "cast":
      if (tree.type === "boolean") return condition(tree.of, columns, nullAs);
      throw new Untold();
    default:
      throw new Untold();
  }
}

const otherwise = (tree: SqlExpression, columns: Columns, nullAs: NullAs): string => (tree.kind === "null" ? String(nullAs === "as true") : condition(tree, columns, nullAs));

const hasOr = (text: string): boolean => / or |^if /.test(text.replace(/"(?:[^"\\]|\\.)*"/g, ""));
const operand = (text: string): string => (/ (?:and|or|[-+*/]|[<>=!]+) /.test(text.replace(/"(?:[^"\\]|\\.)*"/g, "")) ? `(${text})` : text);

const comparisons: Readonly<Record<string, string>> = { "=": "=", "<>": "!=", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=" };

function comparison(operator: string, left: SqlExpression, right: SqlExpression, columns: Columns, nullAs: NullAs): string {
  if (/^!?~\*?$|^!?~~$/.test(operator)) return pattern(operator, left, right, columns, nullAs);
  if (operator === "<@") return within(left, right, columns);
  const feel = comparisons[operator];
  if (!feel) throw new Untold();
  const [a, b] = pair(left, right, columns);
  const text = `${operand(a)} ${feel} ${operand(b)}`;
  if (feel !== "=" && feel !== "!=") return text;
  // Equality is never null in FEEL.
  const mayBeNull = [left, right].map(withoutCast).flatMap((one, i) => (isNullable(one, columns) ? [i === 0 ? a : b] : []));
  if (mayBeNull.length === 0 || (feel === "=" && nullAs === "as false" && mayBeNull.length === 1) || (feel === "!=" && nullAs === "as true" && mayBeNull.length === 1)) return text;
  const tests = mayBeNull.map((one) => `${operand(one)} ${nullAs === "as true" ? "=" : "!="} null`);
  return nullAs === "as true" ? `(${[...tests, text].join(" or ")})` : `(${[...tests, text].join(" and ")})`;
}

/** `x <@ int4range(0, 5, '[]')`. Comparisons with null are null on both sides. */
function within(left: SqlExpression, right: SqlExpression, columns: Columns): string {
  if (right.kind !== "call" || !/^(?:int4range|int8range|numrange)$/.test(right.name) || kindOf(left, columns) !== "number") throw new Untold();
  const [low, high, bounds] = right.arguments;
  const ends = bounds === undefined ? "[)" : bounds.kind === "string" ? bounds.value : "";
  if (!low || !high || !/^[[(][\])]$/.test(ends)) throw new Untold();
  const subject = operand(value(left, columns));
  return `${subject} ${ends.startsWith("[") ? ">=" : ">"} ${value(low, columns, "number")} and ${subject} ${ends.endsWith("]") ? "<=" : "<"} ${value(high, columns, "number")}`;
}

function withoutCast(tree: SqlExpression): SqlExpression {
  return tree.kind === "cast" ? withoutCast(tree.of) : tree;
}

function isNullable(tree: SqlExpression, columns: Columns): boolean {
  if (tree.kind === "column") return columns(tree.name)?.nullable ?? true;
  if (tree.kind === "call") return !/^current_|^now$/.test(tree.name) && tree.arguments.some((one) => isNullable(withoutCast(one), columns));
  if (tree.kind === "binary") return isNullable(tree.left, columns) || isNullable(tree.right, columns);
  if (tree.kind === "negative") return isNullable(withoutCast(tree.of), columns);
  return !["string", "number", "boolean", "is null", "is"].includes(tree.kind);
}

function membership({ operator, left, all, items }: Extract<SqlExpression, { kind: "any" }>, columns: Columns, nullAs: NullAs): string {
  const isIn = operator === "=" && !all;
  if (!isIn && !((operator === "<>" || operator === "!=") && all)) throw new Untold();
  if (items.length === 0) throw new Untold();
  const subject = value(left, columns);
  const list = `${operand(subject)} in (${items.map((item) => pair(left, item, columns)[1]).join(", ")})`;
  const nullable = isNullable(withoutCast(left), columns);
  if (isIn) return nullable && nullAs === "as true" ? `(${operand(subject)} = null or ${list})` : list;
  return nullable && nullAs === "as false" ? `(${operand(subject)} != null and not(${list}))` : `not(${list})`;
}

function pattern(operator: string, left: SqlExpression, right: SqlExpression, columns: Columns, nullAs: NullAs): string {
  if (right.kind !== "string") throw new Untold();
  const subject = value(left, columns);
  const isNegated = operator.startsWith("!");
  const found = operator.endsWith("~~") ? like(subject, right.value) : `matches(${subject}, ${quoted(right.value)}${operator.endsWith("*") ? ', "i"' : ""})`;
  if (!isNegated) return found;
  // `not(null)` is null, which counts as the condition around it says.
  return nullAs === "as false" && isNullable(withoutCast(left), columns) ? `(${operand(subject)} != null and not(${found}))` : `not(${found})`;
}

function like(subject: string, text: string): string {
  const inner = text.replace(/^%|%$/g, "");
  if (/[%_\\]/.test(inner)) throw new Untold();
  if (text.startsWith("%") && text.endsWith("%")) return `contains(${subject}, ${quoted(inner)})`;
  if (text.startsWith("%")) return `ends with(${subject}, ${quoted(inner)})`;
  if (text.endsWith("%")) return `starts with(${subject}, ${quoted(inner)})`;
  return `${subject} = ${quoted(inner)}`;
}

/** Both sides as values of one kind: a string beside a number, date or choice is read as that. */
function pair(left: SqlExpression, right: SqlExpression, columns: Columns): readonly [string, string] {
  const [a, b] = [kindOf(left, columns), kindOf(right, columns)];
  const kind = withoutCast(left).kind === "string" ? b : a;
  if (kind === null || kind === "list" || kind === "reference") throw new Untold();
  if (withoutCast(left).kind !== "string" && withoutCast(right).kind !== "string" && a !== b) throw new Untold();
  return [value(left, columns, kind), value(right, columns, kind)];
}

type Kind = FeelColumn["kind"];

function kindOf(tree: SqlExpression, columns: Columns): Kind | null {
  switch (tree.kind) {
    case "column":
      return columns(tree.name)?.kind ?? null;
    case "number":
    case "negative":
      return "number";
    case "string":
      return "text";
    case "boolean":
    case "is null":
    case "is":
      return "boolean";
    case "binary":
      return /^[-+*/]$/.test(tree.operator) ? "number" : null;
    case "call":
      return calls[tree.name]?.gives ?? null;
    case "cast":
      return kindOf(tree.of, columns);
    default:
      return null;
  }
}

/** Casts that change nothing about how a value compares. */
const harmlessCasts = /^(?:text|character varying|varchar|bpchar|character|citext|numeric|integer|bigint|smallint|double precision|real|date|timestamp.*|boolean|name)$/;

function value(tree: SqlExpression, columns: Columns, kind: Kind | null = null): string {
  switch (tree.kind) {
    case "column": {
      const column = columns(tree.name);
      if (!column) throw new Untold();
      return column.name;
    }
    case "number":
      return tree.value;
    case "negative":
      return `-${operand(value(tree.of, columns))}`;
    case "string":
      return literal(tree.value, kind);
    case "boolean":
      return String(tree.value);
    case "is null":
    case "is":
      return condition(tree, columns, "as false");
    case "binary": {
      if (!/^[-+*/]$/.test(tree.operator) || kindOf(tree.left, columns) !== "number" || kindOf(tree.right, columns) !== "number") throw new Untold();
      // Whole numbers are divided to whole numbers in SQL.
      if (tree.operator === "/") throw new Untold();
      return `${operand(value(tree.left, columns))} ${tree.operator} ${operand(value(tree.right, columns))}`;
    }
    case "call":
      return call(tree, columns);
    case "cast": {
      const [from, isKept] = [kindOf(tree.of, columns), harmlessCasts.test(tree.type)];
      if (!isKept || (from === "date and time" && tree.type === "date") || (from !== "text" && /text|char/.test(tree.type))) throw new Untold();
      return value(tree.of, columns, kind);
    }
    default:
      throw new Untold();
  }
}

const calls: Readonly<Record<string, { readonly feel: string; readonly takes: readonly Kind[]; readonly gives: Kind }>> = {
  length: { feel: "string length", takes: ["text"], gives: "number" },
  char_length: { feel: "string length", takes: ["text"], gives: "number" },
  character_length: { feel: "string length", takes: ["text"], gives: "number" },
  lower: { feel: "lower case", takes: ["text"], gives: "text" },
  upper: { feel: "upper case", takes: ["text"], gives: "text" },
  abs: { feel: "abs", takes: ["number"], gives: "number" },
  now: { feel: "now", takes: [], gives: "date and time" },
  current_timestamp: { feel: "now", takes: [], gives: "date and time" },
  current_date: { feel: "today", takes: [], gives: "date" },
};

function call({ name, arguments: given }: Extract<SqlExpression, { kind: "call" }>, columns: Columns): string {
  const known = calls[name];
  if (!known || given.length !== known.takes.length || given.some((one, i) => kindOf(one, columns) !== known.takes[i])) throw new Untold();
  return `${known.feel}(${given.map((one) => value(one, columns)).join(", ")})`;
}

function literal(text: string, kind: Kind | null): string {
  if (kind === "number" && /^-?\d+(?:\.\d+)?$/.test(text)) return text;
  if (kind === "date" && /^\d{4}-\d\d-\d\d$/.test(text)) return `date("${text}")`;
  if (kind === "boolean" && /^(?:t|f|true|false)$/.test(text)) return String(text.startsWith("t"));
  if (kind === "text" || kind === null) return quoted(text);
  throw new Untold();
}

/** A text of FEEL. */
export const quoted = (text: string): string => {
  // A backtick would end the expression in the document.
  if (/[`\n\r]/.test(text)) throw new Untold();
  return `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
};

/** A value, as a computed column has one; null where it can't be said. */
export function feelValueOf(sql: string, columns: Columns): string | null {
  const tree = parseSql(sql);
  if (!tree) return null;
  try {
    return value(tree, columns);
  } catch (error) {
    if (error instanceof Untold) return null;
    throw error;
  }
}
