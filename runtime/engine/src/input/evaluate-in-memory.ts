/**
 * Evaluates a condition over a record's own plain values without asking the database, where the record has been read
 * already. `tests/agreement` compares the results with PostgreSQL's.
 */
import { compile, type Environment, type Expression, fold, fromJson, type UnaryTest, type Value } from "@nonet/feel";
import { entityOf, fieldOf, type Product, referencedId } from "@nonet/model";
import type { Row } from "../connection/contract.ts";

/** True, false or null as the condition gives; undefined where the record doesn't hold all that the condition reads. */
export function evaluateInMemory(product: Product, entity: string, condition: Expression, record: Row, me: string | null = null): boolean | null | undefined {
  if (!canEvaluateInMemory(product, entity, condition)) return undefined;
  let run = compiled.get(condition);
  if (!run) compiled.set(condition, (run = compile(condition)));
  const missing = { found: false };
  const value = run({
    variable: (name) => {
      if (name !== "me") return self;
      missing.found ||= me === null;
      return me === null ? null : { record: "User", id: me };
    },
    global: (name) => constantOf(product, name),
    field: (_, name) => {
      const read = valueOf(product, entity, name, record);
      missing.found ||= read === undefined;
      return read ?? null;
    },
    // Such a condition reads no clock.
    now: 0,
    zone: "UTC",
  });
  return missing.found || (value !== null && typeof value !== "boolean") ? undefined : value;
}

const self = { record: "this", id: "this" };
const constantOf = (product: Product, name: string): Value => {
  const literal = onlyValue(product, name);
  return literal ? compile(literal)(nowhere) : null;
};
/** A literal reads nothing. */
const nowhere: Environment = { variable: () => null, global: () => null, field: () => null, now: 0, zone: "UTC" };
const compiled = new WeakMap<Expression, (environment: Environment) => Value>();
const answers = new WeakMap<Expression, boolean>();

/** Whether the condition consists of literals and the record's own plain values. */
export function canEvaluateInMemory(product: Product, entity: string, e: Expression): boolean {
  let known = answers.get(e);
  if (known === undefined) answers.set(e, (known = isPlain(product, entity, e)));
  return known;
}

const plainTypes = ["yes/no", "one of", "text", "integer", "number", "percent", "money", "date"];
const comparisons = ["=", "!=", "<", "<=", ">", ">=", "and", "or"];

function isPlain(product: Product, entity: string, e: Expression): boolean {
  const plain = (part: Expression): boolean => isPlain(product, entity, part);
  const isTested = (test: UnaryTest): boolean =>
    test.kind === "not" ? test.tests.every(isTested) : test.kind === "member" ? plain(test.of) : test.kind === "compare" ? plain(test.value) : test.kind === "any";
  switch (e.kind) {
    case "literal":
      return ["string", "boolean", "number", "date", "null"].includes(e.type.kind);
    case "path":
      return e.of.kind === "variable" && e.of.name === "this" && typeFor(product, entity, e.field) !== null;
    case "binary":
      if (isMoved(product, entity, e)) return true;
      return (
        comparisons.includes(e.operator) &&
        ((plain(e.left) && plain(e.right)) || (["=", "!="].includes(e.operator) && [e.left, e.right].every((side) => isReferred(product, entity, side))))
      );
    case "in":
      return plain(e.value) && e.tests.every(isTested);
    case "range":
      return [e.low, e.high].every((end) => end === null || plain(end));
    case "list":
      return e.items.every((item) => item.kind === "literal" && plain(item));
    case "call":
      return (e.function === "not" && e.arguments.every(plain)) || (e.function === "date" && e.arguments.length === 1 && e.arguments[0]!.kind === "literal");
    default:
      return false;
  }
}

/** `borrower`, `me`. */
const isReferred = (product: Product, entity: string, e: Expression): boolean =>
  (e.kind === "variable" && e.name === "me") || (e.kind === "path" && e.of.kind === "variable" && e.of.name === "this" && referenceFor(product, entity, e.field) !== null);

/** `start date + longest loan`: a date moved by a constant number of days. */
const isMoved = (product: Product, entity: string, e: Expression & { kind: "binary" }): boolean =>
  ["+", "-"].includes(e.operator) && e.type.kind === "date" && e.left.type.kind === "date" && isPlain(product, entity, e.left) && isDays(product, e.right);

const isDays = (product: Product, e: Expression): boolean => {
  const literal = e.kind === "global" ? onlyValue(product, e.name) : e;
  return literal?.kind === "literal" && typeof literal.value === "string" && /^P\d{1,5}D$/.test(literal.value);
};

/** The value of a constant that doesn't change over time. */
function onlyValue(product: Product, name: string): (Expression & { kind: "literal" }) | null {
  const values = product.constants.find((c) => fold(c.name) === fold(name))?.values;
  const value = values?.length === 1 && values[0]!.from === null ? values[0]!.value : undefined;
  return value?.kind === "literal" ? value : null;
}

function referenceFor(product: Product, entity: string, name: string): { readonly key: string; readonly target: string } | null {
  const owner = entityOf(product, entity);
  const field = owner && fieldOf(owner, name);
  return field && field.computed === null && !field.secret && field.personalOf === null && field.type.kind === "reference" ? { key: field.key, target: field.type.entity } : null;
}

/** How the field's value is read; null where the record may hold it in another form. */
function typeFor(product: Product, entity: string, name: string): { readonly key: string; readonly kind: "boolean" | "string" | "number" | "date" } | null {
  const owner = entityOf(product, entity);
  const field = owner && fieldOf(owner, name);
  if (!field) return product.machines.some((m) => m.entity === entity && m.field === name) ? { key: name, kind: "string" } : null;
  if (field.computed !== null || field.secret || field.personalOf !== null) return null;
  if (product.machines.some((m) => m.entity === entity && m.field === name)) return { key: field.key, kind: "string" };
  if (!plainTypes.includes(field.type.kind) || (field.type.kind === "text" && field.type.form === "rich")) return null;
  const kinds = { "yes/no": "boolean", "one of": "string", text: "string", date: "date" } as const;
  return { key: field.key, kind: kinds[field.type.kind as keyof typeof kinds] ?? "number" };
}

function valueOf(product: Product, entity: string, name: string, record: Row): Value | undefined {
  const reference = referenceFor(product, entity, name);
  if (reference) {
    const id = referencedId(record[reference.key]);
    // PostgreSQL compares with null in ways of its own.
    return id === null ? undefined : { record: reference.target, id };
  }
  const how = typeFor(product, entity, name);
  if (!how || !(how.key in record)) return undefined;
  const json: unknown = record[how.key];
  // JSON has rounded a whole number that JavaScript can't represent.
  return typeof json === "number" && !Number.isSafeInteger(json) ? undefined : fromJson(record[how.key], { kind: how.kind });
}
