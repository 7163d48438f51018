/** The transaction's edge: collected errors and everything that is thrown inside a change become one refusal. */
import { reportedErrors } from "../change/report.ts";
import { notShownState, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { RunAgain } from "../change/retry-state.ts";
import { dataErrorText, isDataError, stateOf } from "../connection/errors.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError, Outcome, RefusalKind } from "../contract/outcome.ts";
import { notShown } from "../refusals/not-shown.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { Stopped } from "../refusals/stop.ts";
import { constraintRefusal, isContested } from "./constraint-refusal.ts";
import { say } from "@nonet/texts";

type Refused = Extract<Outcome<never>, { ok: false }>;

export const busy = (): Refused => refuse("unavailable", problem("busy", say("too-many-people-are-changing-this-at")));

/** Null where the change may be committed. */
export function collectedRefusal(context: Pick<ChangeContext, "errors" | "warnings" | "actor" | "product">): Refused | null {
  const { warnings, actor, product } = context;
  const errors = reportedErrors(context);
  if (errors.length > 0) return refuse(kindOf(errors), ...errors);
  // Default 68: nobody is there to confirm what the product does by itself.
  if (warnings.length === 0 || actor.kind === "system") return null;
  const inRuleOrder = [...warnings].sort((a, b) => product.rules.indexOf(a.rule) - product.rules.indexOf(b.rule));
  return refuse("warning", ...inRuleOrder.map(({ error }) => error));
}

/** What was thrown inside the transaction; an error that is no refusal is thrown on. Only a person's values are refused as such: for the product's own work, such an error is a fault to report. */
export function refusalFor(product: Product, actor: Actor, error: unknown): Refused | "run again" {
  if (error instanceof RunAgain || isContested(product, error)) return "run again";
  if (error instanceof Stopped) return { ok: false, refusal: error.refusal };
  if (stateOf(error) === notShownState) return notShown(product, (error as Error).message);
  const refusal = constraintRefusal(product, error);
  if (refusal) return { ok: false, refusal };
  if (system.retryStates.includes(stateOf(error) ?? "")) return busy();
  if (actor.kind !== "system" && isDataError(error)) return refuse("invalid", problem("invalid-value", dataErrorText(error)));
  throw error;
}

function kindOf(errors: readonly FieldError[]): RefusalKind {
  if (errors.some((e) => e.code === "unknown-field")) return "malformed";
  if (errors.some((e) => e.code === "not-shown")) return "not shown";
  return errors.every((e) => e.status === 409 || e.code === "not-unique") ? "conflict" : "invalid";
}
