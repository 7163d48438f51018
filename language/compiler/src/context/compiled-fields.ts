/** Entities' fields as point 3 made them, asked for by entity, so that whoever asks hangs on that entity alone. */
import type { Entity, Field } from "@nonet/model";
import type { PointCompiler } from "./workshop.ts";

export function tellFields(ctx: PointCompiler, entities: readonly Entity[]): void {
  for (const { name, fields } of entities) ctx.tells(`fields of ${name}`, fields);
}

export const madeFields = (ctx: PointCompiler, entity: string): readonly Field[] | undefined => ctx.asks(`fields of ${entity}`);

export function madeField(ctx: PointCompiler, entity: string, name: string): Field | undefined {
  const fields = madeFields(ctx, entity);
  return fields && byName(fields).get(name);
}

const indexes = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const known = indexes.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  indexes.set(fields, known);
  return known;
}
