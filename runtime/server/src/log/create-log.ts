/**
 * The log of a running product, as JSON lines or as text, written by `pino` (Fastify's own logger).
 *
 * Nothing that a person has entered is logged: requests appear by the pattern of their route, statements without their
 * values, errors without the values that they cite.
 */
import pino, { type Logger } from "pino";
import { describeError } from "./describe-error.ts";
import { textLine } from "./text-line.ts";

export type LogFormat = "json" | "text";
export type Log = Logger;

export interface LogOptions {
  readonly format: LogFormat;
  /** Gets each line with its newline. */
  readonly write: (line: string) => void;
}

/** Never logged by the code; removed in case somebody adds them one day. */
const secretFields = ["authorization", "cookie", "password", "token", "secret", "email", "body", "query", "headers", "url", "ip"];

export function createLog({ format, write }: LogOptions): Log {
  return pino(
    {
      level: "info",
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
      redact: { paths: secretFields.flatMap((field) => [field, `*.${field}`]), remove: true },
    },
    { write: format === "json" ? write : (line: string) => write(textLine(line)) },
  );
}
