/** Point 7: when a scheduled call runs and for which records. */
import { fold } from "@nonet/feel";
import type { Schedule } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../../context/context.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { nearest } from "@nonet/source";
import type { EntityDraft } from "../../declare/drafts.ts";
import { binary, text as textOf } from "../../expressions/build.ts";
import { entityNames } from "../../resolve/names.ts";
import { didYouMean } from "../../resolve/report-nearest.ts";
import { bare, cut, slice } from "../../text/split.ts";
import { readRecurrences } from "./recurrences.ts";

/** ``day at 07:00, for each Loan where `…` ``. `each`: the words of a bullet `For each E where …`. */
export function readSchedule(ctx: PointCompiler, words: TextSpan, { each, what }: { readonly each: TextSpan | null; readonly what: string }): Schedule | null {
  const parted = each ? null : cut(words, /,?\s*\bfor (?:each|every)\s+/i);
  const time = parted ? parted.before : words;
  const of = each ?? parted?.after ?? null;
  if (reportBefore(ctx, words, time, of)) return null;
  const daily = /^(?:(?:on|each|every)\s+)?(?:working|business|work)\s*days?(?=[\s,]+(?:at\s+)?\d)/i.exec(time.text);
  const read = readRecurrences(ctx, withoutComma(daily ? inPlaceOf(time, daily[0], "day") : time));
  const records = of ? readForEach(ctx, of, what) : null;
  const forEach = records && daily ? onWorkingDays(ctx, records, { ...time, span: { ...time.span, to: time.span.from + daily[0].length } }, what) : records;
  if (daily && !of) return reportWorkingDay(ctx, time);
  if (!read || (of && !forEach)) return null;
  const zone = read.zone ? zoneOf(ctx, read.zone, { what, ...(forEach ? { self: forEach.entity } : {}) }) : null;
  return { every: read.every, zone, forEach };
}

const inPlaceOf = (words: TextSpan, begin: string, text: string): TextSpan => ({
  text: text + words.text.slice(begin.length),
  span: { ...words.span, from: words.span.from + begin.length - text.length },
});

/** `working day at 08:30, for each E`: each day, for the records only if the day is a working day. */
function onWorkingDays(ctx: PointCompiler, { entity, where }: NonNullable<Schedule["forEach"]>, { span }: TextSpan, what: string): Schedule["forEach"] {
  const isWorkingDay = ctx.expression({ text: "today() is a working day", span }, { what, self: entity, expect: { kind: "boolean" } });
  return { entity, where: { expression: where ? binary("and", isWorkingDay, where.expression, where.source) : isWorkingDay, source: where?.source ?? span } };
}

function reportWorkingDay(ctx: PointCompiler, time: TextSpan): null {
  ctx.report("unreadable-value", time.span, "A schedule on working days needs records: `working day at 08:30, for each E where …`.", {
    hint: "Without records, name the weekdays: `Monday to Friday at 08:30`.",
  });
  return null;
}

/** `2 days before from, for each Booking`: a schedule has a time of day, and its records the condition. */
function reportBefore(ctx: PointCompiler, words: TextSpan, time: TextSpan, of: TextSpan | null): boolean {
  const form = dayOf(ctx, withoutComma(time), of);
  if (form === null) return false;
  ctx.report("unreadable-value", time.span, `"${time.text}" isn't a time for a schedule, which runs at a time of day for the records that it selects.`, {
    hint: "Write `day at 07:00, for each E where …`.",
    fixes: [{ title: `Write "${form}"`, edits: [{ span: of ? { ...words.span, to: Math.max(words.span.to, of.span.to) } : words.span, text: form }] }],
  });
  return true;
}

