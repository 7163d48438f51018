/** What every part of the engine works with: the product that runs, its database and the listeners to changes. */
import type { Product } from "@nonet/model";
import type { ProcessChannel } from "../contract/processes.ts";
import type { EngineOptions } from "../contract/engine-options.ts";
import type { ScreenRenderer } from "../contract/engine-options.ts";
import type { SecretKeys } from "../encryption/secret-keys.ts";
import type { Database } from "./contract.ts";

export interface RecordChange {
  readonly entity: string;
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
}

export interface Running {
  /** Replaced when the document changes. */
  product: Product;
  readonly database: Database;
  /** Where `database` may read from replicas: the primary. */
  readonly primary?: Database;
  readonly options: EngineOptions;
  /** Encrypt what the server has to read again. */
  readonly keys: SecretKeys;
  readonly listeners: Set<(change: RecordChange) => void>;
  /** Set by the server, where there is one. */
  renderScreen?: ScreenRenderer;
  /** The address at which the server serves the product. */
  servedAt?: string;
  /** Called where reads must not be older than what is committed now; set where there are replicas. */
  requireLatest?: () => void;
  /** Absent where the product is served by this process alone. */
  readonly channel?: ProcessChannel;
}

/** Gets the errors of one kind of work, and its successes. */
export interface FaultReporter {
  readonly report: (error: unknown) => void;
  readonly passed: () => void;
}
