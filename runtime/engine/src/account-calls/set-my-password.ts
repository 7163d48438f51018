/** `set my password`: replaces the caller's password and ends their other sessions. */
import { hash } from "@node-rs/argon2";
import { system } from "@nonet/database";
import { stopChange } from "../change/report.ts";
import { prepared } from "../change/retry-state.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { mailNotice } from "../credentials/account-mails.ts";
import { isApiKey } from "../credentials/api-keys.ts";
import { passwordError } from "../credentials/passwords.ts";
import { notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { recordEvent } from "../security/record-event.ts";
import { hashToken } from "../security/tokens.ts";
import { type AccountCall, type AccountStatement, originOf, textFrom } from "./account-call.ts";
import { tokenName } from "./begin-session.ts";
import { say } from "@nonet/texts";

export async function setMyPassword(call: AccountCall, statement: AccountStatement<"set password">): Promise<StatementScope> {
  const { running, caller, context, scope } = call;
  const { actor, connection } = context;
  if (actor.kind !== "person") return stopChange(context, notSignedIn());
  const password = await textFrom(call, statement.password);
  if (actor.supportBy || isApiKey(caller.token)) return stopChange(context, notPermitted(say("only-the-person-in-a-session-of")));
  if (password === "") return stopChange(context, refuse("invalid", problem("required", say("password-is-required"), { field: "password" })));
  const error = await passwordError(running, password, { email: actor.email, name: actor.name });
  if (error !== null) return stopChange(context, refuse("invalid", problem("invalid-value", error, { field: "password" })));
  const secret = prepared(context.retry, `set password ${statement.source.from} ${password}`, () => hash(password));
  await connection.rows(system.setCredential(actor.id, secret));
  // A call may have signed its caller in a statement before this one.
  const kept = scope.others[tokenName] ?? caller.token;
  await connection.rows(system.endSessionsExcept(actor.id, typeof kept === "string" ? hashToken(kept) : ""));
  // One that somebody else has asked for must not undo this.
  await connection.rows(system.endAccountLinks(actor.id, ["reset"]));
  // A rehearsal lists the mails of the document, which this one would only interrupt.
  if (!running.options.rehearse) await mailNotice(running, actor, { key: "your-password-was-changed-and-you-were" }, originOf(caller), connection);
  await recordEvent(connection, { event: "password-changed", user: actor.id, by: actor.id, origin: originOf(caller) });
  return scope;
}
