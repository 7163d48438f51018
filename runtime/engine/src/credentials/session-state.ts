/** The session behind a request about an account: its person, and what it still needs. */
import { system } from "@nonet/database";
import { type Person, personOfRow } from "../change/person-of-row.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller } from "../contract/accounts.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { isApiKey } from "./api-keys.ts";
import { isComplete, isFactorMissing } from "./sessions.ts";
import { hashToken } from "../security/tokens.ts";
import { say } from "@nonet/texts";

/** Default 142. */
export const confirmedSeconds = 15 * 60;

export interface SessionState {
  readonly id: string;
  readonly person: Person;
  /** Whether a second factor was shown. */
  readonly factor: boolean;
  readonly complete: boolean;
  /** A second factor that the account or a role needs wasn't shown. */
  readonly factorMissing: boolean;
  /** The person has to choose a password of their own. */
  readonly needsPassword: boolean;
  /** Whether the person has signed in or confirmed a short time ago. */
  readonly confirmed: boolean;
  readonly acting: { readonly id: string; readonly name: string; readonly until: string; readonly readOnly: boolean } | null;
}

export async function sessionState(running: Running, token: string | undefined): Promise<SessionState | null> {
  const row = token ? await running.database.row(system.sessionState(hashToken(token), confirmedSeconds)) : undefined;
  if (!row) return null;
  const acting = row["acting_for"] ? { id: row["acting_for"], name: row["acting_name"] ?? "", until: row["acting_until"], readOnly: row["acting_writes"] !== true } : null;
  const confirmed = row["confirmed"] === true || running.options.rehearse;
  const missing = { factorMissing: isFactorMissing(running, row), needsPassword: row["needs_password"] === true };
  return { id: row["session_id"], person: personOfRow(row), factor: row["factor"] === true, complete: isComplete(running, row), ...missing, confirmed, acting };
}

/** The caller's own session, complete, and not one in which an Owner acts for somebody. */
export async function ownSession(running: Running, { token }: Caller): Promise<Outcome<SessionState>> {
  const state = await sessionState(running, token);
  if (!state) return isApiKey(token) ? notPermitted(say("an-api-key-cant-manage-an-account")) : notSignedIn();
  if (state.acting) return notPermitted(say("you-are-acting-for-acting-stop-acting", { acting: state.acting.name }));
  return state.complete ? done(state) : state.needsPassword ? passwordMissing() : factorMissing();
}

/** The caller's own session, confirmed a short time ago: for changes of credentials. */
export async function confirmedSession(running: Running, caller: Caller): Promise<Outcome<SessionState>> {
  const state = await ownSession(running, caller);
  return state.ok && !state.value.confirmed ? notConfirmed() : state;
}

export const notConfirmed = () => refuse("not permitted", problem("confirmation-required", say("confirm-that-its-you-sign-in-again")));
export const passwordMissing = () => refuse("not permitted", problem("new-password-required", say("your-sign-in-isnt-complete-somebody-else")));
export const factorMissing = () => refuse("not permitted", problem("second-factor-required", say("your-sign-in-isnt-complete-it-needs")));
