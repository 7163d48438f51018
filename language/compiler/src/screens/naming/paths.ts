/** Columns, filters and groups as typed paths over the record: `item.name`, `month of start date`. */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Aggregate, Condition, FieldPath, Group } from "@nonet/model";
import { groupForms, readForm, type SlotTests, totalForms } from "@nonet/forms";
import { codeOf, isCode, isNone, slice, splitTop, type TextSpan } from "@nonet/notation";
import type { Context } from "../../context/context.ts";
import type { DeclaredEntity } from "../../declare/declared.ts";
import { tryForm } from "../../resolve/read-by-form.ts";
import { reportNearest } from "../../resolve/report-nearest.ts";
import { nameList } from "../../text/name-list.ts";
import { listedNames } from "../../text/listed-names.ts";
import { sameWord } from "../../text/same-word.ts";
import { split } from "../../text/split.ts";
import { plainName, plainText } from "./plain-name.ts";
import { aggregates, bucketOf, wordTests } from "./word-tests.ts";

/** The fields that every record has in addition to those of point 3. */
const ownFields = ["state", "created at", "created by", "updated at", "version", "id"];

/** The path; null (and reported) if it isn't one. */
export function compilePath(context: Context, words: TextSpan, self: string, what: string, given: readonly Expression[] = []): FieldPath | null {
  const expression = context.expression(canonicalFirst(context, plainName(words), self), { what, self, given });
  const path = stepsOf(expression);
  if (path) return { path, expression, label: labelOf(path) };
  if (expression.kind !== "hole")
    context.report("not-a-path", words.span, `"${words.text}" is not a field of ${self}.`, { hint: "For a computed column, add a field with `= …` to point 3." });
  return null;
}

export function compilePaths(context: Context, value: TextSpan, self: string, what: string): FieldPath[] {
  return namesIn(context, value, self).flatMap((words) => compileColumn(context, words, self, what) ?? []);
}

/** A column with an open type is kept: each of its cells shows that it is not shown. */
export function compileColumn(context: Context, words: TextSpan, self: string, what: string): FieldPath | null {
  const field = context.declared.entities.get(fold(self))?.fields.get(fold(plainName(words).text));
  if (field?.open === undefined) return compilePath(context, words, self, what);
  context.affects(field.open, what, words.span);
  const [of, span] = [{ kind: "variable" as const, name: "this", type: { kind: "record" as const, name: self }, nullable: false, span: words.span }, words.span];
  const expression: Expression = { kind: "path", of, field: field.name, listed: false, type: { kind: "string" }, nullable: true, span };
  return { path: [field.name], expression, label: labelOf([field.name]) };
}

/** A value that can be written as bullets below its attribute. */
export type Listed = TextSpan & { readonly items?: readonly TextSpan[] };

/** The value, or each of the bullets that stand for it. */
export const itemsOf = (value: Listed): readonly TextSpan[] => value.items ?? [value];

/** The parts of a list, without `none`. */
export const listOf = (value: Listed): TextSpan[] =>
  itemsOf(value)
    .flatMap(partsOf)
    .flatMap((part) => (isCode(part) ? [part] : split(part, "/")));

/** The same for fields, which `and` joins as well: `category and best before`, unless a field is called so. */
export const namesIn = (context: Context, value: Listed, self: string): TextSpan[] =>
  listOf(value).flatMap((words) => {
    const isField = (one: TextSpan): boolean => sameWord(one.text.split(".")[0]!, [...fieldNames(context, self), ...ownFields]) !== undefined;
    if (isCode(words) || sameWord(words.text, fieldNames(context, self)) !== undefined) return [words];
    const names = listedNames(words);
    return names.length > 1 && names.every(isField) ? names : [words];
  });

/** The same for parts that can be expressions, in which `/` divides. */
const partsOf = (value: TextSpan): TextSpan[] => (isNone(value) ? [] : splitTop(withoutStop(value), ",").map(withoutLink));

/** Without the full stop at the end. */
export const withoutStop = (value: TextSpan): TextSpan => (/[^.]\.$/.test(value.text) ? slice(value, 0, value.text.length - 1) : value);

