/** Runs the statements of an action, left to right, each seeing what the former did. */
import { guardQuery, recordsQuery, updateQueries } from "@nonet/database";
import { type Expression, fold } from "@nonet/feel";
import { type Action, actionOfTransition, type Creation, entityOf, creationRowsFor, type Statement, sourceLocation } from "@nonet/model";
import { parseActionInput } from "../actions/action-input.ts";
import { lockForWrite, type ChangedRecord, type ChangeContext } from "../change/change-context.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import { fieldLabel } from "../input/field-label.ts";
import { actionOf } from "../input/machines.ts";
import { readValue } from "../input/parse-values.ts";
import { refuseArchived } from "../records/archived.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { forget } from "../records/forget-field.ts";
import { insertRecord } from "../records/insert-record.ts";
import { resolveReferences } from "../records/resolve-references.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { createByRow } from "./create-by-row.ts";
import { draftMessage } from "./draft-message.ts";
import { runAction } from "./run-action.ts";
import { evaluate, type StatementScope, variables } from "./statement-scope.ts";

export async function runStatements(context: ChangeContext, place: StatementScope, statements: readonly Statement[]): Promise<void> {
  await runBinding(context, place, statements);
}

/** Gives the place with what the statements bound, for what is said after them. */
export async function runBinding(context: ChangeContext, place: StatementScope, statements: readonly Statement[]): Promise<StatementScope> {
  let here = place;
  for (const statement of statements) here = await runStatement(context, here, statement);
  return here;
}

