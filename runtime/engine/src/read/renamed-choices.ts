/**
 * Renamed states and choices: the history stores the names of their time and shows the present ones (default 64). A
 * previous name that is in use again stands for the state or choice that has it now.
 */
import { fold } from "@nonet/feel";
import type { Entity, FieldType, Product } from "@nonet/model";

/** By the field's JSON key, then by the previous name. */
type Renames = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A stored value with the present names. */
export function withPresentNames(product: Product, entity: Entity, key: string, value: unknown): unknown {
  const names = renamesOf(product, entity).get(key);
  const now = (one: unknown): unknown => (typeof one === "string" ? (names?.get(fold(one)) ?? one) : one);
  if (!names) return value;
  return Array.isArray(value) ? value.map(now) : now(value);
}

const known = new WeakMap<Product, Map<string, Renames>>();

function renamesOf(product: Product, entity: Entity): Renames {
  const ofProduct = known.get(product) ?? new Map<string, Renames>();
  known.set(product, ofProduct);
  const renames = ofProduct.get(entity.name) ?? findRenames(product, entity);
  ofProduct.set(entity.name, renames);
  return renames;
}

function findRenames(product: Product, entity: Entity): Renames {
  const keyOf = (name: string): string => entity.fields.find((f) => f.name === name)?.key ?? name;
  const states = product.machines
    .filter((machine) => machine.entity === entity.name)
    .map((machine) => [keyOf(machine.field), machine.states.map((s) => s.name), machine.states.flatMap((s) => (s.was ?? []).map((from) => ({ from, to: s.name })))] as const);
  const choices = entity.fields.map((field) => [field.key, ...choicesOf(field.type)] as const);
  return new Map(
    [...states, ...choices].flatMap(([key, present, renamed]) => {
      const isPresent = new Set(present.map(fold));
      const names = renamed.flatMap(({ from, to }): [string, string][] => (isPresent.has(fold(from)) ? [] : [[fold(from), to]]));
      return names.length > 0 ? [[key, new Map(names)] as const] : [];
    }),
  );
}

const choicesOf = (type: FieldType) => (type.kind === "one of" || type.kind === "any of" ? ([type.choices, type.renamed ?? []] as const) : ([[], []] as const));
