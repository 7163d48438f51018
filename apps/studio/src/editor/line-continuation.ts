/**
 * Enter continues what the line is: a bullet, a numbered point, a row of a table. Below the first row of a table it draws
 * the line that Markdown wants there. On an empty bullet or row it ends the list or table.
 */
import type { Command, EditorView } from "@codemirror/view";

const bullet = /^(\s*)([-*+]|\d{1,9}[.)])(\s+)(.*)$/u;
const row = /^(\s*)\|(.*)$/u;

export const continueLine: Command = (view) => {
  const { main } = view.state.selection;
  if (!main.empty || view.state.readOnly) return false;
  const line = view.state.doc.lineAt(main.head);
  const before = line.text.slice(0, main.head - line.from);
  const item = bullet.exec(before);
  if (item) {
    const [, indent, mark, space, content] = item;
    if (content === "" && main.head === line.to) return insert(view, line.from, line.to, "");
    return insert(view, main.head, main.head, `\n${indent}${following(mark!)}${space}`);
  }
  const cells = row.exec(line.text);
  if (!cells || main.head !== line.to) return false;
  if (/^[\s|]*$/.test(cells[2]!)) return insert(view, line.from, line.to, "");
  const isRow = (number: number): boolean => number >= 1 && number <= view.state.doc.lines && row.test(view.state.doc.line(number).text);
  const isFirst = !isRow(line.number - 1) && !isRow(line.number + 1) && cells[2]!.trimEnd().endsWith("|");
  const rule = isFirst ? `\n${cells[1]}|${"---|".repeat(columnsOf(cells[2]!))}` : "";
  return insert(view, main.head, main.head, `${rule}\n${cells[1]}| `);
};

/** How many cells a row has behind its first bar; a bar in backticks or behind a backslash parts none. */
const columnsOf = (cells: string): number => cells.replace(/`[^`]*`|\\./g, "").split("|").length - 1;

/** A number is followed by the next. */
const following = (mark: string): string => (/^\d/.test(mark) ? `${Number.parseInt(mark, 10) + 1}${mark.at(-1)}` : mark);

function insert(view: EditorView, from: number, to: number, text: string): boolean {
  view.dispatch({ changes: { from, to, insert: text }, selection: { anchor: from + text.length }, scrollIntoView: true, userEvent: "input" });
  return true;
}
