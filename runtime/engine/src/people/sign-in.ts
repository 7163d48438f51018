/** Signing in with a password, registering, and switching persons in rehearsal. */
import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { system } from "@nonet/database";
import type { Running } from "../connection/running-product.ts";
import type { Outcome, PerformOptions } from "../contract/outcome.ts";
import type { Session } from "../contract/people.ts";
import { done, notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { addPerson } from "./add-person.ts";
import { openSession } from "./sessions.ts";
import { countAttempt, hashSource, oneAtATime } from "./sign-in-attempts.ts";

export async function register(running: Running, input: { email: string; password: string; name: string }, options: PerformOptions = {}): Promise<Outcome<Session>> {
  if (!takesPasswords(running)) return noPasswords();
  const role = running.product.about.signIn.registersAs;
  if (!role) return notPermitted("People join here by invitation. Ask the Owner.");
  // Where point 6 is not shown there are no roles.
  const added = await addPerson(running, { ...input, roles: running.product.permissions.written ? [role] : [], by: { kind: "anyone" } }, options);
  if (!added.ok) return added;
  return openSession(running, added.value.id);
}

export async function signIn(running: Running, input: { email: string; password: string; source?: string }): Promise<Outcome<Session>> {
  if (!takesPasswords(running)) return noPasswords();
  const email = String(input.email ?? "").trim();
  const source = hashSource(input.source);
  const checked = await checkOnce(running, { email, source, password: String(input.password ?? "") });
  return checked.ok ? openSession(running, checked.value.id) : checked;
}

/** Whose the password is; a failed attempt is counted. */
export const checkPassword = (
  running: Running,
  { email, password, source }: { readonly email: string; readonly password: string; readonly source?: string },
): Promise<Outcome<{ id: string }>> => checkOnce(running, { email, password, source: hashSource(source) });

/** Within a server, attempts for one account wait for each other: those that succeed don't count against each other. */
const checkOnce = (running: Running, attempt: Attempt): Promise<Outcome<{ id: string }>> => oneAtATime(attempt.email.toLowerCase(), () => tryToSignIn(running, attempt));

interface Attempt {
  readonly email: string;
  readonly source: string;
  readonly password: string;
}

async function tryToSignIn(running: Running, { email, source, password }: Attempt): Promise<Outcome<{ id: string }>> {
  const held = await countAttempt(running, email, source);
  if (held) return held;
  const person = await running.database.row(system.personByEmail(email));
  // An unknown email takes as long as a wrong password, so that nobody learns which accounts exist.
  const isRight = await verify(person?.["hash"] ?? (await decoy()), password).catch(() => false);
  if (!person || !isRight || !person["active"]) return refuse("not signed in", problem("wrong-credentials", "The email or the password isn't right."));
  await Promise.all(system.signedIn(email, source).map((query) => running.database.rows(query)));
  return done({ id: person["id"] });
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
