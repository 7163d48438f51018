/** Reads point 9's calendars: the unnamed one in the point itself, others in `### Calendar NAME`. */
import { type Block, type Bullet, columnsOf, type Row, type Section, type Table, type TextSpan, type Tree } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { after, bare, isNotShown, split } from "../../text/split.ts";
import { aboutBlocks } from "../about-table.ts";
import { isWorkingTimeRow, timeLabel } from "../working-time-label.ts";
import { startsWithDate } from "./holidays.ts";
import { isDecisionSection } from "./decision-tables.ts";

export interface RawCalendar {
  /** Null for the unnamed calendar. */
  readonly name: TextSpan | null;
  readonly workingTime: readonly TextSpan[];
  /** `every Closed day by date`. */
  readonly every: readonly TextSpan[];
  readonly tables: readonly { readonly table: Table; readonly rows: readonly { readonly date: TextSpan; readonly name: string; readonly row: Row }[]; readonly found: boolean }[];
  readonly span: Span;
}

const dayLabel = "(?:public |bank )?holidays?|closed days|days off|closed on";

export const labelOfCalendar = new RegExp(`^(?:${timeLabel}|${dayLabel})$`, "i");

function workingTimeRows(table: Table): readonly TextSpan[] {
  const columns = columnsOf(table, ["Name", "Value"]);
  return table.rows.flatMap((row) => {
    const [name, value] = [columns.cell(row, "Name"), columns.cell(row, "Value")];
    return name && value && isWorkingTimeRow(name.text, value.text) ? [value] : [];
  });
}

export const isCalendarSection = (section: Section): boolean => /^calendar\b/i.test(section.title.text);
export const isHolidaySection = (section: Section): boolean => /^(public |bank )?holidays$/i.test(section.title.text);

export function calendarsIn(tree: Tree): RawCalendar[] {
  const early = linesOfPointOne(tree);
  const point = tree.points[8];
  if (point?.state !== "written") return [calendarOf(null, [], null, false, [], early)].filter((one) => one !== null);
  const shared = point.sections.filter(isHolidaySection);
  // A heading that only groups constants may also group lines of the unnamed calendar.
  const grouped = point.sections
    .filter((s) => !isHolidaySection(s) && !isCalendarSection(s) && !isDecisionSection(s))
    .flatMap((s) => s.blocks.filter((b) => b.kind !== "table" || workingTimeRows(b).length > 0));
  const own = calendarOf(
    null,
    [...point.blocks, ...grouped, ...shared.flatMap((s) => s.blocks)],
    shared[0]?.title.span ?? null,
    shared.length > 0,
    shared.flatMap((s) => s.blocks.flatMap(linesOf)).filter(isHolidayWords),
    early,
  );
  const named = point.sections.filter(isCalendarSection).map((s) => calendarOf(after(s.title, /calendar\b\s*/i)!, s.blocks, s.title.span, true)!);
  return [...(own ? [own] : []), ...named.map((c) => (c.name?.text === "" ? { ...c, name: null } : c))];
}

/** A line of the calendar that stands in point 1, where people write it too. */
export const isCalendarBullet = (block: Block): block is Bullet & { readonly label: TextSpan; readonly value: TextSpan } =>
  block.kind === "bullet" && block.label !== null && block.value !== null && block.value.text !== "" && block.children.length === 0 && labelOfCalendar.test(bare(block.label).text);

interface EarlyLines {
  readonly workingTime: readonly TextSpan[];
  readonly every: readonly TextSpan[];
}

function linesOfPointOne(tree: Tree): EarlyLines {
  const [point] = tree.points;
  const lines = point ? aboutBlocks(point).filter(isCalendarBullet) : [];
  const isTime = ({ label }: (typeof lines)[number]): boolean => new RegExp(`^${timeLabel}$`, "i").test(bare(label).text);
  return { workingTime: lines.filter(isTime).map(({ value }) => bare(value)), every: lines.filter((one) => !isTime(one)).map(({ value }) => bare(value)) };
}

function calendarOf(
  name: TextSpan | null,
  blocks: readonly Block[],
  span: Span | null,
  holds: boolean,
  unlabelled: readonly TextSpan[] = [],
  early: EarlyLines = { workingTime: [], every: [] },
): RawCalendar | null {
  const lines = blocks.flatMap(linesOf);
  const valued = (label: RegExp): TextSpan[] => lines.flatMap((line) => after(line, label) ?? []).map(bare);
  const workingTime = [
    ...early.workingTime,
    ...valued(new RegExp(`\\**(?:${timeLabel})\\**\\s*:\\**\\s*`, "i")),
    ...blocks.flatMap((block) => (block.kind === "table" ? workingTimeRows(block) : [])),
  ];
  // In a section called Holidays, `every Closed day by date` needs no label.
  const listed = blocks.flatMap((block) =>
    block.kind === "bullet" && isHolidayLabel(block) ? block.children.flatMap((child) => (child.kind === "bullet" ? [child.words] : [])) : [],
  );
  const every = [...early.every, ...valued(new RegExp(`\\**(?:${dayLabel})\\**\\s*:\\**\\s*`, "i")).filter(({ text }) => text !== ""), ...listed, ...unlabelled];
  const tables = blocks.filter((b): b is Table => b.kind === "table" && columnsOf(b, ["Date"]).positions.has("Date")).map(holidayTable);
  if (!holds && workingTime.length === 0 && every.length === 0) return null;
  return { name, workingTime, every, tables, span: workingTime[0]?.span ?? span ?? every[0]!.span };
}

/** What of the calendar is not shown, with its place; undefined if everything is shown. */
export function openPart({ name, workingTime, every, tables }: RawCalendar): { readonly what: string; readonly span: Span } | undefined {
  const part = (what: string, words: TextSpan | undefined) => words && { what: `the ${what} of the calendar${name ? ` ${name.text}` : ""}`, span: words.span };
  const dates = tables.flatMap(({ rows }) => rows.map(({ date }) => date));
  return part("working time", workingTime.find(isNotShown)) ?? part("holidays", [...every, ...dates].find(isNotShown));
}

/** Whether the words are holidays by themselves: dates, or `every Closed day by date`. */
export const isHolidayWords = ({ text }: TextSpan): boolean => /^(?:every|each|all)\s/i.test(text) || startsWithDate(text);

/** The lines of a bullet or paragraph. */
export function linesOf(block: Block): TextSpan[] {
  if (block.kind === "bullet") return [block.words];
  return block.kind === "paragraph" ? split(block.words, "\n") : [];
}

function holidayTable(table: Table): RawCalendar["tables"][number] {
  const columns = columnsOf(table, ["Date", "Name"]);
  return {
    table,
    found: columns.positions.has("Date"),
    rows: table.rows.map((row) => ({ date: columns.cell(row, "Date") ?? { text: "", span: row.span }, name: columns.cell(row, "Name")?.text ?? "", row })),
  };
}

/** `Holidays:` above a table. */
export const isHolidayLabel = (block: Block | undefined): boolean =>
  block !== undefined && new RegExp(`^\\W*(?:${dayLabel})\\W*:\\W*$`, "i").test(linesOf(block).at(-1)?.text ?? "");

export const isCalendarLine = (words: TextSpan): boolean => new RegExp(`^\\**(?:${timeLabel}|${dayLabel})\\**\\s*:`, "i").test(words.text);
