/**
 * Calls whose answer a change waits for (`First: yes`).
 *
 * The change runs without the answer, and the call that it would send is noted. The transaction is rolled back, so that no
 * lock, number or effect waits with it; the call is sent outside of any transaction; and the change runs again from its
 * beginning, now with the answer. Where the second run would send another call (somebody has changed the record), that is
 * sent too. A change that is refused anyway is refused without sending anything.
 */
import { createHash } from "node:crypto";
import { guardQuery } from "@nonet/database";
import { type Call, type HttpCall, sourceLocation } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";
import { stopChange } from "../change/report.ts";
import { RunAgain } from "../change/retry-state.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { type Answer, isExpected } from "../contract/calls.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { objectOf, readParameters } from "./read-parameters.ts";
import { variables } from "./evaluate-expression.ts";
import { say } from "@nonet/texts";

export interface SynchronousCall {
  readonly call: Call;
  readonly http: HttpCall;
  readonly payload: Readonly<Record<string, unknown>>;
}

export async function callSynchronously(context: ChangeContext, scope: StatementScope, { call, http, payload }: SynchronousCall): Promise<void> {
  if (await isDropped(context, scope, http)) return;
  const key = createHash("sha256")
    .update(JSON.stringify([call.name, scope.id, payload]))
    .digest("hex");
  const answer = context.retry.answers.get(key);
  if (answer) context.retry.used.add(key);
  if (answer) return handleAnswer(context, scope, { call, http, answer });
  if (context.dryRun) return;
  context.retry.questions.set(key, { call, id: uuidv7(), entity: scope.entity, record: scope.id, payload });
  // Without statements on the answer the change goes on, so that whatever else refuses it is found before the call is sent.
  if (http.then.length > 0) throw new RunAgain();
}

async function isDropped(context: ChangeContext, { entity, id, ...scope }: StatementScope, { droppedWhen }: HttpCall): Promise<boolean> {
  if (!droppedWhen || !entity || !id) return false;
  const row = await context.connection.row(guardQuery(context.product, entity, id, droppedWhen.expression, variables(context, { entity, id, ...scope })));
  return row?.["holds"] === true;
}

async function handleAnswer(
  context: ChangeContext,
  scope: StatementScope,
  { call, http, answer }: { readonly call: Call; readonly http: HttpCall; readonly answer: Answer },
): Promise<void> {
  const inner = { ...scope, others: { ...scope.others, answer: answer.body } };
  const where = { rule: call.name, ...sourceLocation(context.product, call.source) };
  const { code, then } = http.otherwise;
  if (isExpected(http, answer)) {
    const read = http.answer.length === 0 ? answer.body : await readParameters(context, http.answer, objectOf(answer.body) ?? {}, { loose: true });
    return void (await context.runStatements(context, { ...scope, others: { ...scope.others, answer: read } }, http.then));
  }
  if (answer.notShown)
    stopChange(context, refuse("not shown", problem("not-shown", say("call-needs-notshown-which-is-not-shown", { call: call.name, notShown: answer.notShown }), where)));
  if (code) {
    const about = { entity: scope.entity, id: scope.id, variables: variables(context, inner), reader: context.reader };
    stopChange(context, refuse("call failed", await catalogueError(context.connection, context.product, code, about, where)));
  }
  if (then.length > 0) return void (await context.runStatements(context, inner, then));
  stopChange(context, refuse("call failed", problem("call-failed", say("call-failed-try-again-later", { call: call.name }), where)));
}
