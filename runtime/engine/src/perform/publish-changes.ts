/** Publishes which records a committed change has changed, to the listeners of this process and to other processes. */
import type { Running } from "../connection/running-product.ts";
import type { Performed } from "./performed.ts";
import { mayHide } from "../positions/visibility-changes.ts";

export function publishChanges(running: Running, { changed }: Performed): void {
  if (mayHide(running.product, changed)) {
    running.requireLatest?.();
    running.channel?.publish("visibility", ["changed"]);
  }
  running.channel?.publish(
    "changes",
    changed.map(({ entity, id, kind }) => [entity, id, kind]),
  );
  for (const { entity, id, kind } of changed) for (const listener of running.listeners) listener({ entity, id, kind });
}
