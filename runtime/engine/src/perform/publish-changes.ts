/** Tells the listeners which records a committed change has changed. */
import type { Running } from "../connection/running-product.ts";
import type { Performed } from "./performed.ts";

export function publishChanges(running: Running, { changed }: Performed): void {
  for (const { entity, id, kind } of changed) for (const listener of running.listeners) listener({ entity, id, kind });
}
