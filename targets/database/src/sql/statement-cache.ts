/**
 * Caches compiled statements per product and shape. A cached statement has slots in place of values, and is filled for
 * each request.
 *
 * The key holds what shapes a statement (entity, roles, fields, expressions); ids, texts and whole records are values.
 */
import type { Product } from "@nonet/model";
import type { Query, Reader, Variables } from "./query.ts";

/** Takes the place of a value that each use of the statement supplies. */
export class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  /** Distinguishes slots where equal values share a parameter. */
  toJSON(): unknown {
    return { "(slot)": this.name };
  }
}

/** As JSON text, now or when the statement is filled. */
export const jsonOf = (value: unknown): unknown => (value instanceof Slot ? value : JSON.stringify(value ?? null));

export interface Given {
  readonly reader?: Reader | null;
  readonly variables?: Variables & { readonly olds?: unknown; readonly askeds?: unknown };
  readonly values?: Readonly<Record<string, unknown>>;
}

/** The same, with slots in place of values. */
export interface Slotted<V> {
  readonly reader: Reader;
  readonly variables: Variables & { readonly olds?: Readonly<Record<string, unknown>>; readonly askeds?: Readonly<Record<string, unknown>> };
  readonly values: V;
}

interface Template {
  readonly name: string | undefined;
  readonly text: string;
  readonly readRow: Query["readRow"];
  /** Each value of the statement, read from what is given. */
  readonly values: readonly ((given: Given) => unknown)[];
  /** Whether it was used since a full cache last passed over it. */
  used: boolean;
}

/** More than any product has; one that wasn't used for long is dropped. */
const maxStatements = 3000;
const statements = new WeakMap<object, Map<string, Template>>();

/** `owner`: the product; or a part of it, or of a request, with which the statement is forgotten. */
export function cachedStatement<V extends Readonly<Record<string, unknown>>>(
  owner: object,
  key: readonly unknown[],
  given: Given & { readonly values: V },
  make: (slots: Slotted<V>) => Query,
): Query {
  let templates = statements.get(owner);
  if (!templates) statements.set(owner, (templates = new Map<string, Template>()));
  const shape = `${key.map(partOf).join("\u0001")}\u0002${given.reader ? readerShape(given.reader) : ""}\u0002${given.variables ? variablesShape(given.variables) : ""}`;
  let template = templates.get(shape);
  if (!template) {
    const made = make(slotted(given));
    if (templates.size >= maxStatements) dropOne(templates);
    templates.set(shape, (template = { name: made.name, text: made.text, readRow: made.readRow, values: made.values.map(reading), used: true }));
  }
  template.used = true;
  return fill(template, given);
}

function fill({ name, text, values, readRow }: Template, given: Given): Query {
  const filled: unknown[] = [];
  for (const read of values) filled.push(read(given));
  const query = name === undefined ? { text, values: filled } : { name, text, values: filled };
  return readRow ? { ...query, readRow } : query;
}

/** The oldest one that wasn't used since the last time; those before it start again as the youngest. */
function dropOne(templates: Map<string, Template>): void {
  for (const [shape, template] of templates) {
    templates.delete(shape);
    if (!template.used) return;
    template.used = false;
    templates.set(shape, template);
  }
}

const ids = new WeakMap<object, number>();
let count = 0;

/** An object of the model is identified by reference, everything else by its value. */
function partOf(part: unknown): string {
  if (part === null || part === undefined || typeof part !== "object") return String(part);
  if (Array.isArray(part)) return `[${part.map(partOf).join("\u0003")}]`;
  let id = ids.get(part);
  if (id === undefined) ids.set(part, (id = ++count));
  return `#${id}`;
}

const shapes = new WeakMap<Reader, string>();

/** Readers of the same shape share a statement and differ only in their ids. */
export function readerShape(reader: Reader): string {
  let shape = shapes.get(reader);
  if (shape === undefined) shapes.set(reader, (shape = shapeOf(reader)));
  return shape;
}

