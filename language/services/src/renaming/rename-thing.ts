/**
 * Renames a thing at all of its places, and proves with a check that the document still says the same.
 *
 * The places come from the index of names. If a check finds a problem that wasn't there before, or the new name is
 * already in use, the compiler's own rename decides: it follows the diagnostics and compares what the document means.
 */
import { limitNames, type Named, pluralOf, rename } from "@nonet/compiler";
import { fold } from "@nonet/feel";
import { applyEdits, type Edit } from "@nonet/notation";
import { kebab, type Product } from "@nonet/model";
import type { Diagnostic, Sources } from "@nonet/source";
import { type CheckedDocument, textAt } from "../document/checked-document.ts";
import type { Reference } from "../names/expression-references.ts";
import { occurrencesIn, referencesOf } from "../names/occurrences.ts";
import { describeThing, keyOfThing, type Thing } from "../names/thing.ts";
import { thingAt } from "../names/thing-at.ts";
import { namesOf } from "../names/names.ts";
import { thirdPerson, wordsOf } from "../names/vocabulary.ts";

export interface RenameOptions {
  /** Adds `was` with the former name to an entity or a field, so that stored records follow. */
  readonly was?: boolean;
  /** The version whose records are stored; where it isn't known, a second renaming leaves two notes to choose from. */
  readonly stored?: Product | null;
}

export type RenameResult = { readonly edits: readonly Edit[] } | { readonly refused: string };

export function renameThing(document: CheckedDocument, thing: Thing, to: string, options: RenameOptions = {}): RenameResult {
  const name = to.trim().replace(/\s+/g, " ");
  const fault = faultOf(name);
  if (fault) return { refused: fault };
  if (name === thing.name) return { edits: [] };
  // Whether each place is certain depends on all names: they are found at once.
  occurrencesIn(document);
  const references = referencesOf(document, thing);
  if (isBuiltIn(document, thing)) return { refused: `The ${describeThing(thing)} is built in: its name can't be changed.` };
  if (references.length === 0) return { refused: `The document doesn't define the ${describeThing(thing)}.` };
  if (!options.was && !isTaken(document, thing, name)) {
    const edits = references.filter((one) => !isOwnPlural(document, one, thing)).map((one): Edit => ({ span: one.span, text: inFormOf(document, one, thing, name) }));
    if (isCertain(document, thing) || isUnchangedIn(document, applyEdits(document.sources, edits))) return { edits };
  }
  return byCompiler(document, thing, name, options);
}

/** The people who sign in, what every record has, and the limits that the product itself knows. */
function isBuiltIn({ compiled }: CheckedDocument, { kind, name, entity }: Thing): boolean {
  if (kind === "entity") return name === "User";
  if (kind === "constant") return limitNames.includes(fold(name));
  if (kind !== "field") return false;
  const always = ["state", "created at", "created by", "updated at", ...(entity === "User" ? ["name", "email", "roles", "active"] : [])];
  return always.includes(fold(name)) && compiled.unplaced.product.entities.some((one) => one.name === entity);
}

