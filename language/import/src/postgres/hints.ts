/** What the source suggests and doesn't say: comments for whoever goes on writing, never statements. */
import { plainLine, type Statement } from "../document/draft.ts";
import { wordsOf } from "../names/spelling.ts";
import type { Lines } from "./field-lines.ts";
import { idOfColumn } from "./objects.ts";
import type { TablesPlan } from "./plan-tables.ts";

export interface Hints {
  readonly entities: readonly Statement[];
  readonly states: readonly Statement[];
}

const hint = (id: string, text: string): Statement => ({ sources: [`hint ${id}`], text: `<!-- hint ${plainLine(id)}: ${plainLine(text)} -->` });

export function hintsOf({ catalog }: Lines, { entities }: TablesPlan): Hints {
  const found: { entities: Statement[]; states: Statement[] } = { entities: [], states: [] };
  const byName = new Map(entities.map((table) => [wordsOf(table.facts.name), table]));
  for (const table of entities) {
    for (const column of table.columns) {
      const plan = table.plans.get(column.number)!;
      if (plan.kind !== "field") continue;
      const id = idOfColumn(table.facts, column.name);
      const labels = catalog.types.get(column.type)?.labels;
      if (labels && /(?:^| )(?:status|state|phase|stage)$/.test(wordsOf(column.name)))
        found.states.push(
          hint(id, `${plan.name} of ${table.entity} can be ${labels.join(", ")}. Which transitions lead from one to the other isn't shown; if there are some, write them here.`),
        );
      const stem = /^(.*) id$/.exec(wordsOf(column.name))?.[1];
      const target = stem === undefined ? undefined : (byName.get(stem) ?? byName.get(`${stem}s`));
      if (target && target !== table)
        found.entities.push(hint(id, `${plan.name} of ${table.entity} looks like a reference to ${target.entity}, but the source has no foreign key.`));
    }
  }
  return found;
}
