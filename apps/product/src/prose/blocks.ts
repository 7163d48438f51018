/** Splits a page's Markdown into blocks, as far as text pages need it. */

export type ProseBlock =
  | { readonly kind: "paragraph" | "heading"; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly string[] }
  | { readonly kind: "table"; readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] };

const bullet = /^\s*[-*+]\s+/;
const number = /^\s*\d+[.)]\s+/;

export function blocksOf(markdown: string): ProseBlock[] {
  return markdown
    .replace(/\r\n/g, "\n")
    .split(/\n\s*\n/)
    .flatMap((chunk) => {
      const lines = chunk.split("\n").filter((line) => line.trim() !== "");
      return lines.length === 0 ? [] : groupsOf(lines).map(blockOf);
    });
}

type Kind = "heading" | "list" | "table" | "paragraph";

const kindOf = (line: string, before: Kind | null): Kind =>
  /^#{1,6}\s/.test(line) ? "heading" : bullet.test(line) || number.test(line) || (before === "list" && /^\s{2,}/.test(line)) ? "list" : /^\s*\|/.test(line) ? "table" : "paragraph";

/** Groups consecutive lines of the same kind. */
function groupsOf(lines: readonly string[]): { kind: Kind; lines: string[] }[] {
  const groups: { kind: Kind; lines: string[] }[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    const kind = kindOf(line, last?.kind ?? null);
    if (last && last.kind === kind && kind !== "heading") last.lines.push(line);
    else groups.push({ kind, lines: [line] });
  }
  return groups;
}

function blockOf({ kind, lines }: { kind: Kind; lines: readonly string[] }): ProseBlock {
  if (kind === "heading") return { kind, text: lines[0]!.replace(/^#+\s+/, "") };
  if (kind === "list") return { kind, ordered: number.test(lines[0]!), items: itemsOf(lines) };
  if (kind === "table") {
    const rows = lines.filter((line) => !/^\s*\|[\s:|-]+\|?\s*$/.test(line)).map(cellsOf);
    return { kind, head: rows[0] ?? [], rows: rows.slice(1) };
  }
  return { kind, text: lines.map((line) => line.trim()).join(" ") };
}

function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = [];
  for (const line of lines) {
    if (bullet.test(line) || number.test(line)) items.push(line.replace(bullet, "").replace(number, ""));
    else items[items.length - 1] = `${items.at(-1) ?? ""} ${line.trim()}`;
  }
  return items;
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\||\|$/g, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
