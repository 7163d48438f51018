/** With what an engine is opened, and what the opening reports. */
import type { Product } from "@nonet/model";
import type { SecretKeys } from "../encryption/secret-keys.ts";
import type { SlowStatements } from "../statistics/database-statistics.ts";
import type { Trace } from "../statistics/trace.ts";
import type { Actor } from "./actor.ts";
import type { StoredVersion } from "./versions.ts";

export interface EngineOptions {
  readonly product: Product;
  /** A PostgreSQL URL, or a folder for the embedded one. */
  readonly database: { readonly url: string } | { readonly folder: string };
  /** PostgreSQL URLs of standbys of that database, for reads that may be a moment old. */
  readonly replicas?: readonly string[];
  readonly files: string;
  readonly rehearse: boolean;
  /** The Owner to create at the first start: with a password, else with a link to choose how to sign in. */
  readonly owner?: { readonly email: string; readonly password?: string };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Encrypt what the server has to read again. Without them, a key is used that lasts as long as this process. */
  readonly keys?: SecretKeys;
  /** Reports statements that take longer than this. */
  readonly slowStatements?: SlowStatements;
  /** Gets the transactions, calls and mails as spans. */
  readonly trace?: Trace;
  /** What happens where the database has another version of the document; without it, the document goes live at the start. */
  readonly going?: StartingVersion;
  /** How many Owners have to approve a version before it goes live; in rehearsal it needs none. */
  readonly approvals?: number;
  /** Called with an internal error that no answer reports. */
  readonly onFault?: (fault: { readonly at: string; readonly error: unknown }) => void;
}

export interface StartingVersion {
  /** Compiles the version that the database has; null where this release of Nonet can't. */
  readonly compile: (stored: StoredVersion) => Product | null;
  /** True where the document goes live at the start, if it has its approvals. */
  readonly apply: boolean;
  /** True where the document has errors, so that only the version that the database has can run. */
  readonly isFaulty?: boolean;
}

/** A screen as a file, attached to a mail. */
export interface ScreenFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

/** A text where the screen can't be rendered, as a reason. */
export type ScreenRenderer = (actor: Actor, screen: string, format: "xlsx" | "csv") => Promise<ScreenFile | string>;

/** What whoever starts a product learns once it runs. */
export interface StartReport {
  /** What became of the Owner asked for; null where none was asked for. */
  readonly owner: OwnerOutcome | null;
  /** For an Owner who was created without a password: the path of a link that works once, within an hour. */
  readonly ownerLink: string | null;
  /** A sentence each. */
  readonly notes: readonly string[];
  /** Why the product runs the version that the database has, and not the document's; null where it runs the document's. */
  readonly draft: string | null;
  /** The id of the database, which stays the same for as long as it exists. */
  readonly databaseId: string;
}

/**
 * Nothing was changed where the account is an Owner's already (active or not), where
 * it isn't an Owner's, or where there is no such account and another Owner exists.
 */
export type OwnerOutcome = "created" | "already-owner" | "inactive-owner" | "not-owner" | "other-owner";
