/** Tells the listeners which records a committed change has changed, those of other processes too. */
import type { Running } from "../connection/running-product.ts";
import type { Performed } from "./performed.ts";

export function publishChanges(running: Running, { changed }: Performed): void {
  running.channel?.tell(
    "changes",
    changed.map(({ entity, id, kind }) => [entity, id, kind]),
  );
  for (const { entity, id, kind } of changed) for (const listener of running.listeners) listener({ entity, id, kind });
}
