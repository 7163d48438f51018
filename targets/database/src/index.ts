// SIGNATURES FIRST: bodies follow in files of their own; this list stays.
import type { Entity, Product, Rule, Template, Transition, Verb } from "@nonet/model";
import type { Expression, Type } from "@nonet/feel";
import type { Query, Reader, Variables } from "./query.ts";
export type { Query, Reader, Variables } from "./query.ts";

// ---- tables
/** DDL of schema `nonet` and the extensions; idempotent (may run at each start). */
export declare function systemTables(): string;
/** DDL of schema `app` for an empty database, in order. */
export declare function planTables(product: Product): string[];
export interface ChangeStep { readonly sql: string; readonly sentence: string; readonly loses: string | null }
export declare function planChange(before: Product, after: Product): { readonly steps: readonly ChangeStep[] };
/** `field` is a Field's name; `referredBy` the entity whose records still refer to the deleted one. */
export interface ConstraintMeaning { readonly kind: "unique" | "overlap" | "reference" | "check"; readonly entity: string; readonly fields: readonly string[]; readonly rule: string | null; readonly refersTo: string | null }
export declare function constraintMeaning(product: Product, constraintName: string): ConstraintMeaning | undefined;

// ---- what can be compiled
/** Why PostgreSQL can't evaluate it, or null. */
export declare function canCompile(product: Product, expression: Expression): string | null;
/** The name of the first thing not shown that it hangs on (through computed fields and constants), or null. */
export declare function openIn(product: Product, expression: Expression): string | null;
/** Every expression of the product that `canCompile` refuses. */
export declare function unsupportedIn(product: Product): readonly { readonly expression: Expression; readonly why: string }[];

// ---- permissions
export declare function mayRead(product: Product, reader: Reader, entity: string, field: string): "never" | "always" | "sometimes";
/** Whether some grant could allow it for some record (for menus, New buttons, mayCreate). */
export declare function mayEver(product: Product, reader: Reader, entity: string, verb: Verb | { readonly action: string }): boolean;
/** One row `{allowed: boolean}`, no row where the record isn't there. For create: run it after the insert. For an action, point 6 only; the transition's Who is `whoQuery`. */
export declare function grantQuery(product: Product, reader: Reader, entity: string, verb: Verb | { readonly action: string }, id: string): Query;
/** Whether point 6 says anything about this verb on this entity (a grant for any role): if not, an action is open to whom Who names. */
export declare function saysWho(product: Product, entity: string, verb: Verb | { readonly action: string }): boolean;
/** One row `{fields: string[]}`: names of the fields that the reader may give in `create` / may change in `update`. */
export declare function fieldGrantQuery(product: Product, reader: Reader, entity: string, verb: "create" | "update", id: string): Query;
/** One row `{allowed}`: the transition's Who column for this record (an empty Who allows). */
export declare function whoQuery(product: Product, reader: Reader, transition: Transition, entity: string, id: string): Query;

// ---- reads; each row has `record` (JSON in the API's forms)
export interface ListAsk {
  readonly entity: string;
  readonly where?: Expression;
  readonly screenWhere?: Expression;
  /** Dotted JSON keys to text. "" asks for null. */
  readonly equals?: Readonly<Record<string, string>>;
  readonly search?: { readonly text: string; readonly paths: readonly Expression[] };
  /** Empty: the entity's own sort, else newest first. */
  readonly sort?: readonly { readonly expression: Expression; readonly descending: boolean }[];
  readonly limit: number;
  /** The `keys` of the last row seen. */
  readonly after?: readonly (string | null)[];
  readonly fields?: readonly string[];
  /** Values for variables that `where`s use besides `me`. */
  readonly variables?: Variables;
}
/** Rows `{record, keys}`; ask for limit + 1 to know whether there is more. */
export declare function listQuery(product: Product, reader: Reader, ask: ListAsk): Query;
/** One row `{count: string}`. */
export declare function countQuery(product: Product, reader: Reader, ask: ListAsk): Query;
/** By id, or by the value of a unique or sequence text field; no row: not there or not theirs to see. `{record}` */
export declare function recordQuery(product: Product, reader: Reader, entity: string, idOrUnique: string, fields?: readonly string[]): Query;
/** An Expression for a dotted JSON key (`item.category`), over `this`; undefined when there is no such path. `readable` false: never readable. */
export declare function pathExpression(product: Product, entity: string, dottedKey: string): Expression | undefined;
/** One row `{value: JSON}` with the reader's sight. */
export declare function numberQuery(product: Product, reader: Reader, expression: Expression): Query;
/** Rows `{label, value}` (both text). */
export declare function chartQuery(product: Product, reader: Reader, chart: { readonly entity: string; readonly where: { readonly expression: Expression } | null; readonly value: import("@nonet/model").Aggregate; readonly by: import("@nonet/model").Group }): Query;
/** Rows `{row: string[], column: string[], values: string[]}`. */
export declare function reportQuery(product: Product, reader: Reader, report: Extract<import("@nonet/model").Shows, { kind: "report" }>): Query;
/** Rows `{at, by: {id, name} | null, action, before, after, specification}`, newest first; before/after hold only fields the reader may read (JSON keys). No rows where history isn't granted. */
export declare function historyQuery(product: Product, reader: Reader, entity: string, id: string): Query;
/** One row `{allowed}`: the reader may read a record that holds this file, or uploaded it. */
export declare function fileReadableQuery(product: Product, reader: Reader, fileId: string): Query;

