/** What a field demands of its value, as checks to be judged, and the words in which a failed one is told. */
import { type Expression, matchesWhole } from "@nonet/feel";
import type { Entity, Field } from "@nonet/model";
import { label } from "./field-label.ts";

export interface Check {
  readonly field: Field;
  readonly name: string;
  readonly expression: Expression;
  /** The bound, for the message. */
  readonly bound: Expression | null;
  readonly kind: "required" | "at least" | "at most";
}

export const requiredHere = (field: Field): string => `${label(field)} is required here.`;

/** What is said of a bound that doesn't hold; `values` as `wantedBy` asks for them. */
export const beyond = (check: Check, values: Readonly<Record<string, unknown>>): string =>
  `${label(check.field)} must be ${bounded(check.field, check.kind, String(values[`${check.name} bound`]))}.`;

export function bounded(field: Field, kind: string, bound: string): string {
  const type = field.type.kind;
  if (type === "text" || type === "formatted") return `${kind} ${bound} characters long`;
  if (type === "duration") return `${kind} ${durationWords(bound)}`;
  return isList(field) || type === "file" ? `${kind} ${bound} in number` : `${kind} ${bound}`;
}

/** `PT1H` as `1 hour`, `P1DT2H30M` as `1 day 2 hours 30 minutes`; what is no such length of time stays as it is. */
function durationWords(text: string): string {
  const found = /^(-?)P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/.exec(text);
  if (!found) return text;
  const counted = ["day", "hour", "minute", "second"].flatMap((unit, i) => {
    const count = Number(found[i + 2] ?? 0);
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? "" : "s"}`];
  });
  return counted.length === 0 ? "0 hours" : `${found[1]}${counted.join(" ")}`;
}

/** Whether a text matches what its field says that it must. */
export const hasPattern = (field: Field, value: unknown): boolean => !field.matching || typeof value !== "string" || matchesWhole(field.matching, value);
export const unlikePattern = (field: Field): string => `${label(field)} doesn't have the form ${field.matching}.`;

/** Each check's expression by its name, and its bound beside it. */
export const wantedBy = (checks: readonly Check[]): readonly { readonly name: string; readonly expression: Expression }[] =>
  checks.flatMap((c) => [{ name: c.name, expression: c.expression }, ...(c.bound ? [{ name: `${c.name} bound`, expression: c.bound }] : [])]);

/** What counts is how many there are, none included. */
export const isList = (field: Field): boolean => ["references", "inverse", "any of", "texts"].includes(field.type.kind) || (field.type.kind === "file" && field.type.many);

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** Held against a number that stands in the document: nothing for PostgreSQL to be asked. */
export const isCounted = ({ bound, field }: Check): boolean => bound?.kind === "literal" && ["text", "formatted", "file", "any of", "texts"].includes(field.type.kind);

/** A text's characters, a list's elements. */
export function countedHere(check: Check, value: unknown): [string, unknown][] {
  if (!isCounted(check)) return [];
  const count = typeof value === "string" ? [...value].length : Array.isArray(value) ? value.length : 0;
  const limit = Number((check.bound as { value: unknown }).value);
  return [
    [check.name, check.kind === "at least" ? count >= limit : count <= limit],
    [`${check.name} bound`, limit],
  ];
}

/** The checks of one field, as expressions that PostgreSQL judges; `holder`: the record, or what holds the values that came. */
export function checksOfField(field: Field, holder: (field: Field) => Expression): Check[] {
  const measured = (): Expression => measure(field, holder(field));
  const found: Check[] = [];
  if (field.type.kind === "inverse" && field.required === true && field.computed === null)
    found.push({ field, name: `${field.name} required`, expression: compare(measured(), "<=", nothing(field)), bound: null, kind: "required" });
  if (typeof field.required === "object") found.push({ field, name: `${field.name} required`, expression: field.required.expression, bound: null, kind: "required" });
  // Rich text is counted as it reads, where it is sent.
  if (field.type.kind === "text" && field.type.form === "rich") return found;
  if (field.atLeast) found.push({ field, name: `${field.name} least`, expression: compare(measured(), ">=", field.atLeast), bound: field.atLeast, kind: "at least" });
  if (field.atMost) found.push({ field, name: `${field.name} most`, expression: compare(measured(), "<=", field.atMost), bound: field.atMost, kind: "at most" });
  return found;
}

/** Whether it holds anything. */
export function isPresent(field: Field, holder: (field: Field) => Expression): Expression {
  return isList(field) ? compare(measure(field, holder(field)), ">", nothing(field)) : isThere(field, holder);
}

/** Whether its column holds anything, be it an empty list. */
export function isThere(field: Field, holder: (field: Field) => Expression): Expression {
  const span = field.source ?? { file: 0, from: 0, to: 0 };
  const text: Expression["type"] = { kind: "string" };
  const held: Expression = { kind: "path", of: holder(field), field: field.name, listed: false, type: isList(field) ? { kind: "list", of: text } : text, nullable: true, span };
  return compare(held, "!=", { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span });
}

/** The record whose fields are judged, as expressions name it. */
export const recordOf =
  (entity: Entity) =>
  (field: Field): Expression => ({
    kind: "variable",
    name: "this",
    type: { kind: "record", name: entity.name },
    nullable: false,
    span: field.source ?? { file: 0, from: 0, to: 0 },
  });

const nothing = (field: Field): Expression => ({ kind: "literal", value: "0", type: { kind: "number" }, nullable: false, span: field.source ?? { file: 0, from: 0, to: 0 } });

/** The value itself, a text's characters, a list's count. */
function measure(field: Field, self: Expression): Expression {
  const span = field.source ?? { file: 0, from: 0, to: 0 };
  const number = { type: { kind: "number" }, nullable: true, span } as const;
  const path = (type: Expression["type"]): Expression => ({ kind: "path", of: self, field: field.name, listed: false, type, nullable: true, span });
  switch (field.type.kind) {
    case "text":
    case "formatted":
      return { kind: "call", function: "string length", arguments: [path({ kind: "string" })], ...number };
    case "file":
    case "references":
    case "inverse":
    case "any of":
    case "texts":
      return { kind: "call", function: "count", arguments: [path({ kind: "list", of: { kind: "string" } })], ...number };
    case "date":
      return path({ kind: "date" });
    case "time":
      return path({ kind: "time" });
    case "date and time":
      return path({ kind: "date and time", zoned: true });
    case "duration":
      return path({ kind: "days and time duration" });
    default:
      return path({ kind: "number" });
  }
}

function compare(left: Expression, operator: ">=" | "<=" | ">" | "!=", right: Expression): Expression {
  return { kind: "binary", operator, left, right, type: { kind: "boolean" }, nullable: true, span: right.span };
}
