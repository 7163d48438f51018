/** Runs the statements of an action, left to right, each seeing what the former did. */
import { guardQuery, openIn, recordsQuery, updateQueries, valuesQuery } from "@nonet/database";
import { entityOf, type Statement } from "@nonet/model";
import type { Expression } from "@nonet/feel";
import { runAction } from "./run-action.ts";
import { deleteRecord } from "./delete-record.ts";
import { draftCall } from "./draft-call.ts";
import { insertRecord } from "./store-record.ts";
import { catalogued, lineOf, problem, refuse } from "./refusal.ts";
import { stop, touch, variablesOf, type Touched, type Work } from "./work.ts";

/** The record that `this` is, the action that runs, and the names bound so far. */
export interface Place {
  readonly entity: string | null;
  readonly id: string | null;
  readonly action: string;
  readonly others: Readonly<Record<string, unknown>>;
}

export async function runStatements(work: Work, place: Place, statements: readonly Statement[]): Promise<void> {
  let here = place;
  for (const statement of statements) here = await runStatement(work, here, statement);
}

/** Gives back the place with what the statement bound (`create … as x`). */
async function runStatement(work: Work, place: Place, statement: Statement): Promise<Place> {
  if (statement.when && !(await holds(work, place, statement.when))) return place;
  switch (statement.kind) {
    case "set":
      await set(work, place, statement);
      return place;
    case "create":
      return create(work, place, statement);
    case "for each":
      for (const id of await recordsOf(work, place, statement.of)) await runStatements(work, { ...place, others: { ...place.others, [statement.variable]: id } }, statement.body);
      return place;
    case "do":
      for (const id of await recordsOf(work, place, statement.on)) await runAction(work, recordEntity(statement.on), id, statement.action, await values(work, place, statement.asked), "effect");
      return place;
    case "delete":
      for (const id of await recordsOf(work, place, statement.of)) await deleteRecord(work, recordEntity(statement.of), id);
      return place;
    case "send":
      await draftCall(work, place, statement.call);
      return place;
    case "forget":
      if (place.entity && place.id) {
        await touch(work, place.entity, place.id, place.action);
        await work.connection.all(updateQueries(work.product, place.entity, place.id, { [statement.field]: null }));
      }
      return place;
    case "stop":
      return stop(refuse("conflict", await catalogued(work.connection, work.product, statement.code, { entity: place.entity, id: place.id, variables: variables(work, place) }, { rule: place.action, line: lineOf(work.product, statement.source) })));
  }
}

const touchedAt = (work: Work, place: Place): Touched | undefined => (place.id ? work.touched.get(place.id) : undefined);
export const variables = (work: Work, place: Place) => variablesOf(work, touchedAt(work, place), place.others);

async function holds(work: Work, place: Place, condition: Expression): Promise<boolean> {
  if (!place.entity || !place.id) return (await evaluate(work, place, condition)) === true;
  const row = await work.connection.row(guardQuery(work.product, place.entity, place.id, condition, variables(work, place)));
  return row?.["holds"] === true;
}

/** One expression's value in the API's forms; what is not shown refuses. */
export async function evaluate(work: Work, place: Place, expression: Expression): Promise<unknown> {
  requireShown(work, expression);
  const row = await work.connection.row(valuesQuery(work.product, place.entity, place.id, [{ name: "value", expression }], variables(work, place)));
  const value = (row?.["values"] as Record<string, unknown> | undefined)?.["value"] ?? null;
  return value;
}

export function requireShown(work: Work, expression: Expression): void {
  const open = openIn(work.product, expression);
  if (open !== null) stop(refuse("not shown", problem("not-shown", `This needs ${open}, which is not shown.`, { line: lineOf(work.product, expression.span) })));
}

async function recordsOf(work: Work, place: Place, expression: Expression): Promise<readonly string[]> {
  requireShown(work, expression);
  if (expression.kind === "variable" && expression.name === "this" && place.id) return [place.id];
  const rows = await work.connection.rows(recordsQuery(work.product, place.entity, place.id, expression, variables(work, place)));
  return rows.map((r) => r["id"] as string);
}

function recordEntity(expression: Expression): string {
  const type = expression.type.kind === "list" ? expression.type.of : expression.type;
  if (type.kind !== "record") throw new Error("The checker lets only records through here.");
  return type.name;
}

async function set(work: Work, place: Place, statement: Extract<Statement, { kind: "set" }>): Promise<void> {
  if (statement.target.kind !== "path") throw new Error("The checker lets only paths through here.");
  const value = plain(await evaluate(work, place, statement.value));
  const entity = recordEntity(statement.target.of);
  for (const id of await recordsOf(work, place, statement.target.of)) {
    await touch(work, entity, id, place.action);
    await work.connection.all(updateQueries(work.product, entity, id, { [statement.target.field]: value }));
  }
}

async function create(work: Work, place: Place, statement: Extract<Statement, { kind: "create" }>): Promise<Place> {
  const entity = entityOf(work.product, statement.entity);
  if (!entity) throw new Error("The checker lets only known entities through here.");
  const given: Record<string, unknown> = {};
  for (const { field, value } of statement.values) given[field] = plain(await evaluate(work, place, value));
  const created = await insertRecord(work, entity, given, "create");
  return statement.as ? { ...place, others: { ...place.others, [statement.as]: created.id } } : place;
}

/** Asked values by JSON key. */
async function values(work: Work, place: Place, given: readonly { readonly field: string; readonly value: Expression }[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { field, value } of given) found[field] = plain(await evaluate(work, place, value));
  return found;
}

/** A reference as its id: how a column takes it. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value !== null && typeof value === "object" && "id" in value ? value.id : value;
}
