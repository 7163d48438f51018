/**
 * Parses what people write of whole records instead of their fields: `it is published`, `the load is released`,
 * `every fee of the application is paid`. A word after `is` names a state, another choice or a yes/no field of the record.
 */
import { nearest } from "@nonet/source";
import { fieldNames, fieldOf, isKnown, knownNameAt, resolveName, scopeNameAt } from "../syntax/names.ts";
import { hole, isWord, parsePhraseOf, parseSum, peek, type Reader, replaceBy, report, spanSince, textOf, within } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression } from "../types/expression.ts";
import { boolean, listOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildName } from "../typing/name.ts";
import { buildPath } from "../typing/path.ts";
import { parseAge } from "../words/times/age.ts";
import { takeAdverb } from "../words/copula.ts";
import { ofValues } from "../words/each-value.ts";
import { datedField } from "../words/times/dated-record.ts";
import { reachedState } from "../words/times/reached-state.ts";
import { isEmpty } from "../words/emptiness.ts";
import { recordsOf } from "../words/referring-records.ts";
import { withChoices, withOtherChoices } from "./choices.ts";

/** `it`, before `is` or `has`: the element in a filter, otherwise the record itself. */
export function parseIt(r: Reader): Expression | undefined {
  if (r.dynamic || !/^it$/i.test(peek(r).text) || isKnown(r, "it") || !/^(?:is|isn|has|hasn)$/.test(peek(r, 1).text)) return undefined;
  const { from } = peek(r);
  r.at++;
  const self = subject(r, from);
  if (!self) r.at--;
  return self;
}

/** `is published`, `is not open or paid`, `has a tray` after a record, consumed; undefined if the words say nothing of its fields. `isBare`: the verb stands further left. */
export function describedRecord(r: Reader, value: Expression, isBare = false): Expression | undefined {
  if (!r.dynamic && value.kind === "path" && value.type.kind === "list" && value.type.of.kind === "record") return reportUnquantified(r, value, value.type.of);
  if (r.dynamic || value.type.kind !== "record") return undefined;
  const { at } = r;
  const from = value.span.from - r.from;
  for (const read of isBare ? [isSo] : [isSo, hasField, lacks, parseAge]) {
    const found = read(r, value, from, isBare);
    if (found) return found;
    r.at = at;
  }
  return undefined;
}

/** `samples have passed`: all of them, or some. */
function reportUnquantified(r: Reader, list: Expression, type: Type): Expression | undefined {
  const { at } = r;
  const element: Expression = { kind: "variable", name: "element", type, nullable: false, span: list.span };
  const found = describedRecord(r, element);
  if (!found || r.failed) {
    r.at = at;
    return undefined;
  }
  const place = spanSince(r, list.span.from - r.from);
  const words = textOf(r, place);
  const forms = ["all", "some"].map((quantifier) => `${quantifier} ${words}`);
  report(r, "impossible-comparison", place, `"${words}" doesn't say of how many.`, {
    hint: `Write \`${forms.join("` or `")}\`.`,
    fixes: forms.map((form) => replaceBy(place, form)),
  });
  return hole(place);
}

/** Whether the verb at the current token negates, as in `isn't`; the verb is consumed. A state alone is a verb too: `a sample failed`. */
function takeVerb(r: Reader): boolean {
  const { text } = peek(r);
  const negates = /^(?:isn|aren|hasn|haven)$/.test(text);
  if (verbs.test(text)) r.at += negates ? 3 : 1;
  const not = takeWord(r, /^not$/) || negates;
  if (/^ha[sv]/.test(text)) takeWord(r, not ? /^yet$/ : /^already$/);
  if (/^ha[sv]/.test(text)) takeWord(r, /^been$/);
  else takeAdverb(r);
  return not;
}

