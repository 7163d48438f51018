/**
 * What the engine offers to whoever serves a product: the only way to change a record (`perform`) and the only
 * ways to read one. Every refusal is a value; an exception is a bug or a lost database.
 */
import type { ScreenRenderer } from "./engine-options.ts";
import type { Product } from "@nonet/model";
import type { Accounts } from "./accounts.ts";
import type { Actor, OpenedLink } from "./actor.ts";
import type { CallAnswer, FailedCalls } from "./calls.ts";
import type { Imported, ImportLine, ImportOptions } from "./import.ts";
import type { Origin } from "./origin.ts";
import type { ChangePreview } from "./change-preview.ts";
import type { Change, Outcome, PerformOptions, RefusalEnvelope, RecordAhead } from "./outcome.ts";
import type { AccountData, Deputies, People, PersonData, SingleSignOn } from "./people.ts";
import type { Reads, VisibleRecord } from "./reads.ts";
import type { AvailableAction, BlockedTransition, PossibleChange, CreationState } from "./record-status.ts";
import type { Processes } from "./processes.ts";
import type { Replicas } from "./replicas.ts";
import type { Rehearsal } from "./rehearsal.ts";
import type { StartReport } from "./engine-options.ts";
import type { Comments } from "./comments.ts";
import type { Versions } from "./versions.ts";
import type { Views } from "./views.ts";
import type { Watch } from "./watch.ts";
export type { AvailableAction, BlockedTransition } from "./record-status.ts";

/** Its own reads come from the primary database. */
export interface Engine extends Reads {
  /** The product that runs; `switchVersion` replaces it. */
  readonly product: Product;
  readonly people: People;
  readonly accounts: Accounts;

  perform(actor: Actor, change: Change, options?: PerformOptions): Promise<Outcome<VisibleRecord | null>>;
  /** Reads a record for a change that somebody may make, where that saves time; undefined where it doesn't. */
  readAhead(entity: string, id: string): RecordAhead | undefined;
  /** Whether the actor may import records of the entity at all: checked before a file is read. */
  mayImport(actor: Actor, entity: string): Promise<Outcome<null>>;
  /** All lines or none, each with every check. */
  importRecords(actor: Actor, entity: string, lines: readonly ImportLine[], options?: ImportOptions): Promise<Outcome<Imported>>;
  /** Of dotted JSON keys those that the actor may read of some record. */
  readable(actor: Actor, entity: string, keys: readonly string[]): Promise<readonly string[]>;
  actions(actor: Actor, entity: string, id: string): Promise<Outcome<readonly AvailableAction[]>>;
  /** Whether the record can be edited and deleted, as far as the actor is permitted to. */
  changes(actor: Actor, entity: string, id: string): Promise<Outcome<readonly PossibleChange[]>>;
  /** The actions of a screen that create records. `id`: the record of the page. */
  creations(actor: Actor, screen: string, id: string | null): Promise<Outcome<readonly CreationState[]>>;
  /** The record's automatic transitions that a rule blocks. */
  blockedTransitions(actor: Actor, entity: string, id: string): Promise<Outcome<readonly BlockedTransition[]>>;
  readonly deputies: Deputies;
  readonly views: Views;
  /** Of entities that have `Comments: yes`. */
  readonly comments: Comments;
  /** Whether the actor may create some record of the entity. */
  mayCreate(actor: Actor, entity: string): boolean;

  /** Everything stored about a person; the Owner only. */
  exportPerson(actor: Actor, id: string, from?: Origin): Promise<Outcome<PersonData & { readonly account: AccountData }>>;
  /** Erases it, with history and files, in one transaction; the Owner only. */
  erasePerson(actor: Actor, id: string, options?: PerformOptions): Promise<Outcome<{ readonly records: number; readonly files: number }>>;
  /** The personal data of a record that stands for a person itself; for whoever may delete it. */
  exportRecordData(actor: Actor, entity: string, id: string): Promise<Outcome<PersonData>>;
  /** Erases it, with history, messages and files. */
  eraseRecordData(actor: Actor, entity: string, id: string, options?: PerformOptions): Promise<Outcome<{ readonly records: number; readonly files: number }>>;
  /** The record that a secret link's token opens; null for none. */
  openLink(token: string): Promise<OpenedLink | null>;

