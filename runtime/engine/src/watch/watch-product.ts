/** Answers how a running product is doing, for health checks and metrics. */
import { system } from "@nonet/database";
import { isOutdated } from "../clock/report-fault.ts";
import type { Worker } from "../clock/worker.ts";
import type { Row } from "../connection/contract.ts";
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

async function measure({ database }: Running): Promise<Measures> {
  const [outbox, postgres] = await Promise.all([database.row(system.outboxDepth), database.row(system.serverActivity)]);
  return { outbox, postgres } as { outbox: Row; postgres: Row } as unknown as Measures;
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
