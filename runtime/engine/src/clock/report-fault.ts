/** What becomes of a throw that nobody is told of any more: a lost database and tables that have moved on pass, the rest is our bug and is reported. */
import { system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { FaultReporter } from "./worker.ts";

const lost = new Set(["ECONNREFUSED", "ECONNRESET", "EPIPE", "ENOENT_SOCKET", "57P01", "57P02", "57P03", "53300", "40001", "40P01"]);

/** The database is away, or too many came at once: it passes. */
export function isLost(error: unknown): boolean {
  const { code, message } = wordsOf(error);
  return (
    (typeof code === "string" && (lost.has(code) || code.startsWith("08"))) ||
    (typeof message === "string" && /^Connection terminated|timeout exceeded when trying to connect/.test(message))
  );
}

/** Tables that aren't as they were known, cached plans included: no bug where another process has moved them on. */
export function isSchemaChanged(error: unknown): boolean {
  const { code } = wordsOf(error);
  return typeof code === "string" && (code.startsWith("42") || code === "0A000");
}

export const isOutdated = async (running: Pick<Running, "product" | "database">): Promise<boolean> =>
  (await running.database.row(system.readVersion))?.["version"] !== running.product.version;

/** `at`: what was being done, in words. */
export async function reportFault(running: Running, at: string, error: unknown): Promise<void> {
  if (isLost(error) || (isSchemaChanged(error) && (await isOutdated(running).catch(() => true)))) return;
  running.options.onFault?.({ at, error });
}

/** For what is tried again and again: the same fault is told once, until it has passed. */
export function faultReporter(running: Running, at: string): FaultReporter {
  let told: string | null = null;
  return {
    tell: (error) => {
      const words = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
      if (words === told || isLost(error)) return;
      told = words;
      void reportFault(running, at, error);
    },
    passed: () => void (told = null),
  };
}

const wordsOf = (error: unknown): { code?: unknown; message?: unknown } => (typeof error === "object" && error !== null ? error : {});
