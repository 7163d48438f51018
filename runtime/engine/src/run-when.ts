/** Runs the automatic `(when …)` transitions that a change has made true, until none is. */
import { whenQuery } from "@nonet/database";
import { guardHolds, runTransition } from "./run-action.ts";
import { lineOf, problem, refuse } from "./refusal.ts";
import { stop, touch, type Work } from "./work.ts";

const mostRounds = 100;

export async function runWhenTransitions(work: Work): Promise<void> {
  const automatic = work.product.machines.flatMap((m) => m.transitions.filter((t) => t.trigger.kind === "when").map((t) => ({ entity: m.entity, transition: t })));
  if (automatic.length === 0) return;
  for (let round = 0; round < mostRounds; round++) {
    let moved = false;
    for (const { entity, transition } of automatic) {
      for (const row of await work.connection.rows(whenQuery(work.product, entity, transition))) {
        const id = row["id"] as string;
        const touched = await touch(work, entity, id, `when ${transition.row}`);
        if (!(await guardHolds(work, entity, id, touched, transition))) continue;
        await runTransition(work, entity, touched, transition, "(when)");
        moved = true;
      }
    }
    if (!moved) return;
  }
  stop(refuse("conflict", problem("too-deep", "Automatic transitions follow each other without end.", { line: lineOf(work.product, automatic[0]!.transition.source) })));
}
