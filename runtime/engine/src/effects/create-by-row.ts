/** How a new record comes into its first states: by `Starts as`, or by the `(new)` row that lets it in. */
import { updateQueries } from "@nonet/database";
import { type Entity, machineOf, type Transition } from "@nonet/model";
import { guardHolds, mayRun, type Origin, refuseGuard } from "../actions/guards.ts";
import type { ChangeContext, ChangedRecord } from "../change/change-context.ts";
import { beginRounds } from "../records/decision-round.ts";
import { assignNumbers } from "../records/sequence-numbers.ts";
import { withArticle } from "../refusals/article.ts";
import { transitionGrant } from "../refusals/granting-line.ts";
import { notPermitted, problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";
import { runStatements } from "./run-statements.ts";

/** Takes the first `(new)` row whose Who and guard hold; an effect asks no Who. `byWhole`: where a row names nobody, whoever may write the whole may take it. */
export async function createByRow(context: ChangeContext, entity: Entity, touched: ChangedRecord, entries: readonly Transition[], origin: Origin, byWhole = false): Promise<void> {
  const mine: Transition[] = [];
  const isFree = (row: Transition): boolean => origin !== "person" || context.actor.kind === "system" || (byWhole && row.who.length === 0);
  for (const row of entries) if (isFree(row) || (await mayRun(context, entity.name, touched.id, row))) mine.push(row);
  if (mine.length === 0) stop(notPermitted(`You may not create ${withArticle(entity.name)}.`, transitionGrant(context.product, entity.name, entries[0]!)));
  for (const row of mine) {
    if (!(await guardHolds(context, entity.name, touched.id, touched, row))) continue;
    const name = row.trigger.kind === "action" ? row.trigger.action : "create";
    if (row.to !== null && row.to !== entries[0]!.to) {
      await context.connection.all(updateQueries(context.product, entity.name, touched.id, { state: row.to }));
      const machine = machineOf(context.product, entity.name);
      if (machine) await beginRounds(context, machine, touched.id, row.to);
    }
    // It was made by this action, and by no other.
    touched.actions.splice(touched.actions.indexOf("create"), 1, name);
    await assignNumbers(context, entity, touched.id, name);
    return runStatements(context, { entity: entity.name, id: touched.id, action: name, others: {} }, row.then);
  }
  if (mine[0]!.guard) return refuseGuard(context, entity.name, touched.id, touched, mine[0]!, mine[0]!.trigger.kind === "action" ? mine[0]!.trigger.action : "create");
  stop(refuse("conflict", problem("guard", `${withArticle(entity.name)} can't come into being now.`)));
}
