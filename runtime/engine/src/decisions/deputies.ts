/** Deputies: who decides in whose place, on which days. One's own affair alone: nobody names a deputy for another. */
import { decisionStatements, findQuery, recordQuery } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import { readerOf } from "../change/change-context.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { FieldError, Outcome } from "../contract/outcome.ts";
import type { Deputies, Deputy } from "../contract/people.ts";
import { isDate, isId } from "../input/formats.ts";
import { isDecided } from "../input/machines.ts";
import { done, notFound, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";

export function makeDeputies(running: Running): Deputies {
  return {
    list: (actor) => list(running, actor),
    name: (actor, input) => name(running, actor, input),
    remove: (actor, id) => remove(running, actor, id),
  };
}

/** The actor with those for whom they stand in today. */
export async function withRepresented(running: Running, actor: Actor): Promise<Actor> {
  if (actor.kind !== "person" || !isDecided(running)) return actor;
  const rows = await running.database.rows(decisionStatements.deputies.representedBy(actor.id, running.product.about.timeZone));
  return { ...actor, standsFor: rows.map((r) => ({ id: r["id"] as string, roles: r["roles"] as string[], owner: r["owner"] === true })) };
}

async function list(running: Running, actor: Actor): Promise<Outcome<readonly Deputy[]>> {
  if (actor.kind !== "person") return notSignedIn();
  const rows = await running.database.rows(decisionStatements.deputies.list(actor.id));
  const names = await namesOf(
    running,
    actor,
    rows.flatMap((r) => [r["person"] as string, r["deputy"] as string]),
  );
  return done(
    rows.map((r) => ({
      id: r["id"] as string,
      person: named(names, r["person"]),
      deputy: named(names, r["deputy"]),
      from: r["from"] as string,
      to: r["to"] as string,
      own: r["person"] === actor.id,
    })),
  );
}

const named = (names: ReadonlyMap<string, string>, id: string): { id: string; name: string | null } => ({ id, name: names.get(id) ?? null });

async function namesOf(running: Running, actor: Actor, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await running.database.rows(decisionStatements.names(running.product, readerOf(actor), [...new Set(ids)]));
  return new Map(rows.map((r) => [r["id"] as string, r["name"] as string]));
}

async function name(running: Running, actor: Actor, input: { deputy: unknown; from: unknown; to: unknown }): Promise<Outcome<Deputy>> {
  if (actor.kind !== "person") return notSignedIn();
  if (!isDecided(running)) return notPermitted("Nothing in this product is decided by several people, so nobody needs a deputy.");
  const errors: FieldError[] = [];
  for (const key of ["deputy", "from", "to"] as const)
    if (input[key] === undefined || input[key] === null || input[key] === "")
      errors.push(problem("required", `${key[0]!.toUpperCase()}${key.slice(1)} is required.`, { field: key }));
  for (const key of ["from", "to"] as const)
    if (input[key] && !(typeof input[key] === "string" && isDate(input[key]))) errors.push(problem("invalid-value", "A date such as 2026-06-01 is needed.", { field: key }));
  if (errors.length === 0 && String(input.from) > String(input.to)) errors.push(problem("invalid-value", "The last day comes before the first.", { field: "to" }));
  const deputy = errors.some((e) => e.field === "deputy") ? null : await find(running, actor, input.deputy);
  if (deputy === null && !errors.some((e) => e.field === "deputy"))
    errors.push(problem("invalid-value", "There is no such person, or they aren't yours to see.", { field: "deputy" }));
  if (deputy === actor.id) errors.push(problem("invalid-value", "You can't stand in for yourself.", { field: "deputy" }));
  if (errors.length > 0) return refuse("invalid", ...errors);
  const row = { id: uuidv7(), person: actor.id, deputy: deputy!, from: String(input.from), to: String(input.to) };
  await running.database.rows(decisionStatements.deputies.add(row));
  const names = await namesOf(running, actor, [row.person, row.deputy]);
  return done({ id: row.id, person: named(names, row.person), deputy: named(names, row.deputy), from: row.from, to: row.to, own: true });
}

/** An id, `{id}` or `{email: …}`, of somebody active whom the asker may know. */
async function find(running: Running, actor: Actor, value: unknown): Promise<string | null> {
  const given: unknown = value !== null && typeof value === "object" && "id" in value ? value.id : value;
  const by = isId(given)
    ? findQuery(running.product, "User", "id", given)
    : given !== null && typeof given === "object" && "email" in given && typeof given.email === "string"
      ? findQuery(running.product, "User", "email", given.email)
      : null;
  const rows = by ? await running.database.rows(by) : [];
  const id = rows.length === 1 ? (rows[0]!["id"] as string) : null;
  if (id === null || !(await running.database.row(decisionStatements.reader(id)))) return null;
  return (await running.database.row(recordQuery(running.product, readerOf(actor), "User", id))) ? id : null;
}

async function remove(running: Running, actor: Actor, id: string): Promise<Outcome<null>> {
  if (actor.kind !== "person") return notSignedIn();
  const gone = isId(id) ? await running.database.row(decisionStatements.deputies.remove(id, actor.id)) : undefined;
  return gone ? done(null) : notFound("Deputy");
}
