/** The names that a request's own condition (`where=`) may use: the record's fields, `me`, entities, constants. */
import { canCompile, mayRead, type Reader } from "@nonet/database";
import { check, type Expression, fold, type Scope, type Symbol, type Type, type Typed } from "@nonet/feel";
import { type Entity, entityOf, type Field, machineOf, type Product } from "@nonet/model";
import type { FieldError } from "../contract/outcome.ts";
import { problem } from "../refusals/refusal.ts";

/** The typed condition, or why it can't be understood; what the reader may never see is an unknown name. */
export function requestCondition(product: Product, reader: Reader, entity: Entity, text: string): { readonly expression: Expression } | { readonly errors: readonly FieldError[] } {
  const { expression, diagnostics } = check(text, { file: 0, from: 0 }, scopeOf(product, reader, entity), { expect: { kind: "boolean" } });
  const errors = diagnostics.filter((d) => d.severity === "error").map((d) => problem("invalid-condition", `${d.message}${d.hint ? ` ${d.hint}` : ""}`, { field: "where" }));
  if (errors.length > 0) return { errors };
  const unsupported = canCompile(product, expression);
  return unsupported === null ? { expression } : { errors: [problem("invalid-condition", `The database can't judge this condition: ${unsupported}.`, { field: "where" })] };
}

function scopeOf(product: Product, reader: Reader, entity: Entity): Scope {
  const fields = new Map(product.entities.map((e) => [e.name, fieldsOf(product, reader, e)]));
  const self: Type = { kind: "record", name: entity.name };
  const symbols = new Map<string, Symbol>();
  for (const constant of product.constants)
    symbols.set(
      fold(constant.name),
      constant.values === null ? { kind: "open", name: constant.name } : { kind: "global", name: constant.name, type: constant.type, nullable: false },
    );
  for (const e of product.entities) symbols.set(fold(e.name), { kind: "global", name: e.name, type: { kind: "list", of: { kind: "record", name: e.name } }, nullable: false });
  if (reader.kind === "person") symbols.set("me", { kind: "variable", name: "me", type: { kind: "record", name: "User" }, nullable: false });
  symbols.set("this", { kind: "variable", name: "this", type: self, nullable: false });
  for (const [name, typed] of fields.get(entity.name) ?? []) symbols.set(fold(name), { kind: "field", of: { name: "this", type: self }, field: name, ...typed });
  return { lookup: (name) => symbols.get(name), names: () => [...symbols.keys()], fieldsOf: (record) => fields.get(record) };
}

function fieldsOf(product: Product, reader: Reader, entity: Entity): Map<string, Typed> {
  const found = new Map<string, Typed>([
    ["id", { type: { kind: "string" }, nullable: false }],
    ["created at", { type: { kind: "date and time", zoned: true }, nullable: false }],
    ["updated at", { type: { kind: "date and time", zoned: true }, nullable: false }],
  ]);
  const machine = machineOf(product, entity.name);
  if (machine) found.set("state", { type: { kind: "string", choices: machine.states.map((s) => s.name) }, nullable: false });
  for (const field of entity.fields) if (mayRead(product, reader, entity.name, field.name) !== "never") found.set(field.name, { type: typeOf(product, field), nullable: true });
  return found;
}

function typeOf(product: Product, field: Field): Type {
  const type = field.type;
  switch (type.kind) {
    case "number":
    case "money":
    case "percent":
      return { kind: "number" };
    case "integer":
      return { kind: "number", integer: true };
    case "yes/no":
      return { kind: "boolean" };
    case "date":
    case "time":
      return { kind: type.kind };
    case "date and time":
      return { kind: "date and time", zoned: true };
    case "duration":
      return { kind: "days and time duration" };
    case "one of":
      return { kind: "string", choices: type.choices };
    case "any of":
    case "texts":
      return { kind: "list", of: { kind: "string" } };
    case "reference":
      return { kind: "record", name: entityOf(product, type.entity)?.name ?? type.entity };
    case "references":
    case "inverse":
      return { kind: "list", of: { kind: "record", name: type.entity } };
    case "file":
      return type.many ? { kind: "list", of: { kind: "string" } } : { kind: "string" };
    case "text":
    case "formatted":
    case "sequence":
    case "random text":
    case "secret key":
    case "secret link":
      return { kind: "string" };
  }
}
