/** The names of a document: the same object for successive versions as long as every name means the same. */
import { fold } from "@nonet/feel";
import type { Entity, Machine, Product } from "@nonet/model";
import { type CheckedDocument, oncePer } from "../document/checked-document.ts";
import { type Vocabulary, vocabularyOf } from "./vocabulary.ts";

export interface Names {
  /** A version of the product with these names. Only its names, and the types and owners of fields, are those of every version. */
  readonly product: Product;
  readonly vocabulary: Vocabulary;
  readonly subjects: Subjects;
}

/** By folded names and plurals, what pieces can be about. */
export interface Subjects {
  readonly entities: ReadonlyMap<string, string>;
  readonly screens: ReadonlyMap<string, string>;
  readonly calls: ReadonlyMap<string, string>;
}

interface LastNames {
  names: Names | null;
  facts: readonly string[];
}

const lastNames: (history: object) => LastNames = oncePer((): LastNames => ({ names: null, facts: [] }));

export const namesOf: (document: CheckedDocument) => Names = oncePer(({ compiled, history }: CheckedDocument): Names => {
  const { product } = compiled.unplaced;
  const last = lastNames(history);
  const facts = factsOf(product);
  if (last.names && isSame(last.facts, facts)) return last.names;
  last.facts = facts;
  last.names = { product, vocabulary: vocabularyOf(product), subjects: subjectsOf(product) };
  return last.names;
});

/** Everything that decides what a word means, as texts that can be compared. */
function factsOf(product: Product): readonly string[] {
  const { permissions } = product;
  const named = (list: readonly { readonly name: string | null }[]): string => JSON.stringify(list.map(({ name }) => name));
  return [
    JSON.stringify([
      product.entities.length,
      product.machines.length,
      permissions.named.map(({ name, entity }) => [name, entity]),
      product.calls.map(({ name, entity }) => [name, entity]),
      product.screens.map(({ name, shows }) => [name, "entity" in shows ? shows.entity : null]),
      product.errors.map(({ code }) => code),
    ]),
    named(permissions.roles),
    named(product.constants),
    named(product.functions),
    named(product.tables),
    named(product.calendars),
    ...product.entities.map(factsOfEntity),
    ...product.machines.map(factsOfMachine),
  ];
}

const factsOfEntity: (entity: Entity) => string = oncePer(({ name, plural, partOf, fields }: Entity) =>
  JSON.stringify([name, plural, partOf, fields.map(({ name: field, type, source }) => [field, "entity" in type ? type.entity : null, source === null])]),
);

const factsOfMachine: (machine: Machine) => string = oncePer(({ entity, field, states, actions }: Machine) =>
  JSON.stringify([entity, field, states.map(({ name }) => name), actions.map(({ name, asks }) => [name, asks.map((one) => [one.field.name, one.own])])]),
);

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}

function subjectsOf(product: Product): Subjects {
  const entities = new Map<string, string>();
  for (const { name, plural } of product.entities) for (const one of [name, plural]) if (!entities.has(fold(one))) entities.set(fold(one), name);
  const screens = product.screens.flatMap(({ name, shows }) => ("entity" in shows ? [[fold(name), shows.entity] as const] : []));
  return { entities, screens: new Map(screens), calls: new Map(product.calls.flatMap(({ name, entity }) => (entity === null ? [] : [[fold(name), entity] as const]))) };
}
