/** Invitations: a link with an end, by which the person chooses how to sign in; nobody else knows a password of theirs (default 147). */
import { isId } from "@nonet/model";
import { system } from "@nonet/database";
import { addressOf } from "../calls/absolute-links.ts";
import { canMail, mailLink } from "../credentials/account-mails.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Origin } from "../contract/origin.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { SentInvitation } from "../contract/people.ts";
import { done, notFound, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { makeAccountLink } from "../security/account-link.ts";
import { recordEvent, responsible } from "../security/record-event.ts";
import { say } from "@nonet/texts";

/** With single sign-on alone there is nothing to choose, so no link. */
export async function sendInvitation(running: Running, { id, email }: { readonly id: string; readonly email: string }): Promise<SentInvitation> {
  const { methods } = running.product.about.signIn;
  if (!running.options.rehearse && methods.every((method) => method === "single sign-on")) return { id, mailed: false, link: null, expiresAt: null };
  const invitation = { purpose: "invitation", user: id, email } as const;
  if (!canMail(running)) {
    const { path, expiresAt } = await makeAccountLink(running.database, invitation);
    return { id, mailed: false, link: `${addressOf(running) ?? ""}${path}`, expiresAt };
  }
  await mailLink(running, invitation);
  return { id, mailed: true, link: null, expiresAt: null };
}

export async function inviteAgain(running: Running, actor: Actor, id: string, origin: Origin): Promise<Outcome<SentInvitation>> {
  const person = await personFor(running, actor, id);
  if (!person.ok) return person;
  const { id: user, email } = person.value;
  const password = await running.database.row(system.credential(user));
  if ((password && password["temporary"] !== true) || (await running.database.row(system.factorsOf(user)))?.["passkeys"] > 0)
    return refuse("conflict", problem("conflict", say("this-person-has-an-account-already-whoever")));
  await recordEvent(running.database, { event: "invited", user, by: responsible(actor), origin });
  return done(await sendInvitation(running, { id: user, email }));
}

/** The active person whom the Owner names. */
export async function personFor(
  running: Running,
  actor: Actor,
  id: string,
): Promise<Outcome<{ readonly id: string; readonly name: string; readonly email: string; readonly owner: boolean; readonly roles: readonly string[] }>> {
  if (actor.kind === "anyone") return notSignedIn();
  if (actor.kind === "person" && !actor.owner) return notPermitted(say("only-the-owner-manages-people-and-roles"));
  const row = isId(id) ? await running.database.row(system.personById(id)) : undefined;
  if (!row) return notFound("person");
  if (row["active"] !== true) return refuse("conflict", problem("conflict", say("this-person-isnt-active-make-them-active")));
  return done({ id: row["id"], name: row["name"] ?? "", email: row["email"], owner: row["owner"] === true, roles: row["roles"] });
}
