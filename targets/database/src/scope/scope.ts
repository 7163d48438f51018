/**
 * What compiling an expression needs to know about its place: the product, the bound variables, and whose visibility
 * applies.
 *
 * Expressions nest, and visibility is itself defined by expressions. A scope carries the compiler and the visibility, so
 * that rooms import each other one way: `expressions/` and `visibility/` set them.
 */
import { type Expression, fold, type Type } from "@nonet/feel";
import { type Entity, entityOf, type Product } from "@nonet/model";
import { sqlType } from "../columns/column-type.ts";
import { tableOf } from "../columns/columns.ts";
import type { Reader, Variables } from "../sql/query.ts";
import { Parameters } from "../sql/sql-text.ts";
import { jsonOf } from "../sql/statement-cache.ts";
import { descend } from "./walk.ts";

/** The binding of a name: a row of a table, a record by its id, a record as JSON (`old`), or a value. */
export type Bound =
  | { readonly kind: "row"; readonly entity: Entity; readonly alias: string }
  | { readonly kind: "id"; readonly entity: Entity; readonly sql: string }
  /** `draft`: the values of a form so far, without computed fields. */
  | { readonly kind: "json"; readonly entity: Entity; readonly sql: string; readonly draft?: boolean }
  | { readonly kind: "value"; readonly sql: string; readonly type: Type };

/** Compiles expressions of every kind; made in `expressions/`. */
export interface ExpressionCompiler {
  /** An SQL expression of the type that `sqlType` says. */
  value(s: Scope, e: Expression): string;
  /** A boolean where null may count as false: filters and where clauses. Equality can then use indexes. */
  condition(s: Scope, e: Expression): string;
}

/** What restricts a scope to what its reader may see, as predicates over a row; made in `visibility/`. */
export interface Visibility {
  readonly reader: Exclude<Reader, { kind: "system" }>;
  readonly record: (s: Scope, entity: Entity, alias: string) => string;
  /** `readableRow`: the row is known to be readable, so what follows from that is true. */
  readonly field: (s: Scope, entity: Entity, alias: string, name: string, readableRow: boolean) => string;
  /**
   * Set where the expression was written by the reader, not by the document: references are as the reader is shown them,
   * null where they may not read the referenced record.
   */
  readonly ofReader?: boolean | undefined;
}

export interface Scope {
  readonly product: Product;
  readonly compiler: ExpressionCompiler;
  readonly params: Parameters;
  readonly variables: ReadonlyMap<string, Bound>;
  /** null: everything is visible. */
  readonly visibility: Visibility | null;
  /** Aliases whose rows are known to be readable. */
  readonly readable: Set<string>;
  /** Unbound names compile to null, to test whether an expression can be compiled. */
  readonly loose: boolean;
  readonly cache: Map<string, string>;
  /** The depth of nested function calls. */
  readonly depth: number;
  /** A date: the day on which values that change over time must be valid. Absent: today. */
  readonly validOn?: string | undefined;
  /** Set while the select list of a row is compiled. */
  readonly joins?: Joins | undefined;
  /** Set while a statement over many rows is compiled that may refer to the same records. */
  readonly shared?: SharedValues | undefined;
}

/** Thrown inside this package only; `canCompile` returns its message. */
export class Unsupported extends Error {}
export const unsupported = (why: string): never => {
  throw new Unsupported(why);
};

export const jsonType: Type = { kind: "any" };

/** The scope for what the reader has written: conditions, filters and sort keys of a request. */
export const asWrittenByReader = (s: Scope): Scope => (s.visibility ? { ...s, visibility: { ...s.visibility, ofReader: true } } : s);

/**
 * The scope of a condition that the document writes: it sees everything, and what it selects is then restricted to what
 * the reader may read. A condition that the reader has written stays restricted.
 */
export const ofDocument = (s: Scope): Scope => (s.visibility && !s.visibility.ofReader ? { ...s, visibility: null } : s);

