/**
 * The names that a piece of a statement mentions outside expressions.
 *
 * The words are compared with the vocabulary: of the names that can stand at a place, the longest counts, then the one of
 * the entity that the line is about. An unchanged piece is the same object in the next version of the document, and what it
 * mentions is reused there as long as the names of the document are the same.
 */
import { entityOf, fieldOf, type Product } from "@nonet/model";
import { fold } from "@nonet/feel";
import type { Names, Subjects } from "./names.ts";
import type { StatementPiece } from "./statement-pieces.ts";
import { keyOfThing, type Thing } from "./thing.ts";
import type { Mention, Vocabulary } from "./vocabulary.ts";

export interface MentionInPiece {
  readonly thing: Thing;
  /** Offsets in the piece. */
  readonly from: number;
  readonly to: number;
}

export interface MentionsOfPiece {
  readonly text: string;
  /** The parts of the piece that are expressions or prose, as offsets: start, end, start, end … */
  readonly covered: readonly number[];
  readonly found: readonly MentionInPiece[];
  /** The keys of things that might be meant where another one was chosen, or the reverse. */
  readonly doubtful: ReadonlySet<string>;
}

const mentionsKnown = new WeakMap<StatementPiece, { readonly names: Names; readonly mentions: MentionsOfPiece }>();

/** `text`: of the piece; `covered`: as in the result. */
export function mentionsIn(piece: StatementPiece, names: Names, text: string, covered: readonly number[]): MentionsOfPiece {
  const known = mentionsKnown.get(piece);
  if (known && known.names === names && known.mentions.text === text && isSame(known.mentions.covered, covered)) return known.mentions;
  const mentions = findMentions(names, piece, text, covered);
  mentionsKnown.set(piece, { names, mentions });
  return mentions;
}

function isSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((one, i) => one === b[i]);
}

interface Word {
  readonly folded: string;
  readonly from: number;
  readonly to: number;
}

function findMentions({ product, vocabulary, subjects }: Names, piece: StatementPiece, text: string, covered: readonly number[]): MentionsOfPiece {
  const words = wordsIn(text);
  const silent = silentRanges(text, piece);
  const found: MentionInPiece[] = [];
  const doubtful = new Set<string>();
  let about = entityAbout(piece, subjects);
  for (let i = 0; i < words.length; i++) {
    const { from } = words[i]!;
    if (isWithin(covered, from) || silent.some((range) => from >= range.from && from < range.to)) continue;
    const owner = ownerBefore(product, found.at(-1), text, from) ?? about;
    const fitting = fittingAt(longest(vocabulary, words, i, text, piece), piece, owner, text, from);
    const mention = fitting.length < 2 ? fitting[0] : best(fitting, piece, owner, text.slice(from, words[i + fitting[0]!.words.length - 1]!.to), doubtful);
    if (!mention) continue;
    const last = words[i + mention.words.length - 1]!;
    found.push({ thing: mention.thing, from, to: last.to });
    if (mention.thing.kind === "entity" && !(piece.point === 3 && about !== null)) about = mention.thing.name;
    i += mention.words.length - 1;
  }
  return { text, covered, found, doubtful };
}

function isWithin(ranges: readonly number[], offset: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (offset >= ranges[i]! && offset < ranges[i + 1]!) return true;
  return false;
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
function ownerBefore(product: Product, before: MentionInPiece | undefined, text: string, at: number): string | null {
  if (!before || before.thing.kind !== "field" || before.thing.entity === null || text.slice(before.to, at) !== ".") return null;
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

/** The entity that a piece is about: its section's, its row's, or the one that its screen or its call is about. */
function entityAbout({ point, section, row }: StatementPiece, { entities, screens, calls }: Subjects): string | null {
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
