/**
 * Parses records that are named with what they are: `open Appointments of the patient`, `other open Orders`, `no other Sign-up of the
 * member on the same day`. The words before the name are a state or a yes/no field of the records.
 */
import { fieldOf, knownNameAt, resolveName } from "../syntax/names.ts";
import { cover, hole, isSign, isWord, parsePhraseOf, peek, type Reader, replaceBy, report, spanSince, within } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression } from "../types/expression.ts";
import { elementOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildAnd } from "../typing/logic.ts";
import { buildName } from "../typing/name.ts";
import { buildBracket, buildPath, itemFrame } from "../typing/path.ts";
import { take } from "../words/take.ts";
import { fieldReferring, fieldsReferring, recordsOf } from "../words/referring-records.ts";
import { selected } from "../words/which-records.ts";
import { listCalled, ownerAt, stem, subject } from "./records-in-words.ts";

/** Words of a state that stand before the name. */
const mostWords = 4;

export interface DescribedList {
  readonly list: Expression;
  /** `other` was said, so that the record itself doesn't count. */
  readonly isOther: boolean;
}

interface Reading {
  /** Whose the records are, where that was said before. */
  readonly owner?: Expression | undefined;
  /** A number is made of the list. */
  readonly isCounted: boolean;
  /** `another` was said before. */
  readonly isAnother?: boolean;
  /** What follows the list is read later. */
  readonly isProbe?: boolean;
  /** The name of a list alone is read elsewhere, also with `where` behind it. */
  readonly needsMore?: boolean;
}

/** Consumed; undefined, with nothing consumed, if no such records are named. */
export function parseDescribedList(r: Reader, reading: Reading): DescribedList | undefined {
  if (r.dynamic || peek(r).kind !== "word") return undefined;
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const found = described(r, reading, reported);
  if (found && !r.failed) return found;
  r.items = items;
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

function described(r: Reader, { owner, isCounted, isAnother = false, needsMore = false, isProbe = false }: Reading, reported: number): DescribedList | undefined {
  const { from } = peek(r);
  const isOther = isAnother || (!resolveName(r, "other") && take(r, "other"));
  const begin = r.at;
  const self = subject(r, from);
  const whose = owner ?? possessor(r, r.at, from);
  for (let words = 0; words <= mostWords && peek(r, words).kind === "word"; words++) {
    const noun = knownNameAt(r, (folded) => namesList(r, whose, folded, from), words);
    const list = noun && listAt(r, whose, fold(noun.name), from);
    if (!noun || !list) continue;
    const { items } = r;
    const frame = itemFrame(r, list);
    const item: Expression = { kind: "variable", name: frame.variable, type: elementOf(list.type), nullable: false, span: spanSince(r, from) };
    const conditions: Expression[] = [];
    const nounAt = r.at + words;
    if (words > 0) {
      const state = within(r, frame, () => parsePhraseOf(r, item, true));
      if (!state || r.at !== nounAt) return undefined;
      conditions.push(state);
    }
    r.at = nounAt + noun.tokens;
    // `any Visit of the child is …` is read where the statement about each begins.
    const of = isWord(peek(r), "of") || isWord(peek(r), "for") ? ownerAfter(r, frame, item) : undefined;
    if (of) conditions.push(of);
    const same = self && isOther ? parseSame(r, item, self) : [];
    if (!same) return undefined;
    conditions.push(...same);
    if (isOther) {
      if (self?.type.kind !== "record" || item.type.kind !== "record" || self.type.name !== item.type.name || r.frames.some(({ kind }) => kind === "item")) return undefined;
      conditions.push(within(r, frame, () => buildComparison(r, "!=", item, self)));
    }
    const [first] = conditions;
    if ((needsMore && !first && (list.kind !== "filter" || isSign(peek(r), "."))) || r.diagnostics.length > reported) return undefined;
    const place = spanSince(r, r.tokens[begin]!.from);
    // No condition has used the frame.
    if (!first) r.items = items;
    const all = first
      ? buildBracket(
          r,
          list,
          frame.variable,
          conditions.reduce((left, right) => buildAnd(r, left, right)),
          cover(list.span, place),
        )
      : list;
    return { list: isProbe ? all : selected(r, all, isCounted), isOther };
  }
  return undefined;
}

/** The list of the owner, or all records of an entity with a capital letter or in the plural. */
function listAt(r: Reader, owner: Expression | undefined, noun: string, from: number): Expression | undefined {
  if (owner) {
    const all = allCalled(r, noun, from);
    return listCalled(r, owner, noun, from) ?? (all && recordsOf(r, all, owner));
  }
  const self = subject(r, from);
  const all = allCalled(r, noun, from);
  const isOwnKind = all?.type.kind === "list" && all.type.of.kind === "record" && self?.type.kind === "record" && all.type.of.name === self.type.name;
  // `no outstanding fees`, of a record that has fees: its own.
  return isOwnKind || !self ? all : (listCalled(r, self, noun, from) ?? all);
}

function namesList(r: Reader, owner: Expression | undefined, noun: string, from: number): boolean {
  if (!owner) return listAt(r, owner, noun, from) !== undefined;
  const all = allCalled(r, noun, from);
  const isOwned = all?.type.kind === "list" && owner.type.kind === "record" && fieldReferring(r, all.type.of, owner.type) !== undefined;
  return isOwned || listCalled(r, owner, noun, from) !== undefined;
}

function allCalled(r: Reader, noun: string, from: number): Expression | undefined {
  for (const name of [noun, stem(noun)]) {
    const found = resolveName(r, name);
    const named = found && buildName(r, name, found, spanSince(r, from), false);
    if (named?.kind === "global" && named.type.kind === "list" && named.type.of.kind === "record") return named;
  }
  return undefined;
}

/** `of the patient`, `for the child`: the condition on the field that refers to such a record. */
function ownerAfter(r: Reader, frame: ReturnType<typeof itemFrame>, item: Expression): Expression | undefined {
  const { at } = r;
  const { from } = peek(r);
  if (take(r, "of the same") || take(r, "for the same")) {
    r.at = at;
    return undefined;
  }
  const owner = ownerAt(r);
  const named = owner?.kind === "path" && owner.type.kind === "record" ? fieldOf(r, item.type, fold(owner.field)) : undefined;
  const isSameField = owner?.type.kind === "record" && named?.typed.type.kind === "record" && named.typed.type.name === owner.type.name;
  const field = owner?.type.kind === "record" ? (isSameField ? named.name : fieldReferring(r, item.type, owner.type)) : undefined;
  if (!owner || field === undefined) {
    r.at = at;
    return undefined;
  }
  const place = spanSince(r, from);
  return within(r, frame, () => buildComparison(r, "=", buildPath(r, item, field, fold(field), place, place), owner));
}

/** `of the same member on the same date`: fields that the other records share with the record; undefined for a field that there isn't. */
function parseSame(r: Reader, item: Expression, self: Expression): readonly Expression[] | undefined {
  const conditions: Expression[] = [];
  for (;;) {
    const { at } = r;
    if (conditions.length > 0) take(r, "and");
    const isNext = conditions.length > 0 && peek(r, -1).text === "and" && (take(r, "the same") || take(r, "same") || isLast(r, item));
    const isSame = isNext || ["of the same", "with the same", "for the same", "on the same", "in the same", "at the same", "by the same"].some((words) => take(r, words));
    const field = isSame ? knownNameAt(r, (folded) => fieldOf(r, item.type, folded) !== undefined) : undefined;
    if (!field) {
      r.at = at;
      return isSame ? undefined : conditions;
    }
    const place = spanSince(r, peek(r).from);
    r.at += field.tokens;
    const [own, other] = [self, item].map((one) => buildPath(r, one, field.name, fold(field.name), place, place)) as [Expression, Expression];
    conditions.push(buildComparison(r, "=", other, own));
  }
}

/** Whether the name of a field follows, which nothing compares: `and day` at the end. */
function isLast(r: Reader, item: Expression): boolean {
  const field = knownNameAt(r, (folded) => fieldOf(r, item.type, folded) !== undefined);
  return field !== undefined && (peek(r, field.tokens).kind === "end" || /^(?:and|\)|,)$/.test(peek(r, field.tokens).text));
}

