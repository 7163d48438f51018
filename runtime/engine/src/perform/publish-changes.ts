import type { Running } from "../connection/running-product.ts";
import type { Performed } from "./performed.ts";

/** Tells whoever listens what a committed change has touched. */
export function publishChanges(running: Running, performed: Performed): void {
  for (const { entity, id, kind } of performed.changed) for (const listener of running.listeners) listener({ entity, id, kind });
}
