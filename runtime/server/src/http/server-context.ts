import type { Engine } from "@nonet/engine";
import { rememberShown, type ShownIds } from "./disclosed-records.ts";
import { answerOnce, type Once } from "./idempotency.ts";
import { limitRequests, type RequestLimit } from "./rate-limit.ts";
import type { ServerOptions } from "./server-options.ts";

export interface ServerContext {
  readonly options: ServerOptions;
  readonly engine: Engine;
  readonly limit: RequestLimit;
  readonly once: Once;
  readonly shown: ShownIds;
  /** ISO date: which value of a limit is in force. */
  today(): string;
  /** The address that the server listens at. */
  listensAt(): string;
}

export function makeRoom(options: ServerOptions, listensAt: () => string): ServerContext {
  const { engine } = options;
  const day = rememberDay();
  return {
    options,
    engine,
    limit: limitRequests(),
    once: answerOnce(),
    shown: rememberShown(),
    listensAt,
    today: () => day(engine.product.about.timeZone, engine.rehearsal ? Date.parse(engine.rehearsal.now()) : Date.now()),
  };
}

/** Limits change with the product's day, as everything else does. Every request asks, so it is worked out once a minute: days begin with a minute in every zone. */
function rememberDay(): (timeZone: string, milliseconds: number) => string {
  let known = { timeZone: "", minute: Number.NaN, day: "" };
  return (timeZone, milliseconds) => {
    const minute = Math.floor(milliseconds / 60_000);
    if (known.minute !== minute || known.timeZone !== timeZone) {
      const format = new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric", month: "2-digit", day: "2-digit" });
      known = { timeZone, minute, day: format.format(milliseconds) };
    }
    return known.day;
  };
}
