/** The states in which a record can be once it has been in a state: that state, and those to which transitions lead from it. */
import { fold } from "@nonet/feel";
import type { EntityDraft } from "../declare/drafts.ts";
import { rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { bare } from "../text/split.ts";

export function statesSince({ machines, states }: EntityDraft, state: string): readonly string[] {
  const rows = machines.flatMap(transitionTables).flatMap((table) => rawTransitions(table).rows);
  const found = new Set([fold(state)]);
  for (const each of found)
    for (const row of rows)
      if (row.from.some(({ text }) => fold(text) === each || text === "any") && !row.except?.some(({ text }) => fold(text) === each)) found.add(fold(bare(row.to).text));
  return states.filter((one) => found.has(fold(one)));
}
