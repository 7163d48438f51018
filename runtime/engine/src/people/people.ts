/** People and their sessions, and what the Owner does with them. */
import { system } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { People } from "../contract/people.ts";
import { done, notPermitted, notSignedIn } from "../refusals/refusal.ts";
import { addPerson } from "./add-person.ts";
import { makeApiKeys } from "./api-keys.ts";
import { changePerson } from "./change-person.ts";
import { rehearsalPeople } from "./rehearsal-people.ts";
import { closeSession, type Person, personOfToken } from "./sessions.ts";
import { become, register, signIn } from "./sign-in.ts";

export function makePeople(running: Running): People {
  const known = new Map<string, Person>();
  return {
    register: (input, options) => register(running, input, options),
    signIn: (input) => signIn(running, input),
    become: (email) => become(running, email),
    signOut: (token) => closeSession(running, token),
    actorOf: (token) => personOfToken(running, known, token).now,
    asking: (token) => personOfToken(running, known, token),
    list: async (actor) => (isOwner(actor) ? done((await running.database.rows(system.people())).map(listed)) : onlyOwner(actor)),
    invite: (actor, input, options) => (isOwner(actor) ? addPerson(running, { ...input, by: actor }, options) : Promise.resolve(onlyOwner(actor))),
    change: (actor, id, change, options) => (isOwner(actor) ? changePerson(running, actor, id, change, options) : Promise.resolve(onlyOwner(actor))),
    ...makeApiKeys(running),
    rehearsalPeople: async () => (running.options.rehearse ? rehearsalPeople(running.product) : []),
  };
}

const isOwner = (actor: Actor): boolean => actor.kind === "system" || (actor.kind === "person" && actor.owner);
const onlyOwner = (actor: Actor) => (actor.kind === "anyone" ? notSignedIn() : notPermitted("Only the Owner manages people and roles."));

const listed = (row: Row) => ({
  id: row["id"] as string,
  name: (row["name"] ?? "") as string,
  email: (row["email"] ?? "") as string,
  roles: row["roles"] as string[],
  active: row["active"] as boolean,
  owner: row["owner"] === true,
});
