/** The names that an expression can use at a place, and the types of paths that begin with them. */
import { builtins, describe, fold, type Type } from "@nonet/feel";
import { entityOf, fieldType, machineOf, type Entity, type Product } from "@nonet/model";
import { oncePer } from "../document/checked-document.ts";
import type { Offer } from "./offer.ts";

export interface ExpressionScope {
  readonly product: Product;
  /** The entities whose fields are in scope by their bare names, the innermost first. */
  readonly entities: readonly string[];
  /** Further variables. */
  readonly variables: ReadonlyMap<string, Type>;
}

/** The fields of an entity with their types, those that every record has included. */
export const fieldsOf: (entity: Entity, product: Product) => ReadonlyMap<string, Type> = (entity, product) => {
  const known = fieldCache(product);
  const found = known.get(entity.name);
  if (found) return found;
  const fields = new Map<string, Type>();
  for (const field of entity.fields) fields.set(field.name, field.computed && field.computed.type.kind !== "any" ? field.computed.type : fieldType(entity, field));
  const machine = machineOf(product, entity.name);
  if (machine) fields.set("state", { kind: "string", choices: machine.states.map(({ name }) => name) });
  for (const [name, type] of ofEveryRecord) if (!fields.has(name)) fields.set(name, type);
  known.set(entity.name, fields);
  return fields;
};

const fieldCache: (product: Product) => Map<string, ReadonlyMap<string, Type>> = oncePer(() => new Map());

const instant: Type = { kind: "date and time", zoned: true };
const ofEveryRecord: readonly (readonly [string, Type])[] = [
  ["created at", instant],
  ["created by", { kind: "record", name: "User" }],
  ["updated at", instant],
];

/** All that can begin an expression. */
export function namesIn(scope: ExpressionScope): readonly Offer[] {
  const { product } = scope;
  const offers: Offer[] = [];
  for (const [name, type] of scope.variables) offers.push({ label: name, kind: "keyword", detail: describe(type), rank: 2 });
  for (const [depth, name] of scope.entities.entries()) {
    const entity = entityOf(product, name);
    for (const [field, type] of entity ? fieldsOf(entity, product) : []) offers.push({ label: field, kind: "field", detail: `${describe(type)}, of ${name}`, rank: depth });
  }
  for (const constant of product.constants) offers.push({ label: constant.name, kind: "constant", detail: constant.unit ?? "constant", documentation: constant.meaning, rank: 3 });
  for (const { name } of [...product.functions, ...product.tables]) offers.push({ label: name, kind: "function", detail: "function of point 9", insert: `${name}(`, rank: 3 });
  for (const { name } of product.calendars) if (name !== null) offers.push({ label: name, kind: "calendar", detail: "calendar", rank: 4 });
  for (const { name, plural } of product.entities) offers.push({ label: name, kind: "entity", detail: `all ${plural}`, rank: 4 });
  for (const [name, signatures] of builtins)
    offers.push({
      label: signatures[0]?.name ?? name,
      kind: "function",
      detail: signatures.map((one) => `${one.name}(${one.parameters.map((p) => p.name).join(", ")})`).join("\n"),
      insert: `${signatures[0]?.name ?? name}(`,
      rank: 6,
    });
  for (const word of words) offers.push({ label: word, kind: "keyword", rank: 5 });
  return offers;
}

const words = ["and", "or", "not(", "in", "between", "if", "then", "else", "for", "some", "every", "satisfies", "return", "null", "true", "false"];

/** The offers after `path.`: fields of the record or of the list's records, properties of dates and durations. */
export function membersOf(scope: ExpressionScope, path: string): readonly Offer[] {
  const type = typeOfPath(scope, path);
  if (type === null) return [];
  const of = type.kind === "list" ? type.of : type;
  if (of.kind === "record") {
    const entity = entityOf(scope.product, of.name);
    return entity ? [...fieldsOf(entity, scope.product)].map(([name, one]) => ({ label: name, kind: "field", detail: `${describe(one)}, of ${entity.name}` })) : [];
  }
  if (of.kind === "context") return Object.entries(of.entries).map(([name, one]) => ({ label: name, kind: "field", detail: describe(one) }));
  return (parts[of.kind] ?? []).map((label) => ({ label, kind: "field", detail: "a number" }));
}

const date = ["year", "month", "day", "weekday"];
const time = ["hour", "minute", "second"];
const parts: Readonly<Record<string, readonly string[]>> = {
  date,
  time,
  "date and time": [...date, ...time],
  "days and time duration": ["days", "hours", "minutes", "seconds"],
  "years and months duration": ["years", "months"],
};

/** The type of the path at the end of a text, or null. */
export function typeOfPath(scope: ExpressionScope, text: string): Type | null {
  const plain = withoutFilters(text);
  const path = /[\p{L}\p{N}'’_. -]*$/u.exec(plain)![0];
  const starts = [...path.matchAll(/(?<![\p{L}\p{N}'’])[\p{L}\p{N}]/gu)].map(({ index }) => index);
  // The longest name that is known wins, as in expressions.
  for (const start of starts) {
    const type = typeOfSteps(scope, path.slice(start).split("."));
    if (type) return type;
  }
  return null;
}

function typeOfSteps(scope: ExpressionScope, steps: readonly string[]): Type | null {
  let type = typeOfName(scope, steps[0]!);
  for (const step of steps.slice(1)) {
    const of: Type | undefined = type?.kind === "list" ? type.of : (type ?? undefined);
    if (of?.kind === "record") {
      const entity = entityOf(scope.product, of.name);
      type = entity ? (fieldNamed(fieldsOf(entity, scope.product), step) ?? null) : null;
    } else if (of?.kind === "context") type = of.entries[step.trim()] ?? null;
    else return null;
  }
  return type;
}

function typeOfName(scope: ExpressionScope, name: string): Type | null {
  const folded = fold(name);
  for (const [variable, type] of scope.variables) if (fold(variable) === folded) return type;
  for (const one of scope.entities) {
    const entity = entityOf(scope.product, one);
    const field = entity && fieldNamed(fieldsOf(entity, scope.product), name);
    if (field) return field;
  }
  for (const one of scope.entities) if (fold(one) === folded && name.trim() !== one) return { kind: "record", name: one };
  const entity = scope.product.entities.find((one) => fold(one.name) === folded);
  return entity ? { kind: "list", of: { kind: "record", name: entity.name } } : null;
}

const fieldNamed = (fields: ReadonlyMap<string, Type>, name: string): Type | undefined => {
  for (const [field, type] of fields) if (fold(field) === fold(name)) return type;
  return undefined;
};

/** The text without closed brackets and their contents: `Loan[state = "out"].item` is a path like `Loan.item`. */
export function withoutFilters(text: string): string {
  let result = "";
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at--) {
    if (text[at] === "]" || text[at] === ")") depth++;
    else if ((text[at] === "[" || text[at] === "(") && depth > 0) depth--;
    else if (depth === 0) result = text[at] + result;
  }
  return result;
}
