/** Sessions: a token stored as a hash; the person whom it identifies is looked up for each request. */
import { hash, randomBytes } from "node:crypto";
import { system } from "@nonet/database";
import { secondsInForce } from "../connection/product-limits.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { People, Session } from "../contract/people.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { type Person, personOfRow } from "../change/person-of-row.ts";
import { keyHolder } from "./api-keys.ts";

export type { Person };

export const sessionSeconds = 30 * 24 * 3600;
const maxKnown = 10_000;

export async function openSession(running: Running, userId: string): Promise<Outcome<Session>> {
  const person = await running.database.row(system.personById(userId));
  if (!person) return refuse("not found", problem("not-found", "There is no such person."));
  const token = randomBytes(32).toString("base64url");
  const seconds = await secondsInForce(running.database, running.product, "session length", sessionSeconds);
  await running.database.rows(system.addSession(hashToken(token), userId, seconds));
  return done({ token, seconds, actor: personOfRow(person) });
}

export const closeSession = async (running: Running, token: string): Promise<void> => void (await running.database.rows(system.endSession(hashToken(token))));

export const hashToken = (token: string): string => hash("sha256", token, "hex");

/** The person whom the token named last, and a look-up of the person now. `known`: by the token's hash. */
export function personOfToken(running: Running, known: Map<string, Person>, token: string | undefined): ReturnType<People["asking"]> {
  if (!token) return { recent: undefined, now: Promise.resolve({ kind: "anyone" }) };
  const hashed = hashToken(token);
  return { recent: known.get(hashed), now: lookUp(running, known, token, hashed) };
}

async function lookUp(running: Running, known: Map<string, Person>, token: string, hashed: string): Promise<Actor> {
  const row = await running.database.row(system.session(hashed));
  if (row) {
    const person = personOfRow(row);
    if (known.size >= maxKnown && !known.has(hashed)) known.clear();
    known.set(hashed, person);
    return person;
  }
  known.delete(hashed);
  const holder = await keyHolder(running, token);
  return holder ? personOfRow(holder) : { kind: "anyone" };
}
