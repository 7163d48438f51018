/** Names from which the same identifier comes: outside of the document they couldn't be told apart. */
import { camel, kebab, snake, type Field } from "@nonet/model";
import type { EntityDraft } from "../declare.ts";
import type { Workshop } from "../make-context.ts";
import { judgedName } from "./names.ts";

const hint = "Give one of them another name; identifiers hold the letters a to z and digits.";

/** `été` and `ete` would stand in one column, `a 1` and `a1` under one key. */
export function judgeFieldIdentifiers(ctx: Workshop, draft: EntityDraft, fields: readonly Field[]): void {
  const keys = new Map<string, string>();
  const columns = new Map<string, string>();
  for (const { name } of fields) {
    const words = draft.raw.find((one) => one.name === name)?.raw?.name;
    const other = columns.get(snake(name)) ?? keys.get(camel(name));
    if (other !== undefined && words && !judgedName(draft, name))
      ctx.report(
        "doubled-name",
        words.span,
        `"${name}" would be called \`${columns.has(snake(name)) ? snake(name) : camel(name)}\` in the API and the database, and "${other}" is already.`,
        {
          hint,
        },
      );
    if (!columns.has(snake(name))) columns.set(snake(name), name);
    if (!keys.has(camel(name))) keys.set(camel(name), name);
  }
}

/** Of entities: their tables and addresses. */
export function judgeEntityIdentifiers(ctx: Workshop, drafts: Iterable<EntityDraft>): void {
  const tables = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const { name, plural, section } of drafts) {
    const table = tables.get(snake(name));
    const path = paths.get(kebab(plural));
    if (section && table !== undefined)
      ctx.report("doubled-name", section.title.span, `"${name}" would be called \`${snake(name)}\` in the database, and "${table}" is already.`, { hint });
    else if (section && path !== undefined)
      ctx.report("doubled-name", section.title.span, `The records of "${name}" would be at \`/api/${kebab(plural)}\`, and those of "${path}" are already.`, {
        hint: `Give one of them another plural: \`### ${name} (plural …)\`.`,
      });
    tables.set(snake(name), table ?? name);
    paths.set(kebab(plural), path ?? name);
  }
}