/** `is published`, `has been paid`, `have not passed`, `failed`. */
function isSo(r: Reader, value: Expression, from: number, isBare: boolean): Expression | undefined {
  const isOpen = isBare || /^(?:is|are)/.test(peek(r).text);
  const not = takeVerb(r);
  const fields = fieldNames(r, value.type).map((name) => ({ name, type: fieldOf(r, value.type, fold(name))!.typed.type }));
  if (/^an?$/.test(peek(r).text) && !isKnown(r, peek(r).text)) r.at++;
  if (isWord(peek(r), "in") && /^states?$/.test(peek(r, 1).text)) r.at += 2;
  const chosen = fields.filter(({ type }) => type.kind === "string" && longest(r, type.choices ?? []) > 0);
  const flagged = (name: string): number => Math.max(isOpen ? longest(r, [name]) : 0, longest(r, withoutVerb(name, isOpen ? "is" : "has")));
  const flags = fields.filter(({ name, type }) => type.kind === "boolean" && flagged(name) > 0);
  const length = Math.max(0, ...chosen.map(({ type }) => longest(r, type.kind === "string" ? type.choices! : [])), ...flags.map(({ name }) => flagged(name)));
  const fitting = [...chosen.filter(({ type }) => type.kind === "string" && longest(r, type.choices!) === length), ...flags.filter(({ name }) => flagged(name) === length)];
  const one = fitting.length === 1 ? fitting[0]! : undefined;
  if (!one || comparesRecords(r)) return undefined;
  if (one.type.kind === "boolean") {
    r.at += length;
    const place = spanSince(r, from);
    const field = pathTo(r, value, one.name, from);
    return not ? buildBuiltin(r, "not", [{ value: field }], place, place) : field;
  }
  const state = isOpen || one.type.kind !== "string" ? undefined : one.type.choices!.find((choice) => longest(r, [choice]) === length);
  const begin = r.at;
  r.at += length;
  const reached = state === undefined ? undefined : reachedState(r, value, state, not, from);
  if (reached) return reached;
  r.at = begin;
  const field = pathTo(r, value, one.name, from);
  const same = buildComparison(
    r,
    not ? "!=" : "=",
    field,
    withChoices(r, one.type, () => parseSum(r)),
  );
  return not ? same : withOtherChoices(r, field, same);
}

/** What follows the verb in the name of a yes/no field: `cast` of `is cast`. */
const withoutVerb = (name: string, verb: string): readonly string[] => (fold(name).startsWith(`${verb} `) ? [name.slice(verb.length + 1)] : []);

/** `has a tray`, `has no tray`, `is in a tank`, `isn't in any tank`. */
function hasField(r: Reader, value: Expression, from: number): Expression | undefined {
  const isPlace = /^(?:is|are)/.test(peek(r).text);
  if (!verbs.test(peek(r).text)) return undefined;
  const not = takeVerb(r);
  if (isPlace && !takeWord(r, /^(?:in|on|at|with|under)$/)) return undefined;
  const none = takeWord(r, /^no$/) || not;
  if (!none || not) if (!takeWord(r, /^(?:an?|any)$/)) return undefined;
  const fields = fieldNames(r, value.type).map((name) => fieldOf(r, value.type, fold(name))!);
  const run = knownNameAt(r, (folded) => fieldCalled(fields, folded) !== undefined);
  const field = run && fieldCalled(fields, fold(run.name));
  if (!run || !field || field.typed.type.kind === "list" || field.typed.type.kind === "boolean") return undefined;
  r.at += run.tokens;
  const place = spanSince(r, from);
  const nothing: Expression = { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: place };
  return { ...buildComparison(r, none ? "=" : "!=", pathTo(r, value, field.name, from), nothing), span: place };
}

/** `without lines`, `is without a tray`, `with no lines`. */
function lacks(r: Reader, value: Expression, from: number): Expression | undefined {
  if (/^(?:is|are)$/.test(peek(r).text)) r.at++;
  if (!takeWord(r, /^without$/) && !(isWord(peek(r), "with") && isWord(peek(r, 1), "no") && (r.at += 2))) return undefined;
  takeWord(r, /^(?:an?|any|the|its|their)$/);
  const fields = fieldNames(r, value.type).map((name) => fieldOf(r, value.type, fold(name))!);
  const run = knownNameAt(r, (folded) => fieldCalled(fields, folded) !== undefined || listCalled(r, value, folded, from) !== undefined);
  const field = run && fieldCalled(fields, fold(run.name));
  const lacked = field ? pathTo(r, value, field.name, from) : run && listCalled(r, value, fold(run.name), from);
  if (!run || !lacked || lacked.type.kind === "boolean") return undefined;
  r.at += run.tokens;
  return isEmpty(r, lacked, from);
}

/** The field of that name, or the only one that refers to such a record. */
function fieldCalled<F extends { readonly name: string; readonly typed: { readonly type: Type } }>(fields: readonly F[], folded: string): F | undefined {
  const referring = fields.filter(({ typed: { type } }) => type.kind === "record" && fold(type.name) === folded);
  return fields.find(({ name }) => fold(name) === folded) ?? (referring.length === 1 ? referring[0] : undefined);
}

