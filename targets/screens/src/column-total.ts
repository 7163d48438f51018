/** Whether a list adds up a number field below its rows (default 267). */
import type { Expression } from "@nonet/feel";
import type { Entity, Field, Product } from "@nonet/model";
import { entityIn } from "./control.ts";
import type { Plan } from "./plan.ts";
import type { ColumnTotal } from "./screen-data.ts";

/** An amount for one of something, or a bound: the amounts of several records together mean nothing. */
const perOne = /\b(rate|limit|per|unit|minimum|maximum|min|max)\b/i;

function totalOf(product: Product, entity: Entity, field: Field): ColumnTotal | undefined {
  if (field.type.kind === "duration") return perOne.test(field.name) ? undefined : "offered";
  const isMoney = field.type.kind === "money" && field.type.currencyField === undefined;
  if (!isMoney && field.type.kind !== "number" && field.type.kind !== "integer") return undefined;
  if (addedUp(product).has(`${entity.name}.${field.name}`) || isTotal(field.computed)) return isMoney ? "shown" : "offered";
  if (!isMoney || perOne.test(field.name)) return undefined;
  const isChosen = isReferredTo(product, entity);
  // The price of a line is for one piece of it.
  if ((isChosen || entity.partOf !== null) && /\bprice\b/i.test(field.name)) return undefined;
  return isChosen && !hasStates(product, entity) ? "offered" : "shown";
}

/** Of a column of the entity's own list: the amounts of other records stand in several rows. */
export function columnTotal({ product }: Plan, entity: Entity, field: Field): { readonly total?: ColumnTotal } {
  const total = totalOf(product, entity, field);
  return total ? { total } : {};
}

/** Others refer to it, so that it may be chosen from: articles, rooms, kinds. Parts refer to their whole, which doesn't count. */
const isReferredTo = ({ entities }: Product, { name, partOf }: Entity): boolean =>
  partOf === null &&
  entities.some(({ fields, partOf: whole }) => whole?.entity !== name && fields.some(({ type }) => type.kind.startsWith("reference") && entityIn(type) === name));

const hasStates = ({ machines }: Product, { name }: Entity): boolean => machines.some(({ entity }) => entity === name);

const isTotal = (computed: Expression | null): boolean => computed?.kind === "call" && ["sum", "count"].includes(computed.function);

const added = new WeakMap<Product, ReadonlySet<string>>();

/** `Entity.field` of each field that the document adds up somewhere. */
function addedUp(product: Product): ReadonlySet<string> {
  let found = added.get(product);
  if (!found) added.set(product, (found = new Set(sumsIn(product))));
  return found;
}

function* sumsIn(node: unknown): Generator<string> {
  if (typeof node !== "object" || node === null) return;
  const { function: name, arguments: given, of } = node as { function?: unknown; arguments?: readonly Expression[]; of?: { expression?: Expression } | null };
  const summed = name === "sum" ? (Array.isArray(given) ? given[0] : of?.expression) : undefined;
  if (summed?.kind === "path") {
    const type = summed.of.type.kind === "list" ? summed.of.type.of : summed.of.type;
    if (type.kind === "record") yield `${type.name}.${summed.field}`;
  }
  for (const each of Object.values(node)) yield* sumsIn(each);
}
