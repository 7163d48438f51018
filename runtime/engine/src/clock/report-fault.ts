/** Errors that nobody is waiting for: a database that is unavailable and tables of another version pass by themselves, everything else is a bug and is reported. */
import { system } from "@nonet/database";
import { isUnavailable, stateOf } from "../connection/errors.ts";
import type { FaultReporter, Running } from "../connection/running-product.ts";

/** The tables differ from what this version expects, cached plans included; no bug where another process has switched versions. */
export function isSchemaChanged(error: unknown): boolean {
  const code = stateOf(error);
  return typeof code === "string" && (code.startsWith("42") || code === "0A000");
}

export const isOutdated = async (running: Pick<Running, "product" | "database">): Promise<boolean> =>
  (await running.database.row(system.readVersion))?.["version"] !== running.product.version;

/** `at`: what was being done, for the log. */
export async function reportFault(running: Running, at: string, error: unknown): Promise<void> {
  if (isUnavailable(error) || (isSchemaChanged(error) && (await isOutdated(running).catch(() => true)))) return;
  running.options.onFault?.({ at, error });
}

/** For work that is retried: the same error is reported once, until the work succeeds. */
export function faultReporter(running: Running, at: string): FaultReporter {
  let reported: string | null = null;
  return {
    report: (error) => {
      const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (text === reported || isUnavailable(error)) return;
      reported = text;
      void reportFault(running, at, error);
    },
    passed: () => void (reported = null),
  };
}
