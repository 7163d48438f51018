/**
 * What the engine offers to whoever serves a product: the only way to change a record (`perform`) and the only
 * ways to read one. Every refusal is a value; a throw is a bug or a lost database.
 */
import type { Product } from "@nonet/model";

/** Who acts: a person with roles, nobody in particular, or the product itself. */
export type Actor =
  | { readonly kind: "person"; readonly id: string; readonly name: string; readonly email: string; readonly roles: readonly string[]; readonly owner: boolean }
  | { readonly kind: "anyone" }
  | { readonly kind: "system" };

/** Field values by JSON key, in the API's forms (decimals as strings, references as `{id}`, an id, or `{field: value}`). */
export type Values = Readonly<Record<string, unknown>>;

export type Change =
  | { readonly kind: "create"; readonly entity: string; readonly values: Values; readonly action?: string }
  | { readonly kind: "update"; readonly entity: string; readonly id: string; readonly values: Values; readonly ifVersion: number | "any" }
  | { readonly kind: "delete"; readonly entity: string; readonly id: string; readonly ifVersion: number | "any" }
  | { readonly kind: "action"; readonly entity: string; readonly id: string; readonly action: string; readonly asked: Values; readonly ifVersion?: number };

export interface PerformOptions {
  /** Warning codes that the person confirms. */
  readonly confirm?: readonly string[];
  /** Everything is judged, then rolled back: for previews. */
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

/** A record as the API shows it: `{id, version, state, createdAt, createdBy, updatedAt, …fields}`, only what the reader may see. */
export type Shown = Readonly<Record<string, unknown>> & { readonly id: string; readonly version: number };

/** Kinds of refusal; the server gives each its HTTP status. */
export type RefusalKind = "malformed" | "not signed in" | "not permitted" | "not found" | "conflict" | "changed meanwhile" | "invalid" | "warning" | "not shown" | "too many" | "unavailable" | "call failed";

export interface Refusal {
  readonly kind: RefusalKind;
  readonly errors: readonly FieldError[];
}

export interface FieldError {
  /** JSON key of the field, a path for parts (`lines/0/price`), or null. */
  readonly field: string | null;
  /** The catalogue's code, or a built-in one (`required`, `not-found`, `not-permitted`, …). */
  readonly code: string;
  /** The status the catalogue gives the code; null for built-in ones. */
  readonly status: number | null;
  /** The message with its values filled in. */
  readonly detail: string;
  /** The rule's or transition's name; null where it is a built-in check. */
  readonly rule: string | null;
  /** Line in the document (1-based), or null where a default says so. */
  readonly line: number | null;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export interface ListRequest {
  readonly entity: string;
  /** FEEL text over the record, typed before use; refused where it names what the reader may not see. */
  readonly where?: string;
  /** The name of the screen whose own `where` and parameters apply as well. */
  readonly screen?: string;
  /** Short forms: path (dotted JSON keys) to value. */
  readonly equals?: Readonly<Record<string, string>>;
  readonly search?: string;
  /** Dotted JSON keys, `-` first for descending. */
  readonly sort?: readonly string[];
  readonly limit?: number;
  readonly after?: string;
  readonly count?: boolean;
  /** Dotted JSON keys of what to send; absent: all that the reader may see (`item.category` for columns over references). */
  readonly fields?: readonly string[];
}

export interface Page {
  readonly items: readonly Shown[];
  readonly next: string | null;
  readonly count: number | null;
}

export interface ActionShown {
  readonly name: string;
  readonly path: string;
  readonly allowed: boolean;
  /** Why not, as far as the person may know. */
  readonly why: string | null;
  /** Target state, for boards. */
  readonly to: string | null;
  readonly line: number | null;
}

export interface HistoryEntry {
  readonly at: string;
  readonly by: { readonly id: string; readonly name: string } | null;
  readonly action: string;
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
  /** The specification's version that ran. */
  readonly specification: string;
}

export interface Session {
  readonly token: string;
  readonly actor: Extract<Actor, { kind: "person" }>;
}

export interface People {
  register(input: { email: string; password: string; name: string }): Promise<Outcome<Session>>;
  signIn(input: { email: string; password: string }): Promise<Outcome<Session>>;
  /** Rehearsal only: become the person of a role without a password. */
  become(email: string): Promise<Outcome<Session>>;
  signOut(token: string): Promise<void>;
  actorOf(token: string | undefined): Promise<Actor>;
  /** The Owner manages people and roles. */
  list(actor: Actor): Promise<Outcome<readonly { id: string; name: string; email: string; roles: readonly string[]; active: boolean; owner: boolean }[]>>;
  invite(actor: Actor, input: { email: string; name: string; roles: readonly string[]; password: string }): Promise<Outcome<{ id: string }>>;
  setRoles(actor: Actor, id: string, roles: readonly string[]): Promise<Outcome<null>>;
  setActive(actor: Actor, id: string, active: boolean): Promise<Outcome<null>>;
  /** Rehearsal's people: one per role, `role@example.test`. */
  rehearsalPeople(): Promise<readonly { email: string; name: string; role: string }[]>;
}

export interface Engine {
  /** The product now running; replaced whole by `change`. */
  readonly product: Product;
  readonly people: People;

