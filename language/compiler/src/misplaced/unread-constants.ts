/** Point 9: finds lines in prose that look like constants, functions or holidays. */
import { readValue } from "@nonet/feel";
import { isCode, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { isCalendarSection, isHolidaySection } from "../syntax/constants/calendars.ts";
import { isDecisionSection } from "../syntax/constants/decision-tables.ts";
import { functionHeading } from "../syntax/constants/functions.ts";
import { limitOf } from "../syntax/constants/limits.ts";
import { bulletEdit, replaceIn, type UnreadLine } from "../syntax/prose-lines.ts";
import { slice } from "../text/split.ts";

export function constantLine(ctx: PointCompiler, words: TextSpan, section: Section | null): UnreadLine | null {
  if (section && (isHolidaySection(section) || isCalendarSection(section)))
    return /^\d{4}-\d\d-\d\d\b\s*(?:$|[:—–-]\s)/.test(words.text) ? { words, what: "a holiday", hint: "Write holidays as rows of a table: Date, Name." } : null;
  if (section && isDecisionSection(section)) {
    const policy = /^(hit policy)\s+(?=[^\s:])/i.exec(words.text);
    return (
      policy && {
        words,
        what: 'the attribute "Hit policy"',
        hint: "Write `- Hit policy: first`.",
        edits: [bulletEdit(words), replaceIn(words, policy[1]!.length, policy[1]!.length, ":")],
      }
    );
  }
  const named = functionHeading(words);
  if (named) return { words, what: `the function "${named}"`, edits: [bulletEdit(words)] };
  const limit = section && limitOf(section.title.text);
  if (limit && (readValue(words.text) || (limit === "rounding" && /^(?:half up|half even|half down|up|down)$/i.test(words.text))))
    return { words, what: `the value of "${limit}"`, hint: `Write \`- ${limit}: ${words.text}\`.`, edits: [{ ...bulletEdit(words), text: `- ${limit}: ` }] };
  return equalled(ctx, words);
}

/** `page size = 25`, ``double = `2 * hourly rate` ``. */
function equalled(ctx: PointCompiler, words: TextSpan): UnreadLine | null {
  const found = /^([\p{L}][\p{L}\d _'-]{0,60}?)(\s*=\s*)(?=[^\s=])/u.exec(words.text);
  const value = found && slice(words, found[0].length);
  if (!found || !value || !(isCode(value) || readValue(value.text) || /^[^\s@]+@[^\s@]+\.[^\s@]+$|^https?:\/\/\S+$/.test(value.text) || isExpression(ctx, value))) return null;
  const at = found[1]!.length;
  return {
    words,
    what: `the constant "${found[1]}"`,
    hint: `Write \`- ${found[1]}: ${value.text}\`.`,
    edits: [bulletEdit(words), replaceIn(words, at, at + found[2]!.length, ": ")],
  };
}

/** Whether the words are an expression over known names. */
const isExpression = (ctx: PointCompiler, words: TextSpan): boolean => !/[.!?]$/.test(words.text) && ctx.tryExpression(words, { what: "a constant" }) !== null;
