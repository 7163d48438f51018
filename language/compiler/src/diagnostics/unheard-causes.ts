/**
 * Which errors can be why a warning is given at all. A warning that an error can't have caused is given in the same round,
 * so that nobody mends all errors only to find it then.
 */
import { fold } from "@nonet/feel";
import type { PointNumber } from "@nonet/notation";
import type { Diagnostic, Span } from "@nonet/source";

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

/** A row of the matrix about something else: its first cell doesn't name the entity. */
function isRowOfOthers(text: string, entity: string): boolean {
  const [subject] = /^\s*\|([^|]+)\|/.exec(text)?.slice(1) ?? [];
  return subject !== undefined && subject.trim() !== "" && !subject.includes(entity);
}

const sectionOf = (places: Places, point: PointNumber, span: Span): { readonly title: string; readonly span: Span } | undefined =>
  places.sections(point).find((one) => one.span.file === span.file && one.span.from <= span.from && span.to <= one.span.to);

const quotedNames = ({ message }: Diagnostic): readonly string[] => [...message.matchAll(/"([^"]+)"/g)].map((found) => fold(found[1]!));
