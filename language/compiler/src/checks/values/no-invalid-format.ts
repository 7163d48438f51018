/** A literal text for a formatted field (a currency, a country, an address) must have that format. */
import { type Expression, textSources } from "@nonet/feel";
import { type Field, isNesting, type Product, readFormatted, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { indexOf } from "../access/may-read.ts";

/** `statements`: all statements of the document. */
export function noInvalidFormat(ctx: PointCompiler, product: Product, statements: readonly Statement[]): void {
  for (const { fields, initialRecords } of product.entities)
    for (const field of fields)
      if (field.type.kind === "formatted") check(ctx, field, [field.default, field.computed, ...initialRecords.map(({ values }) => values[field.name] ?? null)]);
  checkStatements(ctx, product, statements);
}

function checkStatements(ctx: PointCompiler, product: Product, statements: readonly Statement[]): void {
  const fieldOf = (entity: string, name: string): Field | undefined =>
    indexOf(product)
      .entities.get(entity)
      ?.fields.find((field) => field.name === name);
  for (const s of statements) {
    if (isNesting(s)) checkStatements(ctx, product, s.body);
    if (s.kind === "create") for (const { field, value } of s.values) check(ctx, fieldOf(s.entity, field), [value]);
    if (s.kind === "set" && s.target.kind === "path" && s.target.of.type.kind === "record") check(ctx, fieldOf(s.target.of.type.name, s.target.field), [s.value]);
  }
}

function check(ctx: PointCompiler, field: Field | undefined, values: readonly (Expression | null)[]): void {
  if (field?.type.kind !== "formatted") return;
  const { format } = field.type;
  for (const { from, texts } of values.flatMap((value) => (value ? textSources(value) : [])))
    for (const text of texts ?? []) {
      const read = text === "" ? { value: null } : readFormatted(format, text);
      if ("wrong" in read) ctx.report("unreadable-value", from.span, `"${text}": ${field.name} ${read.wrong}`);
    }
}
