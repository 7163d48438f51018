/** Answers how a running product is doing, for health checks and metrics. */
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { system } from "@nonet/database";
import { isOutdated } from "../clock/report-fault.ts";
import type { Worker } from "../clock/worker.ts";
import type { Running } from "../connection/running-product.ts";
import type { Measures, Watch } from "../contract/watch.ts";

export function watchProduct(running: Running, worker: Worker): Watch {
  return {
    readiness: async (milliseconds) => {
      const outdated = await within(milliseconds, isOutdated(running));
      return { database: outdated !== null, current: outdated === false };
    },
    database: () => running.database.statistics(),
    worker: () => worker.meter.statistics,
    measure: (milliseconds) => within(milliseconds, measure(running)),
    onTimer: (listener) => worker.meter.onTimer(listener),
  };
}

async function measure({ database, options }: Running): Promise<Measures> {
  const asked = Date.now();
  const [outbox, activity] = await Promise.all([database.row(system.outboxDepth), database.row(system.serverActivity)]);
  const { clock, ...postgres } = activity!;
  const clockAhead = Number(clock) - (asked + Date.now()) / 2000;
  return { outbox, postgres: { ...postgres, clockAhead }, freeBytes: await freeBytes(options.files) } as unknown as Measures;
}

/** The folder is made with the first file. Null where the disk doesn't answer. */
async function freeBytes(folder: string): Promise<number | null> {
  const space = await statfs(folder)
    .catch(() => statfs(dirname(folder)))
    .catch(() => null);
  return space && space.bavail * space.bsize;
}

/** Null where it fails or takes longer. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((done) => (timer = setTimeout(() => done(null), milliseconds)));
  try {
    return await Promise.race([work.catch(() => null), late]);
  } finally {
    clearTimeout(timer);
  }
}