  storeFile(actor: Actor, file: { name: string; type: string; content: Uint8Array }): Promise<Outcome<{ id: string; name: string; type: string; size: number }>>;
  /** Only where the actor may read a record that holds it, or uploaded it. `read` loads the content. */
  openFile(actor: Actor, id: string): Promise<Outcome<{ name: string; type: string; read(): Promise<Uint8Array> }>>;

  /** A received call. `rawBody` is what the signature covers. */
  callReceived(
    call: string,
    input: { rawBody: Uint8Array; body: unknown; headers: Readonly<Record<string, string>>; path: Readonly<Record<string, string>>; query: Readonly<Record<string, string>> },
  ): Promise<Outcome<CallAnswer>>;

  /** Called after each commit with the records that have changed; the listener reads what its own reader may see. */
  onChange(listener: (change: { entity: string; id: string; kind: "created" | "changed" | "deleted" }) => void): () => void;

  /** Migrates to another version of the document and runs it; refused where data would be lost, and the old version goes on. */
  switchVersion(product: Product): Promise<Outcome<{ readonly steps: readonly string[] }>>;
  /** The versions that have run, and what it takes for another one to go live. */
  readonly versions: Versions;
  /** What another version would do to the stored records, part by part; nothing is changed. Ends early when the signal aborts. */
  previewChange(product: Product, report: (part: ChangePreview) => void, signal: AbortSignal): Promise<void>;
  /** Resolves when everything that is built in the background for this version is complete, such as indexes. */
  whenBuilt(): Promise<void>;

  /** Failed outgoing calls, for the Owner to send again or drop. */
  readonly failedCalls: FailedCalls;
  /** A call that the product offers, with what came with it. */
  callOffered(
    actor: Actor,
    call: string,
    input: Omit<Parameters<Engine["callReceived"]>[1], "rawBody"> & {
      /** The warnings that who calls confirms, by their codes. */ readonly confirm?: readonly string[];
      /** The record whose key the caller has. */ readonly credential?: string;
      /** The token that the caller sent. */ readonly token?: string;
      /** The address from which the call comes, which limits failed sign-ins. */ readonly source?: string;
    },
  ): Promise<Outcome<CallAnswer>>;
  /** The caller of an offered call whose keys are those of records; null where no record in force has the key. */
  callerOf(call: string, key: string): Promise<{ readonly actor: Actor; readonly credential: string } | null>;
  /** Renders a screen as a file for a mail's attachment, as far as the actor may read it. The server sets it: the engine knows no file formats. */
  renderScreens(render: ScreenRenderer): void;
  /** Tells the engine the address of the product, for links in mails and calls. */
  servedAt(address: string): void;
  /** A refusal in the envelope that the document writes for an offered call; undefined where it writes none. */
  envelope(call: string, refusal: RefusalEnvelope): Promise<unknown>;
  /** Single sign-on with the provider that the environment names; refused where the document has none. */
  readonly singleSignOn: SingleSignOn;
  /** What the document needs and the environment doesn't have, a sentence each; empty in rehearsal. */
  missingSettings(): readonly string[];
  /** Settings of the database that slow the product down, a sentence each. */
  tightSettings(): Promise<readonly string[]>;

  /** Whether another process has migrated the database to another version of the document: queries may fail then. */
  isOutdated(): Promise<boolean>;

  /** The other processes that serve the product; null where the database is embedded. */
  readonly processes: Processes | null;
  /** Reads that may come from replicas; null where there are none. */
  readonly replicas: Replicas | null;
  /** How the product is doing. */
  readonly watch: Watch;

  readonly startReport: StartReport;
  readonly rehearsal: Rehearsal | null;
  close(): Promise<void>;
}
