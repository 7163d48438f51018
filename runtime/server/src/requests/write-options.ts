/** What a write says beside its body: warnings that the person confirms, whether it is only tried, its key. */
import type { PerformOptions } from "@nonet/engine";
import { type RequestContext, isDryRun } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";

export function performOptions(ask: RequestContext, allowed: readonly string[] = ["dryRun", "confirm"]): Parsed<PerformOptions> {
  for (const [name, value] of Object.entries(ask.query)) {
    if (!allowed.includes(name))
      return refused("unknown-parameter", `There is no parameter "${name.slice(0, 80)}" here; there ${allowed.length === 1 ? "is" : "are"}: ${allowed.join(", ")}.`, name);
    if (typeof value !== "string") return refused("malformed", `The parameter ${name} is given twice.`, name);
  }
  const dry = ask.query.dryRun;
  if (dry !== undefined && dry !== "true" && dry !== "false") return refused("malformed", "dryRun is true or false.", "dryRun");
  const codes = confirmedCodes(ask.query.confirm);
  return parsed({
    ...(codes.length > 0 ? { confirm: codes } : {}),
    ...(isDryRun(ask.query) ? { dryRun: true } : {}),
    ...(ask.idempotencyKey === undefined ? {} : { idempotencyKey: ask.idempotencyKey }),
  });
}

/** `?confirm=LARGE,LATE` */
export const confirmedCodes = (given: unknown): readonly string[] =>
  typeof given === "string"
    ? given
        .split(",")
        .map((c) => c.trim())
        .filter(Boolean)
    : [];
