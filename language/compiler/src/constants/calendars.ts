/** Point 9: working time and holidays. */
import { fold } from "@nonet/feel";
import { holidayForms, type NearMiss, type SlotTests } from "@nonet/forms";
import type { Calendar, Holidays } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { reportNearest, didYouMean } from "../resolve/report-nearest.ts";
import { openPart, type RawCalendar } from "../syntax/constants/calendars.ts";
import { dayWithoutYear, holidayParts } from "../syntax/constants/holidays.ts";
import { daysAndHours, readHours } from "../syntax/constants/working-time.ts";
import { readByForm } from "../resolve/read-by-form.ts";
import { bare, cut, isNothing, isNotShown } from "../text/split.ts";

export function compileCalendars(ctx: PointCompiler): Calendar[] {
  const seen = new Set<string>();
  return ctx.business.calendars.map((raw) => {
    const key = fold(raw.name?.text ?? "");
    if (seen.has(key)) ctx.report("doubled-name", raw.span, raw.name ? `There are two calendars named "${raw.name.text}".` : "There are two calendars without a name.");
    seen.add(key);
    checkNoHolidays(ctx, raw);
    const open = openPart(raw);
    if (open) ctx.notShown(open.what, open.span);
    return {
      name: raw.name?.text ?? null,
      hours: hoursOf(ctx, raw),
      holidays: [...raw.tables.map((t) => datesOf(ctx, t)), ...raw.every.flatMap((words) => holidaysIn(ctx, words))],
      ...(open ? { open: open.what } : {}),
      source: raw.span,
    };
  });
}

function hoursOf(ctx: PointCompiler, raw: RawCalendar): Calendar["hours"] {
  if (raw.workingTime.length === 0)
    ctx.report("no-working-time", raw.span, `${raw.name ? `The calendar "${raw.name.text}"` : "The calendar"} has no working time.`, {
      hint: "Write `Working time: Monday to Friday, 09:00 to 17:00`.",
    });
  const parted = daysAndHours(raw.workingTime);
  if (parted) {
    for (const { span } of raw.workingTime) ctx.markEnforced(span);
    return parted;
  }
  if (raw.workingTime.length > 1) ctx.report("doubled-attribute", raw.workingTime[1]!.span, "The working time appears twice.");
  const words = raw.workingTime[0];
  if (!words) return [];
  ctx.markEnforced(words.span);
  if (isNotShown(words)) return [];
  const read = readHours(words);
  if ("hours" in read) return read.hours;
  ctx.report("unreadable-value", read.odd.span, `"${read.odd.text}" ${read.why}.`, { hint: "Write `Monday to Friday, 09:00 to 17:00; Saturday, 10:00 to 13:00`." });
  return [];
}

/** `none` together with actual holidays is an error. */
function checkNoHolidays(ctx: PointCompiler, raw: RawCalendar): void {
  const none = raw.every.find(isNothing);
  if (none && raw.tables.length + raw.every.length > 1)
    ctx.report("doubled-attribute", none.span, "The calendar has both `Holidays: none` and holidays.", { hint: "Remove `Holidays: none`, or the holidays." });
}

function datesOf(ctx: PointCompiler, { table, rows }: RawCalendar["tables"][number]): Holidays {
  const seen = new Set<string>();
  const dates = rows.flatMap(({ date, name, row }) => {
    ctx.markEnforced(row.span);
    if (isNotShown({ text: name, span: row.span })) ctx.notShown(`the name of the holiday on ${date.text}`, row.span);
    if (isNotShown(date)) return [];
    // A row can hold a period or several days: `2026-10-19 to 2026-10-30`.
    const days = isDate(date.text) ? [date.text] : holidayParts(date).flatMap((part) => part.dates?.map((one) => one.date) ?? []);
    if (days.length === 0 || !days.every(isDate)) {
      ctx.report("unreadable-value", date.text === "" ? row.span : date.span, `"${date.text}" is not a date.`, { hint: "Write `2026-12-25`, or `2026-12-24 to 2026-12-28`." });
      return [];
    }
    const twice = days.find((day) => seen.has(day));
    if (twice !== undefined) ctx.report("doubled-name", date.span, `${twice} appears twice.`);
    days.forEach((day) => seen.add(day));
    return days.map((day) => ({ date: day, name }));
  });
  return { kind: "dates", dates, source: table.span };
}

