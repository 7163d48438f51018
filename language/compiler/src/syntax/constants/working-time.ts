/** Reads working time: `Monday to Friday, 09:00 to 17:00; Saturday, 10:00 to 12:00 and 13:00 to 15:00`, and spans of it: `2 working days`. */
import type { Type } from "@nonet/feel";
import type { Calendar } from "@nonet/model";
import { splitTop, type TextSpan } from "@nonet/notation";

type Hours = Calendar["hours"][number];
type Weekday = Hours["weekday"];

const days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const clockText = String.raw`(?:\d{1,2}(?:[:.h]\d\d)?\s*(?:a\.?m\.?|p\.?m\.?|o'clock|h\b)?|noon|midday|midnight)`;
const dayText = String.raw`(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?\b\.?|(?:mo|tu|we|th|fr|sa|su)\b\.?`;
/** A range of times, of days, a group of days, one day, or a word between them. */
const piece = new RegExp(
  String.raw`(?<since>${clockText})\s*(?:to|until|till|through|[-–—])\s*(?<till>${clockText})` +
    String.raw`|(?<low>${dayText})\s*(?:to|through|until|till|[-–—])\s*(?<high>${dayText})` +
    String.raw`|(?<group>every ?day|daily|all days|(?:every |all )?week ?days?|working days|(?:every )?weekends?)` +
    String.raw`|(?<day>${dayText})` +
    String.raw`|(?<glue>(?:from|on|at|and|between|each|every|hours?|open|the|of|week)\b|[,:&+/().*_]|\s+)`,
  "iuy",
);

type Piece = { readonly weekdays: readonly Weekday[] } | { readonly from: string; readonly to: string };

/** The hours, or the part that can't be read. */
export function readHours(words: TextSpan): { readonly hours: readonly Hours[] } | { readonly odd: TextSpan; readonly why: string } {
  const hours: Hours[] = [];
  for (const part of splitTop(words, ";")) {
    const read = piecesOf(part.text);
    if (typeof read === "string") return { odd: part, why: read };
    for (const { weekdays, spans } of groupsOf(read)) {
      if (weekdays.length === 0) return { odd: part, why: "names no days of the week" };
      // Without hours, the whole day counts.
      for (const { from, to } of spans.length === 0 ? [{ from: "00:00", to: "24:00" }] : spans) for (const weekday of weekdays) hours.push({ weekday, from, to });
    }
  }
  return { hours: joined(hours) };
}

/** `Working days: Monday to Friday` and `Working hours: 9 to 17` in two lines; null unless one has only days and the other only times. */
export function daysAndHours(lines: readonly TextSpan[]): readonly Hours[] | null {
  if (lines.length !== 2 || lines.some(({ text }) => text.includes(";"))) return null;
  const holds = (key: "weekdays" | "from", text: string): boolean => {
    const pieces = piecesOf(text);
    return typeof pieces !== "string" && pieces.every((one) => key in one);
  };
  const [first, second] = lines as [TextSpan, TextSpan];
  const [days, times] = holds("weekdays", first.text) ? [first, second] : [second, first];
  if (!holds("weekdays", days.text) || !holds("from", times.text)) return null;
  const read = readHours({ ...days, text: `${days.text}, ${times.text}` });
  return "hours" in read ? read.hours : null;
}

/** The days and times of one part in order, or why it can't be read. */
function piecesOf(text: string): readonly Piece[] | string {
  const pieces: Piece[] = [];
  for (let at = 0; at < text.length; at = piece.lastIndex) {
    piece.lastIndex = at;
    const found = piece.exec(text)?.groups;
    if (!found)
      return pieces.some((one) => "weekdays" in one) || /\d/.test(text)
        ? pieces.length === 0 || !pieces.some((one) => "weekdays" in one)
          ? "names no days of the week"
          : "isn't understood"
        : "says no hours";
    if (found["since"] !== undefined) {
      const span = spanOf(found["since"], found["till"]!);
      if (!span) return `goes from ${found["since"].trim()} to ${found["till"]!.trim()}`;
      pieces.push(span);
    } else if (found["low"] !== undefined) pieces.push({ weekdays: daysBetween(dayOf(found["low"]), dayOf(found["high"]!)) });
    else if (found["group"] !== undefined)
      pieces.push({ weekdays: /weekend/i.test(found["group"]) ? [6, 7] : /week|working/i.test(found["group"]) ? [1, 2, 3, 4, 5] : [1, 2, 3, 4, 5, 6, 7] });
    else if (found["day"] !== undefined) pieces.push({ weekdays: [dayOf(found["day"])] });
  }
  return pieces.length === 0 ? "says no hours" : pieces;
}

