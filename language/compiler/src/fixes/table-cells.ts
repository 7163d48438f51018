/** Fixes of tables: a cell that is empty, a column that is missing or has another name. */
import type { Recipe } from "./removals.ts";
import { tableLines } from "./removals.ts";
import { openTitle, padded } from "./replacements.ts";
import type { Span } from "@nonet/source";
import { cellsAt, type Range, replace, type Spot, spanIn } from "./spot.ts";

/** Fills the cell of the first of the columns that is empty; the header row is matched without regard to case. */
export const fillCell =
  (column: RegExp, words: string, title = `Write \`${words}\``): Recipe =>
  (spot) => {
    const index = headersOf(spot).findIndex((header) => column.test(header));
    const cell = cellsAt(spot.text, spot.line)[index];
    return cell && cell.from === cell.to ? replace(spot, cell, padded(spot.text, cell, words), words === "not shown" ? openTitle : title) : null;
  };

function headersOf(spot: Spot): string[] {
  const [header] = spot.kind === "row" ? tableLines(spot) : [];
  return header ? cellsAt(spot.text, header).map(({ from, to }) => spot.text.slice(from, to)) : [];
}

/** Adds the column that the message names, with `not shown` in each row. */
export const addColumn: Recipe = (spot) => {
  const column = /column ([A-Z][\w ]*?)(?: is missing)?\.$/.exec(spot.diagnostic.message)?.[1];
  if (column === undefined || spot.kind !== "row") return null;
  const edits = tableLines(spot).map((line, i) => ({
    span: spanIn(spot, { from: endOf(spot.text, line), to: endOf(spot.text, line) }),
    text: i === 0 ? ` ${column} |` : i === 1 ? "---|" : " not shown |",
  }));
  return { title: `Add the column ${column}`, edits };
};

const endOf = (text: string, { from, to }: { from: number; to: number }): number => from + text.slice(from, to).trimEnd().length;

/** Gives a column the only name of the hint's that the table doesn't have. */
export const renameColumn: Recipe = (spot) => {
  const names = /(?:one of:|columns(?: are)?) (.+?)\.$/.exec(spot.diagnostic.hint ?? "")?.[1]?.split(/, | and /) ?? [];
  const present = headersOf(spot).map((header) => header.toLowerCase());
  const missing = names.filter((name) => !present.includes(name.toLowerCase()));
  return missing.length === 1 ? replace(spot, spot.at, missing[0]!, `Name the column ${missing[0]!}`) : null;
};

/** The column "Notes" holds attributes: it is named so, or they move into a column of that name where it holds notes as well. */
export const nameAttributes: Recipe = (spot) => {
  const column = /the column "([^"]+)" is only for notes/.exec(spot.diagnostic.message)?.[1];
  const [header, , ...rows] = column === undefined || spot.kind !== "row" ? [] : tableLines(spot);
  const index = header ? cellsAt(spot.text, header).findIndex(({ from, to }) => spot.text.slice(from, to) === column) : -1;
  if (!header || index < 0) return null;
  const words = rows.map((row) => textOfCell(spot, row, index));
  if (words.every((text) => text === "" || areAttributes(text))) return replace(spot, cellsAt(spot.text, header)[index]!, "Attributes", "Name the column Attributes");
  const end = (line: Range): Span => spanIn(spot, { from: endOf(spot.text, line), to: endOf(spot.text, line) });
  const [, rule] = tableLines(spot);
  const moved = rows.flatMap((row, i) => {
    const isMoved = areAttributes(words[i]!);
    return [...(isMoved ? [{ span: spanIn(spot, cellsAt(spot.text, row)[index]!), text: "" }] : []), { span: end(row), text: isMoved ? ` ${words[i]!} |` : " |" }];
  });
  return { title: "Move them to a column Attributes", edits: [{ span: end(header), text: " Attributes |" }, { span: end(rule!), text: "---|" }, ...moved] };
};

const textOfCell = (spot: Spot, row: Range, index: number): string => {
  const cell = cellsAt(spot.text, row)[index];
  return cell ? spot.text.slice(cell.from, cell.to).trim() : "";
};

/** Each part of a list separated by commas begins like a field attribute. */
const areAttributes = (text: string): boolean =>
  text
    .split(/[,;]\s*/)
    .every((part) =>
      /^(?:required|unique|default|at least|at most|more than|less than|between|match(?:ing|es)|max(?:imum)?|min(?:imum)?|up to|must|[<>]=?|set once|read-only|hidden|secret|personal)\b/i.test(
        part,
      ),
    );

/** `Accept || accepted`: a bar that stands there twice. */
export const removeDoubledBar: Recipe = (spot) => {
  const line = spot.text.slice(spot.line.from, spot.line.to);
  const at = line.indexOf("||", 1);
  return at < 0 || line.indexOf("||", at + 1) >= 0 ? null : replace(spot, { from: spot.line.from + at, to: spot.line.from + at + 1 }, "", "Remove the doubled `|`");
};

/** The row without values in braces, whose message can have none. */
export const rowWithoutBraces: Recipe = (spot) => {
  const line = spot.text.slice(spot.line.from, spot.line.to);
  const without = line.replace(/\s*\{[^{}]*\}/g, "");
  return spot.kind !== "row" || without === line ? null : replace(spot, spot.line, without, "Write the message without the value");
};