function shapeOf(reader: Reader): string {
  const link = reader.kind !== "system" && reader.link ? `/${reader.link.entity}` : "";
  if (reader.kind !== "person") return reader.kind + link;
  return JSON.stringify([reader.roles, reader.owner, (reader.represents ?? []).map((p) => [p.roles, p.owner])]) + link;
}

const variablesShape = (v: NonNullable<Given["variables"]>): string =>
  `${v.old ? "o" : ""}${v.olds ? "l" : ""}${v.askeds ? "k" : ""}${v.asked ? "a" : ""}${v.others ? JSON.stringify(Object.keys(v.others)) : ""}`;

// A slot stands in for a value of any type.
// oxlint-disable-next-line typescript/no-explicit-any
const slot = (name: string): any => new Slot(name);

function slotted<V extends Readonly<Record<string, unknown>>>(given: Given & { readonly values: V }): Slotted<V> {
  const { reader, variables: v } = given;
  const link = reader && reader.kind !== "system" && reader.link ? { link: { entity: reader.link.entity, id: slot("link") } } : {};
  const held: Reader | null | undefined =
    reader?.kind === "person"
      ? {
          kind: "person",
          id: slot("me"),
          roles: reader.roles,
          owner: reader.owner,
          ...(reader.represents ? { represents: reader.represents.map((p, i) => ({ ...p, id: slot(`for ${i}`) })) } : {}),
          ...link,
        }
      : reader?.kind === "anyone"
        ? { kind: "anyone", ...link }
        : reader;
  return {
    reader: held as Reader,
    variables: {
      me: slot("me"),
      ...(v?.old ? { old: slot("old") } : {}),
      ...(v?.olds ? { olds: slot("olds") } : {}),
      ...(v?.askeds ? { askeds: slot("askeds") } : {}),
      ...(v?.asked ? { asked: slot("asked") } : {}),
      ...(v?.others ? { others: Object.fromEntries(Object.keys(v.others).map((name) => [name, slot(`other ${name}`)])) } : {}),
    },
    values: Object.fromEntries(Object.keys(given.values).map((name) => [name, slot(`value ${name}`)])) as V,
  };
}

/** How the value of a slot, or one that stands in the statement, is found. */
function reading(value: unknown): (given: Given) => unknown {
  if (!(value instanceof Slot)) return () => value;
  const { name } = value;
  const rest = name.slice(name.indexOf(" ") + 1);
  if (name.startsWith("value ")) return ({ values }) => values?.[rest];
  if (name.startsWith("other ")) return ({ variables: v }) => JSON.stringify(v?.others?.[rest] ?? null);
  if (name.startsWith("for ")) return ({ reader }) => (reader?.kind === "person" ? reader.represents?.[Number(rest)]?.id : null);
  switch (name) {
    case "me":
      return ({ reader, variables: v }) => (reader?.kind === "person" ? reader.id : (v?.me ?? null));
    case "link":
      return ({ reader }) => (reader && reader.kind !== "system" ? (reader.link?.id ?? null) : null);
    case "old":
      return ({ variables: v }) => JSON.stringify(v?.old ?? null);
    case "olds":
      return ({ variables: v }) => JSON.stringify(v?.olds ?? null);
    case "askeds":
      return ({ variables: v }) => JSON.stringify(v?.askeds ?? null);
    default:
      return ({ variables: v }) => JSON.stringify(v?.asked ?? null);
  }
}

const decisions = new WeakMap<Product, Map<string, unknown>>();

/** Caches decisions that depend on the permission matrix alone. */
export function cachedDecision<T>(product: Product, key: readonly unknown[], reader: Reader, find: () => T): T {
  let known = decisions.get(product);
  if (!known) decisions.set(product, (known = new Map<string, unknown>()));
  const shape = `${key.map(partOf).join("\u0001")}\u0002${readerShape(reader)}`;
  const decided = known.get(shape);
  if (decided !== undefined || known.has(shape)) return decided as T;
  const found = find();
  if (known.size >= maxStatements * 4) known.clear();
  known.set(shape, found);
  return found;
}
