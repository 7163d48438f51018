/** Deputies: who votes in whose place, on which days. People name their own deputies and nobody else's. */
import { decisionStatements, findQuery, recordQuery } from "@nonet/database";
import { isId, referenceId } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import { readerOf } from "../change/actor-reader.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError, Outcome } from "../contract/outcome.ts";
import type { Deputies, Deputy } from "../contract/people.ts";
import { requiresFactor } from "../change/required-factor.ts";
import { fieldLabel } from "../input/field-label.ts";
import { hasDecisions } from "../input/machines.ts";
import { isKeptDate } from "../input/parse-value.ts";
import { done, notFound, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { readerFor } from "./person-reader.ts";
import { say } from "@nonet/texts";

type Person = Extract<Actor, { kind: "person" }>;

export function makeDeputies(running: Running): Deputies {
  return {
    list: async (actor) => (actor.kind === "person" ? done(await listDeputies(running, actor)) : notSignedIn()),
    name: async (actor, input) => (actor.kind === "person" ? nameDeputy(running, actor, input) : notSignedIn()),
    remove: async (actor, id) => (actor.kind === "person" ? removeDeputy(running, actor, id) : notSignedIn()),
  };
}

/** The actor with the people whom they represent today. */
export async function withRepresented(running: Running, actor: Actor): Promise<Actor> {
  if (actor.kind !== "person" || !hasDecisions(running)) return actor;
  const rows = await running.database.rows(decisionStatements.deputies.representedBy(actor.id, running.product.about.timeZone));
  const represented = rows.map((row) => ({ id: row["id"] as string, roles: row["roles"] as string[], owner: row["owner"] === true }));
  // A role that needs a second factor needs it from a deputy too.
  const isRefused = ({ roles }: { readonly roles: readonly string[] }): boolean => actor.secondFactor !== true && requiresFactor(running, roles);
  return { ...actor, standsFor: represented.filter((person) => !isRefused(person)), needsFactorFor: represented.filter(isRefused).map(({ id }) => id) };
}

async function listDeputies(running: Running, actor: Person): Promise<readonly Deputy[]> {
  const rows = await running.database.rows(decisionStatements.deputies.list(actor.id));
  const names = await namesOf(
    running,
    actor,
    rows.flatMap((row) => [row["person"] as string, row["deputy"] as string]),
  );
  return rows.map((row) => deputyOf(row, actor, names));
}

function deputyOf(row: Row, actor: Person, names: ReadonlyMap<string, string>): Deputy {
  const person = (id: string): Deputy["person"] => ({ id, name: names.get(id) ?? null });
  return { id: row["id"], person: person(row["person"]), deputy: person(row["deputy"]), from: row["from"], to: row["to"], own: row["person"] === actor.id };
}

async function namesOf(running: Running, actor: Person, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await running.database.rows(decisionStatements.names(running.product, readerOf(actor), [...new Set(ids)]));
  return new Map(rows.map((row) => [row["id"] as string, row["name"] as string]));
}

type Input = Parameters<Deputies["name"]>[1];

async function nameDeputy(running: Running, actor: Person, input: Input): Promise<Outcome<Deputy>> {
  if (!hasDecisions(running)) return notPermitted(say("this-product-has-no-decisions-by-several"));
  const errors = inputErrors(input);
  const isNamed = !errors.some((e) => e.field === "deputy");
  const deputy = isNamed ? await findPerson(running, actor, input.deputy) : null;
  if (isNamed && deputy === null) errors.push(problem("invalid-value", say("there-is-no-such-person-or-you"), { field: "deputy" }));
  if (deputy === actor.id) errors.push(problem("invalid-value", say("you-cant-be-your-own-deputy-choose"), { field: "deputy" }));
  if (errors.length > 0 || deputy === null) return refuse("invalid", ...errors);
  const row = { id: uuidv7(), person: actor.id, deputy, from: String(input.from), to: String(input.to) };
  await running.database.rows(decisionStatements.deputies.add(row));
  return done(deputyOf(row, actor, await namesOf(running, actor, [row.person, row.deputy])));
}

function inputErrors(input: Input): FieldError[] {
  const errors: FieldError[] = [];
  const isMissing = (value: unknown): boolean => value === undefined || value === null || value === "";
  for (const name of ["deputy", "from", "to"] as const)
    if (isMissing(input[name])) errors.push(problem("required", say("fieldlabel-is-required", { fieldLabel: fieldLabel({ name }) }), { field: name }));
  for (const name of ["from", "to"] as const) {
    const value = input[name];
    if (!isMissing(value) && !(typeof value === "string" && isKeptDate(value)))
      errors.push(problem("invalid-value", say("fieldlabel-must-be-a-date-such-as", { fieldLabel: fieldLabel({ name }) }), { field: name }));
  }
  if (errors.length === 0 && String(input.from) > String(input.to)) errors.push(problem("invalid-value", say("the-last-day-is-before-the-first"), { field: "to" }));
  return errors;
}

/** By id, `{id}` or `{email}`: a person who can sign in and whom the actor may read. */
async function findPerson(running: Running, actor: Person, value: unknown): Promise<string | null> {
  const given = referenceId(value);
  const email = given !== null && typeof given === "object" && "email" in given && typeof given.email === "string" ? given.email : null;
  const query = isId(given) ? findQuery(running.product, "User", "id", given) : email === null ? null : findQuery(running.product, "User", "email", email);
  const rows = query ? await running.database.rows(query) : [];
  const id = rows.length === 1 ? (rows[0]!["id"] as string) : null;
  if (id === null || !(await readerFor(running.database, id))) return null;
  return (await running.database.row(recordQuery(running.product, readerOf(actor), "User", id))) ? id : null;
}

async function removeDeputy(running: Running, actor: Person, id: string): Promise<Outcome<null>> {
  const removed = isId(id) ? await running.database.row(decisionStatements.deputies.remove(id, actor.id)) : undefined;
  return removed ? done(null) : notFound("Deputy");
}
