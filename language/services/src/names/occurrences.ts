/**
 * Every place at which a document mentions a name: inside expressions the typed trees say what a name means, elsewhere the
 * words of statements do.
 */
import { entityOf, fieldOf, type Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import { type CheckedDocument, oncePer } from "../document/checked-document.ts";
import { expressionReferences, type Reference } from "./expression-references.ts";
import { mentionsIn } from "./mentions.ts";
import { namesOf } from "./names.ts";
import { type PlacedSpans, placedSpans } from "./placed-spans.ts";
import { isLong, type StatementPiece, statementPieces } from "./statement-pieces.ts";
import { keyOfThing, type Thing } from "./thing.ts";
import { wordsOf } from "./vocabulary.ts";
import { type IsWanted, linesAround, linesWith } from "./wanted-lines.ts";

export interface Occurrences {
  /** In order of their places. */
  readonly all: readonly Reference[];
  /** Whether an expression, prose or text for people stands at the offset: there, a word that is no reference is no name. */
  readonly isKnown: (file: number, offset: number) => boolean;
  /** The keys of things that might be meant where another one was chosen, or the reverse. */
  readonly doubtful: ReadonlySet<string>;
}

export const occurrencesIn: (document: CheckedDocument) => Occurrences = oncePer((document: CheckedDocument) => {
  complete.add(document);
  return collect(document, () => true);
});

/** The documents of which all occurrences are known. */
const complete = new WeakSet<CheckedDocument>();

/** What occurs in the lines around an offset: enough to know what the offset names, and sooner known than everything. */
export const occurrencesAround = (document: CheckedDocument, file: number, offset: number): Occurrences =>
  complete.has(document) ? occurrencesIn(document) : collect(document, linesAround(document.sources, longStatements(document), { file, from: offset, to: offset }));

function collect(document: CheckedDocument, isWanted: IsWanted): Occurrences {
  const names = namesOf(document);
  const pieces = piecesIn(document, isWanted);
  const { references, written, isAt } = expressionReferences(document, isWanted);
  const covered = disjoint([...written, ...document.compiled.proseAt(isWanted), ...pieces.flatMap(({ piece, span }) => (piece.isText ? [span] : []))]);
  const found = [...references];
  const doubtful = new Set<string>();
  for (const { piece, span } of pieces) {
    if (piece.isText) continue;
    const text = document.sources[span.file]?.text.slice(span.from, span.to) ?? "";
    const mentions = mentionsIn(piece, names, text, coveredWithin(covered, span));
    for (const { thing, from, to } of mentions.found) {
      const one = { thing, span: { file: span.file, from: span.from + from, to: span.from + to } };
      if (!isAt(one.span)) found.push(one);
    }
    for (const key of mentions.doubtful) doubtful.add(key);
  }
  found.sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from);
  return { all: found, doubtful, isKnown: (file, offset) => isCovered(covered, file, offset) };
}

interface PlacedPiece {
  readonly piece: StatementPiece;
  readonly span: Span;
}

function piecesIn(document: CheckedDocument, isWanted: IsWanted): readonly PlacedPiece[] {
  const { parts, file, from, to } = piecesOf(document);
  const found: PlacedPiece[] = [];
  for (let i = 0; i < parts.length; i++) if (isWanted(file(i), from[i]!, to[i]!)) found.push({ piece: parts[i]!, span: { file: file(i), from: from[i]!, to: to[i]! } });
  return found;
}

const piecesOf: (document: CheckedDocument) => PlacedSpans<StatementPiece> = oncePer(({ compiled: { unplaced } }: CheckedDocument) =>
  placedSpans(statementPieces(unplaced.tree), ({ words }) => words.span, unplaced.layout),
);

/** The places of the statements that have several lines. */
const longStatements: (document: CheckedDocument) => readonly Span[] = oncePer((document: CheckedDocument) =>
  piecesOf(document)
    .parts.filter(isLong)
    .map(({ words }) => document.compiled.unplaced.layout.at(words.span)),
);