  perform(actor: Actor, change: Change, options?: PerformOptions): Promise<Outcome<Shown | null>>;
  list(actor: Actor, request: ListRequest): Promise<Outcome<Page>>;
  /** By id or by the value of a unique text or sequence field. */
  record(actor: Actor, entity: string, id: string, fields?: readonly string[]): Promise<Outcome<Shown>>;
  actions(actor: Actor, entity: string, id: string): Promise<Outcome<readonly ActionShown[]>>;
  history(actor: Actor, entity: string, id: string): Promise<Outcome<readonly HistoryEntry[]>>;
  /** The values of a dashboard's elements or a report's cells, with the asker's sight. Keys are the element's position. */
  screenData(actor: Actor, screen: string): Promise<Outcome<ScreenValues>>;
  /** What the actor may do with an entity as a whole. */
  mayCreate(actor: Actor, entity: string): boolean;

  storeFile(actor: Actor, file: { name: string; type: string; content: Uint8Array }): Promise<Outcome<{ id: string; name: string; type: string; size: number }>>;
  /** Only where the actor may read a record that holds it, or uploaded it. */
  readFile(actor: Actor, id: string): Promise<Outcome<{ name: string; type: string; content: Uint8Array }>>;

  /** A received call: `path` as in the document. `rawBody` is what the signature covers. */
  receive(call: string, input: { rawBody: Uint8Array; body: unknown; headers: Readonly<Record<string, string>>; path: Readonly<Record<string, string>>; query: Readonly<Record<string, string>> }): Promise<Outcome<unknown>>;

  /** Told after each commit which records changed; the listener asks `record` for what its reader may see. */
  onChange(listener: (change: { entity: string; id: string; kind: "created" | "changed" | "deleted" }) => void): () => void;

  /** Migrates to another version of the document and runs it; refused (old one keeps running) where something would be lost. */
  change(product: Product): Promise<Outcome<{ readonly steps: readonly string[] }>>;

  readonly rehearsal: Rehearsal | null;
  /** Failed outgoing calls, for whoever may retry or drop them. */
  close(): Promise<void>;
}

export type ScreenValues =
  | { readonly kind: "dashboard"; readonly elements: readonly ({ readonly kind: "number"; readonly value: string | null } | { readonly kind: "chart"; readonly points: readonly { readonly label: string; readonly value: string }[] } | { readonly kind: "list"; readonly items: readonly Shown[] } | { readonly kind: "text" })[] }
  | { readonly kind: "report"; readonly rows: readonly ReportRow[] };

/** One group: its row keys, column keys (as shown to people) and the values in the document's order. */
export interface ReportRow {
  readonly row: readonly string[];
  readonly column: readonly string[];
  readonly values: readonly string[];
}

export interface Rehearsal {
  now(): string;
  moveClock(to: { now: string } | { forward: string }): Promise<Outcome<{ now: string }>>;
  mails(): Promise<readonly { at: string; to: string; subject: string; body: string; call: string }[]>;
  calls(): Promise<readonly { at: string; call: string; method: string; address: string; headers: Readonly<Record<string, string>>; body: unknown; status: string; attempts: number }[]>;
  answer(script: { call: string; status?: number; body?: unknown; times?: number; delay?: number; outcome?: "timeout" | "refused" }): Promise<void>;
  settle(): Promise<void>;
  reset(): Promise<void>;
}

export interface EngineOptions {
  readonly product: Product;
  /** A PostgreSQL URL, or a folder for the embedded one. */
  readonly database: { readonly url: string } | { readonly folder: string };
  readonly files: string;
  readonly rehearse: boolean;
  /** Email of the Owner to make on first start. */
  readonly owner?: { readonly email: string; readonly password: string };
  readonly environment: Readonly<Record<string, string | undefined>>;
}
