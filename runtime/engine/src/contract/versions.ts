/** The versions of the document that have run, and what it takes for another one to go live. */
import type { Product } from "@nonet/model";
import type { Actor } from "./actor.ts";
import type { Outcome } from "./outcome.ts";

export interface VersionPerson {
  readonly id: string;
  readonly name: string;
}

/** With what a version goes live: who does it, and why. */
export interface VersionNote {
  /** The id of the person; null where a command does it. */
  readonly by: string | null;
  /** The command, with the user of the machine; null where a person does it. */
  readonly operator: Readonly<Record<string, string>> | null;
  readonly reason: string;
}

export interface DocumentVersion {
  /** Counts from 1. */
  readonly number: number;
  /** The hash of the files. */
  readonly version: string;
  /** When it went live, as an ISO instant. */
  readonly at: string;
  readonly by: VersionPerson | null;
  readonly operator: Readonly<Record<string, string>> | null;
  readonly reason: string;
  /** What it changed, in sentences. */
  readonly plan: readonly string[];
  readonly losses: readonly string[];
  readonly approvedBy: readonly VersionPerson[];
}

export interface VersionFile {
  readonly name: string;
  readonly text: string;
}

/** The version that a database has, before the product is opened on it. */
export interface StoredVersion {
  readonly version: string;
  readonly sources: readonly VersionFile[];
}

export interface Approval extends VersionPerson {
  readonly at: string;
  /** Why it doesn't count; null where it does. */
  readonly lapsed: string | null;
}

/** A text that isn't live, as it would go live now. */
export interface VersionReview {
  readonly version: string;
  /** The hash of what would change, which an approval names. */
  readonly plan: string;
  readonly losses: readonly string[];
  /** How many approvals the installation asks for. */
  readonly required: number;
  /** Who has saved this text in the studio; null where that isn't known. */
  readonly author: VersionPerson | null;
  readonly approvals: readonly Approval[];
}

export interface GoLive {
  readonly note: VersionNote;
  readonly acceptLoss: boolean;
  /** The losses that a person has seen, as a review words them: refused where something else would be lost by then. */
  readonly seenLosses?: readonly string[];
}

export interface MaskedCopy {
  readonly records: number;
  /** When it was taken, as an ISO instant. */
  readonly at: string;
}

export interface Versions {
  /** Newest first. */
  list(): Promise<readonly DocumentVersion[]>;
  /** The files of a version; null where there is none of this number. */
  sources(number: number): Promise<readonly VersionFile[] | null>;
  /** The hash of the version that the database has now: another process may have changed it. Null while the database is away. */
  stored(): Promise<string | null>;
  /** With its files; null where an earlier release of Nonet hasn't stored them, and while the database is away. */
  storedVersion(): Promise<StoredVersion | null>;
  /** Notes who has written a text that isn't live. */
  noteAuthor(actor: Actor, version: string): Promise<void>;
  review(product: Product): Promise<VersionReview>;
  /** `plan`: the hash that the person has seen; refused where it isn't the plan any more. */
  approve(actor: Actor, product: Product, plan: string): Promise<Outcome<VersionReview>>;
  withdraw(actor: Actor, product: Product): Promise<VersionReview>;
  /** Runs the version that the database has, because somebody else has applied it. */
  follow(product: Product): Promise<void>;
  /** Copies the records into a folder for a preview of the version, with personal and secret values replaced; `readBackup` reads it. */
  saveMaskedCopy(product: Product, to: string): Promise<MaskedCopy>;
  /** Migrates to the version and runs it. */
  goLive(product: Product, options: GoLive): Promise<Outcome<{ readonly steps: readonly string[] }>>;
}
