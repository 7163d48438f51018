/**
 * Calls whose answer a change waits for (`First: yes`).
 *
 * The change is tried without the answer, and what it would ask is noted. The transaction is then rolled back, so that
 * no lock, no number and no effect waits with it; the question is put outside of any transaction; and the change is run
 * again from its beginning, now with the answer. Where the second run would ask something else (somebody changed the
 * record meanwhile), that is asked too. A refusal that stands already is told without asking anybody.
 */
import { createHash } from "node:crypto";
import { guardQuery } from "@nonet/database";
import { type Call, type HttpCall, sourceLocation } from "@nonet/model";
import { uuidv7 } from "uuidv7";
import type { ChangeContext } from "../change/change-context.ts";
import { Unanswered } from "../change/retry-state.ts";
import type { StatementScope } from "../change/statement-scope.ts";
import { type Answer, isExpected } from "../contract/calls.ts";
import { catalogueError } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { variables } from "./evaluate-expression.ts";
import { runStatements } from "./run-statements.ts";

export async function callSynchronously(context: ChangeContext, place: StatementScope, call: Call, http: HttpCall, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (
    http.droppedWhen &&
    place.entity &&
    place.id &&
    (await context.connection.row(guardQuery(context.product, place.entity, place.id, http.droppedWhen.expression, variables(context, place))))?.["holds"] === true
  )
    return;
  const key = createHash("sha256")
    .update(JSON.stringify([call.name, place.id, payload]))
    .digest("hex");
  const answer = context.retry.answers.get(key);
  if (answer) return goOn(context, place, call, http, answer);
  if (context.dryRun) return;
  context.retry.questions.set(key, { call, id: uuidv7(), entity: place.entity, record: place.id, payload });
  // Without statements on the answer the rest doesn't hang on it: what else stands against the change is found first.
  if (http.then.length > 0) throw new Unanswered();
}

async function goOn(context: ChangeContext, place: StatementScope, call: Call, http: HttpCall, answer: Answer): Promise<void> {
  const here = { ...place, others: { ...place.others, answer: answer.body } };
  if (isExpected(http, answer)) return runStatements(context, here, http.then);
  const said = sourceLocation(context.product, call.source);
  if (answer.notShown) stop(refuse("not shown", problem("not-shown", `${call.name} needs ${answer.notShown}, which is not shown.`, { rule: call.name, ...said })));
  if (http.otherwise.code)
    stop(
      refuse(
        "call failed",
        await catalogueError(
          context.connection,
          context.product,
          http.otherwise.code,
          { entity: place.entity, id: place.id, variables: variables(context, here), reader: context.reader },
          { rule: call.name, ...said },
        ),
      ),
    );
  if (http.otherwise.then.length > 0) return runStatements(context, here, http.otherwise.then);
  stop(refuse("call failed", problem("call-failed", `${call.name} wasn't answered as expected; try again later.`, { rule: call.name, ...said })));
}
