/** Turns a planned fix into edits of the text as it is now. */
import type { Layout, Tree } from "@nonet/notation";
import type { Fix, Span } from "@nonet/source";
import type { Addition, PlannedFix } from "./planned-fix.ts";
import { removeItem, removeLine, removePart, tableLines } from "./removals.ts";
import { cellsAt, lineAt, type Range, type Spot, spotOf } from "./spot.ts";

type Edit = Fix["edits"][number];

/** Null if a place that it needs isn't in the document. */
export function settleFix(tree: Tree, layout: Layout, spot: Spot, fix: PlannedFix): Fix | null {
  if (!fix.removes && !fix.adds) return fix;
  const removal = fix.removes === "line" ? removeLine(spot) : fix.removes === "item" ? (removeItem(spot) ?? removePart(spot)) : null;
  if (fix.removes && !removal) return null;
  const added = (fix.adds ?? []).map((addition) => editOf(tree, layout, addition));
  if (added.includes(null)) return null;
  return { title: fix.title, isTentative: true, edits: [...fix.edits, ...(removal?.edits ?? []), ...(added as Edit[])] };
}

function editOf(tree: Tree, layout: Layout, addition: Addition): Edit | null {
  const number = addition.kind === "code" ? 8 : addition.kind === "rule" ? 5 : addition.kind === "right" ? 6 : addition.point;
  const heading = tree.points[number - 1]?.span;
  if (!heading) return null;
  const { file, from } = layout.at(heading);
  const text = tree.sources[file]!.text;
  const end = nextHeading(text, lineAt(text, from).to, /^##\s/);
  const point: Range = { from, to: end };
  const insert = (at: number, words: string): Edit => ({ span: { file, from: at, to: at }, text: words });
  switch (addition.kind) {
    case "section":
      return insert(lastLine(text, point), `\n\n${addition.text}`);
    case "paragraph": {
      const at = text.slice(from, end).search(/^\|/m);
      return at < 0 ? insert(lastLine(text, point), `\n\n${addition.text}`) : insert(from + at, `${addition.text}\n\n`);
    }
    case "bullet": {
      const at = text.slice(point.from, point.to).search(new RegExp(`^###\\s+${escaped(addition.below)}\\s*(?:\\(.*)?$`, "im"));
      if (at < 0) return null;
      return insert(endOfBullets(text, lineAt(text, point.from + at).to, point.to), `\n- ${addition.text}`);
    }
    case "code":
      return rowBelow(text, point, file, /^\|\s*Code\s*\|/im, (headers) =>
        headers.map((header) => (/^code$/i.test(header) ? addition.code : /^(?:status|http)$/i.test(header) ? "422" : /^message$/i.test(header) ? addition.message : "")),
      );
    case "rule":
      return rowBelow(text, point, file, /^\|\s*Rule\s*\|/im, (headers) => headers.map((header) => addition.row[header.toLowerCase()] ?? ""));
    case "right":
      return rowBelow(text, point, file, /^\|.*\|[^\n]*\n\|\s*:?-/m, (headers) =>
        headers.map((header, i) => (i === 0 ? addition.subject : (Object.entries(addition.cells).find(([role]) => role.toLowerCase() === header.toLowerCase())?.[1] ?? "–"))),
      );
  }
}

/** A row at the end of the first table of the point whose header matches. */
function rowBelow(text: string, point: Range, file: number, header: RegExp, cells: (headers: readonly string[]) => readonly string[]): Edit | null {
  const at = text.slice(point.from, point.to).search(header);
  if (at < 0) return null;
  const span: Span = { file, from: point.from + at, to: point.from + at };
  const spot = spotOf([...Array<{ name: string; text: string }>(file).fill({ name: "", text: "" }), { name: "", text }], {
    code: "",
    severity: "error",
    message: "",
    fixes: [],
    span,
  })!;
  const lines = tableLines(spot);
  const headers = cellsAt(text, lines[0]!).map((cell) => text.slice(cell.from, cell.to));
  const end = lines.at(-1)!.to;
  return { span: { file, from: end, to: end }, text: `\n| ${cells(headers).join(" | ")} |` };
}

const escaped = (name: string): string => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

function nextHeading(text: string, from: number, heading: RegExp): number {
  const found = new RegExp(heading.source, "m").exec(text.slice(from));
  return found ? from + found.index : text.length;
}

/** The end of the last line with text. */
const lastLine = (text: string, { from, to }: Range): number => from + text.slice(from, to).trimEnd().length;

/** The end of the first list below a heading; the heading's own end if there is none. */
function endOfBullets(text: string, heading: number, limit: number): number {
  let end = heading;
  for (let line = lineAt(text, heading + 1); line.from < limit && line.to <= limit; line = lineAt(text, line.to + 1)) {
    const words = text.slice(line.from, line.to);
    if (/^\s*[-*+]\s/.test(words) || (end > heading && /^\s+\S/.test(words))) end = line.to;
    else if (/^#|^\|/.test(words) || (end > heading && words.trim() !== "")) break;
    if (line.to >= text.length) break;
  }
  return end;
}
