/** Point 4: finds lines in prose that look like rows, attributes or statements of a machine. */
import { fold } from "@nonet/feel";
import type { Section, TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { rawInputField } from "../syntax/entities/field.ts";
import { nearest } from "@nonet/source";
import { contradictedStart } from "./said-start.ts";
import { timedSentence } from "./timed-sentence.ts";
import { bulletEdit, replaceIn, type UnreadLine } from "../syntax/prose-lines.ts";
import { rawTransitions, transitionTables } from "../syntax/transition-rows.ts";
import { bare, slice, split } from "../text/split.ts";

const statements = [
  /^set\s+[^.=]+(?:\.[^.=]+)*\s=\s/i,
  /^for each\s+.+?\s+in\s+[^:]+:\s/i,
  /^create\s+.+?\s+with\s+[^=]+=\s/i,
  /^(?:send|call)\s+(?:"[^"]+"|“[^”]+”)\s*(?:when\s|$)/i,
  /^stop with\s+`?[A-Z][A-Z0-9]*_/,
];

export function machineLine(ctx: PointCompiler, words: TextSpan, section: Section): UnreadLine | null {
  if (statements.some((form) => form.test(words.text))) return { words, what: "a statement", hint: "Write statements in Then, or after `- NAME does: `." };
  const arrow = /^(.{1,80}?)\s*(?:→|-->|->|=>)\s*([^:,;(]{1,80}?)\s*(?:[:,;(]|\s(?:by|on|when)\s|$)/.exec(words.text);
  if (arrow && isState(section, arrow[1]!) && isState(section, arrow[2]!))
    return { words, what: "a transition", hint: "Write transitions as rows of a table: From, Action, To, Who, When, Then." };
  const draft = ctx.drafts.get(fold(section.title.text.split(":")[0]!));
  const nouns = draft ? [draft.name, draft.plural] : [];
  return attributeLine(ctx, words, section) ?? contradictedStart(words, section, nouns) ?? timedSentence(words, section, nouns);
}

/** `Starts as waiting`, `Refuse asks for why: text`, `Accept is decided by any 2 of Chief`: only the colon is missing, and no bullet sets it. */
function attributeLine(ctx: PointCompiler, words: TextSpan, section: Section): UnreadLine | null {
  const found = /^(?:(starts|ends) (?:as|in)|(.+?)\s+(?:asks for|(?:is|are) decided by))\s+(?=[^\s:])/i.exec(words.text);
  if (!found) return null;
  const rest = slice(words, found[0].length);
  const near = found[2] !== undefined && isDecision(found[0], rest) && !isAction(section, found[2]) ? nearest(found[2], actionNames(section)) : undefined;
  if (near !== undefined)
    return {
      words,
      what: `the attribute "${found[0].trim()}"`,
      but: `there is no action "${found[2]!}"`,
      hint: `Did you mean "${near}"?`,
      edits: [replaceIn(words, 0, found[2]!.length, near)],
    };
  const label = fold(found[0]);
  const isSaid = section.blocks.some((block) => block.kind === "bullet" && fold(block.words.text).startsWith(`${label}:`));
  const isMeant =
    found[1] !== undefined
      ? split(rest, ",/").every((part) => isState(section, part.text.replace(/\.$/, "")))
      : isAction(section, found[2]!) && (/\sdecided by\s/i.test(found[0]) ? isDecision(found[0], rest) : asks(ctx, section, rest));
  if (isSaid || !isMeant) return null;
  const end = found[0].trimEnd().length;
  return { words, what: `the attribute "${found[0].trim()}"`, hint: `Write \`- ${found[0].trim()}: …\`.`, edits: [bulletEdit(words), replaceIn(words, end, end, ":")] };
}

const isDecision = (begin: string, { text }: TextSpan): boolean => /\sdecided by\s/i.test(begin) && /^(?:any \d+|all|majority) of\s[^.]+$/i.test(text);

/** Whether the words are `why: text`, or names of the entity's own fields. */
function asks(ctx: PointCompiler, section: Section, rest: TextSpan): boolean {
  const draft = ctx.drafts.get(fold(section.title.text.split(":")[0]!));
  return split(rest, ";").every(
    (part) => rawInputField(part) !== null || split(part, ",/").every(({ text }) => draft?.fields.has(fold(text.replace(/\s+required$/i, ""))) === true),
  );
}

const rowsOf = (section: Section) => transitionTables(section).flatMap((table) => rawTransitions(table).rows);

const isState = (section: Section, text: string): boolean => {
  const name = fold(text.replace(/^[`*"]+|[`*"]+$/g, ""));
  return rowsOf(section).some((row) => [...row.from, bare(row.to)].some((state) => fold(state.text) === name));
};

const actionNames = (section: Section): readonly string[] => rowsOf(section).flatMap((row) => row.triggers.flatMap((trigger) => (trigger.automatic ? [] : [trigger.words.text])));

const isAction = (section: Section, text: string): boolean =>
  rowsOf(section).some((row) => row.triggers.some((trigger) => !trigger.automatic && fold(trigger.words.text) === fold(text)));
