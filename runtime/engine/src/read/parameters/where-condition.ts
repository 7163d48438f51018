/** The `where` text of a list request, checked as FEEL over the fields that the reader may read. */
import { cachedDecision, canCompile, mayRead, type Reader } from "@nonet/database";
import { type Checked, checkerFor, type Expression, fold, type Scope, type Symbol, type Type, type Typed } from "@nonet/feel";
import { type Entity, entityOf, type Product, recordType } from "@nonet/model";
import type { FieldError } from "../../contract/outcome.ts";
import { problem } from "../../refusals/refusal.ts";
import type { ListContext } from "./list-context.ts";
import { say } from "@nonet/texts";

/** Texts remembered for each entity and kind of reader. */
const maxTexts = 500;

export function whereCondition({ product, reader, entity, errors }: ListContext, text: string | undefined): Expression | undefined {
  if (!text) return undefined;
  const check = cachedDecision(product, ["where", entity.name], reader, () => checkerFor(scopeOf(product, reader, entity), maxTexts));
  const checked = check(text, { expect: { kind: "boolean" } });
  const found = errorsIn(product, checked);
  errors.push(...found);
  return found.length === 0 ? checked.expression : undefined;
}

/** By checked text: whether the database can evaluate it doesn't change. */
const knownErrors = new WeakMap<Checked, readonly FieldError[]>();

function errorsIn(product: Product, checked: Checked): readonly FieldError[] {
  const known = knownErrors.get(checked);
  if (known) return known;
  const error = (detail: string): FieldError => problem("invalid-condition", detail, { field: "where" });
  const invalid = checked.diagnostics.filter((d) => d.severity === "error").map((d) => error(`${d.message}${d.hint ? ` ${d.hint}` : ""}`));
  const unsupported = invalid.length === 0 ? canCompile(product, checked.expression) : null;
  const found = unsupported === null ? invalid : [error(say("the-database-cant-evaluate-this-condition-unsupported", { unsupported }))];
  knownErrors.set(checked, found);
  return found;
}

/** The names that a condition may use: the record's fields, `this`, `me`, entities and constants. */
function scopeOf(product: Product, reader: Reader, entity: Entity): Scope {
  const self: Type = { kind: "record", name: entity.name };
  const symbols = new Map<string, Symbol>();
  for (const { name, values, type } of product.constants) symbols.set(fold(name), values === null ? { kind: "open", name } : { kind: "global", name, type, nullable: false });
  for (const { name } of product.entities) symbols.set(fold(name), { kind: "global", name, type: { kind: "list", of: { kind: "record", name } }, nullable: false });
  if (reader.kind === "person") symbols.set("me", { kind: "variable", name: "me", type: { kind: "record", name: "User" }, nullable: false });
  symbols.set("this", { kind: "variable", name: "this", type: self, nullable: false });
  for (const [name, typed] of readableFields(product, reader, entity)) symbols.set(fold(name), { kind: "field", of: { name: "this", type: self }, field: name, ...typed });
  return {
    lookup: (name) => symbols.get(name),
    names: () => [...symbols.keys()],
    fieldsOf: (name) => {
      const record = entityOf(product, name);
      return record && readableFields(product, reader, record);
    },
  };
}

/** A record's fields without those that the reader may never read; any of the others may be empty to the reader. */
const readableFields = (product: Product, reader: Reader, entity: Entity): ReadonlyMap<string, Typed> =>
  cachedDecision(product, ["readable fields", entity.name], reader, () => {
    const isField = new Set(entity.fields.map((f) => f.name));
    const all = [...recordType(product, entity)];
    const readable = new Map(all.filter(([name]) => !isField.has(name) || mayRead(product, reader, entity.name, name) !== "never"));
    return new Map([...readable].map(([name, { type, nullable }]) => [name, { type: withReadableUnit(type, readable), nullable: nullable || isField.has(name) }]));
  });

/** An amount's type names the field that holds its currency, unless the reader may never read that field. */
function withReadableUnit(type: Type, readable: ReadonlyMap<string, Typed>): Type {
  if (type.kind !== "number" || type.unitIn === undefined || readable.has(type.unitIn.slice(1))) return type;
  const { unitIn: _hidden, ...number } = type;
  return number;
}
