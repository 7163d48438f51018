/**
 * Every place at which a document mentions a name.
 *
 * Inside expressions the typed trees say what a name means. Elsewhere the words are compared with the vocabulary: of the
 * names that can stand at a place, the longest counts, then the one of the entity that the line is about.
 */
import { fold } from "@nonet/feel";
import type { Product } from "@nonet/model";
import { fieldOf, entityOf } from "@nonet/model";
import type { Span } from "@nonet/source";
import { type CheckedDocument, oncePer } from "../document/checked-document.ts";
import { expressionReferences, type Reference } from "./expression-references.ts";
import { type StatementPiece, statementPieces } from "./statement-pieces.ts";
import { keyOfThing, type Thing } from "./thing.ts";
import { type Mention, type Vocabulary, vocabularyOf, wordsOf } from "./vocabulary.ts";
import { linesAround, linesWith } from "./wanted-lines.ts";

export interface Occurrences {
  /** In order of their places. */
  readonly all: readonly Reference[];
  /** By the key of the thing. */
  readonly of: ReadonlyMap<string, readonly Reference[]>;
  /** Whether an expression or prose stands at the offset: there, a word that is no reference is no name. */
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
  complete.has(document) ? occurrencesIn(document) : collect(document, linesAround(document.sources, statementPlaces(document), { file, from: offset, to: offset }));

function collect(document: CheckedDocument, isWanted: (place: Span) => boolean): Occurrences {
  const { product, compiled } = document;
  const { references, expressions } = expressionReferences(product, isWanted);
  const vocabulary = vocabularyOf(product);
  const headings = headingsOf(product);
  const covered = disjoint([...expressions.map(({ span }) => span).filter((span) => !headings.has(`${span.file}:${span.from}:${span.to}`)), ...compiled.prose]);
  const exact = new Set(references.map(placeOf));
  const found = [...references];
  const doubtful = new Set<string>();
  for (const piece of piecesOf(document))
    if (isWanted(piece.words.span)) for (const one of mentionsIn(piece, product, vocabulary, covered, doubtful)) if (!exact.has(placeOf(one))) found.push(one);
  found.sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from);
  const of = new Map<string, Reference[]>();
  for (const one of found) {
    const key = keyOfThing(one.thing);
    const known = of.get(key);
    if (known) known.push(one);
    else of.set(key, [one]);
  }
  return { all: found, of, doubtful, isKnown: (file, offset) => isCovered(covered, file, offset) };
}

const piecesOf: (document: CheckedDocument) => readonly StatementPiece[] = oncePer(({ compiled }: CheckedDocument) => statementPieces(compiled.tree));
const statementPlaces: (document: CheckedDocument) => readonly Span[] = oncePer((document: CheckedDocument) => piecesOf(document).map(({ words }) => words.span));

const placeOf = ({ span }: Reference): string => `${span.file}:${span.from}:${span.to}`;

/** A default expression has the place of the heading of its entity, which is no expression. */
const headingsOf: (product: Product) => ReadonlySet<string> = oncePer(
  ({ entities }: Product) => new Set(entities.flatMap(({ source }) => (source === null ? [] : [`${source.file}:${source.from}:${source.to}`]))),
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
  let low = 0;
  let high = list.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const one = list[middle]!;
    if (offset < one.from) high = middle - 1;
    else if (offset >= one.to) low = middle + 1;
    else return true;
  }
  return false;
}

interface Word {
  readonly folded: string;
  readonly from: number;
  readonly to: number;
}

function mentionsIn(piece: StatementPiece, product: Product, vocabulary: Vocabulary, covered: ReadonlyMap<number, readonly Span[]>, doubtful: Set<string>): readonly Reference[] {
  const { span } = piece.words;
  const text = product.sources[span.file]?.text.slice(span.from, span.to) ?? "";
  const words = wordsIn(text);
  const silent = silentRanges(text, piece);
  const found: Reference[] = [];
  let about = entityAbout(piece, product);
  for (let i = 0; i < words.length; i++) {
    const { from } = words[i]!;
    if (isCovered(covered, span.file, span.from + from) || silent.some((range) => from >= range.from && from < range.to)) continue;
    const owner = ownerBefore(product, found.at(-1), text, from, span.from) ?? about;
    const fitting = fittingAt(longest(vocabulary, words, i, text, piece), piece, owner, text, from);
    const mention = fitting.length < 2 ? fitting[0] : best(fitting, piece, owner, text.slice(from, words[i + fitting[0]!.words.length - 1]!.to), doubtful);
    if (!mention) continue;
    const last = words[i + mention.words.length - 1]!;
    found.push({ thing: mention.thing, span: { file: span.file, from: span.from + from, to: span.from + last.to } });
    if (mention.thing.kind === "entity" && !(piece.point === 3 && about !== null)) about = mention.thing.name;
    i += mention.words.length - 1;
  }
  return found;
}

