/** With what an engine is opened. */
import type { Product } from "@nonet/model";
import type { SlowStatements } from "../statistics/database-statistics.ts";
import type { Trace } from "../statistics/trace.ts";

export interface EngineOptions {
  readonly product: Product;
  /** A PostgreSQL URL, or a folder for the embedded one. */
  readonly database: { readonly url: string } | { readonly folder: string };
  /** PostgreSQL URLs of standbys of that database, for reads that may be a moment old. */
  readonly replicas?: readonly string[];
  readonly files: string;
  readonly rehearse: boolean;
  /** The Owner to create at the first start. */
  readonly owner?: { readonly email: string; readonly password: string };
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Reports statements that take longer than this. */
  readonly slowStatements?: SlowStatements;
  /** Gets the transactions, calls and mails as spans. */
  readonly trace?: Trace;
  /** Called with an internal error that no answer reports. */
  readonly onFault?: (fault: { readonly at: string; readonly error: unknown }) => void;
}