// ---- evaluation with the system's sight over one stored record as `this`
/** One row `{values: {name: API form}}`; no row where the record isn't there. `id` null: no `this`. */
export declare function valuesQuery(product: Product, entity: string | null, id: string | null, expressions: readonly { readonly name: string; readonly expression: Expression; /** Convert to this field's stored form (rounding, reference id). */ readonly as?: Type }[], variables?: Variables): Query;
/** One row `{texts: {name: string}}`. readable: dates `3 March 2026`, instants `3 March 2026, 14:05` in the product's zone, money with its minor units; plain: ISO forms (for addresses and headers). Null is "". */
export declare function templateQuery(product: Product, entity: string | null, id: string | null, templates: readonly { readonly name: string; readonly template: Template; readonly form: "readable" | "plain" }[], variables?: Variables): Query;
/** One row `{holds: boolean}` (null refuses: false). */
export declare function guardQuery(product: Product, entity: string, id: string, condition: Expression, variables?: Variables): Query;
/** Rows `{id}` of an entity's records for which it holds (system sight), oldest first: for each, Finds, schedules. Also list expressions of records: `recordsQuery`. */
export declare function whereQuery(product: Product, entity: string, condition: Expression | null, variables?: Variables): Query;
/** Rows `{id}`: the records that a list-of-records (or one record) expression comes to, over `this`. */
export declare function recordsQuery(product: Product, entity: string | null, id: string | null, expression: Expression, variables?: Variables): Query;

// ---- rules
/** Rows `{id}` among `ids` for which the rule does NOT hold (null holds). `olds`: records before, by id. */
export declare function ruleQuery(product: Product, rule: Rule, ids: readonly string[], variables?: Variables & { readonly olds?: Readonly<Record<string, unknown>> }): Query;
/** Rows `{id, fields: string[]}`: broken `unique` of fields and entities (field names), among `ids`. Unique constraints are deferred to commit, so ask this with the rules. */
export declare function uniqueQuery(product: Product, entity: string, ids: readonly string[]): Query | null;
/** Rows `{id}` of rule.entity's records to judge again. */
export declare function affectedQuery(product: Product, rule: Rule, changed: readonly { readonly entity: string; readonly id: string }[]): Query;
/** Sorted advisory keys (bigint as text) for writing this record (API-form values, as to be / as they are). Take them with `takeLocks` on the connection BEFORE begin (a serializable snapshot is older than a lock taken inside), give back with `giveLocks` after commit. */
export declare function locksFor(product: Product, entity: string, kind: "create" | "change", values: Readonly<Record<string, unknown>>): readonly string[];
export declare function takeLocks(keys: readonly string[]): Query;
export declare function giveLocks(keys: readonly string[]): Query;

// ---- writes. Values by FIELD NAME in the API's forms (decimal text, ISO text, reference id text or {id}, arrays for lists); `state` and further machines' fields by name.
/** Several statements: the row, then many-to-many rows. Run all, in order. `id` given by the caller. */
export declare function insertQueries(product: Product, entity: string, row: { readonly id: string; readonly by: string | null; readonly values: Readonly<Record<string, unknown>> }): readonly Query[];
/** Raises version, sets updated_at; where `state` is among the values, state_since too. First statement returns `{id, version}`. */
export declare function updateQueries(product: Product, entity: string, id: string, values: Readonly<Record<string, unknown>>): readonly Query[];
export declare function deleteQuery(product: Product, entity: string, id: string): Query;
/** For `Deleting: archives`. */
export declare function archiveQuery(product: Product, entity: string, id: string): Query;
/** `{id, version, state, record}`, locked for update. */
export declare function lockQuery(product: Product, entity: string, id: string): Query;
/** `{record}` with the system's sight: JSON keys, computed fields included, references as `{id, shownAs}`. */
export declare function wholeRecordQuery(product: Product, entity: string, ids: readonly string[]): Query;
/** `{id}` by the value of a unique or sequence field, or by shown-as text (initial records, `{field: value}` references). Rows: 0, 1 or more. */
export declare function findQuery(product: Product, entity: string, field: string | null, value: unknown): Query;
/** `{value: string}` the next counter. */
export declare function sequenceQuery(key: string, prefix: string): Query;

// ---- time
/** Rows `{id, due_at}` of records standing in From whose moment has come, oldest due first. Only for after and at. */
export declare function dueQuery(product: Product, entity: string, transition: Transition): Query;
/** One row `{due_at: text ISO | null}`: the next moment after now for any timed transition of the product. */
export declare function nextDueQuery(product: Product): Query;
/** Rows `{id}` in From for which `(when …)` holds; `ids` limits it. */
export declare function whenQuery(product: Product, entity: string, transition: Transition, ids?: readonly string[]): Query;
/** `system.*`: queries on nonet's own tables: see system-queries.ts. */
export { system } from "./system-queries.ts";
export type { Entity };
