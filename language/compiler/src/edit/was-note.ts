/** Notes `was OLD` at what was renamed, so that stored data follows the new name. */
import { fold } from "@nonet/feel";
import { type Bullet, columnsOf, type Edit, type Row, type Table, type Tree } from "@nonet/notation";
import { type Named, nameOfSection } from "./definitions.ts";

/** Whether records are stored under a name, where that is known. */
export type IsStored = (name: string) => boolean;

/** `was OLD` at a field, `- Was: OLD` in an entity. */
export function wasNote(tree: Tree, thing: Named, to: string, isStored?: IsStored): Edit[] {
  if (thing.kind !== "entity" && thing.kind !== "field") return [];
  const heading = "entity" in thing ? thing.entity : to;
  const section = tree.points[2]!.sections.find((one) => fold(nameOfSection(one).text) === fold(heading));
  const bullets = (section?.blocks ?? []).filter((block): block is Bullet => block.kind === "bullet");
  const former = (noted: string | null): Former => formerName({ noted, name: thing.name, to }, isStored);
  if (thing.kind === "entity") return noteInEntity(bullets, former);
  const field = bullets.find(({ label }) => fold(label?.text ?? "") === fold(to));
  if (field) return noteInField(field, former);
  return (section?.blocks ?? []).flatMap((block) => (block.kind === "table" ? wasCell(block, to, former) : []));
}

/** The name to note; null for none. `beside`: as well as the one that is noted. */
type Former = { readonly name: string | null; readonly beside: boolean };

/**
 * A draft may rename several times, so what counts is the name under which records are stored. Where that isn't known, a
 * second note is left for the person to choose from: the checker reports it.
 */
function formerName({ noted, name, to }: { readonly noted: string | null; readonly name: string; readonly to: string }, isStored?: IsStored): Former {
  if (isStored) return { name: isStored(to) ? null : ([name, noted].find((one) => one !== null && isStored(one)) ?? null), beside: false };
  const isBack = noted !== null && fold(noted) === fold(to);
  return { name: isBack ? null : name, beside: noted !== null && !isBack };
}

function noteInEntity(bullets: readonly Bullet[], formerOf: (noted: string | null) => Former): Edit[] {
  const noted = bullets.find(({ label, value }) => fold(label?.text ?? "") === "was" && value);
  const { name, beside } = formerOf(noted?.value?.text.trim() ?? null);
  const last = bullets.at(-1);
  if (noted && !beside) {
    // The line goes with the line break before it.
    if (name === null) return [{ span: { ...noted.span, from: noted.span.from - 1 }, text: "" }];
    return [{ span: noted.value!.span, text: name }];
  }
  return name !== null && last ? [{ span: { ...last.span, from: last.span.to }, text: `\n- Was: ${name}` }] : [];
}

function noteInField({ words }: Bullet, formerOf: (noted: string | null) => Former): Edit[] {
  const noted = /[,;]\s*was\s+([^,;]+)/i.exec(words.text);
  const { name, beside } = formerOf(noted?.[1]!.trim() ?? null);
  const note = name === null ? "" : `, was ${name}`;
  const at = noted && !beside ? { from: noted.index, to: noted.index + noted[0].length } : { from: words.text.length, to: words.text.length };
  return [{ span: { ...words.span, from: words.span.from + at.from, to: words.span.from + at.to }, text: note }];
}

function wasCell(table: Table, to: string, formerOf: (noted: string | null) => Former): Edit[] {
  const columns = columnsOf(table, ["Name", "Was"]);
  const row = table.rows.find((one: Row) => fold(columns.cell(one, "Name")?.text ?? one.cells[0]?.text ?? "") === fold(to));
  const cell = row && columns.cell(row, "Was");
  if (!cell) return [];
  const { name, beside } = formerOf(cell.text === "" ? null : cell.text);
  return beside ? [] : [{ span: cell.span, text: cell.text === "" && name !== null ? `${name} ` : (name ?? "") }];
}
