/**
 * Parses what people write of whole records instead of their fields: `it is published`, `the load is released`,
 * `every fee of the application is paid`. A word after `is` names a state, another choice or a yes/no field of the record.
 */
import { nearest } from "@nonet/source";
import { fieldNames, fieldOf, isKnown, knownNameAt, resolveName } from "../syntax/names.ts";
import { hole, isWord, parseSum, peek, type Reader, replaceBy, report, spanSince, within } from "../syntax/reader.ts";
import { describe } from "../types/describe.ts";
import type { Expression } from "../types/expression.ts";
import { boolean } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildName } from "../typing/name.ts";
import { buildPath } from "../typing/path.ts";
import { withChoices, withOtherChoices } from "./choices.ts";

/** `it`, before `is` or `has`: the element in a filter, otherwise the record itself. */
export function parseIt(r: Reader): Expression | undefined {
  if (r.dynamic || !/^it$/i.test(peek(r).text) || isKnown(r, "it") || !/^(?:is|isn|has)$/.test(peek(r, 1).text)) return undefined;
  const { from } = peek(r);
  r.at++;
  const self = subject(r, from);
  if (!self) r.at--;
  return self;
}

/** `is published`, `is not open or paid`, `has a tray` after a record, consumed; undefined if the words say nothing of its fields. */
export function describedRecord(r: Reader, value: Expression): Expression | undefined {
  if (r.dynamic || value.type.kind !== "record") return undefined;
  const { at } = r;
  const from = value.span.from - r.from;
  const found = /^(?:has|have)$/.test(peek(r).text) ? hasField(r, value, from) : isSo(r, value, from);
  if (!found) r.at = at;
  return found;
}

function isSo(r: Reader, value: Expression, from: number): Expression | undefined {
  if (!/^(?:is|are|isn|aren)$/.test(peek(r).text)) return undefined;
  const negates = peek(r).text.endsWith("n");
  r.at += negates ? 3 : 1;
  const not = negates || takeWord(r, /^not$/);
  const fields = fieldNames(r, value.type).map((name) => ({ name, type: fieldOf(r, value.type, fold(name))!.typed.type }));
  if (/^an?$/.test(peek(r).text) && !isKnown(r, peek(r).text)) r.at++;
  if (isWord(peek(r), "in") && /^states?$/.test(peek(r, 1).text)) r.at += 2;
  const chosen = fields.filter(({ type }) => type.kind === "string" && longest(r, type.choices ?? []) > 0);
  const flags = fields.filter(({ name, type }) => type.kind === "boolean" && longest(r, [name]) > 0);
  const length = Math.max(0, ...chosen.map(({ type }) => longest(r, type.kind === "string" ? type.choices! : [])), ...flags.map(({ name }) => longest(r, [name])));
  const fitting = [...chosen.filter(({ type }) => type.kind === "string" && longest(r, type.choices!) === length), ...flags.filter(({ name }) => longest(r, [name]) === length)];
  const one = fitting.length === 1 ? fitting[0]! : undefined;
  if (!one || comparesRecords(r)) return undefined;
  if (one.type.kind === "boolean") {
    r.at += length;
    const place = spanSince(r, from);
    const field = pathTo(r, value, one.name, from);
    return not ? buildBuiltin(r, "not", [{ value: field }], place, place) : field;
  }
  const field = pathTo(r, value, one.name, from);
  const same = buildComparison(
    r,
    not ? "!=" : "=",
    field,
    withChoices(r, one.type, () => parseSum(r)),
  );
  return not ? same : withOtherChoices(r, field, same);
}

/** `has a tray`, `has no tray`. */
function hasField(r: Reader, value: Expression, from: number): Expression | undefined {
  r.at++;
  const none = takeWord(r, /^no$/);
  if (!none && !takeWord(r, /^an?$/)) return undefined;
  const names = fieldNames(r, value.type);
  const run = knownNameAt(r, (folded) => names.some((name) => fold(name) === folded));
  const field = run && fieldOf(r, value.type, fold(run.name));
  if (!run || !field || field.typed.type.kind === "list" || field.typed.type.kind === "boolean") return undefined;
  r.at += run.tokens;
  const place = spanSince(r, from);
  const nothing: Expression = { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: place };
  return { ...buildComparison(r, none ? "=" : "!=", pathTo(r, value, field.name, from), nothing), span: place };
}