/** An entity in the singular or plural; a field of any entity. */
const testsFor = (ctx: PointCompiler): SlotTests => ({
  entity: (text) => ctx.typeNames.entity(plain(text)) !== undefined,
  field: (text) => [...ctx.drafts.values()].some((draft) => draft.fields.has(fold(plain(text)))),
});

const plain = (text: string): string => text.replace(/^[`"*]+|[`"*]+$/g, "");

function reportUnknownName(ctx: PointCompiler, { expected }: NearMiss, at: TextSpan): boolean {
  if (typeof expected !== "object" || !("of" in expected)) return false;
  if (expected.of === "field") {
    const fields = [...ctx.drafts.values()].flatMap((draft) => [...draft.fields.values()]).filter((field) => field.type.kind === "date");
    ctx.report(
      "unknown-field",
      at.span,
      `No entity has a field "${at.text}".${didYouMean(
        at.text,
        fields.map(({ name }) => name),
      )}`,
    );
    return true;
  }
  const name = cut(at, /\s+by\s+/i)?.before ?? at;
  reportNearest(
    ctx,
    "unknown-entity",
    name,
    `Point 3 has no entity "${name.text}"`,
    [...ctx.drafts.values()].map((draft) => draft.name),
  );
  return true;
}

const isDate = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) && new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);

/** `every Closed day by date`, dates, or both. */
function holidaysIn(ctx: PointCompiler, words: TextSpan): Holidays[] {
  ctx.markEnforced(words.span);
  if (isNothing(words) || isNotShown(words)) return [];
  const yearless = dayWithoutYear(words);
  if (yearless) {
    ctx.report("unreadable-value", words.span, `"${bare(yearless).text}" says no year, and a holiday is one date.`, {
      hint: "Write a date for each year, as in `2026-01-01, 2027-01-01`. Or keep the days as records, and write `every Closed day by date`.",
    });
    return [];
  }
  const parts = holidayParts(words);
  if (!parts.some(({ dates }) => dates !== null)) return [recordsOf(ctx, words)].filter((one) => one !== null);
  const listed = parts.flatMap((part) => part.dates ?? []);
  const twice = listed.find(({ date }, i) => listed.findIndex((other) => other.date === date) !== i);
  if (twice) ctx.report("doubled-name", twice.words.span, `${twice.date} appears twice.`);
  const wrong = listed.find(({ date }) => !isDate(date));
  if (wrong) ctx.report("unreadable-value", wrong.words.span, `"${wrong.date}" is not a date.`, { hint: "Write `2026-12-25`." });
  const dates = listed.filter(({ date }) => isDate(date)).map(({ date, name }) => ({ date, name }));
  return [{ kind: "dates", dates, source: words.span }, ...parts.flatMap((part) => (part.dates === null ? [recordsOf(ctx, part.words)].filter((one) => one !== null) : []))];
}

/** `every Closed day by date`. */
function recordsOf(ctx: PointCompiler, words: TextSpan): Holidays | null {
  const line = readByForm(ctx, holidayForms, words, testsFor(ctx), { code: "unreadable-value", near: (miss, at) => reportUnknownName(ctx, miss, at) });
  if (!line) return null;
  const [entity, by, condition] = [line.slots["entity"]!, line.slots["field"], line.slots["condition"]];
  const draft = ctx.drafts.get(fold(ctx.typeNames.entity(bare(entity).text)!))!;
  const dates = [...draft.fields.values()].filter((f) => f.type.kind === "date").map((f) => f.name);
  const where = condition ? ctx.expression(condition, { what: "the holidays", self: draft.name, expect: { kind: "boolean" } }) : null;
  if (!by) {
    if (dates.length === 1) return { kind: "records", entity: draft.name, by: dates[0]!, where, source: words.span };
    ctx.report("unreadable-value", words.span, dates.length === 0 ? `${draft.name} has no date.` : `${draft.name} has several dates: ${dates.join(", ")}.`, {
      hint: dates.length === 0 ? "Write the field that holds the date of the holiday." : `Name one of them: \`every ${draft.name} by ${dates[0]!}\`.`,
    });
    return null;
  }
  const field = [...draft.fields.values()].find((f) => fold(f.name) === fold(bare(by).text));
  if (field?.type.kind === "date") return { kind: "records", entity: draft.name, by: field.name, where, source: words.span };
  ctx.report("unknown-field", by.span, field ? `"${field.name}" of ${draft.name} is not a date.` : `${draft.name} has no field "${by.text}".${didYouMean(by.text, dates)}`);
  return null;
}
