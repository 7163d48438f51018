/** Finds lines in prose that look like statements of their point but have no colon after a label. */
import { labelled, type PointNumber, type Section, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { aboutName } from "../syntax/about-table.ts";
import { attributeWithoutColon } from "../syntax/attribute-lines.ts";
import type { PlannedFix } from "../fixes/planned-fix.ts";
import { callTitles } from "../syntax/call-attributes.ts";
import { saidCall } from "../syntax/call-sentences.ts";
import { bulletEdit, replaceIn, type UnreadLine } from "../syntax/prose-lines.ts";
import { bare } from "../text/split.ts";
import { sameWord } from "../text/same-word.ts";
import { constantLine } from "./unread-constants.ts";
import { fieldLine } from "./unread-fields.ts";
import { machineLine } from "./unread-state-lines.ts";

/** `section`: null above the first one. */
export function unreadStatement(ctx: PointCompiler, point: PointNumber, words: TextSpan, section: Section | null): UnreadLine | null {
  const ofEntity = point === 3 && section ? null : attributeWithoutColon(words);
  if (ofEntity !== null)
    return {
      words,
      what: `the attribute "${ofEntity}"`,
      but: "it belongs to an entity",
      hint: `Write \`- ${/^l/i.test(ofEntity) ? "Locked while: STATE" : "Deleting: not allowed"}\` below the entity in point 3.`,
    };
  if (/^given\s+(?:an?|the|there|one|two|three|\d+|"|\p{Lu})/iu.test(words.text) && [...ctx.drafts.values()].some(({ name }) => words.text.includes(name)))
    return { words, what: "a step of an example", hint: "Write `Example: TITLE` in the line above." };
  switch (point) {
    case 1:
      return starredAttribute(words, (name) => aboutName(name)) ?? equalled(words);
    case 2:
      return section === null && /^`?\/[\w:/-]*`?\s*(?:[—–|:-]\s)/.test(words.text)
        ? {
            words,
            what: `the screen ${/^`?(\/[\w/-]*(?::[\w-]+)*)/.exec(words.text)![1]!.replace(/:$/, "")}`,
            hint: "Write screens as rows of a table: Route, Screen, Shows, For.",
          }
        : null;
    case 3:
      return section && fieldLine(ctx, words, section);
    case 4:
      return section && machineLine(ctx, words, section);
    case 5:
      return isRule(words.text) ? { words, what: "a rule", hint: "Write rules as rows of a table: Rule, Entity, Must hold, Otherwise." } : null;
    case 7:
      return section ? (starredAttribute(words, (name) => sameWord(name.text, callTitles)) ?? schedule(words, section)) : beforeCalls(words);
    case 8:
      return entryLine(words);
    case 9:
      return constantLine(ctx, words, section);
    default:
      return null;
  }
}

/** `**Currency** EUR`: the name of an attribute in bold, without its colon. */
export function starredAttribute(words: TextSpan, nameOf: (name: TextSpan) => string | undefined): UnreadLine | null {
  const found = /^(\*\*|__)([^*_:]+)\1\s+(?![—–-]\s)\S/.exec(words.text);
  const name = found && nameOf({ text: found[2]!, span: words.span });
  if (!found || name === undefined) return null;
  const end = found[2]!.length + 2 * found[1]!.length;
  return { words, what: `the attribute "${name}"`, hint: "Write `- Name: value`.", edits: [bulletEdit(words), replaceIn(words, end, end, ":")] };
}

const times = /^(every)\s+(?:(?:day|week|month|year|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\s+at\s+\d|\d+(?:st|nd|rd|th)\s|\d+\s+(?:minutes?|hours?|days?)\b)/i;

/** `Every day at 07:00`, unless a bullet sets Every. */
function schedule(words: TextSpan, section: Section): UnreadLine | null {
  const found = times.exec(words.text);
  const isSaid = section.blocks.some((block) => block.kind === "bullet" && /^\**every\**\s*:/i.test(block.words.text));
  if (!found || isSaid) return null;
  const timed = timedStatement(words.text);
  const isOfMail = section.blocks.some((block) => block.kind === "bullet" && block.label !== null);
  if (timed && isOfMail) return ownSection(words, `${bare(section.title).text} on schedule`, timed);
  if (timed) return { words, what: "a schedule", hint: "Write `- Every day at 07:00: STATEMENT`.", edits: [bulletEdit(words)] };
  const at = found[1]!.length;
  return { words, what: 'the attribute "Every"', hint: "Write `- Every: day at 07:00`.", edits: [bulletEdit(words), replaceIn(words, at, at, ":")] };
}

/** Whether the line says when something happens. */
export const isTimed = (text: string): boolean => times.test(text);

/** `Every day at 08:00: send Reminder`: the time and the statement. */
function timedStatement(text: string): { readonly time: string; readonly does: string } | null {
  const found = /^every\s+([^:]+?(?:\d:\d\d)?):\s+(\S.*?)\.?$/i.exec(text);
  return found && { time: found[1]!, does: found[2]! };
}

/** A schedule among the lines of something else, which gets a section of its own. */
const ownSection = (words: TextSpan, name: string, { time, does }: { readonly time: string; readonly does: string }): UnreadLine => ({
  words,
  what: "a schedule",
  but: "it has no heading of its own",
  hint: "Write `### Name`, and below it `- Every: day at 07:00` and `- Does: STATEMENT`.",
  moved: {
    title: `Write ### ${name}`,
    edits: [],
    removes: "line",
    adds: [{ kind: "section", point: 7, text: [`### ${name}`, "", `- Every: ${time}`, `- Does: ${does}`].join("\n") }],
  } as PlannedFix,
});

/** An attribute above the first call belongs to none. */
function beforeCalls(words: TextSpan): UnreadLine | null {
  const said = saidCall(words.text);
  if (said)
    return {
      words,
      what: "a call",
      but: "it has no heading of its own",
      hint: `Write \`${said.section.split("\n")[0]!}\` with its attributes below it, and \`${said.then!}\` under Then in the row of ${said.action!} in point 4.`,
      moved: { title: `Write ${said.section.split("\n")[0]!}`, edits: [], removes: "line", adds: [{ kind: "section", point: 7, text: said.section }] } as PlannedFix,
    };
  const timed = times.test(words.text) ? timedStatement(words.text) : null;
  if (timed) return ownSection(words, "Schedule", timed);
  if (times.test(words.text) && /,\s/.test(words.text))
    return { words, what: "a schedule", but: "it has no heading of its own", hint: "Write `### Name`, and below it `- Every: day at 07:00` and a bullet with what happens then." };
  const label = labelled(words)?.label;
  const name = label && sameWord(label.text, callTitles);
  return name === undefined || name === null || name === "For" ? null : { words, what: `the attribute "${name}"`, hint: "Write it as a bullet below the `### Name` of its call." };
}

/** `Currency = EUR`. */
function equalled(words: TextSpan): UnreadLine | null {
  const found = /^([^=:]{2,40}?)(\s*=\s*)\S/.exec(words.text);
  const name = found && aboutName({ text: found[1]!, span: words.span });
  if (!found || name === undefined) return null;
  const at = found[1]!.length;
  return { words, what: `the attribute "${name}"`, hint: "Write `- Name: value`.", edits: [bulletEdit(words), replaceIn(words, at, at + found[2]!.length, ": ")] };
}

const otherwise = /`[^`]+`.*\b(?:otherwise|else)\b:?\s+`?(?:warn\s+)?[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/;
const nothingElse = /^(?:[\p{L}][^`:.]*:\s*){0,2}`[^`]*[<>=][^`]*`$/u;

/** Whether the text is an expression followed by a code, or nothing but an expression. */
const isRule = (text: string): boolean => /`/.test(text) && (otherwise.test(text) || nothingElse.test(text) || /^(?:[\p{L}][^`:.]*:\s*){0,2}no overlap of\s+`?[[(]/iu.test(text));

/** Whether a bullet without a colon looks like an error. */
export const isEntryLine = (words: TextSpan): boolean => entryLine(words) !== null;

/** `NOT_PAID — the fee isn't paid`, `**NOT_PAID**: …`: only the status is missing. */
function entryLine(words: TextSpan): UnreadLine | null {
  const found = /^(\*\*|`)?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\1\s*(?:[:—–-]\s|[45]\d\d\b)/.exec(words.text.replace(/:(\*\*|`)/, "$1:"));
  return found && { words, what: `the error ${found[2]}`, hint: `Write \`- ${found[2]}: 409, …\`, or a row of the table Code, Status, Message.` };
}
