/** A record page: its title, sections, tabs, related lists, actions, and `Show … when`. */
import { fold } from "@nonet/feel";
import type { ListElement, Section, Shows } from "@nonet/model";
import { after, type Attribute, codeOf, isNone, splitAtWord, splitTop, type TextSpan } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import type { Details } from "./attributes.ts";
import { compileShowWhen } from "./form.ts";
import { compileActions } from "./names.ts";
import { compileColumn, fieldNamed, listOf } from "./paths.ts";

type Record_ = Extract<Shows, { kind: "record" }>;

export function compileRecord(context: Context, entity: string, screen: string, parameter: string, details: Details): Record_ {
  const title = details.one("Title");
  const actions = details.one("Actions");
  return {
    kind: "record",
    entity,
    parameter,
    title: title && context.template(title, { what: `Title of ${screen}`, self: entity }),
    sections: details.all.filter(({ name }) => name === "Section" || name === "Tab").map(({ name, attribute }) => compileSection(context, entity, name === "Tab", attribute)),
    lists: details.many("List").flatMap((attribute) => compileRelated(context, entity, screen, attribute) ?? []),
    actions: actions && compileActions(context, actions, entity),
    showWhen: compileShowWhen(context, details, entity, screen, (words) => fieldNamed(context, words, entity)),
  };
}

function compileSection(context: Context, entity: string, tab: boolean, attribute: Attribute): Section {
  const fields = listOf(attribute.value).flatMap((words) => fieldNamed(context, words, entity) ?? []);
  return { title: attribute.title!.text, tab, fields, source: attribute.bullet.span };
}

/** ``orders where `state = "out"`, columns number, supplier, state``. */
function compileRelated(context: Context, entity: string, screen: string, attribute: Attribute): ListElement | null {
  const { of, columns } = listParts(attribute.value);
  const filtered = splitAtWord(of, "where");
  const field = fieldNamed(context, filtered?.before ?? of, entity);
  if (field === null) return null;
  const type = context.declared.entities.get(fold(entity))?.fields.get(fold(field))?.type;
  if (type?.kind !== "inverse" && type?.kind !== "references") {
    context.report("unsuitable-field", of.span, `"${field}" is not a list of records.`);
    return null;
  }
  return listElement(context, { title: attribute.title?.text ?? field, entity: type.entity, field, where: filtered?.after ?? null, columns, attribute, screen });
}

export interface ListWords {
  readonly title: string;
  readonly entity: string;
  readonly field: string | null;
  readonly where: TextSpan | null;
  readonly columns: readonly TextSpan[];
  readonly attribute: Attribute;
  readonly screen: string;
}

export function listElement(context: Context, list: ListWords): ListElement {
  const what = `List "${list.title}" of ${list.screen}`;
  const columns = list.columns.flatMap((words) => compileColumn(context, words, list.entity, what) ?? []);
  const where = list.where && { expression: context.expression(list.where, { what, self: list.entity, expect: { kind: "boolean" } }), source: codeOf(list.where).span };
  return { title: list.title, entity: list.entity, where, field: list.field, columns, source: list.attribute.bullet.span };
}

/** The text before `, columns …`, and the columns. */
export function listParts(value: TextSpan): { readonly of: TextSpan; readonly columns: readonly TextSpan[] } {
  const parts = splitTop(value, ",");
  const at = parts.findIndex((part) => /^columns\s*:?\s/i.test(part.text));
  if (at < 0) return { of: value, columns: [] };
  const of = parts.slice(0, at);
  const end = of.at(-1)?.span.to ?? value.span.from;
  const first = parts[at]!;
  const columns = [after(first, /^columns\s*:?\s+/i.exec(first.text)![0].length), ...parts.slice(at + 1)];
  const length = of.length === 0 ? 0 : value.text.indexOf(of.at(-1)!.text, Math.max(0, of.at(-1)!.span.from - value.span.from - 8)) + of.at(-1)!.text.length;
  return { of: { text: value.text.slice(0, length), span: { ...value.span, to: end } }, columns: columns.filter((words) => !isNone(words)) };
}
