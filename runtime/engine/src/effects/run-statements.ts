/** Runs the statements of an action, an event or a call in order; each sees what the statements before it did. */
import { guardQuery, updateQueries } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { entityOf, type Statement } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { lockForWrite } from "../change/lock-record.ts";
import { noteSecrets } from "../change/secret-changes.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { fieldValues } from "../input/field-values.ts";
import { actionOf } from "../input/machines.ts";
import { refuseArchived } from "../records/archived.ts";
import { deleteRecord } from "../records/delete-record.ts";
import { forget } from "../records/forget-field.ts";
import { createByStatement } from "./create-statement.ts";
import { draftMessage } from "./draft-message.ts";
import { evaluate, seeingEverything, variables } from "./evaluate-expression.ts";
import { recordsIn as recordsOf } from "./records-of.ts";
import { runAction } from "./run-action.ts";
import { inputFor, valueFor } from "./statement-values.ts";
import { refusalWith, runStop } from "./stop-statement.ts";

type Of<K extends Statement["kind"]> = Extract<Statement, { kind: K }>;

/** Returns the scope with the names that the statements have bound (`create … as x`). */
export async function runStatements(context: ChangeContext, scope: StatementScope, statements: readonly Statement[]): Promise<StatementScope> {
  let current = scope;
  for (const statement of statements) if (!current.ended) current = await runStatement(context, current, statement);
  return current;
}

async function runStatement(context: ChangeContext, scope: StatementScope, statement: Statement): Promise<StatementScope> {
  if (statement.when && !(await holds(context, scope, statement.when))) return scope;
  switch (statement.kind) {
    case "set":
      await runSet(context, scope, statement);
      return scope;
    case "create": {
      const { id } = await createByStatement(context, scope, statement);
      return statement.as ? bind(scope, statement.as, id) : scope;
    }
    case "find":
      return runFind(context, scope, statement);
    case "group":
      return runStatements(context, scope, statement.body);
    case "for each":
      for (const item of await itemsOf(context, scope, statement.of)) {
        const { ended } = await runStatements(context, bind(scope, statement.variable, item), statement.body);
        if (ended) return { ...scope, ended };
      }
      return scope;
    case "do":
      await runDo(context, scope, statement);
      return scope;
    case "delete":
      for (const id of await recordsOf(context, scope, statement.of)) await runDelete(context, entityNameOf(statement.of), id);
      return scope;
    case "send":
      await runSend(context, scope, statement);
      return scope;
    case "forget":
      if (scope.entity && scope.id) await forget(context, scope.entity, scope.id, scope.action, statement.field);
      return scope;
    case "stop":
      return runStop(context, scope, statement);
    case "register":
    case "sign in":
    case "set password":
      if (!context.account) throw new Error("The checker lets these statements stand in an offered call only.");
      return context.account(context, scope, statement);
    case "end":
      return { ...scope, ended: await refusalWith(context, scope, statement) };
  }
}

const bind = (scope: StatementScope, name: string, value: unknown): StatementScope => ({ ...scope, others: { ...scope.others, [name]: value } });

/** A call about another record has neither the input nor the names of this one. */
async function runSend(context: ChangeContext, scope: StatementScope, { call, for: about }: Of<"send">): Promise<void> {
  if (!about) return draftMessage(context, scope, call);
  const entity = entityNameOf(about);
  for (const id of await recordsOf(context, scope, about)) await draftMessage(context, { entity, id, action: scope.action, others: {} }, call);
}

async function runFind(context: ChangeContext, scope: StatementScope, { of, as, else: code, source }: Of<"find">): Promise<StatementScope> {
  const [id] = await recordsOf(context, scope, of);
  return id === undefined ? runStop(context, scope, { code: code ?? "NOT_FOUND", source }) : bind(scope, as, id);
}

async function runSet(context: ChangeContext, scope: StatementScope, { target, value: expression }: Of<"set">): Promise<void> {
  if (target.kind !== "path") throw new Error("The checker lets only paths through.");
  const entity = entityOf(context.product, entityNameOf(target.of))!;
  const value = await valueFor(context, scope, entity, target.field, expression);
  const written = { [target.field]: value };
  for (const id of await recordsOf(context, scope, target.of)) {
    const record = await lockForWrite(context, entity.name, id, scope.action);
    await refuseArchived(context, entity.name, id);
    if (entity.fields.some((f) => f.name === target.field)) noteSecrets(record, fieldValues(entity, written));
    await context.connection.all(updateQueries(context.product, entity.name, id, written));
  }
}

async function runDo(context: ChangeContext, scope: StatementScope, statement: Of<"do">): Promise<void> {
  const entity = entityNameOf(statement.on);
  const action = actionOf(context.product, entity, statement.action)?.action;
  for (const id of await recordsOf(context, scope, statement.on)) {
    const input = await inputFor(context, scope, statement.asked, action);
    await runAction(context, { entity, id, action: statement.action, input, origin: "effect" });
  }
}

/** A record that this change has deleted already is skipped. */
async function runDelete(context: ChangeContext, entity: string, id: string): Promise<void> {
  if (context.changed.get(id)?.kind === "deleted") return;
  await lockForWrite(context, entity, id, "delete");
  await refuseArchived(context, entity, id);
  await deleteRecord(context, entity, id);
}

async function holds(context: ChangeContext, scope: StatementScope, condition: Expression): Promise<boolean> {
  // The document's own conditions see everything, whoever calls.
  if (!scope.entity || !scope.id) return (await evaluate(context, seeingEverything(scope), condition)) === true;
  const row = await context.connection.row(guardQuery(context.product, scope.entity, scope.id, condition, variables(context, scope)));
  return row?.["holds"] === true;
}

/** What `for each` iterates over: records by their ids, or the items of a list that came with a call. A single value is a list of one, as in FEEL. */
async function itemsOf(context: ChangeContext, scope: StatementScope, expression: Expression): Promise<readonly unknown[]> {
  const type = expression.type.kind === "list" ? expression.type.of : expression.type;
  if (type.kind === "record") return recordsOf(context, scope, expression);
  const value = await evaluate(context, scope, expression);
  if (value === null || value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function entityNameOf(expression: Expression): string {
  const type = expression.type.kind === "list" ? expression.type.of : expression.type;
  if (type.kind !== "record") throw new Error("The checker lets only records through.");
  return type.name;
}
