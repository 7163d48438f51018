/** Adds a person with a password, roles or an identity: one change of the User, through every check. */
import { hash } from "@node-rs/argon2";
import { system } from "@nonet/database";
import { entityOf } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError, Outcome, PerformOptions } from "../contract/outcome.ts";
import { fieldValues } from "../input/field-values.ts";
import { parseValues } from "../input/parse-values.ts";
import { lockKeys } from "../perform/lock-keys.ts";
import { performSteps } from "../perform/perform.ts";
import { publishChanges } from "../perform/publish-changes.ts";
import { insertRecord } from "../records/insert-record.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { passwordError } from "../credentials/passwords.ts";
import { say } from "@nonet/texts";

/** Default 158: for as long as an invitation. */
const temporaryDays = 7;

export interface NewPerson {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  readonly password?: string;
  /** Somebody else has chosen the password: the person replaces it at the first sign-in. */
  readonly temporary?: boolean;
  readonly owner?: boolean;
  /** The product chose the password itself. */
  readonly trusted?: boolean;
  /** The person at a sign-in provider. */
  readonly identity?: { readonly issuer: string; readonly subject: string };
  /** Who invites; `anyone` for a person who registers. Absent: the product itself, which can't confirm a warning. */
  readonly by?: Actor;
}

/** Refused where a value is wrong, the email is in use or a rule is violated. */
export async function addPerson(running: Running, input: NewPerson, options: PerformOptions = {}): Promise<Outcome<{ id: string }>> {
  const { database, product } = running;
  const errors = await errorsIn(running, input);
  if (errors.length > 0) return refuse("invalid", ...errors);
  const values = { name: input.name.trim(), email: input.email.trim() };
  if (await database.row(system.personByEmail(values.email))) return refuse("conflict", problem("not-unique", say("there-is-an-account-with-this-email"), { field: "email" }));
  const user = entityOf(product, "User")!;
  const secret = input.password === undefined ? null : await hash(input.password);
  const keys = () => lockKeys(database, product, { kind: "create", entity: "User", values });
  const outcome = await performSteps(running, { entity: "User", options, keys, ...(input.by ? { actor: input.by } : {}) }, async (work) => {
    const { id } = await insertRecord(work, user, { values: fieldValues(user, values) });
    if (secret !== null) await work.connection.rows(system.setCredential(id, secret, input.temporary ? temporaryDays : null));
    await work.connection.all(system.setRoles(id, input.roles));
    // People who register themselves get errors with the visibility that they will have.
    if (input.by?.kind === "anyone" || input.identity) work.reader = { kind: "person", id, roles: input.roles, owner: false };
    if (input.owner) await work.connection.rows(system.setOwner(id));
    if (input.identity) await work.connection.rows(system.addIdentity(input.identity.issuer, input.identity.subject, id));
    return id;
  });
  if (!outcome.ok) return outcome;
  publishChanges(running, outcome.value);
  return done({ id: outcome.value.id });
}

export async function errorsIn(running: Pick<Running, "database" | "product">, input: NewPerson): Promise<readonly FieldError[]> {
  const { product } = running;
  const errors: FieldError[] = [];
  // Without a password, people get a link, or sign in in another way.
  const weak =
    input.password === undefined || input.trusted ? null : await passwordError(running, input.password, { name: String(input.name ?? ""), email: String(input.email ?? "") });
  if (weak !== null) errors.push(problem("invalid-value", weak, { field: "password" }));
  for (const key of ["name", "email"] as const)
    if (typeof input[key] !== "string" || input[key].trim() === "")
      errors.push(problem("required", say("value-is-required", { value: key === "name" ? "Name" : "Email" }), { field: key }));
  const unknown = input.roles.filter((r) => !product.permissions.roles.some((x) => x.name === r));
  if (unknown.length > 0) errors.push(problem("invalid-value", say("there-is-no-role-unknown", { unknown: unknown.join(", ") }), { field: "roles" }));
  if (errors.length > 0) return errors;
  return parseValues("User", entityOf(product, "User")!.fields, { name: input.name.trim(), email: input.email.trim() }).errors;
}
