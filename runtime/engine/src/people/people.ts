/** People, their passwords and sessions, and what the Owner does with them. */
import { hash as oneHash, randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { system } from "@nonet/database";
import { entityOf, type Product } from "@nonet/model";
import type { Row } from "../connection/contract.ts";
import { numberInForce } from "../connection/product-limits.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome, PerformOptions } from "../contract/outcome.ts";
import type { People, Session } from "../contract/people.ts";
import { readValues } from "../input/parse-values.ts";
import { lockKeys } from "../perform/lock-keys.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { insertRecord } from "../records/insert-record.ts";
import { done, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { holderOf, makeKeys } from "./api-keys.ts";
import { changePerson } from "./change-person.ts";
import { openSession } from "./sessions.ts";

type Person = Extract<Actor, { kind: "person" }>;

const attemptsAllowed = 10;
const lockMinutes = 15;

export function makePeople(running: Running): People {
  const known = new Map<string, Person>();
  return {
    register: (input, options) => register(running, input, options),
    signIn: (input) => signIn(running, input),
    become: (email) => become(running, email),
    signOut: async (token) => void (await running.database.rows(system.endSession(hashed(token)))),
    actorOf: (token) => asking(running, known, token).now,
    asking: (token) => asking(running, known, token),
    list: async (actor) => (isOwner(actor) ? done((await running.database.rows(system.people())).map(shownPerson)) : onlyOwner(actor)),
    invite: (actor, input, options) => (isOwner(actor) ? addPerson(running, { ...input, by: actor }, options) : Promise.resolve(onlyOwner(actor))),
    change: (actor, id, asked, options) => (isOwner(actor) ? changePerson(running, actor, id, asked, options) : Promise.resolve(onlyOwner(actor))),
    ...makeKeys(running),
    rehearsalPeople: async () => (running.options.rehearse ? rehearsalPeople(running.product) : []),
  };
}

export const hashed = (token: string): string => oneHash("sha256", token, "hex");
const isOwner = (actor: Actor): boolean => actor.kind === "system" || (actor.kind === "person" && actor.owner);
const onlyOwner = (actor: Actor) => (actor.kind === "anyone" ? notSignedIn() : notPermitted("Only the Owner manages people and roles."));
async function register(running: Running, input: { email: string; password: string; name: string }, options: PerformOptions = {}): Promise<Outcome<Session>> {
  if (!takesPasswords(running)) return otherWay();
  const role = running.product.about.signIn.registersAs;
  if (!role) return notPermitted("People join here by invitation: ask the Owner.");
  // Where point 6 is not shown there is no role to have.
  const added = await addPerson(running, { ...input, roles: running.product.permissions.written ? [role] : [], by: { kind: "anyone" } }, options);
  if (!added.ok) return added;
  return openSession(running, added.value.id);
}

export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly password?: string;
  readonly owner?: boolean;
  /** The password is the product's own choice. */
  readonly trusted?: boolean;
  /** How a sign-in provider knows them. */
  readonly identity?: { readonly issuer: string; readonly subject: string };
  /** Who invites, or `anyone` for who registers; without, the product itself, which has nobody to confirm a warning. */
  readonly by?: Actor;
}

/** Makes a person with a password; refused where a value isn't right, the email is taken or a rule stands against it. */
export async function addPerson(running: Running, input: NewPerson, options: PerformOptions = {}): Promise<Outcome<{ id: string }>> {
  const least = await numberInForce(running.database, running.product, "password length", 10);
  const errors = [];
  // Who comes by single sign-on needs none.
  const needsPassword = input.password !== undefined || !running.product.about.signIn.methods.includes("single sign-on");
  if (needsPassword && (typeof input.password !== "string" || (!input.trusted && [...input.password].length < least)))
    errors.push(problem("invalid-value", `A password has at least ${least} characters.`, { field: "password" }));
  for (const key of ["name", "email"] as const)
    if (typeof input[key] !== "string" || input[key].trim() === "") errors.push(problem("required", `${key === "name" ? "Name" : "Email"} is required.`, { field: key }));
  const unknown = input.roles.filter((r) => !running.product.permissions.roles.some((x) => x.name === r));
  if (unknown.length > 0) errors.push(problem("invalid-value", `There is no role ${unknown.join(", ")}.`, { field: "roles" }));
  const user = entityOf(running.product, "User")!;
  if (errors.length === 0) errors.push(...readValues(user.fields, { name: input.name.trim(), email: input.email.trim() }).errors);
  if (errors.length > 0) return refuse("invalid", ...errors);
  const taken = await running.database.row(system.personByEmail(input.email.trim()));
  if (taken) return refuse("conflict", problem("not-unique", "Somebody is here with this email already; sign in instead.", { field: "email" }));
  const secret = input.password === undefined ? null : await hash(input.password);
  const values = { name: input.name.trim(), email: input.email.trim() };
  const keys = () => lockKeys(running.database, running.product, { kind: "create", entity: "User", values });
  const outcome = await performSteps(running.database, running.product, input.by ?? { kind: "system" }, options, { entity: "User", keys }, async (work) => {
    const { id } = await insertRecord(work, user, values, "create");
    if (secret !== null) await work.connection.rows(system.setCredential(id, secret));
    await work.connection.all(system.setRoles(id, input.roles));
    // Who comes by themselves is told what stands against it as who they would be.
    if (input.by?.kind === "anyone" || input.identity) work.reader = { kind: "person", id, roles: input.roles, owner: false };
    if (input.owner) await work.connection.rows(system.setOwner(id));
    if (input.identity) await work.connection.rows(system.addIdentity(input.identity.issuer, input.identity.subject, id));
    return id;
  });
  if (!outcome.ok) return outcome;
  publishChanges(running, outcome.value);
  return done({ id: outcome.value.id });
}

/** In rehearsal persons are switched, whatever way to sign in the document shows. */
const takesPasswords = (running: Running): boolean => running.options.rehearse || running.product.about.signIn.methods.includes("email and password");
const otherWay = () => refuse("not permitted", problem("not-permitted", "People sign in here by single sign-on, not with a password."));

async function signIn(running: Running, input: { email: string; password: string }): Promise<Outcome<Session>> {
  if (!takesPasswords(running)) return otherWay();
  const most = await numberInForce(running.database, running.product, "sign-in attempts", attemptsAllowed);
  const email = String(input.email ?? "").trim();
  const tried = Number((await running.database.row(system.attempts(email, lockMinutes)))?.["count"] ?? 0);
  if (tried >= most) return refuse("too many", problem("too-many-attempts", `Too many failed sign-ins; try again in ${lockMinutes} minutes.`));
  const person = await running.database.row(system.personByEmail(email));
  // An unknown email takes as long as a wrong password, so that nobody learns who is here.
  const right = await verify(person?.["hash"] ?? (await decoy()), String(input.password ?? "")).catch(() => false);
  if (!person || !right || !person["active"]) {
    await running.database.rows(system.addAttempt(email));
    return refuse("not signed in", problem("wrong-credentials", "The email or the password isn't right."));
  }
  await running.database.rows(system.clearAttempts(email));
  return openSession(running, person["id"]);
}

let made: Promise<string> | undefined;
const decoy = (): Promise<string> => (made ??= hash(randomBytes(16).toString("hex")));

async function become(running: Running, email: string): Promise<Outcome<Session>> {
  const person = running.options.rehearse ? await running.database.row(system.personByEmail(email)) : undefined;
  return person ? openSession(running, person["id"]) : refuse("not found", problem("not-found", "There is no such person in this rehearsal."));
}

export const actorFrom = (row: Row): Person => ({
  kind: "person",
  id: row["id"],
  name: row["name"] ?? "",
  email: row["email"] ?? "",
  roles: row["roles"],
  owner: row["owner"] === true,
});
const shownPerson = (row: Row) => ({
  id: row["id"] as string,
  name: (row["name"] ?? "") as string,
  email: (row["email"] ?? "") as string,
  roles: row["roles"] as string[],
  active: row["active"] as boolean,
  owner: row["owner"] === true,
});

const mostKnown = 10_000;

/** `known`: whom each session's hash has named last. */
function asking(running: Running, known: Map<string, Person>, token: string | undefined): ReturnType<People["asking"]> {
  if (!token) return { recent: undefined, now: Promise.resolve({ kind: "anyone" }) };
  const hash = hashed(token);
  return { recent: known.get(hash), now: askedNow(running, known, token, hash) };
}

async function askedNow(running: Running, known: Map<string, Person>, token: string, hash: string): Promise<Actor> {
  const row = await running.database.row(system.session(hash));
  if (row) {
    const person = actorFrom(row);
    if (known.size >= mostKnown && !known.has(hash)) known.clear();
    known.set(hash, person);
    return person;
  }
  known.delete(hash);
  const holder = await holderOf(running, token);
  return holder ? actorFrom(holder) : { kind: "anyone" };
}

/** One person per role and the Owner. */
export function rehearsalPeople(product: Product): readonly { email: string; name: string; role: string }[] {
  const people = product.permissions.roles.map((r) => ({ email: `${address(r.name)}@example.test`, name: r.name, role: r.name }));
  return [...people, ...(people.some((p) => p.role === "Owner") ? [] : [{ email: "owner@example.test", name: "Owner", role: "Owner" }])];
}

const address = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
