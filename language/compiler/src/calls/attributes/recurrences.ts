/** Point 7: the moments at which a schedule runs, of the words behind `Every`. */
import { scheduleForms, type SlotTests } from "@nonet/forms";
import type { Recurrence } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { type FormLine, readByForm, tryForm } from "../../resolve/read-by-form.ts";
import { slice } from "../../text/split.ts";
import { clocksOf, datesOf, ordinalsOf, weekdaysOf } from "./calendar-words.ts";
import { secondsOf } from "./call-values.ts";
import { wholeValue } from "./whole-value.ts";

type Line = FormLine<keyof typeof scheduleForms.forms>;

/** The name of a zone, a constant or a field; `the month` is none. */
const tests: SlotTests = {
  times: (text) => clocksOf(text) !== null,
  weekdays: (text) => weekdaysOf(text) !== null,
  ordinals: (text) => ordinalsOf(text) !== null,
  dates: (text) => datesOf(text) !== null,
  length: (text) => (secondsOf(text) ?? 0) > 0,
  zone: (text) => /^[`"]?[\p{L}][\p{L}\d\s./_+-]*[`"]?$/u.test(text) && !/^(?:(?:the|each|every|and|or)\b|(?:time )?zone\s)|\bmonth\b/iu.test(text),
};

const builders: Record<Line["name"], (slots: Line["slots"], at: string) => readonly Recurrence[]> = {
  day: (_, at) => [{ kind: "day", at }],
  week: (slots, at) => [{ kind: "week", weekdays: weekdaysOf(slots["weekdays"]!.text)!, at }],
  month: (slots, at) => ordinalsOf(slots["day"]!.text)!.map((day) => ({ kind: "month", day, at })),
  year: (slots, at) => datesOf(slots["date"]!.text)!.map((date) => ({ kind: "year", ...date, at })),
  interval: (slots) => [{ kind: "interval", seconds: secondsOf(slots["length"]!.text)! }],
};

const recurrencesOf = ({ name, slots }: Line): readonly Recurrence[] =>
  name === "interval" ? builders.interval(slots, "") : clocksOf(slots["time"]!.text)!.flatMap((at) => builders[name](slots, at));

/** `day at 07:00`, `1 January and 1 July at 05:00`, `Monday at 09:00 and Thursday at 15:00 in Europe/Berlin`. */
export function readRecurrences(ctx: PointCompiler, words: TextSpan): { readonly every: readonly Recurrence[]; readonly zone: TextSpan | null } | null {
  const lines = linesOf(words);
  if (lines) return { every: lines.flatMap(recurrencesOf), zone: lines.at(-1)!.slots["zone"] ?? null };
  if (reportMeant(ctx, words)) return null;
  const report = wholeValue(ctx, words, "a time for a schedule");
  const line = readByForm(ctx, scheduleForms, words, tests, {
    ...report,
    near: (miss, at) => {
      const isZone = miss.expected !== "end" && "words" in miss.expected && miss.expected.words[0] === "in";
      if (!isZone && !/^(?:and|or)\b/i.test(at.text)) return report.near?.(miss, at) ?? false;
      const rest = slice(words, at.span.from - words.span.from).text;
      ctx.report("unreadable-value", words.span, `"${words.text}" isn't a time for a schedule: "${rest}" isn't understood.`, { hint: `Write it as in \`${miss.form.example}\`.` });
      return true;
    },
  });
  return line && { every: recurrencesOf(line), zone: line.slots["zone"] ?? null };
}

const nthWeekday = /^(?:(?:on|every)\s+)?(?:the\s+)?(?:first|1st|second|2nd|third|3rd|fourth|4th|last)\s+(\p{L}+)\s+of\s+(?:the|every|each)\s+month\b/iu;
const hours = /^(?:every\s+)?hour(?:ly)?,?\s+(?:from|between)\s+(\S+)\s+(?:to|until|till|and)\s+(\S+)$/i;

/** `first Monday of the month at 8:00`, which there isn't; `hour from 6:00 to 20:00`, which is a list of times. */
function reportMeant(ctx: PointCompiler, words: TextSpan): boolean {
  const write = (text: string) => ({ title: `Write \`${text.length > 60 ? `${text.slice(0, 60)}…` : text}\``, edits: [{ span: words.span, text }] });
  const weekday = nthWeekday.exec(words.text);
  if (weekday && weekdaysOf(weekday[1]!)) {
    const at = /\bat\s+\S.*$/i.exec(words.text)?.[0] ?? "at 08:00";
    ctx.report("unreadable-value", words.span, `"${words.text}" isn't a time for a schedule: it can run on a day of the month or on each ${weekday[1]!}.`, {
      hint: `Write \`1st of the month ${at}\`, or \`${weekday[1]!} ${at}\` with a condition on the day.`,
      fixes: [{ ...write(`1st of the month ${at}`), isTentative: true }],
    });
    return true;
  }
  const [, first, last] = (hours.exec(words.text) ?? []).map((one) => clocksOf(one)?.[0]);
  if (first === undefined || last === undefined || first.slice(3) !== last.slice(3) || first >= last) return false;
  const from = Number(first.slice(0, 2));
  const times = Array.from({ length: Number(last.slice(0, 2)) - from + 1 }, (_, i) => `${String(from + i).padStart(2, "0")}${first.slice(2)}`);
  const text = `day at ${times.join(", ")}`;
  ctx.report("unreadable-value", words.span, `"${words.text}" isn't a time for a schedule: name each time of day.`, { hint: `Write \`${text}\`.`, fixes: [write(text)] });
  return true;
}

/** Several times of their own, each behind its days; the last one names the zone of all. Null if it is one, or none. */
function linesOf(words: TextSpan): readonly Line[] | null {
  const ends = [...words.text.matchAll(/(?<=[\d)m.kt]\s*)(?:;|,(?:\s*and\b)?|\band\b)\s*(?=(?:(?:on|every|each|the)\s+)*[\p{L}\d])/giu)];
  if (ends.length === 0 || tryForm(scheduleForms, words, tests)) return null;
  const lines: Line[] = [];
  let from = 0;
  for (const end of [...ends.map(({ index, 0: text }) => ({ at: index, next: index + text.length })), { at: words.text.length, next: words.text.length }]) {
    const line = tryForm(scheduleForms, slice(words, from, end.at), tests);
    if (!line || line.name === "interval") continue;
    lines.push(line);
    from = end.next;
  }
  const isWhole = from === words.text.length && lines.length > 1 && lines.slice(0, -1).every(({ slots }) => !slots["zone"]);
  return isWhole ? lines : null;
}
