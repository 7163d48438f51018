/** Edits of single lines: a field added to an entity, a cell set in a table. */
import { fold } from "@nonet/feel";
import type { Bullet, Row, Section, Table, Tree } from "../tree/tree.ts";
import type { Edit } from "./edit-splices.ts";

/** `entity` gets the field last, in the form in which it writes its fields; null where there is no such entity. */
export function addField(tree: Tree, entity: string, name: string, type: string, attributes: readonly string[] = []): Edit | null {
  const section = tree.points[2]!.sections.find((one) => fold(one.title.text.replace(/\s*\([^()]*\)$/, "")) === fold(entity));
  if (!section) return null;
  const table = section.blocks.find((block): block is Table => block.kind === "table" && block.headers.some((h) => fold(h.text) === "type"));
  if (table) return addRow(table, { name, field: name, type, attributes: attributes.join(", "), constraints: attributes.join(", "), ...flagColumns(attributes) });
  const fields = section.blocks.filter((block): block is Bullet => block.kind === "bullet" && block.label !== null && /^[^A-Z]/.test(block.label.text));
  const line = `- ${name}: ${[type, ...attributes].join(", ")}`;
  const last = fields.at(-1);
  const end = last?.span.to ?? endOfProse(section);
  return { span: { file: section.span.file, from: end, to: end }, text: last ? `\n${line}` : `\n\n${line}` };
}

/** What stands in columns of their own. */
const flagColumns = (attributes: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map((attribute) => (/^default\s/.test(attribute) ? ["default", attribute.slice(8)] : [fold(attribute), "yes"])));

const endOfProse = (section: Section): number => {
  const prose = section.blocks.find((block) => block.kind === "paragraph");
  return prose?.kind === "paragraph" ? prose.words.span.to : section.title.span.to;
};

/** A further row, with the values by their folded headers. */
export function addRow(table: Table, values: Readonly<Record<string, string>>): Edit {
  const end = table.rows.at(-1)?.span.to ?? table.span.to;
  const cells = table.headers.map((header) => values[fold(header.text)] ?? "");
  return { span: { file: table.span.file, from: end, to: end }, text: `\n|${cells.map((cell) => (cell === "" ? " |" : ` ${escapeBars(cell)} |`)).join("")}` };
}

/** The row's cell in that column gets the text; null where the table has no such column. */
export function setCell(table: Table, row: Row, column: string, text: string): Edit | null {
  const at = table.headers.findIndex((header) => fold(header.text) === fold(column));
  const cell = row.cells[at];
  if (!cell) return null;
  return { span: cell.span, text: cell.text === "" ? `${escapeBars(text)} ` : escapeBars(text) };
}

const escapeBars = (text: string): string => text.replace(/(?<!\\)\|/g, "\\|");
