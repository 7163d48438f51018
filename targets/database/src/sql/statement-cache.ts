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

type Template = Pick<Query, "name" | "text" | "values" | "readRow">;

/** More than any product has; the least recently used one is dropped. */
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
  if (template) templates.delete(shape);
  else {
    template = make(slotted(given));
    if (templates.size >= maxStatements) templates.delete(templates.keys().next().value!);
  }
  templates.set(shape, template);
  return fill(template, given);
}

function fill(template: Template, given: Given): Query {
  const values = template.values.map((v) => (v instanceof Slot ? valueOf(v.name, given) : v));
  return { ...template, values };
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

/** Readers of the same shape share a statement and differ only in their ids. */
export function readerShape(reader: Reader): string {
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

function valueOf(name: string, { reader, variables: v, values }: Given): unknown {
  if (name.startsWith("value ")) return values?.[name.slice(6)];
  if (name.startsWith("other ")) return JSON.stringify(v?.others?.[name.slice(6)] ?? null);
  if (name.startsWith("for ")) return reader?.kind === "person" ? reader.represents?.[Number(name.slice(4))]?.id : null;
  switch (name) {
    case "me":
      return reader?.kind === "person" ? reader.id : (v?.me ?? null);
    case "link":
      return reader && reader.kind !== "system" ? (reader.link?.id ?? null) : null;
    case "old":
      return JSON.stringify(v?.old ?? null);
    case "olds":
      return JSON.stringify(v?.olds ?? null);
    case "askeds":
      return JSON.stringify(v?.askeds ?? null);
    default:
      return JSON.stringify(v?.asked ?? null);
  }
}

const decisions = new WeakMap<Product, Map<string, unknown>>();

/** Caches decisions that depend on the permission matrix alone. */
export function cachedDecision<T>(product: Product, key: readonly unknown[], reader: Reader, find: () => T): T {
  let known = decisions.get(product);
  if (!known) decisions.set(product, (known = new Map<string, unknown>()));
  const shape = `${key.map(partOf).join("\u0001")}\u0002${readerShape(reader)}`;
  if (!known.has(shape)) {
    if (known.size >= maxStatements * 4) known.clear();
    known.set(shape, find());
  }
  return known.get(shape) as T;
}