/** Gives back the place with what the statement bound (`create … as x`). */
async function runStatement(context: ChangeContext, place: StatementScope, statement: Statement): Promise<StatementScope> {
  if (statement.when && !(await holds(context, place, statement.when))) return place;
  switch (statement.kind) {
    case "set":
      await set(context, place, statement);
      return place;
    case "create":
      return create(context, place, statement);
    case "for each":
      for (const one of await elementsOf(context, place, statement.of))
        await runStatements(context, { ...place, others: { ...place.others, [statement.variable]: one } }, statement.body);
      return place;
    case "do": {
      const asking = actionOf(context.product, recordEntity(statement.on), statement.action)?.action;
      for (const id of await recordsOf(context, place, statement.on))
        await runAction(context, recordEntity(statement.on), id, statement.action, await values(context, place, statement.asked, asking), "effect");
      return place;
    }
    case "delete":
      for (const id of await recordsOf(context, place, statement.of)) await remove(context, recordEntity(statement.of), id);
      return place;
    case "send":
      await draftMessage(context, place, statement.call);
      return place;
    case "forget":
      if (place.entity && place.id) await forget(context, place.entity, place.id, place.action, statement.field);
      return place;
    case "stop":
      return stop(await refusalOf(context, place, statement));
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

async function refusalOf(context: ChangeContext, place: StatementScope, { code, source }: Extract<Statement, { kind: "stop" }>): Promise<ReturnType<typeof refuse>> {
  const more = { rule: place.action, ...sourceLocation(context.product, source) };
  const listed = context.product.errors.some((e) => e.code === code);
  const kind = listed ? "conflict" : (builtIn[code] ?? "conflict");
  if (!listed && code === "NOT_FOUND") return refuse(kind, problem("not-found", "There is nothing here, or nothing that you may see.", more));
  return refuse(
    kind,
    listed
      ? await catalogueError(context.connection, context.product, code, { entity: place.entity, id: place.id, variables: variables(context, place), reader: context.reader }, more)
      : problem(code.toLowerCase().replaceAll("_", "-"), code.toLowerCase().replaceAll("_", " "), more),
  );
}

async function holds(context: ChangeContext, place: StatementScope, condition: Expression): Promise<boolean> {
  if (!place.entity || !place.id) return (await evaluate(context, place, condition)) === true;
  const row = await context.connection.row(guardQuery(context.product, place.entity, place.id, condition, variables(context, place)));
  return row?.["holds"] === true;
}

async function recordsOf(context: ChangeContext, place: StatementScope, expression: Expression): Promise<readonly string[]> {
  if (expression.kind === "variable" && expression.name === "this" && place.id) return [place.id];
  const rows = await context.connection.rows(recordsQuery(context.product, place.entity, place.id, expression, variables(context, place), place.reader ?? null));
  return rows.map((r) => r["id"] as string);
}

/** What `for each` runs over: records by their ids, or the items of a list that came with a call; one that is no list stands for a list of it, as in a FEEL `for`. */
async function elementsOf(context: ChangeContext, place: StatementScope, expression: Expression): Promise<readonly unknown[]> {
  const type = expression.type.kind === "list" ? expression.type.of : expression.type;
  if (type.kind === "record") return recordsOf(context, place, expression);
  const value = await evaluate(context, place, expression);
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function recordEntity(expression: Expression): string {
  const type = expression.type.kind === "list" ? expression.type.of : expression.type;
  if (type.kind !== "record") throw new Error("The checker lets only records through here.");
  return type.name;
}

async function set(context: ChangeContext, place: StatementScope, statement: Extract<Statement, { kind: "set" }>): Promise<void> {
  if (statement.target.kind !== "path") throw new Error("The checker lets only paths through here.");
  const entity = recordEntity(statement.target.of);
  const value = await valueFor(context, place, entity, statement.target.field, statement.value);
  for (const id of await recordsOf(context, place, statement.target.of)) {
    const touched = await lockForWrite(context, entity, id, place.action);
    await refuseArchived(context, entity, id);
    noteSecrets(touched, entityOf(context.product, entity)!, { [statement.target.field]: value });
    await context.connection.all(updateQueries(context.product, entity, id, { [statement.target.field]: value }));
  }
}

/** What this change has deleted already is passed over. */
async function remove(context: ChangeContext, entity: string, id: string): Promise<void> {
  if (context.changed.get(id)?.kind === "deleted") return;
  await lockForWrite(context, entity, id, "delete");
  await refuseArchived(context, entity, id);
  await deleteRecord(context, entity, id);
}

async function create(context: ChangeContext, place: StatementScope, statement: Creation): Promise<StatementScope> {
  const created = await createByStatement(context, place, statement);
  return statement.as ? { ...place, others: { ...place.others, [statement.as]: created.id } } : place;
}

/** Makes a record; an entity with `(new)` rows comes into being only by one of them. */
export async function createByStatement(context: ChangeContext, place: StatementScope, { entity: name, values: fields, asked }: Creation): Promise<ChangedRecord> {
  const entity = entityOf(context.product, name);
  if (!entity) throw new Error("The checker lets only known entities through here.");
  const given: Record<string, unknown> = {};
  for (const { field, value } of fields) given[field] = await valueFor(context, place, entity.name, field, value);
  const entries = creationRowsFor(
    context.product,
    entity.name,
    asked.map((one) => one.field),
  );
  const asking = actionOfTransition(context.product, entity.name, entries[0]);
  const answers = await values(context, place, asked, asking);
  const created = await insertRecord(context, entity, given, "create", entries[0]?.to ?? undefined);
  if (asking) await parseActionInput(context, entity.name, asking, created, { ...ownOf(asking, given), ...answers }, false);
  if (entries.length > 0) await createByRow(context, entity, created, entries, "effect");
  return created;
}

/** A value for a field. What came from outside has no type of its own, so it is read as a person's input would be. */
export async function valueFor(context: ChangeContext, place: StatementScope, entity: string, name: string, expression: Expression): Promise<unknown> {
  const value = plain(await evaluate(context, place, expression));
  if (expression.type.kind !== "any" || value === null || value === "") return value === "" && expression.type.kind === "any" ? null : value;
  const field = entityOf(context.product, entity)?.fields.find((f) => f.name === name);
  if (!field) return value;
  const read = readValue(field, value);
  if ("value" in read)
    return field.type.kind === "reference" || field.type.kind === "references"
      ? (await resolveReferences(context, { ...entityOf(context.product, entity)!, fields: [field] }, { [name]: read.value }))[name]
      : read.value;
  return stop(
    refuse(
      "invalid",
      problem("invalid-value", `${fieldLabel(field)} ${read.wrong}`, { field: field.key, rule: place.action, ...sourceLocation(context.product, expression.span) }),
    ),
  );
}

/** What an action asks for, by JSON key. */
async function values(
  context: ChangeContext,
  place: StatementScope,
  given: readonly { readonly field: string; readonly value: Expression }[],
  action: Action | undefined,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const { field, value } of given) found[action?.asks.find((a) => fold(a.field.name) === fold(field))?.field.key ?? field] = plain(await evaluate(context, place, value));
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
