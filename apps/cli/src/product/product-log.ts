/** Where a running product reports what happens: in its log, or to the person at the terminal. */
import { createLog, type Log } from "@nonet/server";
import type { SlowStatement } from "@nonet/engine";
import { logMessages, printMessage, writeLogLine } from "../terminal/print.ts";
import { failure, success, type Result } from "../terminal/result.ts";

export interface ProductLog {
  /** Undefined without `--log`. */
  readonly log: Log | undefined;
  /** Whether messages for the person at the terminal are lines of the log. */
  readonly logsMessages: boolean;
  bug(at: string, error: unknown, requestId?: string): void;
  /** Undefined without `--slow-statements`. */
  readonly slowStatements: { readonly overMilliseconds: number; readonly report: (statement: SlowStatement) => void } | undefined;
}

/** `format` is the value of `--log`, `slow` of `--slow-statements`. */
export function openLog(format: string | undefined, slow: string | undefined): Result<ProductLog> {
  if (format !== undefined && format !== "json" && format !== "text") return failure(`--log needs json or text, not "${format}".`);
  if (slow !== undefined && !/^\d{1,6}$/.test(slow)) return failure(`--slow-statements needs a number of milliseconds, not "${slow}".`);
  const log = format === undefined ? undefined : createLog({ format, write: writeLogLine });
  if (log && format === "json") logMessages((text) => log.info(text));
  return success({
    log,
    logsMessages: format === "json",
    bug: (at, error, requestId) => reportBug(log, at, error, requestId),
    slowStatements: slow === undefined ? undefined : { overMilliseconds: Number(slow), report: (statement) => reportSlow(log, statement) },
  });
}

function reportBug(log: Log | undefined, at: string, error: unknown, requestId?: string): void {
  if (log) log.error({ at, err: error, ...(requestId ? { requestId } : {}) }, "a bug in Nonet");
  else printMessage(`A bug in Nonet at ${at}${requestId ? ` (${requestId})` : ""}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

function reportSlow(log: Log | undefined, { text, milliseconds }: SlowStatement): void {
  if (log) log.warn({ milliseconds, statement: text }, "slow statement");
  else printMessage(`Slow statement (${milliseconds} ms): ${text}`);
}
