/** Point 7: when a scheduled call runs and for which records. */
import { fold } from "@nonet/feel";
import { scheduleForms, type SlotTests } from "@nonet/forms";
import type { Schedule } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../../context/context.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { text as textOf } from "../../expressions/build.ts";
import { entityNames } from "../../resolve/names.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";
import { type FormLine, readByForm } from "../../resolve/read-by-form.ts";
import { bare, cut } from "../../text/split.ts";
import { clockOf, dateOf, ordinalOf, weekdaysOf } from "./calendar-words.ts";
import { secondsOf } from "./call-values.ts";
import { wholeValue } from "./whole-value.ts";

type Slots = FormLine<string>["slots"];

const at = (slots: Slots): string => clockOf(slots["time"]!.text)!;

const builders: Record<keyof typeof scheduleForms.forms, (slots: Slots) => Schedule["every"]> = {
  day: (slots) => ({ kind: "day", at: at(slots) }),
  week: (slots) => ({ kind: "week", weekdays: weekdaysOf(slots["weekdays"]!.text)!, at: at(slots) }),
  month: (slots) => ({ kind: "month", day: ordinalOf(slots["day"]!.text)!, at: at(slots) }),
  year: (slots) => ({ kind: "year", ...dateOf(slots["date"]!.text)!, at: at(slots) }),
  interval: (slots) => ({ kind: "interval", seconds: secondsOf(slots["length"]!.text)! }),
};

/** The name of a zone, a constant or a field; `the month` is none. */
const tests: SlotTests = {
  time: (text) => clockOf(text) !== null,
  weekdays: (text) => weekdaysOf(text) !== null,
  ordinal: (text) => ordinalOf(text) !== null,
  date: (text) => dateOf(text) !== null,
  length: (text) => (secondsOf(text) ?? 0) > 0,
  zone: (text) => /^[`"]?[\p{L}][\p{L}\d\s./_+-]*[`"]?$/u.test(text) && !/^(?:the |each |every )|\bmonth\b|\bzone\b/iu.test(text),
};

/** ``day at 07:00, for each Loan where `…` ``. `each`: the words of a bullet `For each E where …`. */
export function readSchedule(ctx: PointCompiler, words: TextSpan, { each, what }: { readonly each: TextSpan | null; readonly what: string }): Schedule | null {
  const parted = each ? null : cut(words, /,?\s*\bfor (?:each|every)\s+/i);
  const time = parted ? parted.before : words;
  const of = each ?? parted?.after ?? null;
  const line = readByForm(ctx, scheduleForms, withoutComma(time), tests, wholeValue(ctx, time, "a time for a schedule"));
  const forEach = of ? readForEach(ctx, of, what) : null;
  if (!line || (of && !forEach)) return null;
  const zone = line.slots["zone"] ? zoneOf(ctx, line.slots["zone"], { what, ...(forEach ? { self: forEach.entity } : {}) }) : null;
  return { every: builders[line.name](line.slots), zone, forEach };
}

function withoutComma(words: TextSpan): TextSpan {
  const text = words.text.replace(/[,\s]+$/, "");
  return { text, span: { ...words.span, to: words.span.to - (words.text.length - text.length) } };
}

const zones = new Set(Intl.supportedValuesOf("timeZone").map((zone) => zone.toLowerCase()));

/** `Europe/Berlin`, `location.zone`, a constant. */
function zoneOf(ctx: PointCompiler, words: TextSpan, use: Use): Schedule["zone"] {
  const { text, span } = bare(words);
  if (/^[A-Za-z_]+\/[\w/+-]+$/.test(text) || fold(text) === "utc") {
    if (zones.has(text.toLowerCase()) || fold(text) === "utc") return textOf(text, span);
    ctx.report("unknown-time-zone", span, `There is no time zone "${text}".${didYouMean(text, Intl.supportedValuesOf("timeZone"))}`);
    return null;
  }
  return ctx.expression(words, { ...use, expect: { kind: "string" } });
}

export function readForEach(ctx: PointCompiler, words: TextSpan, what: string): Schedule["forEach"] {
  const parted = cut(words, /,?\s+(?:where|whose|with|that is|which is|if|when)\s+/i);
  const name = bare(parted ? parted.before : words);
  const draft = ctx.drafts.get(fold(ctx.typeNames.entity(name.text) ?? name.text));
  if (!draft) {
    ctx.report("unknown-entity", name.span, `There is no entity "${name.text}".${didYouMean(name.text, entityNames(ctx))}`);
    return null;
  }
  return {
    entity: draft.name,
    where: parted ? { expression: ctx.expression(parted.after, { what, self: draft.name, expect: { kind: "boolean" } }), source: parted.after.span } : null,
  };
}
