/** Fixes that remove what has no effect or contradicts something else: an item, a line, a row or a column. */
import type { Fix } from "@nonet/source";
import { cellIndex, cellsAt, itemAt, lineAt, lineText, type Range, replace, type Spot, spanIn } from "./spot.ts";

export type Recipe = (spot: Spot) => Fix | null;

/** Removes the item of a comma or semicolon list, with its separator; null if it is the only one. */
export const removeItem: Recipe = (spot) => {
  const found = itemAt(spot);
  if (!found || found.items.length < 2) return null;
  const { items, index } = found;
  const range = index > 0 ? { from: items[index - 1]!.to, to: items[index]!.to } : { from: items[0]!.from, to: items[1]!.from };
  return replace(spot, range, "", `Remove "${short(spot, items[index]!)}"`);
};

/** Removes the line, the lines indented below it, and all lines that the words reach. */
export const removeLine: Recipe = (spot) => {
  if (spot.kind === "heading") return null;
  const range = linesOf(spot);
  return replace(spot, range, "", spot.kind === "row" ? "Remove the row" : lineAt(spot.text, spot.at.to).from > spot.line.to ? "Remove the lines" : "Remove the line");
};

function linesOf(spot: Spot): Range {
  const { text, line, at } = spot;
  let to = Math.max(line.to, lineAt(text, Math.max(at.from, at.to - 1)).to);
  const indent = /^\s*/.exec(lineText(spot))![0].length;
  if (spot.kind === "bullet") for (let next = lineAt(text, to + 1); to < text.length && isBelow(text.slice(next.from, next.to), indent); next = lineAt(text, to + 1)) to = next.to;
  return { from: line.from, to: Math.min(text.length, to + 1) };
}

const isBelow = (line: string, indent: number): boolean => line.trim() !== "" && /^\s*/.exec(line)![0].length > indent;

/** Removes the item; of a single one the cell is emptied, or the line removed. */
export const removePart: Recipe = (spot) => removeItem(spot) ?? emptyCell(spot) ?? removeLine(spot);

/** Removes the column of the table in which the words are. */
export const removeColumn: Recipe = (spot) => {
  const index = spot.kind === "row" && !spot.words.includes("|") ? cellIndex(spot) : -1;
  if (index < 0) return null;
  const edits = tableLines(spot).map((line) => {
    const bars = [...spot.text.slice(line.from, line.to).matchAll(/(?<!\\)\|/g)].map((match) => line.from + match.index);
    return { span: spanIn(spot, { from: bars[index] ?? line.to, to: bars[index + 1] ?? line.to }), text: "" };
  });
  return { title: `Remove the column "${spot.words}"`, edits };
};

/** The lines of the table around the line of the spot. */
export function tableLines({ text, line }: Spot): Range[] {
  const lines = [line];
  const isRow = ({ from, to }: Range): boolean => /^\s*\|/.test(text.slice(from, to));
  for (let next = line; next.from > 0 && isRow((next = lineAt(text, next.from - 1)));) lines.unshift(next);
  for (let next = line; next.to < text.length && isRow((next = lineAt(text, next.to + 1)));) lines.push(next);
  return lines;
}

/** Empties the cell in which the words are. */
export const emptyCell: Recipe = (spot) => {
  const cell = spot.kind === "row" ? cellsAt(spot.text, spot.line)[cellIndex(spot)] : undefined;
  return cell ? replace(spot, cell, "", "Empty the cell") : null;
};

/** Removes the former name that `was` gives. */
export const removeWas: Recipe = (spot) => {
  const line = lineText(spot);
  const was = /(?:\s*,)?\s*\bwas:?\s+$/i.exec(spot.text.slice(spot.line.from, spot.at.from));
  if (!was) return null;
  if (spot.kind === "bullet" && /^\s*[-*+]\s+(?:[^:,(]+:\s*)?was\s*:?\s+[^,]*$/i.test(line)) return removeLine(spot);
  const range = { from: spot.line.from + was.index, to: spot.at.to };
  return replace(spot, range, "", `Remove "${spot.text.slice(range.from, range.to).replace(/^[\s,]+/, "")}"`);
};

function short({ text }: Spot, { from, to }: Range): string {
  const words = text.slice(from, to);
  return words.length > 40 ? `${words.slice(0, 39)}…` : words;
}
