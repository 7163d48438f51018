/** Runs the statements of an action, left to right, each seeing what the former did. */
import { guardQuery, recordsQuery, updateQueries } from "@nonet/database";
import { type Expression, fold } from "@nonet/feel";
import { type Action, actionOfTransition, type Creation, entityOf, creationRowsFor, type Statement, sourceLocation } from "@nonet/model";
import { readAsked } from "../actions/action-input.ts";
import { lockForWrite, type ChangedRecord, type ChangeContext } from "../change/change-context.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import { label } from "../input/field-label.ts";
import { actionOf } from "../input/machines.ts";
import { readValue } from "../input/parse-values.ts";
import { storable } from "../input/rich-text.ts";
import { refuseArchived } from "../records/archived.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { forget } from "../records/forget-field.ts";
import { insertRecord } from "../records/insert-record.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { catalogued } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { enterBy } from "./create-by-row.ts";
import { draftCall } from "./draft-message.ts";
import { runAction } from "./run-action.ts";
import { evaluate, type Place, variables } from "./statement-scope.ts";

export async function runStatements(work: ChangeContext, place: Place, statements: readonly Statement[]): Promise<void> {
  await runBinding(work, place, statements);
}

/** Gives the place with what the statements bound, for what is said after them. */
export async function runBinding(work: ChangeContext, place: Place, statements: readonly Statement[]): Promise<Place> {
  let here = place;
  for (const statement of statements) here = await runStatement(work, here, statement);
  return here;
}

/** Gives back the place with what the statement bound (`create … as x`). */
async function runStatement(work: ChangeContext, place: Place, statement: Statement): Promise<Place> {
  if (statement.when && !(await holds(work, place, statement.when))) return place;
  switch (statement.kind) {
    case "set":
      await set(work, place, statement);
      return place;
    case "create":
      return create(work, place, statement);
    case "for each":
      for (const one of await elementsOf(work, place, statement.of))
        await runStatements(work, { ...place, others: { ...place.others, [statement.variable]: one } }, statement.body);
      return place;
    case "do": {
      const asking = actionOf(work.product, recordEntity(statement.on), statement.action)?.action;
      for (const id of await recordsOf(work, place, statement.on))
        await runAction(work, recordEntity(statement.on), id, statement.action, await values(work, place, statement.asked, asking), "effect");
      return place;
    }
    case "delete":
      for (const id of await recordsOf(work, place, statement.of)) await remove(work, recordEntity(statement.of), id);
      return place;
    case "send":
      await draftCall(work, place, statement.call);
      return place;
    case "forget":
      if (place.entity && place.id) await forget(work, place.entity, place.id, place.action, statement.field);
      return place;
    case "stop":
      return stop(await refusalOf(work, place, statement));
  }
}

/** The kinds of the built-in codes that a document may stop with without listing them. */
const builtIn: Readonly<Record<string, Parameters<typeof refuse>[0]>> = {
  NOT_FOUND: "not found",
  NOT_SIGNED_IN: "not signed in",
  NOT_PERMITTED: "not permitted",
  CHANGED_MEANWHILE: "changed meanwhile",
  TOO_MANY_REQUESTS: "too many",
  CALL_FAILED: "call failed",
  NOT_SHOWN: "not shown",
  INVALID_VALUE: "invalid",
  REQUIRED: "invalid",
  MALFORMED: "malformed",
};

async function refusalOf(work: ChangeContext, place: Place, { code, source }: Extract<Statement, { kind: "stop" }>): Promise<ReturnType<typeof refuse>> {
  const more = { rule: place.action, ...sourceLocation(work.product, source) };
  const listed = work.product.errors.some((e) => e.code === code);
  const kind = listed ? "conflict" : (builtIn[code] ?? "conflict");
  if (!listed && code === "NOT_FOUND") return refuse(kind, problem("not-found", "There is nothing here, or nothing that you may see.", more));
  return refuse(
    kind,
    listed
      ? await catalogued(work.connection, work.product, code, { entity: place.entity, id: place.id, variables: variables(work, place), reader: work.reader }, more)
      : problem(code.toLowerCase().replaceAll("_", "-"), code.toLowerCase().replaceAll("_", " "), more),
  );
}

async function holds(work: ChangeContext, place: Place, condition: Expression): Promise<boolean> {
  if (!place.entity || !place.id) return (await evaluate(work, place, condition)) === true;
  const row = await work.connection.row(guardQuery(work.product, place.entity, place.id, condition, variables(work, place)));
  return row?.["holds"] === true;
}

async function recordsOf(work: ChangeContext, place: Place, expression: Expression): Promise<readonly string[]> {
  if (expression.kind === "variable" && expression.name === "this" && place.id) return [place.id];
  const rows = await work.connection.rows(recordsQuery(work.product, place.entity, place.id, expression, variables(work, place), place.reader ?? null));
  return rows.map((r) => r["id"] as string);
}

