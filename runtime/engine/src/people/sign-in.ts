/** Signing in with a password, registering, and switching persons in rehearsal. */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { system } from "@nonet/database";
import { numberInForce } from "../connection/product-limits.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome, PerformOptions } from "../contract/outcome.ts";
import type { Session } from "../contract/people.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { addPerson } from "./add-person.ts";
import { openSession } from "./sessions.ts";

const attemptsAllowed = 10;
const lockMinutes = 15;

export async function register(running: Running, input: { email: string; password: string; name: string }, options: PerformOptions = {}): Promise<Outcome<Session>> {
  if (!takesPasswords(running)) return noPasswords();
  const role = running.product.about.signIn.registersAs;
  if (!role) return notPermitted("People join here by invitation. Ask the Owner.");
  // Where point 6 is not shown there are no roles.
  const added = await addPerson(running, { ...input, roles: running.product.permissions.written ? [role] : [], by: { kind: "anyone" } }, options);
  if (!added.ok) return added;
  return openSession(running, added.value.id);
}

export async function signIn(running: Running, input: { email: string; password: string }): Promise<Outcome<Session>> {
  if (!takesPasswords(running)) return noPasswords();
  const allowed = await numberInForce(running.database, running.product, "sign-in attempts", attemptsAllowed);
  const email = String(input.email ?? "").trim();
  const tried = Number((await running.database.row(system.attempts(email, lockMinutes)))?.["count"] ?? 0);
  if (tried >= allowed) return refuse("too many", problem("too-many-attempts", `Too many failed sign-ins. Try again in ${lockMinutes} minutes.`));
  const person = await running.database.row(system.personByEmail(email));
  // An unknown email takes as long as a wrong password, so that nobody learns which accounts exist.
  const isRight = await verify(person?.["hash"] ?? (await decoy()), String(input.password ?? "")).catch(() => false);
  if (!person || !isRight || !person["active"]) {
    await running.database.rows(system.addAttempt(email));
    return refuse("not signed in", problem("wrong-credentials", "The email or the password isn't right."));
  }
  await running.database.rows(system.clearAttempts(email));
  return openSession(running, person["id"]);
}

export async function become(running: Running, email: string): Promise<Outcome<Session>> {
  const person = running.options.rehearse ? await running.database.row(system.personByEmail(email)) : undefined;
  return person ? openSession(running, person["id"]) : refuse("not found", problem("not-found", "There is no such person in this rehearsal."));
}

/** Rehearsal takes passwords whatever way to sign in the document gives. */
const takesPasswords = (running: Running): boolean => running.options.rehearse || running.product.about.signIn.methods.includes("email and password");
const noPasswords = () => refuse("not permitted", problem("not-permitted", "People sign in here by single sign-on, not with a password."));

let decoyHash: Promise<string> | undefined;
const decoy = (): Promise<string> => (decoyHash ??= hash(randomBytes(16).toString("hex")));
