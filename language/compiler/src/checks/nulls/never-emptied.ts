/**
 * Fields with a default that are never empty: no person may write them and no effect empties them. A default fills a
 * field when the record is created without a value; a person who may write the field could empty it, unless it is
 * required.
 */
import { type Expression, nullCause } from "@nonet/feel";
import { type Field, isNesting, type Product, type Statement } from "@nonet/model";
import { ownerOf } from "../../trees/walk.ts";

/** Each as `Entity.field`, in the document's order. `statements`: those of points 4 and 7. */
export function neverEmptied(product: Product, statements: readonly Statement[]): readonly string[] {
  const asked = new Set(product.machines.flatMap((m) => m.actions.flatMap((a) => a.asks.flatMap((one) => (one.own ? [`${m.entity}.${one.field.name}`] : [])))));
  let neverEmpty = product.entities.flatMap((entity) =>
    entity.fields.flatMap((field) => (isNeverEmptied(field) && !asked.has(`${entity.name}.${field.name}`) ? [`${entity.name}.${field.name}`] : [])),
  );
  if (neverEmpty.length === 0) return neverEmpty;
  const all = [...statements, ...product.entities.flatMap((entity) => entity.events.flatMap((event) => event.then))];
  const writes = all.flatMap(writesOf);
  const forgotten = new Set(all.flatMap(forgets));
  neverEmpty = neverEmpty.filter((key) => !forgotten.has(key.slice(key.indexOf(".") + 1)));
  // A field set from another such field is never empty as long as the other isn't.
  for (let size = -1; size !== neverEmpty.length;) {
    size = neverEmpty.length;
    const filled = new Set(neverEmpty);
    const empties = new Set(writes.flatMap(({ key, value }) => (nullCause(value).every((cause) => filled.has(pathOf(cause))) ? [] : [key])));
    neverEmpty = neverEmpty.filter((key) => !empties.has(key));
  }
  return neverEmpty;
}

const isNeverEmptied = (field: Field): boolean => field.readOnly === true && field.default !== null && !field.default.nullable;

const pathOf = (e: Expression): string => (e.kind === "path" && ownerOf(e) !== undefined && nullCause(e.of).length === 0 ? `${ownerOf(e)}.${e.field}` : "");

function writesOf(s: Statement): { readonly key: string; readonly value: Expression }[] {
  if (isNesting(s)) return s.body.flatMap(writesOf);
  if (s.kind === "create") return s.values.map(({ field, value }) => ({ key: `${s.entity}.${field}`, value }));
  return s.kind === "set" && s.target.kind === "path" ? [{ key: `${ownerOf(s.target)}.${s.target.field}`, value: s.value }] : [];
}

/** For any entity. */
const forgets = (s: Statement): string[] => (isNesting(s) ? s.body.flatMap(forgets) : s.kind === "forget" ? [s.field] : []);
