/** Runs the statements of an action, left to right, each seeing what the former did. */
import { guardQuery, recordsQuery, updateQueries } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { type Creation, entityOf, type Statement } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { actionOf } from "../input/machines.ts";
import { refuseArchived } from "../records/archived.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { forget } from "../records/forget-field.ts";
import { stop } from "../refusals/stop.ts";
import { createByStatement } from "./create-statement.ts";
import { draftMessage } from "./draft-message.ts";
import { evaluate, variables } from "./evaluate-expression.ts";
import { runAction } from "./run-action.ts";
import { valueFor, values } from "./statement-values.ts";
import { refusalOf } from "./stop-statement.ts";

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
