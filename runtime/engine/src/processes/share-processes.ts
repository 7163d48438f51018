/** Joins a product to the other processes that serve it: their changes reach this process's listeners, and theirs this one's. */
import { hash } from "node:crypto";
import { system } from "@nonet/database";
import { isOutdated } from "../clock/report-fault.ts";
import type { Running } from "../connection/running-product.ts";
import type { GrantedRequests, ProcessChannel, Processes } from "../contract/processes.ts";
import { shareResponses } from "./shared-responses.ts";

/** A process that watches the same document switches to its new version by itself within this time. */
const switchMilliseconds = 5_000;

export function shareProcesses(running: Running, channel: ProcessChannel): Processes {
  const gapListeners = new Set<() => void>();
  const gap = (): void => gapListeners.forEach((listener) => listener());
  channel.onGap(gap);
  channel.on("changes", (changes) => {
    for (const [entity, id, kind] of changes) for (const listener of running.listeners) listener({ entity, id, kind });
  });
  // What a process that has gone didn't publish may have hidden records.
  gapListeners.add(() => running.requireLatest?.());
  channel.on("visibility", () => running.requireLatest?.());
  // The pages of a process that stays behind go to another one.
  channel.on("version", () => {
    setTimeout(() => void isOutdated(running).then((outdated) => (outdated ? gap() : undefined), gap), switchMilliseconds).unref();
  });
  return {
    publish: channel.publish,
    on: channel.on,
    get others() {
      return channel.others;
    },
    onGap: (listener) => {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    once: shareResponses(running.database),
    takeRequests: async (client, wanted, most) => (await running.database.row(system.takeRequests(hash("sha256", client, "hex"), wanted, most))) as unknown as GrantedRequests,
  };
}
