/** Rewrites a document in its canonical form: titles of points, table headers and cells, field types and attributes. Prose stays as it is. */
import { fold } from "@nonet/feel";
import { canonicalAttributes, canonicalPeople, canonicalPerson, canonicalRights, canonicalStates, canonicalType, canonicalYesNo } from "../text/canonical-forms.ts";
import { columnsOf } from "../text/columns.ts";
import { splitTop } from "../text/scan.ts";
import { type PointNumber, pointOfHeading, pointTitles } from "../tree/points.ts";
import type { Block, Bullet, Table, Tree } from "../tree/tree.ts";

interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The headers of the tables of a point. Tables of other points keep their headers. */
const headers: Partial<Record<PointNumber, readonly string[]>> = {
  2: ["Route", "Screen", "Shows", "For", "Menu"],
  4: ["From", "Action", "To", "Who", "When", "Then"],
  5: ["Rule", "Entity", "Must hold", "Otherwise"],
  8: ["Code", "Status", "Message", "When", "Help"],
  9: ["Name", "Value", "Unit", "Meaning", "Source"],
};

/** The canonical text of one file of the tree. Formatting it again changes nothing. */
export function format(tree: Tree, file = 0): string {
  const text = tree.sources[file]?.text ?? "";
  const splices: Splice[] = headings(text);
  const known = documentNames(tree);
  for (const point of tree.points) {
    const blocks = [...point.blocks, ...point.sections.flatMap((section) => section.blocks)];
    for (const table of tablesOf([...blocks])) if (table.span.file === file) splices.push(...formatTable(text, table, headers[point.number] ?? null, known, point.number));
    if (point.number === 7) for (const block of blocks) if (block.kind === "bullet" && block.span.file === file) splices.push(...formatReceiver(text, block));
    if (point.number === 3) for (const block of blocks) if (block.kind === "bullet" && block.span.file === file) splices.push(...formatField(text, block, known));
  }
  const all = [...tree.opening, ...tree.points.flatMap((point) => [...point.blocks, ...point.sections.flatMap((section) => section.blocks)])];
  for (const block of all) if (block.kind === "example" && block.span.file === file) splices.push(...blankLineBefore(text, block.span.from));
  for (const table of tablesOf(tree.opening)) if (table.span.file === file) splices.push(...formatTable(text, table, null, known));
  return apply(text, splices);
}

/** Other Markdown viewers show `Example:` directly below a list as part of its last item, so a blank line separates them. */
function blankLineBefore(text: string, at: number): Splice[] {
  const line = text.lastIndexOf("\n", at - 1) + 1;
  const above = text.slice(text.lastIndexOf("\n", line - 2) + 1, line).trim();
  return line === at && above !== "" && !above.startsWith("#") ? [{ from: line, to: line, text: text.includes("\r\n") ? "\r\n" : "\n" }] : [];
}

/** Names in the document that take precedence over words of the notation. */
interface DocumentNames {
  readonly entities: ReadonlySet<string>;
  readonly actions: ReadonlySet<string>;
}

