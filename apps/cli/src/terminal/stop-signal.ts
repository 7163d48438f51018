/** Waits for Ctrl-C or a termination signal; a second one exits at once. */

export interface StopSignal {
  readonly stopped: Promise<void>;
  readonly requested: () => boolean;
  readonly dispose: () => void;
}

export function stopSignal(): StopSignal {
  let requested = false;
  let resolve: () => void = () => {};
  const stopped = new Promise<void>((done) => (resolve = done));
  const stop = (): void => {
    if (requested) process.exit(130);
    requested = true;
    resolve();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  const dispose = (): void => signals.forEach((signal) => void process.off(signal, stop));
  return { stopped, requested: () => requested, dispose };
}
