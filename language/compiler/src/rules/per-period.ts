/** Periods among the fields of `at most 3 per child and week`: the day, week, month or year of the record's date. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { EntityDraft } from "../declare/drafts.ts";
import { list } from "../text/english.ts";
import { bare } from "../text/split.ts";

type Part = "day" | "week" | "month" | "year";
type Dated = EntityDraft["fields"] extends ReadonlyMap<string, infer Field> ? Field : never;

interface Period {
  readonly part: Part;
  /** The dates that may be meant; the only one, if the words name it. */
  readonly dates: readonly Dated[];
}

/** `week`, `calendar week`, `week of day`, `date(starts at)`; null if a field has this name, or the entity has no such date. */
function periodIn(draft: EntityDraft, text: string): Period | null {
  const dated = /^date\s*\(\s*(\S.*?)\s*\)$/i.exec(bare({ text, span: { file: 0, from: 0, to: text.length } }).text)?.[1];
  if (dated !== undefined && !draft.fields.has(fold(text))) return periodIn(draft, `day of ${dated}`);
  const found = /^(?:calendar\s+)?(day|week|month|year)(?:\s+of\s+(?:the\s+)?(\S.*))?$/i.exec(bare({ text, span: { file: 0, from: 0, to: text.length } }).text);
  if (!found || draft.fields.has(fold(text))) return null;
  const all = [...draft.fields.values()].filter(({ type }) => type.kind === "date" || type.kind === "date and time");
  const entered = all.filter(({ computed }) => !computed);
  const required = entered.filter((field) => field.required);
  const dates = found[2] !== undefined ? all.filter(({ name }) => fold(name) === fold(found[2]!)) : required.length === 1 ? required : entered;
  return dates.length === 0 ? null : { part: found[1]!.toLowerCase() as Part, dates };
}

export const isPeriod = (draft: EntityDraft, text: string): boolean => periodIn(draft, text) !== null;

/** The condition that another record lies in the same period; null for a field. A date that isn't clear is reported. */
export function samePeriod(ctx: PointCompiler, draft: EntityDraft, words: TextSpan): string | null {
  const period = periodIn(draft, words.text);
  if (!period) return null;
  const [only, ...others] = period.dates;
  if (others.length > 0)
    ctx.report(
      "unreadable-value",
      words.span,
      `"${words.text}" could mean the ${period.part} of ${list(
        period.dates.map(({ name }) => name),
        "or",
      )}.`,
      { fixes: period.dates.map(({ name }) => ({ title: `Write "${period.part} of ${name}"`, edits: [{ span: words.span, text: `${period.part} of ${name}` }] })) },
    );
  const dayOf = (path: string): string => (only!.type.kind === "date" ? path : `date(${path})`);
  const [theirs, its] = [dayOf(only!.name), dayOf(`this.${only!.name}`)];
  switch (period.part) {
    case "day":
      return `${theirs} = ${its}`;
    case "week":
      // By their Mondays, because the last week of a year can reach into the next one.
      return `${theirs} - (${theirs}.weekday - 1) * 1 day = ${its} - (${its}.weekday - 1) * 1 day`;
    case "month":
      return `${theirs}.year = ${its}.year and ${theirs}.month = ${its}.month`;
    case "year":
      return `${theirs}.year = ${its}.year`;
  }
}
