/** The options of a write: confirmed warnings, dry run and idempotency key. */
import type { PerformOptions } from "@nonet/engine";
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";

/** `allowed`: the parameters that this path takes; any other is refused. */
export function performOptions(context: RequestContext, allowed: readonly string[] = ["dryRun", "confirm"]): Parsed<PerformOptions> {
  for (const [name, value] of Object.entries(context.query)) {
    if (!allowed.includes(name)) return refused("unknown-parameter", `There is no parameter "${name.slice(0, 80)}" here. Use: ${allowed.join(", ")}.`, name);
    if (typeof value !== "string") return refused("malformed", `The parameter ${name} is given twice.`, name);
  }
  const { query, dryRun, confirm, idempotencyKey } = context;
  if (query["dryRun"] !== undefined && query["dryRun"] !== "true" && query["dryRun"] !== "false") return refused("malformed", "dryRun is true or false.", "dryRun");
  return parsed({
    ...(confirm.length > 0 ? { confirm } : {}),
    ...(dryRun ? { dryRun: true } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(context.ahead ? { ahead: context.ahead } : {}),
  });
}