/** `every fee of the application is paid`, `all lines are done`, `no fee is open`; undefined if it isn't said so. */
export function parseEachInWords(r: Reader): Expression | undefined {
  if (!saysOfEach(r)) return undefined;
  const { at, failed, items } = r;
  const reported = r.diagnostics.length;
  const said = eachInWords(r);
  if (said) return said;
  r.items = items;
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

/** Whether the words at the current token are read so; consumes nothing. */
export function isEachInWords(r: Reader): boolean {
  const { at, items } = r;
  const reported = r.diagnostics.length;
  const found = parseEachInWords(r) !== undefined;
  r.items = items;
  r.at = at;
  r.diagnostics.length = reported;
  return found;
}

const quantifiers = /^(?:every|each|all|some|any|no|an?|one|none)$/i;
const verbs = /^(?:is|are|isn|aren|has|have|hasn|haven)$/;

/** Whether a quantifier is followed by words, and by no `satisfies`. */
function saysOfEach(r: Reader): boolean {
  // `all` is a function too.
  if (r.dynamic || !quantifiers.test(peek(r).text) || knownNameAt(r, (folded) => resolveName(r, folded) !== undefined)) return false;
  if (peek(r, 1).kind !== "word" || peek(r, 2).kind !== "word") return false;
  for (let count = 1; peek(r, count).kind !== "end"; count++) if (isWord(peek(r, count), "satisfies")) return false;
  return true;
}

function eachInWords(r: Reader): Expression | undefined {
  const { from, text } = peek(r);
  r.at++;
  if (!takeWord(r, /^of$/) && /^none$/i.test(text)) return undefined;
  const isPossessed = takeWord(r, /^(?:its|their)$/);
  if (!isPossessed) takeWord(r, /^the$/);
  const begin = peek(r).from;
  const self = subject(r, begin);
  let count = 1;
  while (peek(r, count).kind === "word" && !verbs.test(peek(r, count).text) && !/^(?:of|in|on)$/.test(peek(r, count).text)) count++;
  const isOwned = !verbs.test(peek(r, count).text) && peek(r, count).kind === "word";
  // `a sample failed`: the verb is no word of its own.
  const own = self && !verbs.test(peek(r, count).text) ? knownNameAt(r, (folded) => listCalled(r, self, folded, begin) !== undefined) : undefined;
  r.at += own?.tokens ?? count;
  const noun = fold(r.text.slice(begin, r.tokens[r.at - 1]!.to));
  const isNamed = isOwned && isWord(peek(r), "of");
  const owner = isOwned && /^(?:of|in|on)$/.test(peek(r).text) ? ownerAt(r) : self;
  const list = owner && (isListOf(owner, noun) ? owner : (listCalled(r, owner, noun, begin) ?? (isPossessed || isNamed ? referring(r, owner, noun, begin) : undefined)));
  const values = owner && !list ? valuesCalled(r, owner, noun, begin) : undefined;
  const quantity = /^(?:every|each|all)$/i.test(text) ? "every" : /^no(?:ne)?$/i.test(text) ? "none" : "some";
  if (values) return ofValues(r, values, quantity, from, (element) => parsePhraseOf(r, element));
  if (!list || list.type.kind !== "list") return undefined;
  const name = extentCalled(r, noun) && list.type.of.kind === "record" ? fold(list.type.of.name) : stem(noun);
  const element: Expression = { kind: "variable", name, type: list.type.of, nullable: false, span: spanSince(r, begin) };
  const names = new Map([[name, { name, type: list.type.of, nullable: false, of: list }]]);
  const condition =
    hasValue(r, element) ??
    within(r, { kind: "names", names }, () => describedRecord(r, element)) ??
    saidOfDate(r, element) ??
    isMember(r, element) ??
    (verbs.test(peek(r).text) ? reportAdjective(r, element, from) : undefined);
  if (!condition) return undefined;
  passOwner(r, owner);
  const place = spanSince(r, from);
  const all = /^(?:every|each|all)$/i.test(text);
  const quantified: Expression = {
    kind: "quantified",
    quantifier: all ? "every" : "some",
    bindings: [{ name, of: list }],
    condition,
    type: boolean,
    nullable: condition.nullable || list.nullable,
    span: place,
  };
  return /^no(?:ne)?$/i.test(text) ? buildBuiltin(r, "not", [{ value: quantified }], place, place) : quantified;
}

/** `their Visits`: all that refer to the record. */
function referring(r: Reader, owner: Expression, noun: string, from: number): Expression | undefined {
  const of = (extentCalled(r, noun) ?? extentCalled(r, stem(noun)))?.of;
  return of && recordsOf(r, { kind: "global", name: of.name, type: listOf(of), nullable: false, span: spanSince(r, from) }, owner);
}

/** `every visit is in the past`. */
function saidOfDate(r: Reader, element: Expression): Expression | undefined {
  const date = datedField(r, element);
  return date && (date.kind === "hole" ? date : parsePhraseOf(r, date));
}

/** `no allergen is in child.allergies`. */
const isMember = (r: Reader, element: Expression): Expression | undefined =>
  /^(?:is|are)$/.test(peek(r).text) && peek(r, peek(r, 1).text === "not" ? 2 : 1).text === "in" ? parsePhraseOf(r, element) : undefined;

/** The list of values that the noun names: `allergy` for `allergies`. */
function valuesCalled(r: Reader, owner: Expression, noun: string, from: number): Expression | undefined {
  if (owner.type.kind !== "record") return undefined;
  const name = fieldNames(r, owner.type).find((one) => stem(fold(one)) === stem(noun) && fieldOf(r, owner.type, fold(one))!.typed.type.kind === "list");
  return name === undefined ? undefined : pathTo(r, owner, name, from);
}

/** `every worker in crew`: the list itself is named. */
const isListOf = ({ type }: Expression, noun: string): boolean => type.kind === "list" && type.of.kind === "record" && stem(fold(type.of.name)) === stem(noun);

/** `has company = contractor`: a field of each record, compared with a value of the record whose condition it is. */
function hasValue(r: Reader, element: Expression): Expression | undefined {
  const { at } = r;
  const from = peek(r).from;
  const run = /^(?:has|have)$/.test(peek(r).text) ? knownNameAt(r, (folded) => fieldOf(r, element.type, folded) !== undefined, 1) : undefined;
  const sign = run ? peek(r, 1 + run.tokens) : undefined;
  if (!run || sign?.kind !== "sign" || !["=", "!=", "<", "<=", ">", ">="].includes(sign.text)) return undefined;
  r.at += 2 + run.tokens;
  const field = pathTo(r, element, run.name, from);
  const compared = buildComparison(
    r,
    sign.text as "=",
    field,
    withChoices(r, field.type, () => parseSum(r)),
  );
  if (compared.kind === "hole") r.at = at;
  return compared.kind === "hole" ? undefined : { ...compared, span: spanSince(r, from) };
}

/** `in it`, `of this batch` after a statement about the records of a list: whose they are is clear. */
function passOwner(r: Reader, owner: Expression): void {
  const { at } = r;
  const named = /^(?:of|in|on)$/.test(peek(r).text) ? ownerAt(r) : undefined;
  if (named?.kind !== owner.kind || named.type.kind !== "record" || owner.type.kind !== "record" || named.type.name !== owner.type.name) r.at = at;
}

/** `every fee is pad`: the words after the verb say nothing of the record, nor would what follows them. */
function reportAdjective(r: Reader, { type }: Expression, from: number): Expression {
  const fields = type.kind === "record" ? fieldNames(r, type).map((name) => ({ name, type: fieldOf(r, type, fold(name))!.typed.type })) : [];
  const words = fields.flatMap(({ name, type: one }) => (one.kind === "string" ? (one.choices ?? []) : one.kind === "boolean" ? [name] : []));
  r.at++;
  while (/^(?:not|an?|in|states?)$/.test(peek(r).text)) r.at++;
  const begin = peek(r).from;
  while (peek(r).kind === "word" && !isWord(peek(r), "and") && !isWord(peek(r), "or")) r.at++;
  const place = spanSince(r, begin);
  const written = r.text.slice(begin, r.tokens[r.at - 1]!.to);
  const meant = nearest(written, words);
  report(r, "unknown-name", place, `"${written}" is no state and no yes/no field of ${describe(type)}.${meant === undefined ? "" : ` Did you mean "${meant}"?`}`, {
    hint: "Write a state, or `every x in LIST satisfies x.FIELD = VALUE`.",
    fixes: meant === undefined ? [] : [replaceBy(place, meant)],
  });
  while (peek(r).kind !== "end") r.at++;
  return hole(spanSince(r, from));
}

/** `of the application`, `of its order`: the record itself, or one to which it refers. */
export function ownerAt(r: Reader): Expression | undefined {
  const { from } = peek(r);
  r.at++;
  const self = subject(r, from);
  // `Orders of theirs`, `Orders of its own`.
  if (self && (takeWord(r, /^theirs$/) || (/^(?:its|their)$/.test(peek(r).text) && isWord(peek(r, 1), "own") && (r.at += 2)))) return self;
  takeWord(r, /^(?:the|this|its|their)$/);
  if (self && !isKnown(r, "it") && takeWord(r, /^it$/i)) return self;
  const own = self?.type.kind === "record" ? fold(self.type.name) : undefined;
  const run = knownNameAt(r, (folded) => folded === own || isKnown(r, folded));
  if (!run) return undefined;
  r.at += run.tokens;
  if (fold(run.name) === own) return self;
  const named = buildName(r, run.name, resolveName(r, fold(run.name)), spanSince(r, from), false);
  // `of the Application`: with a capital letter it is the list of all of them.
  return named.type.kind === "list" && named.type.of.kind === "record" && fold(named.type.of.name) === own ? self : named;
}

/** The one list of the record that the noun can mean: `fees`, or the trays of its items. */
export function listCalled(r: Reader, owner: Expression, noun: string, from: number): Expression | undefined {
  if (owner.type.kind !== "record") return undefined;
  const extent = extentCalled(r, noun);
  const wanted = stem(extent ? fold(extent.of.name) : noun);
  const lists = fieldNames(r, owner.type).flatMap((name) => {
    const type = fieldOf(r, owner.type, fold(name))!.typed.type;
    return type.kind === "list" && type.of.kind === "record" ? [{ name, of: type.of }] : [];
  });
  const exact = lists.filter(({ name, of }) => stem(fold(name)) === wanted || stem(fold(of.name)) === wanted);
  // `lines` of an order with `order lines`.
  const called = exact.length > 0 ? exact : lists.filter(({ name }) => stem(fold(name)).endsWith(` ${wanted}`));
  if (called.length > 0) return called.length === 1 ? pathTo(r, owner, called[0]!.name, from) : undefined;
  const behind = lists.flatMap(({ name, of }) =>
    fieldNames(r, of)
      .filter((field) => stem(fold(field)) === wanted && fieldOf(r, of, fold(field))!.typed.type.kind === "record")
      .map((field) => [name, field] as const),
  );
  const [first] = behind;
  return first && behind.length === 1 ? pathTo(r, pathTo(r, owner, first[0], from), first[1], from) : undefined;
}

/** All records of an entity whose name it is, with a capital letter. */
function extentCalled(r: Reader, noun: string): { readonly of: Type & { kind: "record" } } | undefined {
  const found = resolveName(r, noun);
  if (found?.from !== "scope" || found.symbol.kind !== "global" || found.symbol.type.kind !== "list" || found.symbol.type.of.kind !== "record") return undefined;
  return { of: found.symbol.type.of };
}

/** The singular of a regular plural. */
export const stem = (word: string): string =>
  word
    .replace(/ies$/, "y")
    .replace(/(s|x|z|ch|sh)es$/, "$1")
    .replace(/(?<=[^s])s$/, "");

/** The element in a filter, otherwise the record itself; undefined where there is none. */
export function subject(r: Reader, from: number): Expression | undefined {
  const frame = r.frames.findLast((one) => one.kind === "item");
  const place = spanSince(r, from);
  if (frame?.kind === "item") return { kind: "variable", name: frame.variable, type: frame.type, nullable: false, span: place };
  const found = resolveName(r, "this");
  return found && buildName(r, "this", found, place, false);
}

const pathTo = (r: Reader, of: Expression, name: string, from: number): Expression => buildPath(r, of, name, fold(name), spanSince(r, from), spanSince(r, from));

/** The number of tokens of the longest of the names at the current token. */
const longest = (r: Reader, names: readonly string[]): number =>
  peek(r).kind === "string" ? Number(names.includes(peek(r).value!)) : (knownNameAt(r, (folded) => names.some((name) => fold(name) === folded))?.tokens ?? 0);

/** `applicant is examiner`: a record is compared with another. */
function comparesRecords(r: Reader): boolean {
  const run = scopeNameAt(r);
  const found = run && resolveName(r, fold(run.name));
  const type = found?.from === "scope" ? (found.symbol.kind === "open" ? undefined : found.symbol.type) : found?.from === "item" ? found.field?.typed.type : found?.typed.type;
  return type?.kind === "record";
}

function takeWord(r: Reader, word: RegExp): boolean {
  const hit = peek(r).kind === "word" && word.test(peek(r).text);
  if (hit) r.at++;
  return hit;
}
