/** Waits for Ctrl-C or a polite kill; a second one doesn't wait for anything. */

export interface StopSignal {
  readonly stopped: Promise<void>;
  readonly asked: () => boolean;
  readonly forget: () => void;
}

export function stopSignal(): StopSignal {
  let asked = false;
  let resolve: () => void = () => {};
  const stopped = new Promise<void>((done) => (resolve = done));
  const stop = (): void => {
    if (asked) process.exit(130);
    asked = true;
    resolve();
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.on(signal, stop);
  const forget = (): void => signals.forEach((signal) => void process.off(signal, stop));
  return { stopped, asked: () => asked, forget };
}