/** `every fee of the application is paid`, `all lines are done`, `no fee is open`; undefined if it isn't said so. */
export function parseEachInWords(r: Reader): Expression | undefined {
  if (!saysOfEach(r)) return undefined;
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  const said = eachInWords(r);
  if (said) return said;
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

/** Whether the words at the current token are read so; consumes nothing. */
export function isEachInWords(r: Reader): boolean {
  const { at } = r;
  const reported = r.diagnostics.length;
  const found = parseEachInWords(r) !== undefined;
  r.at = at;
  r.diagnostics.length = reported;
  return found;
}

const quantifiers = /^(?:every|each|all|some|any|no)$/i;
const verbs = /^(?:is|are|isn|aren|has|have)$/;

/** Whether the words of a quantifier are followed by a verb, and by no `satisfies`. */
function saysOfEach(r: Reader): boolean {
  // `all` is a function too.
  if (r.dynamic || !quantifiers.test(peek(r).text) || knownNameAt(r, (folded) => resolveName(r, folded) !== undefined)) return false;
  let count = 1;
  while (peek(r, count).kind === "word" && !verbs.test(peek(r, count).text) && !isWord(peek(r, count), "satisfies")) count++;
  if (count === 1 || !verbs.test(peek(r, count).text)) return false;
  for (; peek(r, count).kind !== "end"; count++) if (isWord(peek(r, count), "satisfies")) return false;
  return true;
}

function eachInWords(r: Reader): Expression | undefined {
  const { from, text } = peek(r);
  r.at++;
  takeWord(r, /^of$/);
  takeWord(r, /^(?:the|its|their)$/);
  const begin = peek(r).from;
  let count = 0;
  while (!verbs.test(peek(r, count).text) && !/^(?:of|in|on)$/.test(peek(r, count).text)) count++;
  if (count === 0) return undefined;
  r.at += count;
  const noun = fold(r.text.slice(begin, r.tokens[r.at - 1]!.to));
  const owner = verbs.test(peek(r).text) ? subject(r, begin) : ownerAt(r);
  const list = owner && listCalled(r, owner, noun, begin);
  if (!list || list.type.kind !== "list") return undefined;
  const name = stem(noun);
  const element: Expression = { kind: "variable", name, type: list.type.of, nullable: false, span: spanSince(r, begin) };
  const names = new Map([[name, { name, type: list.type.of, nullable: false, of: list }]]);
  const condition = within(r, { kind: "names", names }, () => describedRecord(r, element)) ?? reportAdjective(r, element, from);
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
  return /^no$/i.test(text) ? buildBuiltin(r, "not", [{ value: quantified }], place, place) : quantified;
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
function ownerAt(r: Reader): Expression | undefined {
  const { from } = peek(r);
  r.at++;
  takeWord(r, /^(?:the|this|its|their)$/);
  const self = subject(r, from);
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
  const wanted = stem(noun);
  const lists = fieldNames(r, owner.type).flatMap((name) => {
    const type = fieldOf(r, owner.type, fold(name))!.typed.type;
    return type.kind === "list" && type.of.kind === "record" ? [{ name, of: type.of }] : [];
  });
  const called = lists.filter(({ name, of }) => stem(fold(name)) === wanted || stem(fold(of.name)) === wanted);
  if (called.length > 0) return called.length === 1 ? pathTo(r, owner, called[0]!.name, from) : undefined;
  const behind = lists.flatMap(({ name, of }) =>
    fieldNames(r, of)
      .filter((field) => stem(fold(field)) === wanted && fieldOf(r, of, fold(field))!.typed.type.kind === "record")
      .map((field) => [name, field] as const),
  );
  const [first] = behind;
  return first && behind.length === 1 ? pathTo(r, pathTo(r, owner, first[0], from), first[1], from) : undefined;
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
  const run = knownNameAt(r, (folded) => isKnown(r, folded));
  const found = run && resolveName(r, fold(run.name));
  const type = found?.from === "scope" ? (found.symbol.kind === "open" ? undefined : found.symbol.type) : found?.from === "item" ? found.field?.typed.type : found?.typed.type;
  return type?.kind === "record";
}

function takeWord(r: Reader, word: RegExp): boolean {
  const hit = peek(r).kind === "word" && word.test(peek(r).text);
  if (hit) r.at++;
  return hit;
}
