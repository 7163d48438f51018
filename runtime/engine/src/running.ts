/** What every part of the engine works with: the product that runs now, its database, and who listens. */
import type { Product } from "@nonet/model";
import type { Database } from "./connection.ts";
import type { EngineOptions } from "./engine.ts";
import type { Performed } from "./perform.ts";

export interface RecordChange {
  readonly entity: string;
  readonly id: string;
  readonly kind: "created" | "changed" | "deleted";
}

export interface Running {
  /** Replaced whole when the document changes. */
  product: Product;
  readonly database: Database;
  readonly options: EngineOptions;
  readonly listeners: Set<(change: RecordChange) => void>;
}

/** Tells whoever listens what a committed change has touched. */
export function announce(running: Running, performed: Performed): void {
  for (const { entity, id, kind } of performed.touched) for (const listener of running.listeners) listener({ entity, id, kind });
}
