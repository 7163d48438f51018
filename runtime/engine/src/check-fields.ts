/** Point 3's own demands on a record: required, bounds, the form of a text. */
import { presentQuery, valuesQuery } from "@nonet/database";
import { entityOf, isStored, type Entity, type Field } from "@nonet/model";
import type { Expression } from "@nonet/feel";
import { isKept } from "./form-errors.ts";
import { isKnownHere, knownHere } from "./known-here.ts";
import { label } from "./read-values.ts";
import { limitInForce } from "./limit-in-force.ts";
import { saidAt, problem } from "./refusal.ts";
import { variablesOf, type Touched, type Work } from "./work.ts";
import type { FieldError } from "./engine.ts";

interface Check {
  readonly field: Field;
  readonly name: string;
  readonly expression: Expression;
  /** The bound, for the message. */
  readonly bound: Expression | null;
  readonly kind: "required" | "at least" | "at most";
}

export async function checkFields(work: Work, touched: Touched): Promise<readonly FieldError[]> {
  const entity = entityOf(work.product, touched.entity);
  if (!entity || !touched.after) return [];
  const errors: FieldError[] = [];
  const place = work.places.get(touched.id);
  const add = (field: Field, code: string, detail: string): void => {
    const at = place ? `${place}/${field.key}` : field.key;
    // One mistake, one error: what was wrong with the value, or with a part in it, is told already.
    if (code === "required" && work.errors.some((e) => e.field === at || e.field?.startsWith(`${at}/`))) return;
    errors.push(problem(code, detail, { field: at, ...saidAt(work.product, field.source) }));
  };
  const { after } = touched;
  for (const field of entity.fields) {
    const value = after[field.key];
    if (field.required === true && isStored(field) && !isKept(field) && !mayBeNone(entity, field) && (await isMissing(work, entity, field, touched)))
      add(field, "required", `${label(field)} is required.`);
    if (!hasPattern(field, value)) add(field, "invalid-value", `${label(field)} doesn't have the form ${field.matching}.`);
  }
  const checks = checksOf(entity).filter((c) => c.kind === "required" || isList(c.field) || !isEmpty(after[c.field.key]));
  const counted = new Map(checks.flatMap((c) => countedHere(c, after[c.field.key])));
  const always = alwaysAsked(work, entity);
  const left = checks.filter((c) => !counted.has(c.name) && !always.includes(c) && !passesHere(work, touched, c));
  const values: Record<string, unknown> = { ...Object.fromEntries(counted), ...(await judged(work, touched, always)), ...(await judged(work, touched, left)) };
  errors.push(...(await tooLong(work, touched, entity)));
  for (const check of checks) {
    if (check.kind === "required") {
      if (values[check.name] === true && isEmpty(after[check.field.key])) add(check.field, "required", `${label(check.field)} is required here.`);
    } else if (values[check.name] === false)
      add(check.field, "invalid-value", `${label(check.field)} must be ${unit(check.field, check.kind, String(values[`${check.name} bound`]))}.`);
  }
  return errors;
}

/** Whether a text matches what its field says that it must. */
export const hasPattern = (field: Field, value: unknown): boolean => !field.matching || typeof value !== "string" || new RegExp(`^(?:${field.matching})$`, "u").test(value);

/** What doesn't hang on the record's values, asked while it is being read. */
export async function askAhead(work: Work, touched: Touched): Promise<void> {
  const entity = entityOf(work.product, touched.entity);
  if (entity) await judged(work, touched, alwaysAsked(work, entity));
}

async function judged(work: Work, touched: Touched, checks: readonly Check[]): Promise<Record<string, unknown>> {
  if (checks.length === 0) return {};
  const asked = checks.flatMap((c) => [{ name: c.name, expression: c.expression }, ...(c.bound ? [{ name: `${c.name} bound`, expression: c.bound }] : [])]);
  const row = await work.connection.row(valuesQuery(work.product, touched.entity, touched.id, asked, variablesOf(work, touched)));
  return (row?.["values"] ?? {}) as Record<string, unknown>;
}

const alwaysAsked = (work: Work, entity: Entity): readonly Check[] =>
  checksOf(entity).filter((check) => (check.kind === "required" || isList(check.field)) && !isCounted(check) && !isKnownHere(work.product, entity.name, check.expression));

/** Whether the record itself tells that there is nothing to say. */
function passesHere(work: Work, touched: Touched, check: Check): boolean {
  const holds = touched.after && knownHere(work.product, touched.entity, check.expression, touched.after);
  return holds !== undefined && (check.kind === "required" ? holds !== true : holds !== false);
}

