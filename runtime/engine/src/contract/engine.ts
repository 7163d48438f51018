/**
 * What the engine offers to whoever serves a product: the only way to change a record (`perform`) and the only
 * ways to read one. Every refusal is a value; a throw is a bug or a lost database.
 */
import type { Product } from "@nonet/model";
import type { Actor, OpenedLink } from "./actor.ts";
import type { CallAnswer, FailedCalls } from "./calls.ts";
import type { Imported, ImportLine, ImportOptions } from "./import.ts";
import type { Change, Outcome, PerformOptions, RefusalEnvelope } from "./outcome.ts";
import type { Deputies, People, PersonData, SingleSignOn } from "./people.ts";
import type { HistoryEntry, ListRequest, Page, SerializedPage, ScreenAsk, ScreenValues, VisibleRecord, SerializedRecord } from "./reads.ts";
import type { AvailableAction, BlockedTransition } from "./record-status.ts";
import type { Rehearsal } from "./rehearsal.ts";
import type { StartReport } from "./start-report.ts";
export type { AvailableAction, Named, DecisionView, DecisionStep, BlockedTransition } from "./record-status.ts";

export interface Engine {
  /** The product now running; replaced whole by `change`. */
  readonly product: Product;
  readonly people: People;

  perform(actor: Actor, change: Change, options?: PerformOptions): Promise<Outcome<VisibleRecord | null>>;
  /** Whether the actor may import records of the entity at all: asked before a file is read. */
  mayImport(actor: Actor, entity: string): Promise<Outcome<null>>;
  /** All lines or none, each through every check. */
  importRecords(actor: Actor, entity: string, lines: readonly ImportLine[], options?: ImportOptions): Promise<Outcome<Imported>>;
  list(actor: Actor, request: ListRequest): Promise<Outcome<Page>>;
  /** Of dotted JSON keys those that the actor may read of some record. */
  readable(actor: Actor, entity: string, keys: readonly string[]): Promise<readonly string[]>;
  /** By id or by the value of a unique text or sequence field. */
  record(actor: Actor, entity: string, id: string, fields?: readonly string[]): Promise<Outcome<VisibleRecord>>;
  /** Both as text, for whoever only hands it on. */
  readonly serialized: {
    list(actor: Actor, request: ListRequest): Promise<Outcome<SerializedPage>>;
    record(actor: Actor, entity: string, id: string, fields?: readonly string[]): Promise<Outcome<SerializedRecord>>;
  };
  actions(actor: Actor, entity: string, id: string): Promise<Outcome<readonly AvailableAction[]>>;
  history(actor: Actor, entity: string, id: string): Promise<Outcome<readonly HistoryEntry[]>>;
  /** The record as it was at an instant, as its history kept it; only what the reader may see of it today. */
  recordAt(actor: Actor, entity: string, id: string, at: string): Promise<Outcome<VisibleRecord>>;
  /** Automatic transitions of the record that a rule stops. */
  blockedTransitions(actor: Actor, entity: string, id: string): Promise<Outcome<readonly BlockedTransition[]>>;
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
  callReceived(
    call: string,
    input: { rawBody: Uint8Array; body: unknown; headers: Readonly<Record<string, string>>; path: Readonly<Record<string, string>>; query: Readonly<Record<string, string>> },
  ): Promise<Outcome<CallAnswer>>;

  /** Told after each commit which records changed; the listener asks `record` for what its reader may see. */
  onChange(listener: (change: { entity: string; id: string; kind: "created" | "changed" | "deleted" }) => void): () => void;

  /** Migrates to another version of the document and runs it; refused (old one keeps running) where something would be lost. */
  switchVersion(product: Product): Promise<Outcome<{ readonly steps: readonly string[] }>>;
  /** Settled when nothing is left to be built for the version that runs: indexes are, beside it. */
  whenBuilt(): Promise<void>;

  /** Failed outgoing calls, for the Owner to send again or drop. */
  readonly failedCalls: FailedCalls;
  /** A call that the product offers, with what came with it. */
  callOffered(
    actor: Actor,
    call: string,
    input: Omit<Parameters<Engine["callReceived"]>[1], "rawBody"> & { /** The warnings that who calls confirms, by their codes. */ readonly confirm?: readonly string[] },
  ): Promise<Outcome<CallAnswer>>;
  /** A refusal in the envelope that the document writes for an offered call; undefined where it writes none. */
  envelope(call: string, refusal: RefusalEnvelope): Promise<unknown>;
  /** Single sign-on with the provider that the environment names; refused where the document has none. */
  readonly singleSignOn: SingleSignOn;
  /** What the environment lacks for what the document says, a sentence each; empty in rehearsal. */
  missingSettings(): readonly string[];
  /** What the database is set to that slows the product, a sentence each. */
  tightSettings(): Promise<readonly string[]>;

  /** Whether another process has moved the database to another version of the document: what is asked of a table may fail then. */
  isOutdated(): Promise<boolean>;

  readonly startReport: StartReport;
  readonly rehearsal: Rehearsal | null;
  close(): Promise<void>;
}
