/** A section below a heading that names no screen of the table: the row that would define it, as a fix. */
import { fold } from "@nonet/feel";
import { labelled, type Section } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Context } from "../context/context.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { screenColumns, type ScreenTable } from "../syntax/screen-rows.ts";
import { pluralOf } from "../text/plural.ts";

type Cells = Readonly<Record<(typeof screenColumns)[number], string>>;

/** Reports the heading: with the row to add where the section says what it shows, otherwise with the nearest screen. */
export function reportMissingScreen(context: Context, section: Section, tables: readonly ScreenTable[]): void {
  const { title } = section;
  const names = tables.flatMap(({ screens }) => screens.map(({ name }) => name.text));
  const cells = cellsOf(context, section);
  if (!cells || names.some((name) => fold(name) === fold(cells.Screen))) return reportNearest(context, "unknown-screen", title, `There is no screen "${title.text}"`, names);
  const row = `| ${cells.Route} | ${cells.Screen} | ${cells.Shows} | ${cells.For} |`;
  context.report("unknown-screen", title.span, `The table of routes has no row for the screen "${cells.Screen}".`, {
    hint: `Add the row \`${row}\`.`,
    fixes: fixesOf(section, cells, tables, row),
  });
}

/** What the heading and its lines say of the screen; null where it isn't clear what it shows. */
function cellsOf(context: Context, section: Section): Cells | null {
  const words = section.title.text.replace(/[`*]/g, "");
  const route = said(section, "route") ?? /(?<![\w/])\/[\w/:.-]*/.exec(words)?.[0];
  const name = words
    .split(/\s+[—–-]\s+|\s*[:(]\s*|,\s|\s+(?:at|for)\s+(?=\/)/)[0]!
    .replace(route ?? "", "")
    .trim();
  const roles = said(section, "for") ?? rolesIn(context, words.slice(name.length));
  const shows =
    said(section, "shows") ??
    /\b(?:(?:list|board|calendar|timeline|tree|report) of|form for|dashboard)\b[^,)—–]*/i.exec(words.slice(name.length))?.[0].trim() ??
    shownBy(context, section, name);
  // A heading alone may be a misspelt name.
  if (name === "" || shows === null || (route === undefined && roles === null)) return null;
  return {
    Route: route ?? `/${fold(name).replace(/[^\p{L}\p{N}]+/gu, "-")}`,
    Screen: name,
    Shows: shows.replace(/\s+(?:at\s+)?\/\S*$/, "").replace(/\s+for\s+\S+$/i, (end) => (/^form/i.test(shows) ? end : "")),
    For: roles ?? "everyone",
    Menu: "",
  };
}

/** The value of a bullet or a line such as `Shows: list of Note`. */
function said({ blocks }: Section, label: string): string | undefined {
  for (const block of blocks) {
    const parts = block.kind === "bullet" ? block : block.kind === "paragraph" ? labelled(block.words) : null;
    if (parts?.label && parts.value && fold(parts.label.text.replace(/[*`]/g, "")) === label) return parts.value.text.replace(/^`|`$/g, "");
  }
  return undefined;
}

function rolesIn(context: Context, words: string): string | null {
  const named = /\bfor\s+(?!\/)((?:(?!\bat\b)[^()/:;.—–])+)/i.exec(words)?.[1]?.trim().replace(/,$/, "");
  const roles = named?.split(/\s*(?:,|\/|\band\b)\s*/).map((one) => one.replace(/^(?:the|an?|every|all)\s+/i, ""));
  const known = roles?.map((one) => {
    const key = fold(one);
    if (/^(?:anyone|everyone)$/.test(key)) return key;
    return [...context.declared.roles.values()].find(({ name }) => fold(name) === key || fold(pluralOf(name)) === key)?.name;
  });
  return known && known.length > 0 && !known.includes(undefined) ? known.join(", ") : null;
}

/** A list for the plural of an entity, a page for its singular, a dashboard for numbers and charts. */
function shownBy(context: Context, { blocks }: Section, name: string): string | null {
  for (const { name: entity } of context.declared.entities.values()) {
    if (fold(pluralOf(entity)) === fold(name)) return `list of ${entity}`;
    if (fold(entity) === fold(name)) return entity;
  }
  return blocks.some((block) => block.kind === "bullet" && /^\W*(?:number|chart)\b/i.test(block.words.text)) ? "dashboard" : null;
}

/** The row below the last one of the first table, and the heading with nothing but the name. */
function fixesOf({ title, blocks }: Section, cells: Cells, tables: readonly ScreenTable[], row: string): PlannedFix[] {
  const [first] = tables;
  const last = first?.table.rows.at(-1);
  if (!first || !last) return [];
  const positions = [...first.columns.positions].sort(([, a], [, b]) => a - b).map(([name]) => cells[name as keyof Cells] ?? "");
  const line = positions.length === first.table.headers.length ? `| ${positions.join(" | ")} |` : row;
  const at: Span = { ...last.span, from: last.span.to };
  const heading = title.text === cells.Screen ? [] : [{ span: title.span, text: cells.Screen }];
  const moved = blocks.flatMap((block) => (block.kind === "bullet" && block.label && /^(?:shows|route|for)$/i.test(block.label.text) ? [{ span: block.span, text: "" }] : []));
  return [{ title: `Add the row for "${cells.Screen}"`, edits: [{ span: at, text: `\n${line}` }, ...heading, ...moved] }];
}