/** Held against a number that stands in the document: nothing for PostgreSQL to be asked. */
const isCounted = ({ bound, field }: Check): boolean => bound?.kind === "literal" && ["text", "formatted", "file", "any of", "texts"].includes(field.type.kind);

/** A text's characters, a list's elements. */
function countedHere(check: Check, value: unknown): [string, unknown][] {
  if (!isCounted(check)) return [];
  const count = typeof value === "string" ? [...value].length : Array.isArray(value) ? value.length : 0;
  const limit = Number((check.bound as { value: unknown }).value);
  return [
    [check.name, check.kind === "at least" ? count >= limit : count <= limit],
    [`${check.name} bound`, limit],
  ];
}

const isBoundless = (field: Field): boolean => !field.atMost && !field.computed && isList(field);

/** Lists without a bound of their own hold at most what the limit `list length` of point 9 says. */
async function tooLong(work: Work, touched: Touched, entity: Entity): Promise<FieldError[]> {
  if (!entity.fields.some(isBoundless)) return [];
  const limit = await limitInForce(work.connection, work.product, "list length");
  if (!limit) return [];
  return entity.fields.flatMap((field) => {
    const value = touched.after?.[field.key];
    if (!isBoundless(field) || !Array.isArray(value) || value.length <= Number(limit.value)) return [];
    return [problem("invalid-value", `${label(field)} must be at most ${limit.value} in number.`, { field: field.key, ...saidAt(work.product, limit.constant.source) })];
  });
}

/** A person may be here without a role: the Owner is. */
const mayBeNone = (entity: Entity, field: Field): boolean => entity.builtIn && field.name === "roles";

/** A secret isn't in the record that is read: the table is asked. */
async function isMissing(work: Work, entity: Entity, field: Field, touched: Touched): Promise<boolean> {
  if (!field.secret) return isEmpty(touched.after?.[field.key]);
  return (await work.connection.row(presentQuery(entity, field, touched.id)))?.["holds"] !== true;
}

/** What counts is how many there are, none included. */
const isList = (field: Field): boolean => ["references", "inverse", "any of", "texts"].includes(field.type.kind) || (field.type.kind === "file" && field.type.many);

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function unit(field: Field, kind: string, bound: string): string {
  const type = field.type.kind;
  if (type === "text" || type === "formatted") return `${kind} ${bound} characters long`;
  return ["file", "references", "inverse", "any of", "texts"].includes(type) ? `${kind} ${bound} in number` : `${kind} ${bound}`;
}

const made = new WeakMap<Entity, readonly Check[]>();

/** The checks of an entity, as expressions that PostgreSQL judges. */
function checksOf(entity: Entity): readonly Check[] {
  let checks = made.get(entity);
  if (!checks) made.set(entity, (checks = entity.fields.flatMap((f) => checksOfField(entity, f))));
  return checks;
}

function checksOfField(entity: Entity, field: Field): Check[] {
  const found: Check[] = [];
  if (field.type.kind === "inverse" && field.required === true && field.computed === null)
    found.push({ field, name: `${field.name} required`, expression: compare(measure(entity, field), "<=", nothing(field)), bound: null, kind: "required" });
  if (typeof field.required === "object") found.push({ field, name: `${field.name} required`, expression: field.required.expression, bound: null, kind: "required" });
  // Rich text is counted as it reads, where it is sent.
  if (field.type.kind === "text" && field.type.form === "rich") return found;
  if (field.atLeast) found.push({ field, name: `${field.name} least`, expression: compare(measure(entity, field), ">=", field.atLeast), bound: field.atLeast, kind: "at least" });
  if (field.atMost) found.push({ field, name: `${field.name} most`, expression: compare(measure(entity, field), "<=", field.atMost), bound: field.atMost, kind: "at most" });
  return found;
}

const nothing = (field: Field): Expression => ({ kind: "literal", value: "0", type: { kind: "number" }, nullable: false, span: field.source ?? { file: 0, from: 0, to: 0 } });

/** The value itself, a text's characters, a list's count. */
function measure(entity: Entity, field: Field): Expression {
  const span = field.source ?? { file: 0, from: 0, to: 0 };
  const self: Expression = { kind: "variable", name: "this", type: { kind: "record", name: entity.name }, nullable: false, span };
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

function compare(left: Expression, operator: ">=" | "<=", right: Expression): Expression {
  return { kind: "binary", operator, left, right, type: { kind: "boolean" }, nullable: true, span: right.span };
}
