/**
 * What the engine offers to whoever serves a product: the only way to change a record (`perform`) and the only
 * ways to read one. Every refusal is a value; a throw is a bug or a lost database.
 */
import type { ActionShown, Named, StuckShown } from "./standing.ts";
import type { Product, SaidAt } from "@nonet/model";
import type { Imported, ImportLine, ImportOptions } from "./import-records.ts";

/** The record whose secret link somebody opened: they act on it as `bearer`. */
export interface Link {
  readonly entity: string;
  readonly id: string;
  /** The screen that it opens, signed in or not. */
  readonly screen: string;
}

export interface OpenedLink {
  readonly link: Link;
  readonly screen: string;
}

/** What is stored about a person: the values of every field marked `personal` that is theirs, before and now. */
export interface PersonData {
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly records: readonly { readonly entity: string; readonly id: string; readonly shownAs: string; readonly values: Values }[];
  readonly history: readonly {
    readonly entity: string;
    readonly record: string;
    readonly at: string;
    readonly action: string;
    readonly before: Values | null;
    readonly after: Values | null;
  }[];
  readonly files: readonly { readonly id: string; readonly name: string; readonly type: string; readonly size: number }[];
}

/** Who acts: a person with roles, nobody in particular, or the product itself. */
export type Actor =
  | {
      readonly kind: "person";
      readonly id: string;
      readonly name: string;
      readonly email: string;
      readonly roles: readonly string[];
      readonly owner: boolean;
      readonly link?: Link;
      readonly standsFor?: readonly { readonly id: string; readonly roles: readonly string[]; readonly owner: boolean }[];
    }
  | { readonly kind: "anyone"; readonly link?: Link }
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
export type RefusalKind =
  | "malformed"
  | "not signed in"
  | "not permitted"
  | "not found"
  | "conflict"
  | "changed meanwhile"
  | "invalid"
  | "warning"
  | "not shown"
  | "too many"
  | "unavailable"
  | "call failed";

export interface Refusal {
  readonly kind: RefusalKind;
  readonly errors: readonly FieldError[];
}

export interface FieldError extends SaidAt {
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
  /** Which of several elements at that line, as `nonet explain` names it. */
  readonly about?: string | undefined;
  /** Line of the imported file. */
  readonly row?: number;
}

export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export interface ListRequest {
  readonly entity: string;
  /** FEEL text over the record, typed before use; refused where it names what the reader may not see. */
  readonly where?: string;
  /** The name of the screen whose own `where` and parameters apply as well. */
  readonly screen?: string;
  /** With a record's screen: the title of one of its related lists, and the record whose list it is. */
  readonly list?: string;
  readonly of?: string;
  /** Of people: only those who may stand in a field `User with role R`. */
  readonly withRole?: string;
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

/** A record as the API sends it: JSON text. */
export interface ShownText {
  readonly id: string;
  readonly version: number;
  readonly json: string;
}

/** A page as the API sends it, and whose records are on it. */
export interface PageText {
  readonly ids: readonly string[];
  readonly json: string;
}

export type * from "./standing.ts";

export interface Deputy {
  readonly id: string;
  readonly person: Named;
  readonly deputy: Named;
  /** First and last day, in the product's zone. */
  readonly from: string;
  readonly to: string;
  /** Whether the asker named it; else the asker is the deputy. */
  readonly own: boolean;
}

export interface Deputies {
  list(actor: Actor): Promise<Outcome<readonly Deputy[]>>;
  /** `deputy`: an id or `{email}`. */
  name(actor: Actor, input: { deputy: unknown; from: unknown; to: unknown }): Promise<Outcome<Deputy>>;
  remove(actor: Actor, id: string): Promise<Outcome<null>>;
}

export interface HistoryEntry {
  readonly at: string;
  readonly by: { readonly id: string; readonly name: string } | null;
  /** True where it was a person whom the reader may not know; `by` null without it is the product itself. */
  readonly bySomebody?: true;
  /** Whom a deputy decided for. */
  readonly inPlaceOf?: { readonly id: string; readonly name: string } | null;
  readonly action: string;
  /** `secret`: it was written; what it was and is stays out. */
  readonly changes: readonly { readonly field: string; readonly before: unknown; readonly after: unknown; readonly secret?: true }[];
  /** The specification's version that ran. */
  readonly specification: string;
}

export interface Session {
  readonly token: string;
  /** How long it lasts. */
  readonly seconds: number;
  readonly actor: Extract<Actor, { kind: "person" }>;
}

/** What the Owner changes of a person: both at once are one change. */
export interface PersonChange {
  readonly roles?: readonly string[];
  readonly active?: boolean;
}

export interface People {
  /** Of `options` only `confirm`. */
  register(input: { email: string; password: string; name: string }, options?: PerformOptions): Promise<Outcome<Session>>;
  signIn(input: { email: string; password: string }): Promise<Outcome<Session>>;
  /** Rehearsal only: become the person of a role without a password. */
  become(email: string): Promise<Outcome<Session>>;
  signOut(token: string): Promise<void>;
  actorOf(token: string | undefined): Promise<Actor>;
  /** Who has this token `now`, and who had it the last time: not to be trusted before the two are the same. */
  asking(token: string | undefined): { readonly recent: Actor | undefined; readonly now: Promise<Actor> };
  /** The Owner manages people and roles. */
  list(actor: Actor): Promise<Outcome<readonly { id: string; name: string; email: string; roles: readonly string[]; active: boolean; owner: boolean }[]>>;
  invite(actor: Actor, input: { email: string; name: string; roles: readonly string[]; password?: string }, options?: PerformOptions): Promise<Outcome<{ id: string }>>;
  change(actor: Actor, id: string, asked: PersonChange, options?: PerformOptions): Promise<Outcome<null>>;
  /** Personal API keys of whoever asks: each is shown once and kept as a hash. */
  addKey(actor: Actor, name: string): Promise<Outcome<{ readonly id: string; readonly name: string; readonly key: string }>>;
  keys(actor: Actor): Promise<Outcome<readonly { readonly id: string; readonly name: string; readonly at: string; readonly usedAt: string | null }[]>>;
  deleteKey(actor: Actor, id: string): Promise<Outcome<null>>;
  /** Rehearsal's people: one per role, `role@example.test`. */
  rehearsalPeople(): Promise<readonly { email: string; name: string; role: string }[]>;
}

/** What a call from outside is answered; `body` undefined: nothing. */
export interface CallAnswer {
  /** null: the document says none. */
  readonly status: number | null;
  readonly body: unknown;
}

/** What the envelope of refusals is written over. */
export interface RefusalTold {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly field: string | null;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly field: string | null }[];
}