/** Without fields of other entities than the one that the line is about, and with calls alone where one is sent. */
function fittingAt(list: readonly Mention[], piece: StatementPiece, owner: string | null, text: string, from: number): readonly Mention[] {
  if (list.length === 0) return list;
  const before = text.slice(0, from);
  if (/\b(?:send|call|sends|calls)\s+["`]?$/i.test(before)) return list.filter(({ thing }) => thing.kind === "call");
  // The parts of a number's pattern that a calendar fills in.
  if (piece.isType && before.endsWith("{") && /^(?:year|month|day)\}/i.test(text.slice(from))) return [];
  // `Order: lines` in the matrix.
  if (piece.point === 6 && piece.firstCounts && before.includes(":") && list.some(({ thing }) => thing.kind === "field"))
    return list.filter(({ thing }) => thing.kind === "field" && (owner === null || thing.entity === owner));
  if (piece.isStep || owner === null) return list;
  return list.filter(({ thing }) => thing.kind !== "field" || thing.entity === owner);
}

/** The mention that fits best: one of the kind that counts here, then one of the entity that the line is about, then one in the same letter case. */
function best(list: readonly Mention[], place: StatementPiece, owner: string | null, written: string, doubtful: Set<string>): Mention {
  const rank = ({ thing, text: name }: Mention): number =>
    (place.firstCounts && thing.kind === place.kinds[0] ? 16 : 0) + (thing.entity !== null && owner !== null && thing.entity === owner ? 8 : 0) + (name === written ? 4 : 0);
  const ranked = list
    .map((mention) => ({ mention, rank: rank(mention) }))
    .sort((a, b) => b.rank - a.rank || place.kinds.indexOf(a.mention.thing.kind) - place.kinds.indexOf(b.mention.thing.kind));
  const [first, second] = ranked as [(typeof ranked)[0], (typeof ranked)[0]];
  // A choice by letter case or by kind alone may be wrong.
  if (first.rank - second.rank < 8) for (const one of ranked) if (first.rank - one.rank < 8) doubtful.add(keyOfThing(one.mention.thing));
  return first.mention;
}

/** After `item.`: the entity to which the field before the point refers. */
function ownerBefore(product: Product, before: Reference | undefined, text: string, at: number, base: number): string | null {
  if (!before || before.thing.kind !== "field" || before.thing.entity === null || text.slice(before.span.to - base, at) !== ".") return null;
  const entity = entityOf(product, before.thing.entity);
  const type = entity && fieldOf(entity, before.thing.name)?.type;
  return type && "entity" in type ? type.entity : null;
}

function wordsIn(text: string): readonly Word[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map((match) => ({ folded: match[0].toLowerCase(), from: match.index, to: match.index + match[0].length }));
}

/** The longest names that stand at this word and whose kind can stand here. */
function longest(vocabulary: Vocabulary, words: readonly Word[], at: number, text: string, piece: StatementPiece): readonly Mention[] {
  const list = vocabulary.byFirstWord.get(words[at]!.folded);
  if (!list) return [];
  let length = 0;
  const found: Mention[] = [];
  for (const mention of list) {
    if (mention.words.length < length) break;
    if (!piece.kinds.includes(mention.thing.kind) || !matches(mention, words, at, text)) continue;
    // What somebody does stands in the steps of examples only.
    if (mention.form === "third person" && !piece.isStep) continue;
    if (mention.thing.kind === "field" && piece.isType && !/(?:\b(?:by|in)\s+|[{.])$/i.test(text.slice(0, words[at]!.from))) continue;
    if (mention.thing.kind === "screen" && !piece.firstCounts && !namesScreen.test(text.slice(0, words[at]!.from))) continue;
    length = mention.words.length;
    found.push(mention);
  }
  return found;
}

/** Screens are called like what they show, so that they are only meant where one is named. */
const namesScreen = /\b(?:screen|report|link to|opens?|sees|page|on|at)\s+["`]?$/i;

function matches({ words: name, thing }: Mention, words: readonly Word[], at: number, text: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const word = words[at + i];
    if (!word || word.folded !== name[i]) return false;
    const between = i === 0 ? "" : text.slice(words[at + i - 1]!.to, word.from);
    if (i > 0 && !/^[\s_-]+$/.test(between) && !(thing.kind !== "field" && /^[^\n|]{1,3}$/.test(between))) return false;
  }
  // Codes are written in capitals wherever they are used.
  return thing.kind !== "code" || text.slice(words[at]!.from, words[at + name.length - 1]!.to) === thing.name || thing.name.toUpperCase() !== thing.name;
}

/** Texts in quotation marks, choices, and what stands after the dash of an audience: words of people, no names. */
function silentRanges(text: string, piece: StatementPiece): readonly { readonly from: number; readonly to: number }[] {
  const found: { from: number; to: number }[] = [];
  if (!piece.quoted && text.includes('"')) for (const quote of text.matchAll(/"([^"\n]*)"/g)) found.push({ from: quote.index, to: quote.index + quote[0].length });
  // Of a route, the parameters are fields.
  if (text.includes("/")) for (const route of text.matchAll(/(?<![\p{L}\p{N}])\/[\p{L}:][\w:/.-]*/gu)) found.push(...withoutParameters(route.index, route[0]));
  if (text.includes("(")) for (const choices of text.matchAll(/\b(?:one|any) of\s*\(([^)]*)\)/gi)) found.push({ from: choices.index, to: choices.index + choices[0].length });
  if (piece.point === 1 || piece.point === 6) {
    const dash = /\s[—–-]\s(?!.*\bincludes?\b)/.exec(text);
    if (dash && piece.kinds.length === 1 && piece.kinds[0] === "role" && piece.row.length === 0) found.push({ from: dash.index, to: text.length });
  }
  return found;
}

function withoutParameters(at: number, route: string): readonly { readonly from: number; readonly to: number }[] {
  const ends = [...route.matchAll(/:[\w-]+/g)].map(({ index, 0: one }) => ({ from: index, to: index + one.length }));
  return [{ from: 0, to: 0 }, ...ends].map(({ to }, i) => ({ from: at + to, to: at + (ends[i]?.from ?? route.length) }));
}

/** By folded names and plurals, what pieces can be about. */
interface Subjects {
  readonly entities: ReadonlyMap<string, string>;
  readonly screens: ReadonlyMap<string, string>;
  readonly calls: ReadonlyMap<string, string>;
}

const subjectsOf: (product: Product) => Subjects = oncePer((product: Product): Subjects => {
  const entities = new Map<string, string>();
  for (const { name, plural } of product.entities) for (const one of [name, plural]) if (!entities.has(fold(one))) entities.set(fold(one), name);
  const screens = product.screens.flatMap(({ name, shows }) => ("entity" in shows ? [[fold(name), shows.entity] as const] : []));
  return { entities, screens: new Map(screens), calls: new Map(product.calls.flatMap(({ name, entity }) => (entity === null ? [] : [[fold(name), entity] as const]))) };
});

/** The entity that a piece is about: its section's, its row's, or the one that its screen or its call is about. */
function entityAbout({ point, section, row }: StatementPiece, product: Product): string | null {
  const { entities, screens, calls } = subjectsOf(product);
  for (const { text } of row) {
    const entity = entities.get(fold(text.split(/[,:]/)[0]!));
    if (entity !== undefined) return entity;
  }
  if (section === null) return null;
  const folded = fold(section);
  if (point === 2) return screens.get(folded) ?? null;
  if (point === 7) return calls.get(folded) ?? null;
  return entities.get(folded) ?? entities.get(fold(section.split(":")[0]!)) ?? entities.get(folded.split(" ")[0]!) ?? null;
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
  const things = [thing, ...(thing.kind === "entity" ? derivedFields(document.product, thing.name) : [])];
  const { of } = complete.has(document) ? occurrencesIn(document) : collect(document, linesNaming(document, things));
  const found = things.flatMap((one) => of.get(keyOfThing(one)) ?? []);
  return things.length === 1 ? found : found.sort((a, b) => a.span.file - b.span.file || a.span.from - b.span.from);
}

/** Everything in a line with the first word of one of the names. */
function linesNaming(document: CheckedDocument, things: readonly Thing[]): (place: Span) => boolean {
  const { byFirstWord } = vocabularyOf(document.product);
  const keys = new Set(things.map(keyOfThing));
  const words = new Set(things.flatMap(({ name }) => wordsOf(name).slice(0, 1)));
  for (const [word, mentions] of byFirstWord) if (mentions.some((one) => keys.has(keyOfThing(one.thing)))) words.add(word);
  return linesWith(document.sources, statementPlaces(document), words);
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