/** ``day at 07:00, for each Booking where `date(from) = today() + 2 days` ``. Without records, those of the only entity with such a field. */
export function dayOf(ctx: PointCompiler, time: TextSpan, of: TextSpan | null): string | null {
  const found = /^(?:on\s+the\s+day\s+)?(\d+\s+(?:days?|weeks?|months?)|(?:a|one)\s+(?:day|week|month))\s+(before|after)\s+(?:the\s+|its\s+)?`?([\p{L}\p{N} .]+?)`?$/iu.exec(
    time.text,
  );
  if (!found) return null;
  const parted = of && cut(of, /,?\s+where\s+/i);
  const named = of ? ctx.drafts.get(fold(ctx.typeNames.entity(bare(parted ? parted.before : of).text) ?? "")) : undefined;
  const value = (draft: EntityDraft) => ctx.tryExpression({ text: found[3]!, span: time.span }, { what: "a moment", self: draft.name });
  const isMoment = (draft: EntityDraft): boolean => /^date(?: and time)?$/.test(value(draft)?.type.kind ?? "");
  const fitting = named ? [named] : [...ctx.drafts.values()];
  const [draft, other] = fitting.filter(isMoment);
  if (!draft || other) return null;
  const day = value(draft)!.type.kind === "date" ? found[3]! : `date(${found[3]!})`;
  const span = found[1]!.replace(/^(?:a|one)\s/i, "1 ");
  const more = parted ? ` and ${parted.after.text.replace(/^`|`$/g, "")}` : "";
  return `day at 07:00, for each ${draft.name} where \`${day} = today() ${/before/i.test(found[2]!) ? "+" : "-"} ${span}${more}\``;
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

/** An unknown entity, a name for the record before it, or `where` misspelt behind a known one. */
function reportRecords(ctx: PointCompiler, words: TextSpan): void {
  const [named, name, entity] = /^(\p{L}[\p{L}\p{N}]*)\s+in\s+(?:all\s+)?(\p{L}[\p{L}\p{N} ]*?)(?=\s+where\s|$)/iu.exec(words.text) ?? [];
  const of = entity && ctx.typeNames.entity(entity);
  if (named && of) {
    const span = { ...words.span, to: words.span.from + named.length };
    return ctx.report("unreadable-value", span, `The record of a schedule has no name of its own: its fields stand alone, \`field\` and not \`${name}.field\`.`, {
      hint: `Write \`for each ${of}\`, and leave out \`${name}.\`.`,
      fixes: [{ title: `Write ${of}`, edits: [{ span, text: of }] }],
    });
  }
  const [first = "", second = ""] = /^(\S+)\s+(\p{L}+)(?=\s)/u.exec(words.text)?.slice(1) ?? [];
  if (first !== "" && ctx.typeNames.entity(first) !== undefined && nearest(second, ["where", "whose"]) !== undefined) {
    const from = words.span.from + words.text.indexOf(second, first.length);
    const span = { ...words.span, from, to: from + second.length };
    return ctx.report("unreadable-value", span, `"${second}" isn't understood here. Did you mean "where"?`, {
      fixes: [{ title: "Write where", edits: [{ span, text: "where" }] }],
    });
  }
  ctx.report("unknown-entity", words.span, `There is no entity "${words.text}".${didYouMean(words.text, entityNames(ctx))}`);
}

/** `User with role Clerk`. */
function roleCondition(words: TextSpan): TextSpan {
  const role = /^(?:the\s+)?roles?\s+(?=\S)/i.exec(words.text);
  return role ? { text: `this has role ${words.text.slice(role[0].length)}`, span: words.span } : words;
}

export function readForEach(ctx: PointCompiler, words: TextSpan, what: string): Schedule["forEach"] {
  const parted = cut(words, /,?\s+(?:where|whose|with|that is|which is|if|when)\s+/i);
  const name = bare(parted ? parted.before : words);
  const called = (text: string): EntityDraft | undefined => ctx.drafts.get(fold(ctx.typeNames.entity(text) ?? text));
  const inState = called(name.text) ? null : stateBefore(name, called);
  const draft = called(name.text) ?? inState?.draft;
  if (!draft) {
    reportRecords(ctx, name);
    return null;
  }
  const condition = parted ? roleCondition(parted.after) : null;
  // `that is running where hours owed > 0`, `that is confirmed and whose …`: both hold.
  const further =
    parted && condition && /(?:that|which) is\s+$/i.test(parted.match[0]) && !/\bor\b/i.test(condition.text) ? cut(condition, /,?\s+(?:and\s+)?(?:where|whose)\s+/i) : null;
  const own = further ? [further.before, further.after] : condition ? [condition] : [];
  const conditions = [...(inState ? [{ ...inState.words, text: `state = "${inState.state}"` }] : []), ...own];
  const [first, ...others] = conditions.map((one) => ctx.expression(one, { what, self: draft.name, expect: { kind: "boolean" } }));
  const source = parted?.after.span ?? inState?.words.span;
  return { entity: draft.name, where: first && source ? { expression: others.reduce((all, one) => binary("and", all, one, source), first), source } : null };
}

/** `each rented Plot`: a state before the name of its entity. */
function stateBefore(words: TextSpan, called: (text: string) => EntityDraft | undefined): { readonly draft: EntityDraft; readonly state: string; readonly words: TextSpan } | null {
  for (const blank of words.text.matchAll(/\s+/g)) {
    const draft = called(words.text.slice(blank.index).trim());
    const before = words.text.slice(0, blank.index);
    const state = draft?.states.find((one) => fold(one) === fold(before));
    if (draft && state !== undefined) return { draft, state, words: slice(words, 0, blank.index) };
  }
  return null;
}
