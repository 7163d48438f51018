/** People and their sessions, and what the Owner does with them. */
import { system } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { ListedPerson, People } from "../contract/people.ts";
import { done, notPermitted, notSignedIn } from "../refusals/refusal.ts";
import { addPerson } from "./add-person.ts";
import { changePerson } from "./change-person.ts";
import { rehearsalPeople } from "./rehearsal-people.ts";
import { sendInvitation } from "../accounts/invitations.ts";
import type { Outcome, PerformOptions } from "../contract/outcome.ts";
import type { SentInvitation } from "../contract/people.ts";
import { closeSession, type Person, personOfToken } from "../credentials/sessions.ts";
import { recordEvent, responsible } from "../security/record-event.ts";
import { become, register, signIn } from "./sign-in.ts";
import { say } from "@nonet/texts";

export function makePeople(running: Running): People {
  const known = new Map<string, Person>();
  return {
    register: (input, options) => register(running, input, options),
    signIn: (input) => signIn(running, input),
    become: (email) => become(running, email),
    signOut: async (token, origin) => {
      const user = await closeSession(running, token);
      if (user !== undefined) await recordEvent(running.database, { event: "sign-out", user, by: user, origin });
    },
    actorOf: (token) => personOfToken(running, known, token, false).now,
    asking: (token) => personOfToken(running, known, token),
    list: async (actor) => (isOwner(actor) ? done(await listPeople(running)) : onlyOwner(actor)),
    invite: (actor, input, options) => (isOwner(actor) ? invite(running, actor, input, options) : Promise.resolve(onlyOwner(actor))),
    change: (actor, id, change, options) => (isOwner(actor) ? changePerson(running, actor, id, change, options) : Promise.resolve(onlyOwner(actor))),
    rehearsalPeople: async () => (running.options.rehearse ? rehearsalPeople(running.product) : []),
  };
}

const isOwner = (actor: Actor): boolean => actor.kind === "system" || (actor.kind === "person" && actor.owner);
const onlyOwner = (actor: Actor) => (actor.kind === "anyone" ? notSignedIn() : notPermitted(say("only-the-owner-manages-people-and-roles")));

async function invite(running: Running, actor: Actor, input: Parameters<People["invite"]>[1], options: PerformOptions = {}): Promise<Outcome<SentInvitation>> {
  const { keepPassword = false, ...person } = input;
  // A rehearsal's passwords are known to everybody anyway.
  const added = await addPerson(running, { ...person, by: actor, temporary: !keepPassword && !running.options.rehearse }, options);
  if (!added.ok) return added;
  const { id } = added.value;
  await recordEvent(running.database, { event: "invited", user: id, by: responsible(actor), origin: options.from, detail: { roles: input.roles } });
  return done(input.password === undefined ? await sendInvitation(running, { id, email: input.email }) : { id, mailed: false, link: null, expiresAt: null });
}

async function listPeople({ database }: Running): Promise<readonly ListedPerson[]> {
  const invited = new Map((await database.rows(system.openInvitations)).map((row) => [row["user_id"], row["until"] as string]));
  const protectedOnes = new Set((await database.rows(system.withSecondFactor)).map((row) => row["user_id"]));
  return (await database.rows(system.people())).map((row) => ({ ...listed(row), secondFactor: protectedOnes.has(row["id"]), invitedUntil: invited.get(row["id"]) ?? null }));
}

const listed = (row: Row) => ({
  id: row["id"] as string,
  name: (row["name"] ?? "") as string,
  email: (row["email"] ?? "") as string,
  roles: row["roles"] as string[],
  active: row["active"] as boolean,
  owner: row["owner"] === true,
});
