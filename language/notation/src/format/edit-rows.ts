/** Edits that add a field to an entity, add a row to a table, or change a cell. */
import { fold } from "@nonet/feel";
import type { Bullet, Row, Section, Table, Tree } from "../tree/tree.ts";
import type { Edit } from "./edit-splices.ts";

/** Adds the field after the last one, in the form (bullet or row) of the others; null if there is no such entity. */
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

/** Values of columns that stand for one attribute, such as `Required` and `Default`. */
const flagColumns = (attributes: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(attributes.map((attribute) => (/^default\s/.test(attribute) ? ["default", attribute.slice(8)] : [fold(attribute), "yes"])));

const endOfProse = (section: Section): number => {
  const prose = section.blocks.find((block) => block.kind === "paragraph");
  return prose?.kind === "paragraph" ? prose.words.span.to : section.title.span.to;
};

/** Adds a row to the end of the table. `values` are by folded header. */
export function addRow(table: Table, values: Readonly<Record<string, string>>): Edit {
  const end = table.rows.at(-1)?.span.to ?? table.span.to;
  const cells = table.headers.map((header) => values[fold(header.text)] ?? "");
  return { span: { file: table.span.file, from: end, to: end }, text: `\n|${cells.map((cell) => (cell === "" ? " |" : ` ${escapeBars(cell)} |`)).join("")}` };
}

/** Replaces the text of a cell; null if the table has no such column. */
export function setCell(table: Table, row: Row, column: string, text: string): Edit | null {
  const at = table.headers.findIndex((header) => fold(header.text) === fold(column));
  const cell = row.cells[at];
  if (!cell) return null;
  return { span: cell.span, text: cell.text === "" ? `${escapeBars(text)} ` : escapeBars(text) };
}

const escapeBars = (text: string): string => text.replace(/(?<!\\)\|/g, "\\|");
