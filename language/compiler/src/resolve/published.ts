/** What points 3 and 4 publish for other units to look up by entity: compiled fields and actions. A unit then depends on that entity alone. */
import type { Entity, Field, Machine } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";

/** The input of an action, for rules that are checked on it. */
export const inputOf = (ctx: PointCompiler, entity: string, action: string): readonly Field[] => ctx.lookUp<readonly Field[]>(inputKey(entity, action)) ?? [];

export function publishFields(ctx: PointCompiler, entities: readonly Entity[]): void {
  for (const { name, fields } of entities) ctx.publish(`fields of ${name}`, fields);
}

export const compiledFields = (ctx: PointCompiler, entity: string): readonly Field[] | undefined => ctx.lookUp(`fields of ${entity}`);

export function compiledField(ctx: PointCompiler, entity: string, name: string): Field | undefined {
  const fields = compiledFields(ctx, entity);
  return fields && byName(fields).get(name);
}

const indexes = new WeakMap<readonly Field[], ReadonlyMap<string, Field>>();

function byName(fields: readonly Field[]): ReadonlyMap<string, Field> {
  const known = indexes.get(fields) ?? new Map(fields.map((field) => [field.name, field]));
  indexes.set(fields, known);
  return known;
}

/** Publishes the actions of each entity that people run, and the input of every action. */
export function publishActions(ctx: PointCompiler, machines: readonly Machine[]): void {
  const actions = new Map<string, readonly string[]>();
  for (const { entity, actions: all } of machines) actions.set(entity, [...(actions.get(entity) ?? []), ...all.filter((a) => !a.systemOnly).map((a) => a.name)]);
  for (const [entity, names] of actions) ctx.publish(actionsOf(entity), ctx.stableList(actionsOf(entity), names));
  for (const { entity, actions: all } of machines)
    for (const { name, asks } of all) {
      const fields = asks.map(({ field }) => field);
      ctx.publish(inputKey(entity, name), ctx.stableList(inputKey(entity, name), fields));
    }
}

export const inputKey = (entity: string, action: string): string => `what ${action} of ${entity} asks for`;

export const actionsOf = (entity: string): string => `what people do with ${entity}`;