export interface FailedCall extends SaidAt {
  readonly id: string;
  readonly call: string;
  readonly kind: "mail" | "call" | "schedule";
  readonly to: string | null;
  readonly subject: string | null;
  readonly record: { readonly entity: string; readonly id: string; readonly shownAs: string | null } | null;
  readonly at: string;
  readonly failedAt: string;
  readonly attempts: number;
  readonly why: string;
  readonly code: string | null;
}

export interface FailedCalls {
  list(actor: Actor): Promise<Outcome<{ readonly items: readonly FailedCall[]; readonly count: number }>>;
  retry(actor: Actor, id: string): Promise<Outcome<null>>;
  drop(actor: Actor, id: string): Promise<Outcome<null>>;
}

export interface SingleSignOn {
  /** Where to send the browser, and what to keep until it comes back to `redirect`. */
  begin(redirect: string): Promise<Outcome<{ readonly address: string; readonly kept: string }>>;
  /** `answer` is the query with which it came back. */
  finish(redirect: string, kept: string, answer: Readonly<Record<string, string>>): Promise<Outcome<Session>>;
}

export interface Engine {
  /** The product now running; replaced whole by `change`. */
  readonly product: Product;
  readonly people: People;

  perform(actor: Actor, change: Change, options?: PerformOptions): Promise<Outcome<Shown | null>>;
  /** All lines or none, each through every check. */
  importRecords(actor: Actor, entity: string, lines: readonly ImportLine[], options?: ImportOptions): Promise<Outcome<Imported>>;
  list(actor: Actor, request: ListRequest): Promise<Outcome<Page>>;
  /** Of dotted JSON keys those that the actor may read of some record. */
  readable(actor: Actor, entity: string, keys: readonly string[]): Promise<readonly string[]>;
  /** By id or by the value of a unique text or sequence field. */
  record(actor: Actor, entity: string, id: string, fields?: readonly string[]): Promise<Outcome<Shown>>;
  /** Both as text, for whoever only hands it on. */
  readonly texts: {
    list(actor: Actor, request: ListRequest): Promise<Outcome<PageText>>;
    record(actor: Actor, entity: string, id: string, fields?: readonly string[]): Promise<Outcome<ShownText>>;
  };
  actions(actor: Actor, entity: string, id: string): Promise<Outcome<readonly ActionShown[]>>;
  history(actor: Actor, entity: string, id: string): Promise<Outcome<readonly HistoryEntry[]>>;
  /** The record as it was at an instant, as its history kept it; only what the reader may see of it today. */
  recordAt(actor: Actor, entity: string, id: string, at: string): Promise<Outcome<Shown>>;
  /** Automatic transitions of the record that a rule stops. */
  stuck(actor: Actor, entity: string, id: string): Promise<Outcome<readonly StuckShown[]>>;
  readonly deputies: Deputies;
  /** The values of a dashboard's elements or a report's cells, with the asker's sight. Keys are the element's position. */
  screenData(actor: Actor, screen: string, ask?: ScreenAsk): Promise<Outcome<ScreenValues>>;
  /** What the actor may do with an entity as a whole. */
  mayCreate(actor: Actor, entity: string): boolean;

