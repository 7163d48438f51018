/** Confirms the address of an account, and changes it to one that the person has confirmed (default 143). */
import { system } from "@nonet/database";
import { canMail, mailLink } from "../credentials/account-mails.ts";
import { confirmedSession, ownSession } from "../credentials/session-state.ts";
import type { Running } from "../connection/running-product.ts";
import type { Caller, LinkPurpose } from "../contract/accounts.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Origin } from "../contract/origin.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { parseValues } from "../input/parse-values.ts";
import { entityOf } from "@nonet/model";
import { recordEventBelow } from "../security/record-event.ts";
import { say } from "@nonet/texts";

const mailsPerHour = 5;

export async function sendConfirmation(running: Running, caller: Caller): Promise<Outcome<null>> {
  const session = await ownSession(running, caller);
  if (!session.ok) return session;
  const { person } = session.value;
  if ((await running.database.row(system.isEmailConfirmed(person.id)))?.["confirmed"] === true) return done(null);
  return sendTo(running, caller, { purpose: "confirm", user: person.id, email: person.email });
}

/** Only the reader of the new address's mail learns whether somebody else has the address. */
export async function changeEmail(running: Running, caller: Caller, email: string): Promise<Outcome<null>> {
  const session = await confirmedSession(running, caller);
  if (!session.ok) return session;
  const { person } = session.value;
  const address = email.trim();
  const { errors } = parseValues("User", entityOf(running.product, "User")!.fields, { email: address });
  if (errors.length > 0) return refuse("invalid", ...errors);
  if (address.toLowerCase() === person.email.toLowerCase()) return refuse("invalid", problem("invalid-value", say("this-is-your-address-already"), { field: "email" }));
  return sendTo(running, caller, { purpose: "new-email", user: person.id, email: address });
}

async function sendTo(running: Running, origin: Origin, link: { readonly purpose: LinkPurpose; readonly user: string; readonly email: string }): Promise<Outcome<null>> {
  if (!canMail(running)) return refuse("unavailable", problem("unavailable", say("the-product-cant-send-mail-yet-whoever")));
  if (!(await recordEventBelow(running.database, { event: "confirmation-mailed", user: link.user, by: link.user, origin }, mailsPerHour)))
    return refuse("too many", problem("too-many-attempts", say("too-many-mails-were-sent-try-again")));
  await mailLink(running, link);
  return done(null);
}
