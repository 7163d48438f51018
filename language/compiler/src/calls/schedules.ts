/** Point 7: when a scheduled call runs and for which records. */
import { fold } from "@nonet/feel";
import type { Schedule } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { entityNames } from "../resolve/names.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { bare, cut } from "../text/split.ts";
import { secondsOf } from "./call-parts.ts";

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const months = ["january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"];

/** 29 February is allowed; in other years it means 28 February. */
const daysIn = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** ``day at 07:00, for each Loan where `…` ``. */
export function readSchedule(ctx: PointCompiler, words: TextSpan, what: string): Schedule | null {
  const parted = cut(words, /,?\s*\bfor each\s+/i);
  const time = parted ? parted.before : words;
  const every = readEvery(time.text.replace(/[,\s]+$/, "").replace(/^every\s+/i, ""));
  if (!every)
    ctx.report("unreadable-value", time.span, `"${time.text}" is not a time for a schedule.`, {
      hint: "Write `day at 07:00`, `Monday at 09:00`, `1st of the month at 06:00`, `31 March at 23:00` or `15 minutes`.",
    });
  const forEach = parted ? readForEach(ctx, parted.after, what) : null;
  return every && (parted === null || forEach !== null) ? { every, forEach } : null;
}

function readEvery(text: string): Schedule["every"] | null {
  const timed = /^(.+?)\s+at\s+([01]?\d|2[0-3]):([0-5]\d)$/i.exec(text);
  if (!timed) {
    const seconds = secondsOf(/^\d/.test(text) ? text : `1 ${text}`);
    return seconds !== null && seconds > 0 ? { kind: "interval", seconds } : null;
  }
  const at = `${timed[2]!.padStart(2, "0")}:${timed[3]}`;
  const on = fold(timed[1]!);
  if (on === "day") return { kind: "day", at };
  const weekday = weekdays.indexOf(on) + 1;
  if (weekday > 0) return { kind: "week", weekday: weekday as 1 | 2 | 3 | 4 | 5 | 6 | 7, at };
  const monthly = /^(\d{1,2})(?:st|nd|rd|th)? of (?:the|each|every) month$/.exec(on);
  if (monthly && Number(monthly[1]) >= 1 && Number(monthly[1]) <= 31) return { kind: "month", day: Number(monthly[1]), at };
  const yearly = /^(\d{1,2})(?:st|nd|rd|th)?(?: of)? ([a-z]+)$/.exec(on) ?? monthFirst(on);
  const month = yearly ? months.indexOf(yearly[2]!) + 1 : 0;
  return yearly && month > 0 && Number(yearly[1]) >= 1 && Number(yearly[1]) <= daysIn[month - 1]! ? { kind: "year", month, day: Number(yearly[1]), at } : null;
}

/** `March 31`. */
function monthFirst(text: string): RegExpExecArray | null {
  const match = /^([a-z]+) (\d{1,2})(?:st|nd|rd|th)?$/.exec(text);
  return match && (([match[1], match[2]] = [match[2]!, match[1]!]), match);
}

function readForEach(ctx: PointCompiler, words: TextSpan, what: string): Schedule["forEach"] {
  const parted = cut(words, /\s+where\s+/i);
  const name = bare(parted ? parted.before : words);
  const draft = ctx.drafts.get(fold(name.text));
  if (!draft) {
    ctx.report("unknown-entity", name.span, `There is no entity "${name.text}".${didYouMean(name.text, entityNames(ctx))}`);
    return null;
  }
  return {
    entity: draft.name,
    where: parted ? { expression: ctx.expression(parted.after, { what, self: draft.name, expect: { kind: "boolean" } }), source: parted.after.span } : null,
  };
}