  /** Everything stored about a person; the Owner only. */
  exportPerson(actor: Actor, id: string): Promise<Outcome<PersonData>>;
  /** Forgets it, history and files included, in one transaction; the Owner only. */
  erasePerson(actor: Actor, id: string, options?: PerformOptions): Promise<Outcome<{ readonly records: number; readonly files: number }>>;
  /** Whose record a secret link's token opens; null where none. */
  openLink(token: string): Promise<OpenedLink | null>;

  storeFile(actor: Actor, file: { name: string; type: string; content: Uint8Array }): Promise<Outcome<{ id: string; name: string; type: string; size: number }>>;
  /** Only where the actor may read a record that holds it, or uploaded it. */
  readFile(actor: Actor, id: string): Promise<Outcome<{ name: string; type: string; content: Uint8Array }>>;

  /** A received call: `path` as in the document. `rawBody` is what the signature covers. */
  receive(
    call: string,
    input: { rawBody: Uint8Array; body: unknown; headers: Readonly<Record<string, string>>; path: Readonly<Record<string, string>>; query: Readonly<Record<string, string>> },
  ): Promise<Outcome<CallAnswer>>;

  /** Told after each commit which records changed; the listener asks `record` for what its reader may see. */
  onChange(listener: (change: { entity: string; id: string; kind: "created" | "changed" | "deleted" }) => void): () => void;

  /** Migrates to another version of the document and runs it; refused (old one keeps running) where something would be lost. */
  change(product: Product): Promise<Outcome<{ readonly steps: readonly string[] }>>;
  /** Settled when nothing is left to be built for the version that runs: indexes are, beside it. */
  built(): Promise<void>;

  /** Failed outgoing calls, for the Owner to send again or drop. */
  readonly failedCalls: FailedCalls;
  /** A call that the product offers, with what came with it. */
  offer(
    actor: Actor,
    call: string,
    input: Omit<Parameters<Engine["receive"]>[1], "rawBody"> & { /** The warnings that who calls confirms, by their codes. */ readonly confirm?: readonly string[] },
  ): Promise<Outcome<CallAnswer>>;
  /** A refusal in the envelope that the document writes for an offered call; undefined where it writes none. */
  envelope(call: string, refusal: RefusalTold): Promise<unknown>;
  /** Single sign-on with the provider that the environment names; refused where the document has none. */
  readonly singleSignOn: SingleSignOn;
  /** What the environment lacks for what the document says, a sentence each; empty in rehearsal. */
  missingSettings(): readonly string[];
  /** What the database is set to that slows the product, a sentence each. */
  tightSettings(): Promise<readonly string[]>;

  /** Whether another process has moved the database to another version of the document: what is asked of a table may fail then. */
  isOutdated(): Promise<boolean>;

  readonly rehearsal: Rehearsal | null;
  close(): Promise<void>;
}

export type ScreenValues =
  | {
      readonly kind: "dashboard";
      readonly elements: readonly (
        | { readonly kind: "number"; readonly value: string | null; /** What is not shown, where the value hangs on it. */ readonly notShown?: string }
        | { readonly kind: "chart"; readonly points: readonly { readonly label: string; readonly value: string | null }[] }
        | { readonly kind: "list"; readonly items: readonly Shown[] }
        | { readonly kind: "text" }
      )[];
    }
  | { readonly kind: "report"; readonly rows: readonly ReportRow[] }
  /** `title` null: the record's own name. `hidden`: names of fields that don't show now. */
  | { readonly kind: "record"; readonly title: string | null; readonly hidden: readonly string[] }
  /** `prefill` by JSON key, in the API's forms. */
  | { readonly kind: "form"; readonly prefill: Values; readonly hidden: readonly string[] };

/** What a record's or form's screen is asked for: the record by its id, or what the form holds so far. */
export interface ScreenAsk {
  readonly id?: string;
  readonly values?: Values;
}

/** One group: its row keys, column keys (as shown to people) and the values in the document's order. */
export interface ReportRow {
  readonly row: readonly string[];
  readonly column: readonly string[];
  readonly values: readonly (string | null)[];
}

export interface Rehearsal {
  now(): string;
  moveClock(to: { now: string } | { forward: string }): Promise<Outcome<{ now: string }>>;
  mails(): Promise<readonly { at: string; to: string; subject: string; body: string; call: string }[]>;
  calls(): Promise<
    readonly { at: string; call: string; method: string; address: string; headers: Readonly<Record<string, string>>; body: unknown; status: string; attempts: number }[]
  >;
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
  /** Told of a fault of ours that no answer tells of. */
  readonly onFault?: (fault: { readonly at: string; readonly error: unknown }) => void;
}
