/** The options of a write: confirmed warnings, dry run and idempotency key. */
import type { PerformOptions } from "@nonet/engine";
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import { say } from "@nonet/texts";

/** The options of a write that takes the values of a form. */
export function formOptions(context: RequestContext): Parsed<PerformOptions> {
  const unfinished = context.query["dryRun"] === "unfinished";
  const options = performOptions(unfinished ? { ...context, query: { ...context.query, dryRun: "true" } } : context, written, say("dryrun-is-true-false-or-unfinished"));
  return options.ok && unfinished ? parsed({ ...options.value, unfinished }) : options;
}

const written = ["dryRun", "confirm"];

/** `allowed`: the parameters that this path takes; any other is refused. */
export function performOptions(context: RequestContext, allowed: readonly string[] = written, dryRuns: string = say("dryrun-is-true-or-false")): Parsed<PerformOptions> {
  for (const [name, value] of Object.entries(context.query)) {
    if (!allowed.includes(name)) return refused("unknown-parameter", say("there-is-no-parameter-name-here-use-2", { name: name.slice(0, 80), allowed: allowed.join(", ") }), name);
    if (typeof value !== "string") return refused("malformed", say("the-parameter-name-is-given-twice", { name }), name);
  }
  const { query, dryRun, confirm, idempotencyKey } = context;
  if (query["dryRun"] !== undefined && query["dryRun"] !== "true" && query["dryRun"] !== "false") return refused("malformed", dryRuns, "dryRun");
  return parsed({
    ...(confirm.length > 0 ? { confirm } : {}),
    ...(dryRun ? { dryRun: true } : {}),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
    ...(context.ahead ? { ahead: context.ahead } : {}),
  });
}