/** `and`, `then` before the last part of a list. */
function withoutLink(part: TextSpan): TextSpan {
  const link = /^(?:and(?:\s+then)?|then)\s+/i.exec(part.text);
  return link ? slice(part, link[0].length, part.text.length) : part;
}

/** A field of the entity by its canonical name; null (and reported) if there is none. */
export function fieldNamed(context: Context, words: TextSpan, entity: string): string | null {
  const names = fieldNames(context, entity);
  const plain = plainName(words).text;
  const found = sameWord(plain, names) ?? sameWord(plain.replace(/^(?:the|its|an?)\s+/i, ""), names);
  if (found !== undefined || reportPath(context, words, entity)) return found ?? null;
  reportNearest(context, "unknown-field-shown", words, `${entity} has no field "${words.text}"`, names);
  return null;
}

/** `unit.landlord`: a page and a form show the record's own fields, which may be computed from a path. */
function reportPath(context: Context, words: TextSpan, entity: string): boolean {
  const path = codeOf(words).text;
  if (!path.includes(".") || context.tryExpression({ text: path, span: words.span }, { what: "a field", self: entity }) === null) return false;
  const own = fieldNames(context, entity).map(fold);
  const [last, whole] = [path.split(".").at(-1)!.trim(), path.replace(/\s*\.\s*/g, " ")];
  const name = own.includes(fold(last)) ? whole : last;
  context.report("unknown-field-shown", words.span, `Only fields of ${entity} itself can stand here, and "${path}" is a field of another record.`, {
    hint: `Add a computed field to ${entity}, \`${name} = ${path}\`, and write \`${name}\`.`,
    fixes: [
      { title: `Add the computed field "${name}"`, edits: [{ span: words.span, text: name }], adds: [{ kind: "bullet", point: 3, below: entity, text: `${name} = \`${path}\`` }] },
    ],
  });
  return true;
}

export function fieldNames(context: Context, entity: string): readonly string[] {
  const declared = context.declared.entities.get(fold(entity));
  const known = declared && names.get(declared);
  if (known) return known;
  const found = namesOf(declared);
  if (declared) names.set(declared, found);
  return found;
}

/** Made once for an entity. */
const names = new WeakMap<DeclaredEntity, readonly string[]>();

function namesOf(declared: DeclaredEntity | undefined): readonly string[] {
  const fields = [...(declared?.fields.values() ?? [])].map((field) => field.name);
  return [...fields, ...ownFields.filter((name) => name !== "state" || (declared?.states.length ?? 0) > 0)];
}

/** `month of start date`, `item.category`. */
export function compileGroup(context: Context, words: TextSpan, self: string, what: string): Group | null {
  const line = tryForm(groupForms, words, groupTests(context, self)) ?? tryForm(groupForms, words, wordTests);
  const bucket = line?.name === "bucket" && !isField(context, self, words) ? line.slots["bucket"] : undefined;
  const of = compilePath(context, line?.slots["field"] && !isField(context, self, words) ? line.slots["field"] : words, self, what);
  if (!of) return null;
  const type = of.expression.type;
  if (bucket && type.kind !== "date" && type.kind !== "date and time") {
    context.report("unsuitable-field", words.span, `"${of.path.join(".")}" is not a date, so it can't be grouped by ${bucket.text.toLowerCase()}.`);
    return null;
  }
  const kind: Group["bucket"] = bucket ? bucketOf(bucket.text)! : "value";
  return { of, bucket: kind, label: kind === "value" ? of.label : capital(`${kind} of ${of.path.join(" ")}`) };
}

const groupTests = (context: Context, self: string): SlotTests => {
  const names = fieldNames(context, self);
  return { ...wordTests, field: (text) => sameWord(plainText(text).split(".")[0]!, names) !== undefined };
};

/** `item, month of start date`, `item and month of start date`. */
export const groupsIn = (context: Context, value: Listed, self: string): readonly TextSpan[] => {
  const isGroup = (text: string): boolean => isField(context, self, { ...value, text }) || readForm(groupForms, text, groupTests(context, self)).kind === "match";
  return listOf(value).flatMap((part) => (isGroup(part.text) ? [part] : nameList(part, isGroup)));
};

