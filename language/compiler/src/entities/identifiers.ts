/** Reports names that would get the same identifier in the API or the database. */
import { camel, type Field, kebab, snake } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft, EntityDrafts } from "../declare/drafts.ts";
import { isReservedName } from "./types/reserved-names.ts";

const hint = "Rename one of them. Identifiers contain only the letters a to z and digits.";

/** PostgreSQL truncates names to 63 bytes. */
const toDatabase = (name: string): string => name.slice(0, 63);
const longHint = "Give one of them a shorter name, or a name that differs earlier.";
const tooAlike = (name: string, other: string): string => `"${name}" and "${other}" have the same first 63 characters, and the database compares no more than those.`;

/** `été` and `ete` would share a column, `a 1` and `a1` a key. */
export function checkFieldIdentifiers(ctx: PointCompiler, draft: EntityDraft, fields: readonly Field[]): void {
  const keys = new Map<string, string>();
  const columns = new Map<string, string>();
  const inDatabase = new Map<string, string>();
  for (const { name } of fields) {
    const words = draft.raw.find((one) => one.name === name)?.raw?.name;
    const other = columns.get(snake(name)) ?? keys.get(camel(name));
    if (other !== undefined && words && !isReservedName(draft, name))
      ctx.report(
        "doubled-name",
        words.span,
        `"${name}" and "${other}" would both be called \`${columns.has(snake(name)) ? snake(name) : camel(name)}\` in the API and the database.`,
        {
          hint,
        },
      );
    const alike = other === undefined ? inDatabase.get(toDatabase(snake(name))) : undefined;
    if (alike !== undefined && words && !isReservedName(draft, name)) ctx.report("doubled-name", words.span, tooAlike(name, alike), { hint: longHint });
    inDatabase.set(toDatabase(snake(name)), alike ?? name);
    if (!columns.has(snake(name))) columns.set(snake(name), name);
    if (!keys.has(camel(name))) keys.set(camel(name), name);
  }
  judgeLists(ctx, draft, fields);
}

/** A list of references has its own table, named after the entity and the field. */
function judgeLists(ctx: PointCompiler, draft: EntityDraft, fields: readonly Field[]): void {
  const tables = new Map([[toDatabase(snake(draft.name)), draft.name]]);
  for (const { name, column, computed } of fields.filter((f) => f.type.kind === "references")) {
    const table = toDatabase(`${snake(draft.name)}__${column}`);
    const other = tables.get(table);
    const words = draft.raw.find((one) => one.name === name)?.raw?.name;
    if (computed === null && other !== undefined && words)
      ctx.report(
        "doubled-name",
        words.span,
        `The tables of "${name}" of ${draft.name} and of "${other}" have the same first 63 characters in their names, and the database compares no more than those.`,
        {
          hint: `Give ${draft.name} a shorter name.`,
        },
      );
    if (computed === null) tables.set(table, other ?? name);
  }
}

/** Reports entities that are defined twice, or that would share a table or an address. */
export function checkEntityNames(ctx: PointCompiler, { drafts, duplicates }: EntityDrafts): void {
  checkEntityIdentifiers(ctx, drafts.values());
  for (const section of duplicates)
    ctx.report("doubled-entity", section.title.span, `The entity "${section.title.text}" is already defined.`, { hint: "Merge the two sections, or rename one." });
}

function checkEntityIdentifiers(ctx: PointCompiler, drafts: Iterable<EntityDraft>): void {
  const tables = new Map<string, string>();
  const inDatabase = new Map<string, string>();
  const paths = new Map<string, string>();
  for (const { name, plural, section } of drafts) {
    const table = tables.get(snake(name));
    const alike = table === undefined ? inDatabase.get(toDatabase(snake(name))) : undefined;
    const path = paths.get(kebab(plural));
    if (section && table !== undefined)
      ctx.report("doubled-name", section.title.span, `"${name}" and "${table}" would both be called \`${snake(name)}\` in the database.`, { hint });
    else if (section && alike !== undefined) ctx.report("doubled-name", section.title.span, tooAlike(name, alike), { hint: longHint });
    else if (section && path !== undefined)
      ctx.report("doubled-name", section.title.span, `The records of "${name}" and "${path}" would both be at \`/api/${kebab(plural)}\`.`, {
        hint: `Give one of them another plural: \`### ${name} (plural …)\`.`,
      });
    inDatabase.set(toDatabase(snake(name)), alike ?? name);
    tables.set(snake(name), table ?? name);
    paths.set(kebab(plural), path ?? name);
  }
}
