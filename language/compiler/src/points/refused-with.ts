/** Whose records a code of the catalogue speaks about: the entities of the rules, actions and statements that refuse with it. */
import { fold } from "@nonet/feel";
import { columnsOf, splitTop, type Block, type Section, type Table } from "@nonet/notation";
import type { Context } from "../context.ts";

/** Entities by their names, each once, in the document's order; none where nothing in points 4 and 5 uses the code, or only calls do. */
export function entitiesRefusedWith(context: Context, code: string): string[] {
  const { points } = context.tree;
  const found = new Set<string>();
  const add = (name: string): void => {
    const entity = context.declared.entities.get(fold(name));
    if (entity) found.add(entity.name);
  };
  for (const table of tablesOf([...points[4]!.blocks, ...points[4]!.sections.flatMap((s) => s.blocks)])) {
    const columns = columnsOf(table, ["Rule", "Entity", "Must hold", "Otherwise"]);
    for (const row of table.rows) {
      const entity = columns.cell(row, "Entity");
      if (entity && mentions(columns.cell(row, "Otherwise")?.text ?? "", code)) add(splitTop(entity, ",")[0]?.text ?? "");
    }
  }
  for (const section of points[3]!.sections) if (sectionTexts(section).some((text) => mentions(text, code))) add(section.title.text.split(":")[0]!);
  return [...found];
}

const tablesOf = (blocks: readonly Block[]): Table[] => blocks.filter((block): block is Table => block.kind === "table");

const mentions = (text: string, code: string): boolean => new RegExp(`(?<![\\w-])${code.replace(/[.-]/g, "\\$&")}(?![\\w-])`, "i").test(text);

const sectionTexts = (section: Section): string[] => section.blocks.flatMap((block) => {
  if (block.kind === "table") return block.rows.flatMap((row) => row.cells.map((cell) => cell.text));
  return block.kind === "bullet" ? [block.words.text] : [];
});