/** What `for each` runs over: records by their ids, or the items of a list that came with a call; one that is no list stands for a list of it, as in a FEEL `for`. */
async function elementsOf(work: ChangeContext, place: Place, expression: Expression): Promise<readonly unknown[]> {
  const type = expression.type.kind === "list" ? expression.type.of : expression.type;
  if (type.kind === "record") return recordsOf(work, place, expression);
  const value = await evaluate(work, place, expression);
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function recordEntity(expression: Expression): string {
  const type = expression.type.kind === "list" ? expression.type.of : expression.type;
  if (type.kind !== "record") throw new Error("The checker lets only records through here.");
  return type.name;
}

async function set(work: ChangeContext, place: Place, statement: Extract<Statement, { kind: "set" }>): Promise<void> {
  if (statement.target.kind !== "path") throw new Error("The checker lets only paths through here.");
  const entity = recordEntity(statement.target.of);
  const value = await valueFor(work, place, entity, statement.target.field, statement.value);
  for (const id of await recordsOf(work, place, statement.target.of)) {
    const touched = await lockForWrite(work, entity, id, place.action);
    await refuseArchived(work, entity, id);
    noteSecrets(touched, entityOf(work.product, entity)!, { [statement.target.field]: value });
    await work.connection.all(updateQueries(work.product, entity, id, { [statement.target.field]: value }));
  }
}

/** What this change has deleted already is passed over. */
async function remove(work: ChangeContext, entity: string, id: string): Promise<void> {
  if (work.touched.get(id)?.kind === "deleted") return;
  await lockForWrite(work, entity, id, "delete");
  await refuseArchived(work, entity, id);
  await deleteRecord(work, entity, id);
}

async function create(work: ChangeContext, place: Place, statement: Creation): Promise<Place> {
  const created = await make(work, place, statement);
  return statement.as ? { ...place, others: { ...place.others, [statement.as]: created.id } } : place;
}

/** Makes a record; an entity with `(new)` rows comes into being only by one of them. */
export async function make(work: ChangeContext, place: Place, { entity: name, values: fields, asked }: Creation): Promise<ChangedRecord> {
  const entity = entityOf(work.product, name);
  if (!entity) throw new Error("The checker lets only known entities through here.");
  const given: Record<string, unknown> = {};
  for (const { field, value } of fields) given[field] = await valueFor(work, place, entity.name, field, value);
  const entries = creationRowsFor(
    work.product,
    entity.name,
    asked.map((one) => one.field),
  );
  const asking = actionOfTransition(work.product, entity.name, entries[0]);
  const answers = await values(work, place, asked, asking);
  const created = await insertRecord(work, entity, given, "create", entries[0]?.to ?? undefined);
  if (asking) await readAsked(work, entity.name, asking, created, { ...ownOf(asking, given), ...answers }, false);
  if (entries.length > 0) await enterBy(work, entity, created, entries, "effect");
  return created;
}

/** A value for a field. What came from outside has no type of its own, so it is read as a person's input would be. */
export async function valueFor(work: ChangeContext, place: Place, entity: string, name: string, expression: Expression): Promise<unknown> {
  const field = entityOf(work.product, entity)?.fields.find((f) => f.name === name);
  const value = storable(field, plain(await evaluate(work, place, expression)));
  if (expression.type.kind !== "any" || value === null || value === "") return value === "" && expression.type.kind === "any" ? null : value;
  if (!field) return value;
  const read = readValue(field, value);
  if ("value" in read)
    return field.type.kind === "reference" || field.type.kind === "references"
      ? (await resolveReferences(work, { ...entityOf(work.product, entity)!, fields: [field] }, { [name]: read.value }))[name]
      : read.value;
  return stop(
    refuse("invalid", problem("invalid-value", `${label(field)} ${read.wrong}`, { field: field.key, rule: place.action, ...sourceLocation(work.product, expression.span) })),
  );
}

/** What an action asks for, by JSON key. */
async function values(
  work: ChangeContext,
  place: Place,
  given: readonly { readonly field: string; readonly value: Expression }[],
  action: Action | undefined,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { field, value } of given) found[action?.asks.find((a) => fold(a.field.name) === fold(field))?.field.key ?? field] = plain(await evaluate(work, place, value));
  return found;
}

/** A field of the record that is given at its making is also what the action asks for. */
const ownOf = (action: Action, given: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(action.asks.flatMap(({ field, own }) => (own && field.name in given ? [[field.key, given[field.name]]] : [])));

/** A reference as its id: how a column takes it. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  return value !== null && typeof value === "object" && "id" in value ? value.id : value;
}