const isPossessive = (r: Reader, at: number): boolean =>
  !r.dynamic && at > 0 && /^(?:its|their)$/i.test(r.tokens[at > 1 && isWord(r.tokens[at - 1]!, "own") ? at - 2 : at - 1]!.text);

/** The record that `its` or `their` stands for, if the name at the token follows one of them. */
const possessor = (r: Reader, at: number, from: number): Expression | undefined => (isPossessive(r, at) ? subject(r, from) : undefined);

/** `their Visits`: of all records of the entity, those that refer to the record. All of them are never meant. */
export function possessed(r: Reader, named: Expression, at: number, from: number): Expression {
  if (named.kind !== "global" || named.type.kind !== "list" || named.type.of.kind !== "record" || !isPossessive(r, at)) return named;
  const owner = subject(r, from);
  const found = owner && recordsOf(r, named, owner);
  if (found) return found;
  const fields = owner?.type.kind === "record" ? fieldsReferring(r, named.type.of, owner.type) : [];
  const place = spanSince(r, r.tokens[at - 1]!.from);
  const entity = named.type.of.name;
  const own = fields.length === 0 && owner?.type.kind === "record" ? fieldsReferring(r, owner.type, named.type.of) : [];
  if (own.length > 0 && owner) {
    const whole = describe(owner.type);
    report(
      r,
      "unknown-name",
      place,
      `A name with a capital letter stands for all records. ${whole[0]!.toUpperCase()}${whole.slice(1)} refers to ${describe(named.type.of)} as "${own.join('", "')}".`,
      {
        hint: `Write \`${own.join("` or `")}\`.`,
        fixes: own.map((field) => replaceBy(place, field)),
      },
    );
    return hole(place);
  }
  const one = describe(named.type.of);
  const several = `${one[0]!.toUpperCase()}${one.slice(1)} refers to ${owner ? describe(owner.type) : ""} in several fields: ${fields.join(", ")}.`;
  report(r, "unknown-name", place, fields.length > 0 ? several : `Nothing says which ${entity} records are meant by "${r.tokens[at - 1]!.text}".`, {
    hint: `Write the condition, such as \`${entity}[${fields[0] ?? "FIELD"} = this]\`.`,
    fixes: fields.map((field) => replaceBy(place, `${entity}[${field} = this]`)),
  });
  return named;
}
