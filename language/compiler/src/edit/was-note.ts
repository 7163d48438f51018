/** Adds `was OLD` to what was renamed, so that stored data follows the new name. */
import { fold } from "@nonet/feel";
import { columnsOf, type Edit, type Row, type Table, type Tree } from "@nonet/notation";
import { type Named, nameOfSection } from "./definitions.ts";

/** `was OLD` at a field, `- Was: OLD` in an entity. */
export function wasNote(tree: Tree, thing: Named, to: string): Edit[] {
  if (thing.kind === "entity") {
    const section = tree.points[2]!.sections.find((one) => fold(nameOfSection(one).text) === fold(to));
    const noted = section?.blocks.find((block) => block.kind === "bullet" && fold(block.label?.text ?? "") === "was" && fold(block.value?.text ?? "") === fold(to));
    // Renamed back: the stored data have this name already. The line goes with the line break before it.
    if (noted?.kind === "bullet") return [{ span: { ...noted.span, from: noted.span.from - 1 }, text: "" }];
    const last = section?.blocks.findLast((block) => block.kind === "bullet");
    return last?.kind === "bullet" ? [{ span: { ...last.span, from: last.span.to }, text: `\n- Was: ${thing.name}` }] : [];
  }
  if (thing.kind !== "field") return [];
  const section = tree.points[2]!.sections.find((one) => fold(nameOfSection(one).text) === fold(thing.entity));
  const bullet = section?.blocks.find((block) => block.kind === "bullet" && fold(block.label?.text ?? "") === fold(to));
  const noted = bullet?.kind === "bullet" ? [...bullet.words.text.matchAll(/[,;]\s*was\s+([^,;]+)/gi)].find((one) => fold(one[1]!.trim()) === fold(to)) : undefined;
  if (noted && bullet?.kind === "bullet") {
    const from = bullet.words.span.from + noted.index;
    return [{ span: { ...bullet.words.span, from, to: from + noted[0].length }, text: "" }];
  }
  if (bullet?.kind === "bullet") return [{ span: { ...bullet.words.span, from: bullet.words.span.to }, text: `, was ${thing.name}` }];
  return (section?.blocks ?? []).flatMap((block) => (block.kind === "table" ? wasCell(block, to, thing.name) : []));
}

function wasCell(table: Table, to: string, name: string): Edit[] {
  const columns = columnsOf(table, ["Name", "Was"]);
  const row = table.rows.find((one: Row) => fold(columns.cell(one, "Name")?.text ?? one.cells[0]?.text ?? "") === fold(to));
  const cell = row && columns.cell(row, "Was");
  return cell ? [{ span: cell.span, text: cell.text === "" ? `${name} ` : cell.text }] : [];
}