/** A scope in which everything is visible. */
export function newScope(product: Product, compiler: ExpressionCompiler, variables: Variables = {}, params = new Parameters()): Scope {
  const bound = new Map<string, Bound>();
  const user = entityNamed(product, "User");
  bound.set("me", { kind: "id", entity: user, sql: params.bind(variables.me ?? null, "uuid") });
  if (variables.asked) bound.set("asked", { kind: "value", sql: params.bind(jsonOf(variables.asked), "jsonb"), type: jsonType });
  for (const [name, value] of Object.entries(variables.others ?? {})) bound.set(name, { kind: "value", sql: params.bind(jsonOf(value), "jsonb"), type: jsonType });
  return {
    product,
    compiler,
    params,
    variables: bound,
    visibility: null,
    readable: new Set(),
    loose: false,
    cache: new Map(),
    depth: 0,
  };
}

export const withVariables = (s: Scope, ...entries: readonly (readonly [string, Bound])[]): Scope => ({ ...s, variables: new Map([...s.variables, ...entries]) });
/** The scope of a field's or a grant's own expression: `this` is the row, everything is visible, and only `me` is kept. */
export const ownScope = (s: Scope, self: Bound): Scope => {
  const me = s.variables.get("me");
  return { ...s, visibility: null, variables: new Map<string, Bound>([...(me ? [["me", me] as const] : []), ["this", self]]) };
};

export function entityNamed(product: Product, name: string): Entity {
  return entityOf(product, name) ?? product.entities.find((e) => fold(e.name) === fold(name)) ?? unsupported(`there is no entity ${name}`);
}

export function variable(s: Scope, name: string, type: Type): Bound {
  const bound = s.variables.get(name);
  if (bound) return bound;
  if (!s.loose) {
    if (name === "old" || name === "asked" || name === "body" || name === "answer" || name === "header" || name === "path" || name === "query")
      return type.kind === "record" ? { kind: "json", entity: entityNamed(s.product, type.name), sql: "null::jsonb" } : { kind: "value", sql: "null::jsonb", type: jsonType };
    return unsupported(`\`${name}\` has no value here`);
  }
  if (type.kind === "record") return { kind: "id", entity: entityNamed(s.product, type.name), sql: "null::uuid" };
  return { kind: "value", sql: `null::${sqlType(type)}`, type };
}

export const zone = (s: Scope): string => s.params.bind(s.product.about.timeZone, "text");
export const today = (s: Scope): string => `(nonet.now() at time zone ${zone(s)})::date`;
/** The day on which values that change over time must be valid. */
export const validOn = (s: Scope): string => s.validOn ?? today(s);
export const isNull = (e: Expression): boolean => e.kind === "literal" && e.value === null;
export const fromTable = (entity: Entity, alias: string): string => `${tableOf(entity)} ${alias}`;
/** In the product's zone. */
export const local = (s: Scope, sql: string): string => `(${sql} at time zone ${zone(s)})`;

/** A value read from text of which only the text says whether it is in days or months, local or with a zone. */
export const readsText = (e: Expression): boolean =>
  e.type.kind === "any" && descend(e).some((x) => x.kind === "call" && x.type.kind === "any" && (x.function === "duration" || x.function === "date and time"));

/** The two dates of `(to - from).days`: PostgreSQL subtracts dates to days. */
export function daysBetween(e: Expression): readonly [to: Expression, from: Expression] | undefined {
  if (e.kind !== "path" || fold(e.field) !== "days" || e.of.kind !== "binary" || e.of.operator !== "-") return undefined;
  const { left, right } = e.of;
  return left.type.kind === "date" && right.type.kind === "date" ? [left, right] : undefined;
}

/** Values of referenced records, each computed once for all rows. */
export interface SharedValues {
  readonly row: string;
  /** By the SQL of the record's id, and the field. `values` selects `id, value` for the records that a query of ids names. */
  readonly made: Map<string, { readonly alias: string; readonly id: string; readonly values: (ids: string) => string }>;
}

export interface Joins {
  readonly row: string;
  /** By the column of the reference. */
  readonly made: Map<string, { readonly alias: string; readonly entity: Entity }>;
}
