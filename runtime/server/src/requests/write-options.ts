/** The options of a write: confirmed warnings, dry run and idempotency key. */
import type { PerformOptions } from "@nonet/engine";
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import { say } from "@nonet/texts";

/** `allowed`: the parameters that this path takes; any other is refused. */
export function performOptions(context: RequestContext, allowed: readonly string[] = ["dryRun", "confirm"]): Parsed<PerformOptions> {
  // Only the forms of the product's own pages send it.
  const unfinished = context.dryRun && allowed.includes("dryRun") && context.query["unfinished"] === "true";
  for (const [name, value] of Object.entries(context.query)) {
    if (!allowed.includes(name) && !(unfinished && name === "unfinished"))
      return refused("unknown-parameter", say("there-is-no-parameter-name-here-use-2", { name: name.slice(0, 80), allowed: allowed.join(", ") }), name);
    if (typeof value !== "string") return refused("malformed", say("the-parameter-name-is-given-twice", { name }), name);
  }
  const { query, dryRun, confirm, idempotencyKey } = context;
  if (query["dryRun"] !== undefined && query["dryRun"] !== "true" && query["dryRun"] !== "false") return refused("malformed", say("dryrun-is-true-or-false"), "dryRun");
  return parsed({
    ...(confirm.length > 0 ? { confirm } : {}),
    ...(dryRun ? { dryRun: true } : {}),
    ...(unfinished ? { unfinished } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(context.ahead ? { ahead: context.ahead } : {}),
  });
}