/** Times belong to the days before them, or to those after them where the times come first. */
function groupsOf(pieces: readonly Piece[]): { readonly weekdays: readonly Weekday[]; readonly spans: readonly { from: string; to: string }[] }[] {
  const ordered = pieces[0] && "from" in pieces[0] ? pieces.toReversed() : pieces;
  const groups: { weekdays: Weekday[]; spans: { from: string; to: string }[] }[] = [];
  for (const one of ordered) {
    const last = groups.at(-1);
    if ("weekdays" in one) {
      if (last && last.spans.length === 0) last.weekdays.push(...one.weekdays);
      else groups.push({ weekdays: [...one.weekdays], spans: [] });
    } else if (last) last.spans.push(one);
    else groups.push({ weekdays: [], spans: [one] });
  }
  return groups.map(({ weekdays, spans }) => ({ weekdays: [...new Set(weekdays)], spans }));
}

/** `9 to 5`: without am and pm, an end that comes first is in the afternoon. */
function spanOf(since: string, till: string): { from: string; to: string } | null {
  const [low, high] = [minutesOf(since), minutesOf(till)];
  if (low === null || high === null) return null;
  const isBare = !/[:.h]|[ap]\.?m/i.test(since + till);
  const end = /midnight/i.test(till) ? 1440 : isBare && high <= low && high + 720 > low && high < 720 ? high + 720 : high;
  return low < end ? { from: clockOf(low), to: clockOf(end) } : null;
}

function minutesOf(text: string): number | null {
  const word = text.trim().toLowerCase();
  if (/^(?:noon|midday)$/.test(word)) return 720;
  if (word === "midnight") return 0;
  const [, hour, minute = "0", half] = /^(\d{1,2})(?:[:.h](\d\d))?\s*([ap])?/.exec(word)!;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === "p" ? 12 : 0);
  const total = hours * 60 + Number(minute);
  return Number(minute) > 59 || total > 1440 || (half !== undefined && Number(hour) > 12) ? null : total;
}

const clockOf = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

function daysBetween(from: Weekday, to: Weekday): Weekday[] {
  const found: Weekday[] = [];
  for (let day = from; ; day = ((day % 7) + 1) as Weekday) {
    found.push(day);
    if (day === to) return found;
  }
}

const dayOf = (text: string): Weekday => (days.findIndex((day) => day.startsWith(text.trim().toLowerCase().slice(0, 2))) + 1) as Weekday;

/** In the order of the week, with adjacent and overlapping hours merged. */
function joined(hours: readonly Hours[]): Hours[] {
  const sorted = [...hours].sort((a, b) => a.weekday - b.weekday || (a.from < b.from ? -1 : 1));
  const result: Hours[] = [];
  for (const next of sorted) {
    const last = result.at(-1);
    if (last && last.weekday === next.weekday && next.from <= last.to) result[result.length - 1] = { ...last, to: next.to > last.to ? next.to : last.to };
    else result.push(next);
  }
  return result;
}

/** `2 working days` or `4 working hours` as the duration that the calendar counts; null for anything else. */
export function workingSpan(text: string): { readonly value: string; readonly type: Type & { readonly kind: "days and time duration" } } | null {
  const found = /^(\d+)\s+working\s+(day|hour)s?$/i.exec(text);
  if (!found) return null;
  const isDays = found[2]!.toLowerCase() === "day";
  return { value: isDays ? `P${found[1]}D` : `PT${found[1]}H`, type: { kind: "days and time duration", working: isDays ? "days" : "hours" } };
}