/** By file, the places in order, merged where they overlap. */
function disjoint(spans: readonly Span[]): ReadonlyMap<number, readonly Span[]> {
  const files = new Map<number, Span[]>();
  for (const span of [...spans].sort((a, b) => a.file - b.file || a.from - b.from || b.to - a.to)) {
    const list = files.get(span.file) ?? [];
    files.set(span.file, list);
    const last = list.at(-1);
    if (last && span.from < last.to) list[list.length - 1] = { ...last, to: Math.max(last.to, span.to) };
    else if (span.to > span.from) list.push(span);
  }
  return files;
}

function isCovered(covered: ReadonlyMap<number, readonly Span[]>, file: number, offset: number): boolean {
  const list = covered.get(file) ?? [];
  const one = list[firstEndingAfter(list, offset)];
  return one !== undefined && one.from <= offset;
}

/** The covered parts of a place, as offsets in it: start, end, start, end … */
function coveredWithin(covered: ReadonlyMap<number, readonly Span[]>, { file, from, to }: Span): readonly number[] {
  const list = covered.get(file) ?? [];
  const parts: number[] = [];
  for (let at = firstEndingAfter(list, from); at < list.length && list[at]!.from < to; at++) parts.push(Math.max(list[at]!.from, from) - from, Math.min(list[at]!.to, to) - from);
  return parts;
}

function firstEndingAfter(list: readonly Span[], offset: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle]!.to <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Every place of a thing, its definition included. A part is also mentioned by the names that its whole and it derive from each other. */
export function referencesOf(document: CheckedDocument, thing: Thing): readonly Reference[] {
  const known = referencesKnown(document);
  const key = keyOfThing(thing);
  const found = known.get(key) ?? findReferences(document, thing);
  known.set(key, found);
  return found;
}

const referencesKnown: (document: CheckedDocument) => Map<string, readonly Reference[]> = oncePer(() => new Map());

function findReferences(document: CheckedDocument, thing: Thing): readonly Reference[] {
  const things = [thing, ...(thing.kind === "entity" ? derivedFields(namesOf(document).product, thing.name) : [])];
  if (complete.has(document)) {
    const found = things.flatMap((one) => referencesByKey(document).get(keyOfThing(one)) ?? []);
    return things.length === 1 ? found : found.sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from);
  }
  const keys = new Set(things.map(keyOfThing));
  return collect(document, linesNaming(document, things)).all.filter((one) => keys.has(keyOfThing(one.thing)));
}

/** References in successive versions share their things. */
const keyOnce: (thing: Thing) => string = oncePer(keyOfThing);

const referencesByKey: (document: CheckedDocument) => ReadonlyMap<string, readonly Reference[]> = oncePer((document: CheckedDocument) => {
  const found = new Map<string, Reference[]>();
  for (const one of occurrencesIn(document).all) {
    const key = keyOnce(one.thing);
    const known = found.get(key);
    if (known) known.push(one);
    else found.set(key, [one]);
  }
  return found;
});

/** Everything in a line with the first word of one of the names. */
function linesNaming(document: CheckedDocument, things: readonly Thing[]): IsWanted {
  const { byFirstWord } = namesOf(document).vocabulary;
  const keys = new Set(things.map(keyOfThing));
  const words = new Set(things.flatMap(({ name }) => wordsOf(name).slice(0, 1)));
  for (const [word, mentions] of byFirstWord) if (mentions.some((one) => keys.has(keyOfThing(one.thing)))) words.add(word);
  return linesWith(document.sources, longStatements(document), words);
}

/** The list of its parts in a whole, and the whole in a part, where the document names neither. */
function derivedFields(product: Product, name: string): readonly Thing[] {
  return product.entities.flatMap(({ name: part, partOf }): Thing[] => {
    if (!partOf || (name !== part && name !== partOf.entity)) return [];
    const [entity, field] = name === part ? [partOf.entity, partOf.list] : [part, partOf.field];
    const owner = entityOf(product, entity);
    return owner && fieldOf(owner, field)?.source === null ? [{ kind: "field", name: field, entity }] : [];
  });
}
