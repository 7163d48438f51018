/**
 * Which errors can be why a warning is given at all. A warning that an error can't have caused is given in the same round,
 * so that nobody mends all errors only to find it then.
 */
import { fold } from "@nonet/feel";
import type { PointNumber } from "@nonet/notation";
import type { Diagnostic, Span } from "@nonet/source";
import { pluralOf } from "../text/plural.ts";

/** An error, and the point and the text of the line it is in. */
interface Cause {
  readonly diagnostic: Diagnostic;
  readonly statement: { readonly point: number; readonly text: string } | null;
}

interface Places {
  sections(point: PointNumber): readonly { readonly title: string; readonly span: Span }[];
  /** The text of the document there. */
  textOf(span: Span): string;
}

/** Whether a line that isn't understood may be the one that sets the field: one of the entity itself, or in a machine or call that names the field. */
export function maySetField(places: Places, { diagnostic, statement }: Cause, d: Diagnostic): boolean {
  if (!statement || ![3, 4, 6, 7].includes(statement.point) || /^(?:unknown-call|unlisted-code)$/.test(diagnostic.code)) return false;
  const entity = sectionOf(places, 3, d.span);
  if (!entity) return true;
  const title = fold(entity.title.replace(/\s*\(.*$/, ""));
  if (statement.point === 6) return !isRowOfOthers(statement.text, title);
  const section = sectionOf(places, statement.point as PointNumber, diagnostic.span);
  // Which entity has the lines, or is called so, isn't clear.
  if (!section || section === entity || diagnostic.code === "doubled-name") return true;
  const text = fold(places.textOf(section.span));
  if (statement.point === 4 && (fold(section.title).startsWith(title) || diagnostic.code === "unknown-entity")) return true;
  return quotedNames(d).some((name) => text.includes(name)) || statement.text.includes(title);
}

/** Whether a line that isn't understood may be the one that reads an action's input: an effect, a call, or one that names it. */
export function mayReadInput({ diagnostic, statement }: Cause, d: Diagnostic): boolean {
  if (!statement || [4, 7].includes(statement.point)) return true;
  const message = fold(diagnostic.message);
  return quotedNames(d).some((name) => statement.text.includes(name) || message.includes(name)) || statement.text.includes("asked");
}

/** Codes for what no understood line uses, leads to or shows, each with the test whether a line that isn't understood may do so. */
const uses: Readonly<Record<string, (places: Places, cause: Cause & { readonly text: string }, d: Diagnostic) => boolean>> = {
  "unused-entity": (places, { statement, diagnostic, text }, d) => {
    const [name = ""] = quotedNames(d);
    const section = sectionOf(places, 3, d.span);
    if (statement?.point === 3 && section === sectionOf(places, 3, diagnostic.span) && !isHeading(statement, section)) return false;
    return mentionsEntity(text, name) || (statement?.point === 6 && speaksOfAll(text));
  },
  "lost-screen": (places, { statement, diagnostic, text }, d) => {
    if (![2, 3, 7].includes(statement!.point)) return false;
    const section = sectionOf(places, 2, d.span);
    if (section && section === sectionOf(places, 2, diagnostic.span)) return true;
    const own = fold(places.textOf(section?.span ?? d.span));
    const shown = places.sections(3).flatMap(({ title }) => (mentionsEntity(own, entityIn(title)) ? [entityIn(title)] : []));
    const routes = own.match(/\/[\w/-]+/g) ?? [];
    return (shown.length === 0 && statement!.point === 2) || shown.some((name) => mentionsEntity(text, name)) || [...quotedNames(d), ...routes].some((name) => text.includes(name));
  },
  "unused-calendar": (places, { diagnostic, text }, d) =>
    sectionOf(places, 9, d.span) !== sectionOf(places, 9, diagnostic.span) &&
    (/work|business|calendar|holiday|office/.test(text) || quotedNames(d).some((name) => text.includes(name))),
  "untranslatable-text": (_, { text }, d) => !d.message.includes("Did you mean") && quotedNames(d).some((name) => text.includes(name) || name.startsWith(text.trim())),
  "unused-condition": (_, { statement, text }, d) => mayLimit(statement!, d, / of ([^"]+)\.$/) || quotedNames(d).some((name) => text.includes(name)),
  "unused-own": (_, { statement, text }, d) => mayLimit(statement!, d, / for ([^"]+)\.$/) || ([4, 6].includes(statement!.point) && /\b(?:own|their|his|her|its|only)\b/.test(text)),
  "unused-role": (places, { statement, text }, d) => {
    const name = fold(
      places
        .textOf(d.span)
        .replace(/[*]/g, "")
        .replace(/[:—(].*$/su, "")
        .trim(),
    );
    return mentionsEntity(text, name) || (statement?.point === 6 && (speaksOfAll(text) || text.trim().startsWith("|")));
  },
};

/** Whether the code is about something that a line that isn't understood may use. */
export const isAboutUse = (code: string): boolean => Object.hasOwn(uses, code);

/** Whether a line that isn't understood may be the one that uses it. In screens and calls, that may be any line of theirs. */
export function mayUse(places: Places, { diagnostic, statement }: Cause, d: Diagnostic): boolean {
  if (!statement) return true;
  const section = sectionOf(places, statement.point as PointNumber, diagnostic.span);
  const isWhole = section !== undefined && ([2, 7, 9].includes(statement.point) || isHeading(statement, section));
  const text = isWhole ? fold(places.textOf(section.span)) : statement.text;
  if (mayNameIt(diagnostic, d)) return true;
  return uses[d.code]!(places, { diagnostic, statement, text }, d);
}

/** Whether the error itself is about the name, or about a condition, a role or a working time that may be the unused one. */
function mayNameIt(error: Diagnostic, d: Diagnostic): boolean {
  if (error.code === "unknown-condition" && d.code === "unused-condition") return true;
  // A role that isn't known may be the unused one, misspelt.
  if (error.code === "unknown-role" && d.code === "unused-role") return true;
  const message = fold(error.message);
  return (
    quotedNames(d).some((name) => message.includes(`"${name}"`) || message.includes(`\`${name}\``) || message.includes(` ${name},`)) ||
    (d.code === "unused-calendar" && message.includes("working"))
  );
}

const isHeading = (statement: { readonly text: string }, section: { readonly title: string } | undefined): boolean => fold(section?.title ?? "") === statement.text.trim();

const entityIn = (title: string): string => fold(title.replace(/\s*\(.*$/, ""));

const mentionsEntity = (text: string, name: string): boolean => name === "" || text.includes(name) || text.includes(fold(pluralOf(name)));

const speaksOfAll = (text: string): boolean => !text.trim().startsWith("|") && /\b(?:all|every|everything|any|anything|each)\b/.test(text);

/** Whether a line of point 6 may be the one with the condition: it isn't a row about another entity than the one that the warning names. */
const mayLimit = ({ point, text }: { readonly point: number; readonly text: string }, d: Diagnostic, named: RegExp): boolean =>
  point === 6 && !isRowOfOthers(text, fold(named.exec(d.message)?.[1] ?? ""));

/** A row of the matrix about something else: its first cell doesn't name the entity. */
function isRowOfOthers(text: string, entity: string): boolean {
  const [subject] = /^\s*\|([^|]+)\|/.exec(text)?.slice(1) ?? [];
  return subject !== undefined && subject.trim() !== "" && !subject.includes(entity);
}

const sectionOf = (places: Places, point: PointNumber, span: Span): { readonly title: string; readonly span: Span } | undefined =>
  places.sections(point).find((one) => one.span.file === span.file && one.span.from <= span.from && span.to <= one.span.to);

const quotedNames = ({ message }: Diagnostic): readonly string[] => [...message.matchAll(/"([^"]+)"/g)].map((found) => fold(found[1]!));