function faultOf(name: string): string | null {
  if (name === "") return "Write the new name.";
  if (/[\n\r|`"{}[\]]/.test(name)) return "A name can't contain line breaks, quotation marks, backticks, brackets or `|`.";
  return null;
}

/** Whether anything has that name already; then only the meaning of the document can decide. */
const isTaken = (document: CheckedDocument, thing: Thing, name: string): boolean =>
  fold(name) !== fold(thing.name) && (namesOf(document).vocabulary.byFirstWord.get(wordsOf(name)[0] ?? "") ?? []).some(({ text }) => fold(text) === fold(name));

/** Whether every place is known for certain: no other thing could be meant there, and the name stands nowhere else in an enforced line. */
function isCertain(document: CheckedDocument, thing: Thing): boolean {
  const { compiled, sources } = document;
  // An example may say an action's words apart: `puts "Shadow" up for adoption`.
  if (thing.kind === "action" && wordsOf(thing.name).length > 1) return false;
  const { doubtful, isKnown } = occurrencesIn(document);
  if (doubtful.has(keyOfThing(thing)) || compiled.diagnostics.some(({ severity }) => severity === "error")) return false;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${wordsOf(thing.name).join("[^\\p{L}\\p{N}]{1,3}")}(?![\\p{L}\\p{N}])`, "giu");
  return sources.every(({ text }, file) =>
    [...text.matchAll(pattern)].every(({ index, 0: found }) => thingAt(document, file, index + found.length - 1) !== null || isKnown(file, index)),
  );
}

/** No diagnostic more than before, apart from what their texts quote. */
function isUnchangedIn(document: CheckedDocument, sources: Sources): boolean {
  const before = countOf(document.compiled.diagnostics);
  const after = countOf(document.tryText(sources).diagnostics);
  return before === after;
}

const countOf = (diagnostics: readonly Diagnostic[]): string =>
  diagnostics
    .filter(({ severity }) => severity !== "hint")
    .map(({ code }) => code)
    .sort()
    .join(" ");

/** A plural that the document gives itself isn't derived from the name. */
function isOwnPlural(document: CheckedDocument, { span }: Reference, thing: Thing): boolean {
  if (thing.kind !== "entity") return false;
  const written = fold(textAt(document, span));
  return written !== fold(thing.name) && written !== fold(pluralOf(thing.name));
}

/** The new name as the old one is written at this place: in lower case, in the plural, with hyphens. */
function inFormOf(document: CheckedDocument, { span }: Reference, thing: Thing, to: string): string {
  const written = textAt(document, span);
  const isPlural = thing.kind === "entity" && fold(written) !== fold(thing.name);
  const isDone = thing.kind === "action" && fold(written) === fold(thirdPerson(thing.name));
  const name = isPlural ? pluralOf(to) : isDone ? thirdPerson(to) : to;
  if (document.sources[span.file]!.text[span.from - 1] === ":" && /[/\w-]/.test(document.sources[span.file]!.text[span.from - 2] ?? "")) return kebab(to);
  const cased = /^\p{Ll}/u.test(written) && /^\p{Lu}/u.test(thing.name) ? name.toLowerCase() : name;
  return written.includes("-") && !thing.name.includes("-") ? cased.replace(/\s+/g, "-") : cased;
}

const named: ReadonlySet<string> = new Set(["entity", "role", "constant", "code", "call", "screen", "field", "state", "action"]);

function byCompiler(document: CheckedDocument, thing: Thing, name: string, options: RenameOptions): RenameResult {
  if (!named.has(thing.kind))
    return { refused: `The ${describeThing(thing)} can't be renamed to "${name}": the name is already used, or the meaning of the document would change.` };
  const result = rename(
    document.sources,
    (thing.entity === null ? { kind: thing.kind, name: thing.name } : { kind: thing.kind, name: thing.name, entity: thing.entity }) as Named,
    name,
    { was: options.was === true, ...(options.stored ? { isStored: isStoredIn(options.stored, document, thing) } : {}) },
  );
  return "refused" in result ? result : { edits: editsBetween(document.sources, result.sources) };
}

/** Whether the version has an entity of a name, or the entity of the thing a field of that name. */
function isStoredIn(stored: Product, { compiled }: CheckedDocument, { entity }: Thing): (name: string) => boolean {
  const called = (list: readonly { readonly name: string }[], name: string): boolean => list.some((one) => fold(one.name) === fold(name));
  if (entity === null) return (name) => called(stored.entities, name);
  const was = compiled.unplaced.product.entities.find(({ name }) => name === entity)?.was;
  const owner = stored.entities.find(({ name }) => name === entity) ?? stored.entities.find(({ name }) => name === was);
  return (name) => called(owner?.fields ?? [], name);
}

/** One edit for each run of lines that differ. */
export function editsBetween(before: Sources, after: Sources): readonly Edit[] {
  return before.flatMap(({ text }, file) => {
    const now = after[file]!.text;
    const old = text.split("\n");
    const lines = now.split("\n");
    if (old.length !== lines.length) return text === now ? [] : [{ span: { file, from: 0, to: text.length }, text: now }];
    const edits: Edit[] = [];
    let from = 0;
    for (const [i, line] of old.entries()) {
      if (line !== lines[i]) edits.push({ span: { file, from, to: from + line.length }, text: lines[i]! });
      from += line.length + 1;
    }
    return edits;
  });
}
