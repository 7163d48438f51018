/** Where a thing is defined: for states and actions, the first row that names it. */
import type { Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import { type CheckedDocument, oncePer } from "../document/checked-document.ts";
import { referencesOf } from "../names/occurrences.ts";
import { keyOfThing, type Thing } from "../names/thing.ts";

/** Exactly the names, where they are found in the defining element; several where a point is spread over tables. */
export function definitionsOf(document: CheckedDocument, thing: Thing): readonly Span[] {
  const element = sourcesOf(document.product).get(keyOfThing(thing));
  if (!element) return [];
  const name = referencesOf(document, thing).find(({ span }) => span.file === element.file && span.from >= element.from && span.to <= element.to);
  return [name?.span ?? element];
}

/** By key, the element that defines a thing. */
const sourcesOf: (product: Product) => ReadonlyMap<string, Span> = oncePer((product: Product) => {
  const found = new Map<string, Span>();
  const add = (thing: Thing, source: Span | null | undefined): void => {
    if (source && !found.has(keyOfThing(thing))) found.set(keyOfThing(thing), source);
  };
  for (const entity of product.entities) {
    add({ kind: "entity", name: entity.name, entity: null }, entity.source);
    for (const field of entity.fields) add({ kind: "field", name: field.name, entity: entity.name }, field.source);
  }
  for (const { entity, states, actions } of product.machines) {
    for (const state of states) add({ kind: "state", name: state.name, entity }, state.source);
    for (const action of actions) {
      add({ kind: "action", name: action.name, entity }, action.source);
      for (const { field, own } of action.asks) if (!own) add({ kind: "field", name: field.name, entity }, field.source);
    }
  }
  for (const role of product.permissions.roles) add({ kind: "role", name: role.name, entity: null }, role.source);
  for (const one of product.permissions.named) add({ kind: "condition", name: one.name, entity: one.entity }, one.source);
  for (const call of product.calls) add({ kind: "call", name: call.name, entity: null }, call.source);
  for (const screen of product.screens) add({ kind: "screen", name: screen.name, entity: null }, screen.source);
  for (const error of product.errors) add({ kind: "code", name: error.code, entity: null }, error.source);
  for (const constant of product.constants) add({ kind: "constant", name: constant.name, entity: null }, constant.source);
  for (const one of [...product.functions, ...product.tables]) add({ kind: "function", name: one.name, entity: null }, one.source);
  for (const one of product.calendars) if (one.name !== null) add({ kind: "calendar", name: one.name, entity: null }, one.source);
  return found;
});