function documentNames(tree: Tree): DocumentNames {
  const entities = (tree.points[2]?.sections ?? []).map((section) => fold(section.title.text.replace(/\s*\(.*$/, "")));
  const tables = (tree.points[3]?.sections ?? []).flatMap((section) => tablesOf(section.blocks));
  const actions = tables.flatMap((table) => {
    const columns = columnsOf(table, headers[4]!);
    return table.rows.flatMap((row) => (columns.cell(row, "Action")?.text ?? "").split(/,|\s\/\s/).map(fold));
  });
  // The name of an action with several words starts with one of its words.
  return { entities: new Set(entities), actions: new Set(actions.flatMap((name) => [name, name.split(" ")[0]!])) };
}

/** Headings outside code fences that name one of the nine points. */
function headings(text: string): Splice[] {
  const splices: Splice[] = [];
  let fence: string | null = null;
  for (const line of text.matchAll(/^.*$/gm)) {
    const mark = /^ {0,3}(```+|~~~+)/.exec(line[0])?.[1]?.slice(0, 3);
    if (mark && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    const heading = fence === null ? /^ {0,3}##[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*\r?$/.exec(line[0]) : null;
    const point = heading && pointOfHeading(heading[1]!);
    if (!heading || !point || point.mismatch) continue;
    const title = `## ${point.number}. ${pointTitles[point.number]}${point.rest === "" ? "" : ` — ${point.rest.toLowerCase()}`}`;
    // A heading with only a number of a point has its own title, which stays.
    if (pointOfHeading(heading[1]!.replace(/^\W*(?:point\s+)?\d+\s*[.):–—-]?\s*/i, "")) === null && /\p{L}/u.test(heading[1]!)) continue;
    splices.push({ from: line.index, to: line.index + line[0].replace(/\r$/, "").length, text: title });
  }
  return splices;
}

function tablesOf(blocks: readonly Block[]): Table[] {
  return blocks.flatMap((block) => (block.kind === "table" ? [block] : block.kind === "bullet" ? tablesOf(block.children) : []));
}

/** Labels of attributes of the entity, whose values are not field types. */
const entityLabel = /^(shown as|unique|sort|sorted by|locked while|deleting|plural|history|was|initial records|on |when )/i;

/** `- name: string, Min 2 chars` → `- name: text, at least 2 characters`. */
function formatField(text: string, bullet: Bullet, known: DocumentNames): Splice[] {
  if (!bullet.label || !bullet.value || entityLabel.test(bullet.label.text)) return [];
  const { from, to } = bullet.value.span;
  const written = text.slice(from, to);
  if (written.includes("\n") || written !== bullet.value.text) return [];
  const [type, ...rest] = splitTop(bullet.value, ",");
  if (!type) return [];
  const equals = /\s+=\s/.exec(type.text);
  const named = equals ? type.text.slice(0, equals.index) : type.text;
  const typed = known.entities.has(fold(named)) ? named : canonicalType(named);
  const splices: Splice[] = typed === named ? [] : [{ from: type.span.from, to: type.span.from + named.length, text: typed }];
  if (rest.length === 0 || equals) return splices;
  const after = text.slice(rest[0]!.span.from, to);
  const canonical = canonicalAttributes(after);
  return canonical === after ? splices : [...splices, { from: rest[0]!.span.from, to, text: canonical }];
}

/** `- Email to: chief@example.org` → ``- Email to: `"chief@example.org"` ``: an address is a text. */
function formatReceiver(text: string, { label, value }: Bullet): Splice[] {
  if (!label || !value || !/^(?:email )?to$/i.test(label.text)) return [];
  const { from, to } = value.span;
  return /^[^\s@`"'()[\]{},;]+@[^\s@`"'()[\]{},;]+\.\p{L}{2,}$/u.test(text.slice(from, to)) ? [{ from, to, text: `\`"${text.slice(from, to)}"\`` }] : [];
}

/** The canonical form of a cell, by its point and column. */
function canonicalCell(point: PointNumber | null, column: string | undefined, position: number, header: string, cell: string, known: DocumentNames): string {
  if (cell === "") return cell;
  if (point === 4 && (column === "From" || column === "To")) return canonicalStates(cell);
  if ((point === 4 && column === "Who") || (point === 2 && column === "For")) return canonicalPeople(cell);
  if (point === 3 && /^(required|mandatory|unique|set once|read[- ]only)$/i.test(header)) return canonicalYesNo(cell);
  if (point === 3 && /^(attributes|constraints|rules|validation)$/i.test(header)) return canonicalAttributes(cell);
  if (point === 3 && /^(type|data type)$/i.test(header)) return known.entities.has(fold(cell)) ? cell : canonicalType(cell);
  return point === 6 && position > 0 ? canonicalRights(cell, (word) => known.actions.has(fold(word))) : cell;
}

function formatTable(text: string, table: Table, names: readonly string[] | null, document: DocumentNames, point: PointNumber | null = null): Splice[] {
  const canonical = names ? columnsOf(table, names) : null;
  const columnNames = canonical && canonical.positions.size >= 2 ? new Map([...canonical.positions].map(([name, at]) => [at, name])) : new Map<number, string>();
  const first = table.headers[0];
  if (!first || !text.slice(table.span.from, table.span.to).includes("\n")) return [];
  const head = text.indexOf("\n", table.span.from);
  const rule = text.indexOf("\n", head + 1);
  const ruleEnd = rule < 0 || rule > table.span.to ? table.span.to : rule;
  const line = (cells: readonly string[]): string => `|${cells.map((cell) => (cell === "" ? " |" : ` ${cell} |`)).join("")}`;
  const headerCells = table.headers.map((header, at) => columnNames.get(at) ?? (point === 6 && at > 0 ? canonicalPerson : identity)(text.slice(header.span.from, header.span.to)));
  const splices: Splice[] = [lineSplice(text, table.span.from, head, line(headerCells)), ruleSplice(text, head + 1, ruleEnd)];
  for (const row of table.rows) {
    const cells = row.cells.map((cell) => text.slice(cell.span.from, cell.span.to));
    const written = text.slice(row.span.from, row.span.to);
    // A row with too many cells stays as it is, so that no text is lost.
    const canonical = cells.map((cell, at) => canonicalCell(point, columnNames.get(at), at, table.headers[at]?.text ?? "", cell, document));
    if (written.replace(/(?<!\\)\|/g, "").replace(/\s/g, "").length === cells.join("").replace(/\s/g, "").length)
      splices.push({ from: row.span.from, to: row.span.to, text: line(canonical) });
  }
  return splices;
}

const identity = (text: string): string => text;

const lineSplice = (text: string, from: number, to: number, replacement: string): Splice => ({ from, to: text[to - 1] === "\r" ? to - 1 : to, text: replacement });

/** The canonical delimiter row, `|---|:---:|`, with its alignments. */
function ruleSplice(text: string, from: number, to: number): Splice {
  const written = text.slice(from, to);
  const lead = /^[^|:-]*/.exec(written)![0].length;
  const cells = written
    .slice(lead)
    .trim()
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => cell.trim());
  const rule = `|${cells.map((cell) => `${cell.startsWith(":") ? ":" : ""}---${cell.length > 1 && cell.endsWith(":") ? ":" : ""}|`).join("")}`;
  return lineSplice(text, from + lead, to, rule);
}

/** Of splices that overlap, the last one is applied to what the later ones have made. */
function apply(text: string, splices: readonly Splice[]): string {
  const sorted = [...splices].sort((a, b) => a.from - b.from);
  const parts: string[] = [];
  let at = text.length;
  for (const { from, to, text: replacement } of sorted.reverse()) {
    if (to > at) return applyEach(text, splices);
    parts.push(text.slice(to, at), replacement);
    at = from;
  }
  return [...parts, text.slice(0, at)].reverse().join("");
}

function applyEach(text: string, splices: readonly Splice[]): string {
  let result = text;
  for (const { from, to, text: replacement } of [...splices].sort((a, b) => b.from - a.from)) result = result.slice(0, from) + replacement + result.slice(to);
  return result;
}
