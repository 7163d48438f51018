import type { Running } from "../connection/running-product.ts";
import type { Performed } from "./performed.ts";

/** Tells whoever listens what a committed change has touched. */
export function announce(running: Running, performed: Performed): void {
  for (const { entity, id, kind } of performed.touched) for (const listener of running.listeners) listener({ entity, id, kind });
}
