/** Where a thing is defined: for states and actions, the first row that names it. */
import { fold } from "@nonet/feel";
import type { Machine, Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import type { CheckedDocument } from "../document/checked-document.ts";
import { referencesOf } from "../names/occurrences.ts";
import type { Thing } from "../names/thing.ts";

/** Exactly the names, where they are found in the defining element; several where a point is spread over tables. */
export function definitionsOf(document: CheckedDocument, thing: Thing): readonly Span[] {
  const { product, layout } = document.compiled.unplaced;
  const source = sourceOf(product, thing);
  if (!source) return [];
  const element = layout.at(source);
  const name = referencesOf(document, thing).find(({ span }) => span.file === element.file && span.from >= element.from && span.to <= element.to);
  return [name?.span ?? element];
}

/** The place of the element that defines a thing; undefined for what is built in. */
function sourceOf(product: Product, { kind, name, entity }: Thing): Span | null | undefined {
  const { permissions } = product;
  const called = <T extends { readonly name: string | null }>(list: readonly T[]): T | undefined => list.find((one) => isSame(one.name, name));
  switch (kind) {
    case "entity":
      return called(product.entities)?.source;
    case "field":
      return called(product.entities.find((one) => isSame(one.name, entity))?.fields ?? [])?.source ?? askedField(product, name, entity);
    case "state":
      return called(machinesOf(product, entity).flatMap(({ states }) => states))?.source;
    case "action":
      return called(machinesOf(product, entity).flatMap(({ actions }) => actions))?.source;
    case "role":
      return called(permissions.roles)?.source;
    case "condition":
      return permissions.named.find((one) => isSame(one.name, name) && isSame(one.entity, entity))?.source;
    case "call":
      return called(product.calls)?.source;
    case "screen":
      return called(product.screens)?.source;
    case "code":
      return product.errors.find(({ code }) => code === name)?.source;
    case "constant":
      return called(product.constants)?.source;
    case "function":
      return (called(product.functions) ?? called(product.tables))?.source;
    case "calendar":
      return called(product.calendars)?.source;
  }
}

/** Names are equal in any letter case. */
const isSame = (a: string | null, b: string | null): boolean => a === b || (a !== null && b !== null && a.length === b.length && fold(a) === fold(b));

const machinesOf = (product: Product, entity: string | null): readonly Machine[] => product.machines.filter((one) => isSame(one.entity, entity));

/** Where an action asks for a field that isn't one of the record. */
const askedField = (product: Product, name: string, entity: string | null): Span | undefined =>
  machinesOf(product, entity)
    .flatMap(({ actions }) => actions.flatMap(({ asks }) => asks))
    .find(({ field, own }) => !own && isSame(field.name, name))?.field.source ?? undefined;
