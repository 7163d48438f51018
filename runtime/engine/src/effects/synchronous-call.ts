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
import { type Answer, isExpected } from "../contract/calls.ts";
import { catalogued } from "../refusals/catalogue-error.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { runStatements } from "./run-statements.ts";
import { type Place, variables } from "./statement-scope.ts";

export async function askFirst(work: ChangeContext, place: Place, call: Call, http: HttpCall, payload: Readonly<Record<string, unknown>>): Promise<void> {
  if (
    http.droppedWhen &&
    place.entity &&
    place.id &&
    (await work.connection.row(guardQuery(work.product, place.entity, place.id, http.droppedWhen.expression, variables(work, place))))?.["holds"] === true
  )
    return;
  const key = createHash("sha256")
    .update(JSON.stringify([call.name, place.id, payload]))
    .digest("hex");
  const answer = work.memory.answers.get(key);
  if (answer) return goOn(work, place, call, http, answer);
  if (work.dryRun) return;
  work.memory.questions.set(key, { call, id: uuidv7(), entity: place.entity, record: place.id, payload });
  // Without statements on the answer the rest doesn't hang on it: what else stands against the change is found first.
  if (http.then.length > 0) throw new Unanswered();
}

async function goOn(work: ChangeContext, place: Place, call: Call, http: HttpCall, answer: Answer): Promise<void> {
  const here = { ...place, others: { ...place.others, answer: answer.body } };
  if (isExpected(http, answer)) return runStatements(work, here, http.then);
  const said = sourceLocation(work.product, call.source);
  if (answer.notShown) stop(refuse("not shown", problem("not-shown", `${call.name} needs ${answer.notShown}, which is not shown.`, { rule: call.name, ...said })));
  if (http.otherwise.code)
    stop(
      refuse(
        "call failed",
        await catalogued(
          work.connection,
          work.product,
          http.otherwise.code,
          { entity: place.entity, id: place.id, variables: variables(work, here), reader: work.reader },
          { rule: call.name, ...said },
        ),
      ),
    );
  if (http.otherwise.then.length > 0) return runStatements(work, here, http.otherwise.then);
  stop(refuse("call failed", problem("call-failed", `${call.name} wasn't answered as expected; try again later.`, { rule: call.name, ...said })));
}