/** A field can be called `month of birth`. */
const isField = (context: Context, self: string, words: TextSpan): boolean => sameWord(codeOf(words).text, fieldNames(context, self)) !== undefined;

/** Whether the words are a value for a report, such as `sum of fee`, and no field of the record. */
export function isAggregate(context: Context, words: TextSpan, self: string): boolean {
  const line = sameWord(words.text, fieldNames(context, self)) === undefined ? tryForm(totalForms, words, wordTests) : null;
  return line?.name === "count" || (line?.name === "total" && aggregates[fold(plainText(line.slots["function"]!.text))] !== undefined);
}

/** `count`, `sum of fee`; `where`: what holds of every record of the report. */
export function compileAggregate(context: Context, words: TextSpan, self: string, where: Condition | null, what: string): Aggregate | null {
  const line = tryForm(totalForms, words, wordTests);
  if (line?.name === "count") return { function: "count", of: null, label: "Count" };
  const name = line && aggregates[fold(plainText(line.slots["function"]!.text))];
  if (!name) {
    reportNearest(context, "unknown-choice", words, `"${words.text}" is not a value for a report`, ["count", "sum of FIELD", "mean of FIELD", "min of FIELD", "max of FIELD"]);
    return null;
  }
  const of = compilePath(context, line.slots["field"]!, self, what, where ? [where.expression] : []);
  if (!of || !canAggregate(context, name, of.expression.type, words) || mixesCurrencies(context, of, words)) return null;
  return { function: name, of, label: capital(`${name} of ${of.path.join(" ")}`) };
}

/** Aggregates combine the amounts of many records. */
function mixesCurrencies(context: Context, { expression: { type }, path }: FieldPath, words: TextSpan): boolean {
  if (type.kind !== "number" || type.unitIn === undefined || type.unit !== undefined) return false;
  const currency = type.unitIn.replace(/^this\./, "");
  context.report("unsuitable-field", words.span, `The currency of ${path.join(" ")} depends on \`${currency}\` of each record, so the amounts can't be added up.`, {
    hint: `Show one currency, \`… where ${currency} = "EUR"\`, or use a computed field that converts the amounts, \`amount * rate\`.`,
  });
  return true;
}

export function canAggregate(context: Context, name: Aggregate["function"], type: Type, words: TextSpan): boolean {
  const ok = type.kind === "number" || type.kind === "any" || type.kind === "open" || ((name === "min" || name === "max") && ["date", "date and time", "time"].includes(type.kind));
  if (!ok) context.report("unsuitable-field", words.span, `This is not a number, so it has no ${name}.`);
  return ok;
}

/** The steps of a pure path over `this`; null for any other expression. */
export function stepsOf(expression: Expression): string[] | null {
  if (expression.kind !== "path") return null;
  if (expression.of.kind === "variable") return expression.of.name === "this" ? [expression.field] : null;
  const before = stepsOf(expression.of);
  return before && [...before, expression.field];
}

/** A field written in another letter case than its definition could be read as an entity: `Category` in a list of items. */
function canonicalFirst(context: Context, words: TextSpan, self: string): TextSpan {
  const first = words.text.split(".")[0]!;
  const name = sameWord(first, fieldNames(context, self));
  if (name === undefined) return spacedPath(context, words, self);
  return name === first || name.length !== first.trimEnd().length ? words : { text: name + words.text.slice(name.length), span: words.span };
}

/** `item category` as `item.category`, where `item` refers to a record that has a category. */
function spacedPath(context: Context, words: TextSpan, self: string): TextSpan {
  const fields = context.declared.entities.get(fold(self))?.fields;
  for (const { index } of words.text.matchAll(/ /g)) {
    const type = fields?.get(fold(words.text.slice(0, index)))?.type;
    if (type?.kind === "reference" && sameWord(words.text.slice(index + 1).split(".")[0]!, fieldNames(context, type.entity)) !== undefined)
      return { ...words, text: `${words.text.slice(0, index)}.${words.text.slice(index + 1)}` };
  }
  return words;
}

const labelOf = (path: readonly string[]): string => capital(path.join(" "));
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
