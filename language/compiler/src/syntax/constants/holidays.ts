/** Reads `Holidays: 2026-04-03, 2026-04-06 Easter Monday, 2026-12-24 to 2026-12-26, every Closed day by date`. */
import { dateInWords } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { bare, slice, split } from "../../text/split.ts";

export interface HolidayPart {
  readonly words: TextSpan;
  /** Null if the part isn't a date. */
  readonly dates: readonly { readonly date: string; readonly name: string; readonly words: TextSpan }[] | null;
}

const dated = /^(\d{4}-\d\d-\d\d)(?:\s*(?:to|until|[–—]|\.\.)\s*(\d{4}-\d\d-\d\d))?(?:\s*(?:[:–—(-]\s*)?(\p{L}.*?)\)?)?$/u;
/** `Christmas Day 2026-12-25`: the name may come first. */
const named = /^(\p{L}.*?)\s*[:–—(-]?\s*(\d{4}-\d\d-\d\d)\)?$/u;
const day = 86_400_000;
const maxDays = 366;

/** Whether the text begins with a date. */
export const startsWithDate = (text: string): boolean => /^\**\d{4}-\d\d-\d\d/.test(withDates(text));

/** The parts of a list of holidays. */
export const holidayParts = (words: TextSpan): HolidayPart[] =>
  split(withoutStop(words), ",;").flatMap((part) => andParts(part).map((one) => ({ words: one, dates: datesOf(bare(one)) })));

const withoutStop = (words: TextSpan): TextSpan => (words.text.endsWith(".") ? slice(words, 0, words.text.length - 1) : words);

/** `2026-12-25 and 2026-12-26` */
function andParts(part: TextSpan): TextSpan[] {
  const found = /^((?:and\s+)?)(.*)$/is.exec(part.text)!;
  const rest = found[2]!;
  const at = rest.search(/\s+and\s+(?:\d{4}-\d\d-\d\d|\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?\p{L}{3,9}\s+\d{4})/iu);
  const from = found[1]!.length;
  const piece = (start: number, end: number): TextSpan => ({
    text: part.text.slice(start, end).trim(),
    span: { ...part.span, from: part.span.from + start, to: part.span.from + end },
  });
  if (at < 0) return from === 0 ? [part] : [piece(from, part.text.length)];
  const second = from + at + /^\s+and\s+/i.exec(rest.slice(at))![0].length;
  return [piece(from, from + at), piece(second, part.text.length)];
}

/** `25 December 2026` as 2026-12-25, and `25 to 28 December 2026` as two dates. */
const withDates = (text: string): string =>
  text
    .replace(/\b(\d{1,2})(\s*(?:to|until|[–—-])\s*)(?=\d{1,2}\s+(?:of\s+)?(\p{L}{3,9})\s+(\d{4}))/giu, "$1 $3 $4$2")
    .replace(/\b\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?\p{L}{3,9}\s+\d{4}\b/giu, (words) => dateInWords(words) ?? words);

function datesOf(words: TextSpan): HolidayPart["dates"] {
  const text = withDates(words.text);
  const name = named.exec(text);
  if (name) return [{ date: name[2]!, name: name[1]!, words }];
  const [, from, to, called = ""] = dated.exec(text) ?? [];
  if (from === undefined) return null;
  if (to === undefined) return [{ date: from, name: called, words }];
  const [low, high] = [Date.parse(from), Date.parse(to)];
  if (Number.isNaN(low) || Number.isNaN(high) || high < low || (high - low) / day > maxDays) return [{ date: words.text, name: called, words }];
  return Array.from({ length: (high - low) / day + 1 }, (_, i) => ({ date: new Date(low + i * day).toISOString().slice(0, 10), name: called, words }));
}

const month = "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const withoutYear = new RegExp(
  `^(?:(?:every|each)\\s+year(?:\\s+on)?\\s+|on\\s+|yearly\\s+(?:on\\s+)?|and\\s+)?(?:\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?${month}|${month}\\s+\\d{1,2}(?:st|nd|rd|th)?)\\b(?![,\\s]*\\d{4})`,
  "i",
);

/** The first part that is a day of every year: `1 January`. */
export const dayWithoutYear = (words: TextSpan): TextSpan | undefined => split(withoutStop(words), ",;").find(({ text }) => withoutYear.test(text.replace(/^[`*]+/, "")));
