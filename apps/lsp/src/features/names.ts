/** What a name means and where it stands: hover, definition, references, highlights and rename. */
import { definitionsOf, hoverAt, referencesOf, renameThing, storedVersion, thingAt } from "@nonet/services";
import type { DocumentHighlight, Hover, Location, Position, Range, WorkspaceEdit } from "vscode-languageserver";
import { locationOf, type Place, rangeOf, workspaceEdit } from "../session/specifications.ts";

export function hover({ checked, file, text }: Place, position: Position): Hover | null {
  const found = hoverAt(checked.document, file, text.offsetAt(position));
  if (!found) return null;
  const [title, ...lines] = found.lines;
  const parts = [`**${escaped(title ?? "")}**`, ...lines.map(escaped)];
  if (found.count > 0) {
    const places = found.dependents.map(
      ({ what, sentence, span }) => `- line ${locationOf(checked, span).range.start.line + 1}${what === "" ? "" : ` (${escaped(what)})`}: ${escaped(sentence)}`,
    );
    const more = found.count - found.dependents.length;
    parts.push([`${found.count} ${found.count === 1 ? "line depends" : "lines depend"} on it:`, "", ...places, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n"));
  }
  return { contents: { kind: "markdown", value: parts.join("\n\n") }, range: rangeOf(text, found.span) };
}

/** Text of the document, so that nothing in it is read as Markdown. */
const escaped = (text: string): string => text.replace(/[\\*_`[\]<>|#]/g, "\\$&");

export function definition({ checked, file, text }: Place, position: Position): Location[] {
  const found = thingAt(checked.document, file, text.offsetAt(position));
  return found ? definitionsOf(checked.document, found.thing).map((span) => locationOf(checked, span)) : [];
}

export function references({ checked, file, text }: Place, position: Position, withDefinition: boolean): Location[] {
  const found = thingAt(checked.document, file, text.offsetAt(position));
  if (!found) return [];
  const own = withDefinition ? [] : definitionsOf(checked.document, found.thing);
  return referencesOf(checked.document, found.thing)
    .filter(({ span }) => !own.some((one) => one.file === span.file && one.from === span.from))
    .map(({ span }) => locationOf(checked, span));
}

export function highlights({ checked, file, text }: Place, position: Position): DocumentHighlight[] {
  const found = thingAt(checked.document, file, text.offsetAt(position));
  return found ? referencesOf(checked.document, found.thing).flatMap(({ span }) => (span.file === file ? [{ range: rangeOf(text, span) }] : [])) : [];
}

export function renamable({ checked, file, text }: Place, position: Position): { range: Range; placeholder: string } | null {
  const found = thingAt(checked.document, file, text.offsetAt(position));
  return found && { range: rangeOf(text, found.span), placeholder: found.thing.name };
}

/** The edits, or why the name can't be changed so. `was`: with a note of the name under which records are stored. */
export function rename(place: Place, position: Position, name: string, was: boolean): WorkspaceEdit | string {
  const { checked, file, text } = place;
  const found = thingAt(checked.document, file, text.offsetAt(position));
  if (!found) return "Nothing here has a name that can be changed.";
  const result = renameThing(checked.document, found.thing, name, was ? { was, stored: storedVersion(checked.document, place.asOpened(), found.thing) } : {});
  return "refused" in result ? result.refused : workspaceEdit(checked, result.edits);
}
