/** A record page: its title, sections, tabs, related lists, actions, and `Show … when`. */
import { fold } from "@nonet/feel";
import { listForms } from "@nonet/forms";
import type { ListElement, Machine, Section, Shows } from "@nonet/model";
import { after, type Attribute, before, codeOf, isNone, slice, type TextSpan, trim } from "@nonet/notation";
import type { Span } from "@nonet/source";
import type { Context } from "../context/context.ts";
import { type FormLine, readByForm, tryForm } from "../resolve/read-by-form.ts";
import { capital } from "../text/english.ts";
import { isRole } from "../resolve/roles.ts";
import { sameWord } from "../text/same-word.ts";
import { compileOffered } from "./actions.ts";
import type { Details } from "./attributes.ts";
import { compileShowWhen } from "./form.ts";
import { type Ordered, selectionIn } from "./elements/list-selection.ts";
import { compileSort } from "./list.ts";
import { compileColumn, fieldNamed, fieldNames, itemsOf, listOf, withoutStop } from "./naming/paths.ts";
import { plainName } from "./naming/plain-name.ts";
import { orderIn } from "./naming/order-alone.ts";
import { fieldTests, isPath } from "./naming/slot-tests.ts";

type Record_ = Extract<Shows, { kind: "record" }>;

export interface RecordUse {
  readonly entity: string;
  readonly screen: string;
  readonly parameter: string | null;
  readonly machines: readonly Machine[];
}

export function compileRecord(context: Context, { entity, screen, parameter, machines }: RecordUse, details: Details): Record_ {
  const title = details.one("Title");
  const parts = details.all
    .filter(({ name }) => name === "Section" || name === "Tab")
    .map(({ name, attribute }) => compilePart(context, entity, screen, name === "Tab", attribute));
  return {
    kind: "record",
    entity,
    parameter,
    title: title && context.template(title, { what: `Title of ${screen}`, self: entity }),
    sections: parts.map(({ section }) => section),
    lists: [
      ...parts.flatMap(({ lists }) => lists),
      ...details.many("List").flatMap((attribute) => compileRelated(context, entity, { ...listWords(attribute), screen, tab: null }) ?? []),
    ],
    ...compileOffered(context, details.one("Actions"), { entity, machines, onRecord: true }),
    showWhen: compileShowWhen(context, details, entity, screen, (words) => fieldNamed(context, words, entity)),
  };
}

/** A section or tab: its fields, and lists of related records (`Tab "Medical": List "Treatments": treatments`). */
function compilePart(
  context: Context,
  entity: string,
  screen: string,
  isTab: boolean,
  attribute: Attribute,
): { readonly section: Section; readonly lists: readonly ListElement[] } {
  const title = attribute.title?.text ?? "";
  const source = attribute.bullet.span;
  const tab = isTab ? title : null;
  const fields: string[] = [];
  const lists: ListElement[] = [];
  const add = (element: ListElement | null): void => void (element && lists.push(element));
  for (const item of itemsOf(attribute.value)) {
    const value = withoutAudience(context, entity, item);
    const { fields: named, list } = nestedList(context, entity, value);
    for (const words of named ? listOf(named).flatMap((one) => joined(context, entity, one)) : []) {
      const name = fieldNamed(context, words, entity);
      if (name === null) continue;
      if (isList(context, entity, name)) add(compileRelated(context, entity, { title: null, value: words, screen, tab, source }));
      else fields.push(name);
    }
    if (list) add(compileRelated(context, entity, { ...list, screen, tab, source }));
  }
  return { section: { title, tab: isTab, fields, source }, lists };
}

/** `net, gross; only for Office`: reported, because a section is for everybody who opens the page. */
function withoutAudience(context: Context, entity: string, value: TextSpan): TextSpan {
  const found = /[;,]\s*(?:only\s+)?(?:for|to)\s+(\S.*?)[.\s]*$/iu.exec(value.text);
  if (!found || !found[1]!.split(/,\s*|\s+and\s+/).every((role) => isRole(context, role))) return value;
  const words = trim(slice(value, found.index + 1, value.text.length));
  const fields = before(value, found.index);
  context.report("unknown-attribute", words.span, "A section can't be for some roles only: point 6 says who sees a field.", {
    hint: `Give the fields a row in the table of point 6, \`${entity}: ${fields.text}\`. A section is shown to those who see one of its fields.`,
  });
  return fields;
}

/** `urgent and complaints`, unless a field is called so. */
function joined(context: Context, entity: string, words: TextSpan): TextSpan[] {
  const and = /\s+and\s+/i.exec(words.text);
  if (!and || sameWord(plainName(words).text, fieldNames(context, entity)) !== undefined) return [words];
  return [before(words, and.index), ...joined(context, entity, after(words, and.index + and[0].length))];
}

/** The fields before `List "Treatments": treatments`, and the list. */
function nestedList(
  context: Context,
  entity: string,
  value: TextSpan,
): { readonly fields: TextSpan | null; readonly list: { readonly title: string | null; readonly value: TextSpan } | null } {
  const found = /(?:^|,\s*|;\s*|\band\s+)\**list(?:\s+["“]([^"”]*)["”])?\s*\**(?::|\bof\b)\**\s*/i.exec(value.text);
  if (!found) return selectedList(context, entity, value);
  const fields = trim(slice(value, 0, found.index));
  return { fields: fields.text === "" ? null : fields, list: { title: found[1] ?? null, value: withoutStop(after(value, found.index + found[0].length)) } };
}

/** `note, invoices where not paid`: a list with a condition, columns, an order or a length of its own goes to the end. */
function selectedList(context: Context, entity: string, value: TextSpan): ReturnType<typeof nestedList> {
  const starts = [0, ...[...value.text.matchAll(/[,;]\s*/g)].map((mark) => mark.index + mark[0].length)];
  for (const at of starts) {
    const words = withoutStop(slice(value, at, value.text.length));
    const { rest, order, most } = selectionIn(context, words, (text) => isPath(context, text), "one");
    const line = tryForm(relatedForms, rest, fieldTests(context, entity));
    const name = line?.slots["list"] && sameWord(plainName(line.slots["list"]).text, fieldNames(context, entity));
    if (!line || !(line.slots["condition"] ?? line.slots["columns"] ?? order ?? most) || name === undefined || !isList(context, entity, name)) continue;
    const fields = trim(slice(value, 0, Math.max(0, at - (/[,;]\s*$/.exec(value.text.slice(0, at))?.[0].length ?? 0))));
    return { fields: fields.text === "" ? null : fields, list: { title: null, value: words } };
  }
  return { fields: value, list: null };
}

/** Records of other tables that refer to this one, unless they are edited as its parts. */
function isList(context: Context, entity: string, name: string): boolean {
  const type = context.declared.entities.get(fold(entity))?.fields.get(fold(name))?.type;
  return type?.kind === "inverse" && context.declared.entities.get(fold(type.entity))?.partOf !== entity;
}

const listWords = (attribute: Attribute): { readonly title: string | null; readonly value: TextSpan; readonly source: Span } => ({
  title: attribute.title?.text ?? null,
  value: attribute.value,
  source: attribute.bullet.span,
});

interface RelatedWords {
  /** null for the field's own name. */
  readonly title: string | null;
  readonly value: TextSpan;
  readonly screen: string;
  readonly tab: string | null;
  readonly source: Span;
}

/** ``orders where `state = "out"`, columns number, supplier, state``. */
function compileRelated(context: Context, entity: string, { title, value, screen, tab, source }: RelatedWords): ListElement | null {
  const tests = fieldTests(context, entity);
  const { rest, order, most } = selectionIn(context, value, (text) => isPath(context, text));
  const line = tryForm(relatedForms, withoutListAttributes(context, rest), tests);
  if (!line && fieldNamed(context, nameIn(rest), entity) !== null) readByForm(context, relatedForms, rest, tests, { code: "unknown-field-shown" });
  if (!line) return null;
  const field = fieldNamed(context, plainName(line.slots["list"]!), entity);
  if (field === null) return null;
  const type = context.declared.entities.get(fold(entity))?.fields.get(fold(field))?.type;
  if (type?.kind !== "inverse" && type?.kind !== "references") {
    context.report("unsuitable-field", line.slots["list"]!.span, `"${field}" is not a list of records.`);
    return null;
  }
  return listElement(context, {
    title: title ?? capital(field),
    entity: type.entity,
    field,
    where: line.slots["condition"] ?? null,
    columns: columnsOf(line),
    order,
    most,
    tab,
    source,
    screen,
  });
}

/** A list on a page has columns, a condition, an order and a length; the rest belongs to a screen of its own. */
export function withoutListAttributes(context: Context, value: TextSpan): TextSpan {
  const found = /[,;]\s*\**(empty|search|filters?|page size|group by|actions|highlight|export|import)\**:\s*.*$/is.exec(value.text);
  if (!found) return value;
  const rest = before(value, found.index);
  const words = trim(after(value, found.index + 1));
  const label = found[1]!.toLowerCase();
  context.report("unknown-attribute", words.span, `A list on a page has no attribute "${label}".`, {
    hint:
      label === "empty"
        ? "An empty list says that it has no entries. Remove the text."
        : "It has a condition, columns, an order and a length. For more, give the entity a list of its own in point 2.",
    fixes: [{ title: `Remove "${label}"`, edits: [{ span: { ...value.span, from: rest.span.to, to: value.span.to }, text: "" }] }],
  });
  return rest;
}

const relatedForms = { ...listForms, forms: { related: listForms.forms.related } };

/** The name in `lonas where …`. */
const nameIn = (value: TextSpan): TextSpan => before(value, /\s+where\s|,|$/i.exec(value.text)!.index);

export const columnsOf = ({ slots }: FormLine<string>): readonly TextSpan[] => (slots["columns"] ? listOf(withoutColon(slots["columns"])).filter((words) => !isNone(words)) : []);

const withoutColon = (words: TextSpan): TextSpan => after(words, /^:?\s*/.exec(words.text)![0].length);

export interface ListWords {
  readonly title: string;
  readonly entity: string;
  readonly field: string | null;
  readonly where: TextSpan | null;
  readonly columns: readonly TextSpan[];
  readonly order: Ordered | null;
  readonly most: number | null;
  readonly tab: string | null;
  readonly source: Span;
  readonly screen: string;
}

export function listElement(context: Context, list: ListWords): ListElement {
  const what = `List "${list.title}" of ${list.screen}`;
  const columns = list.columns.flatMap((words) => compileColumn(context, words, list.entity, what) ?? []);
  const where = list.where && { expression: context.expression(list.where, { what, self: list.entity, expect: { kind: "boolean" } }), source: codeOf(list.where).span };
  const named = list.order?.aged ? orderIn(context, list.entity, list.order.of, list.order.edits) : (list.order?.of ?? null);
  const { title, entity, field, most, tab, source } = list;
  return { title, entity, where, field, columns, sort: compileSort(context, entity, what, named), most, tab, source };
}
