/** Explains the details of a screen: columns, filters, highlights, sections, steps, numbers and charts. */
import {
  type Aggregate,
  type DashboardElement,
  type FieldPath,
  type Group,
  isValueElement,
  type ListDetails,
  type ListElement,
  type OfferedAction,
  type Screen,
  type Sees,
  type Target,
} from "@nonet/model";
import { article, capital, list, quoted, quotedList } from "../text/english.ts";
import { says, templateWords, whereWords } from "./expression-words.ts";
import { type Sentence, sortWords, type TextAt } from "./sentence.ts";

export function screenDetails(textAt: TextAt, screen: Screen): Sentence[] {
  const found: Sentence[] = [];
  const add = (what: string, sentence: string, span: Sentence["span"] = screen.source): void =>
    void found.push({ what: `${what} of ${screen.name}`, sentence: `${capital(sentence)}.`, span });
  const { shows } = screen;
  if (typeof screen.menu === "string") add("Menu", `"${screen.name}" is in the menu group "${screen.menu}"`);
  // A page of one record never is.
  else if (!screen.menu && !screen.derived && !screen.route.includes(":")) add("Menu", `"${screen.name}" isn't in the menu`);
  if ("where" in shows && shows.where) add("where", `"${screen.name}" shows only records where ${whereWords(textAt, shows.where)}`, shows.where.source);
  switch (shows.kind) {
    case "list":
      listSays(textAt, shows.list, add);
      break;
    case "board":
      add("by", `it has a column for each "${label(shows.by)}"`);
      listSays(textAt, shows.list, add);
      break;
    case "calendar":
      add("from", `each record is shown at its "${label(shows.from)}"${shows.to ? `, up to its "${label(shows.to)}"` : ""}`);
      selectionSays(shows, add);
      break;
    case "timeline":
      add("by", `it has a row for each "${label(shows.by)}", with bars from "${label(shows.from)}" to "${label(shows.to)}"`);
      selectionSays(shows, add);
      break;
    case "tree":
      add("by", `each record is shown below its "${label(shows.by)}"`);
      break;
    case "report":
      reportSays(shows, add);
      break;
    case "dashboard":
      for (const element of shows.elements) add(`${capital(element.kind)} "${element.title}"`, elementSays(textAt, element), element.source);
      break;
    case "page":
      for (const element of shows.elements)
        if (isValueElement(element)) add(`${capital(element.kind)} "${element.title}"`, elementSays(textAt, element), element.source);
        else if (element.kind === "picture") add(`Picture "${element.title}"`, `it shows the picture ${element.file}`, element.source);
        else if (element.kind === "form") add(`Form "${element.title}"`, `it contains the form of "${element.screen}"`, element.source);
      break;
    case "open":
      break;
    case "record":
      if (shows.title) add("Title", `its title is "${templateWords(textAt, shows.title)}"`, shows.title.find((part) => typeof part !== "string")?.span);
      for (const section of shows.sections.filter(({ fields }) => fields.length > 0))
        if (section.title === "") add("Fields", `it shows ${quotedList(section.fields)}`, section.source);
        else add(`${section.tab ? "Tab" : "Section"} "${section.title}"`, `"${section.title}" shows ${quotedList(section.fields)}`, section.source);
      for (const one of shows.lists)
        add(
          `List "${one.title}"`,
          `"${one.title}" lists ${one.field === null ? one.entity : quoted(one.field)}${one.tab === null ? "" : ` on the tab "${one.tab}"`}${columnsSay(one)}${orderSays(one)}`,
          one.source,
        );
      if (shows.actions) add("Actions", shows.actions.length === 0 ? "it offers no actions" : `it offers ${quotedList(shows.actions)}`);
      for (const offer of shows.offers) add("Actions", offerSays(offer), offer.source);
      for (const { field, condition } of shows.showWhen) add(`Show ${field}`, `"${field}" is shown only when ${whereWords(textAt, condition)}`, condition.source);
      break;
    case "form":
    case "call form":
      if (shows.kind === "form")
        for (const { name, fills, entity } of shows.parameters)
          add("Route", fills === null ? `":${name}" names the ${entity} on which the action runs` : `":${name}" names the ${entity} that fills in "${fills}"`);
      for (const step of shows.steps)
        add(step.title === null ? "Fields" : `Step "${step.title}"`, `${step.title === null ? "it" : `the step "${step.title}"`} asks for ${quotedList(step.fields)}`);
      for (const { field, value } of shows.prefill) add(`Prefill ${field}`, `"${field}" is prefilled with ${says(textAt, value)}`, value.span);
      if (shows.afterSaving !== null) add("After saving", `after saving it opens ${targetSays(shows.afterSaving)}`);
      if (shows.kind === "form")
        for (const { field, condition } of shows.showWhen) add(`Show ${field}`, `"${field}" is asked for only when ${whereWords(textAt, condition)}`, condition.source);
      break;
    default: {
      const never: never = shows;
      return never;
    }
  }
  return found;
}

/** `/applications/:number, where ":number" is the "number" of the saved record`. */
function targetSays({ route, fills }: Target): string {
  const says = fills.map(({ parameter, path }) => `":${parameter}" is ${quoted(path.join("."))} of what is saved`);
  return says.length === 0 ? route : `${route}, where ${list(says)}`;
}

function offerSays({ entity, action, creates, through }: OfferedAction): string {
  if (!creates) return `it offers ${quoted(action)} of the ${entity}${through === null ? "" : ` in ${quoted(through)}`}`;
  return `it offers ${quoted(action)}, which creates ${article(entity)}${through === null ? "" : ` with this record as its ${quoted(through)}`}`;
}

const label = (path: FieldPath): string => path.path.join(".");
const paths = (columns: readonly FieldPath[]): string => list(columns.map((path) => quoted(label(path))));
const group = (g: Group): string => (g.bucket === "value" ? quoted(label(g.of)) : `${g.bucket} of ${quoted(label(g.of))}`);
const aggregate = (a: Aggregate): string => (a.of ? `${a.function} of ${quoted(label(a.of))}` : a.function);

type Add = (what: string, sentence: string, span?: Sentence["span"]) => void;

function listSays(textAt: TextAt, details: ListDetails, add: Add): void {
  if (details.columns) add("Columns", details.columns.length === 1 ? `its column is ${paths(details.columns)}` : `its columns are ${paths(details.columns)}`);
  selectionSays(details, add);
  if (details.sort.length > 0) add("Sort", `it is sorted by ${sortWords(details.sort)}`);
  if (details.groupBy) add("Group by", `it is grouped by "${label(details.groupBy)}"`);
  if (details.pageSize !== null) add("Page size", `a page has ${details.pageSize} rows`);
  if (details.actions) add("Actions", details.actions.length === 0 ? "it offers no actions" : `it offers ${quotedList(details.actions)}`);
  for (const offer of details.offers) add("Actions", offerSays(offer), offer.source);
  for (const { colour, when } of details.highlight) add("Highlight", `a row is ${colour} when ${whereWords(textAt, when)}`, when.source);
  if (details.empty !== null) add("Empty", `if it is empty, it shows "${details.empty.replace(/\.$/, "")}"`);
  if (details.export.length > 0) add("Export", `it can be exported as ${list(details.export, "or")}`);
  if (details.import.length > 0) add("Import", `records can be imported as ${list(details.import, "or")}`);
}

function selectionSays({ search, filters }: Pick<ListDetails, "search" | "filters">, add: Add): void {
  if (search.length > 0) add("Search", `it can be searched by ${paths(search)}`);
  if (filters.length > 0) add("Filters", `it can be filtered by ${paths(filters)}`);
}

function reportSays(shows: Extract<Screen["shows"], { kind: "report" }>, add: Add): void {
  if (shows.rows.length > 0) add("Rows", `it has a row for each ${list(shows.rows.map(group))}`);
  if (shows.columns.length > 0) add("Columns", `it has a column for each ${list(shows.columns.map(group))}`);
  if (shows.values.length > 0) add("Values", `its cells show ${list(shows.values.map((value) => `the ${aggregate(value)}`))}`);
  if (shows.sees === "everything") add("Sees", "its values are made of all records, whatever the reader may read");
}

function elementSays(textAt: TextAt, element: DashboardElement): string {
  switch (element.kind) {
    case "number":
      return `"${element.title}" is ${says(textAt, element.value)}${seesSays(element.sees)}${forSays(element.for)}`;
    case "chart":
      return `"${element.title}" shows ${element.form} of ${aggregate(element.value)} of ${element.entity} by ${group(element.by)}${element.where ? ` where ${whereWords(textAt, element.where)}` : ""}${seesSays(element.sees)}${forSays(element.for)}`;
    case "list":
      return `"${element.title}" lists ${element.entity}${element.where ? ` where ${whereWords(textAt, element.where)}` : ""}${columnsSay(element)}${orderSays(element)}${forSays(element.for)}`;
    case "text":
      return `it shows the text${forSays(element.for)}: ${element.text.split("\n")[0]!.replace(/\.$/, "")}`;
  }
}

const seesSays = (sees: Sees): string => (sees === "everything" ? ", made of all records, whatever the reader may read" : "");

const columnsSay = ({ columns }: ListElement): string => (columns.length === 0 ? "" : ` with the column${columns.length === 1 ? "" : "s"} ${paths(columns)}`);

const orderSays = ({ sort, most }: ListElement): string =>
  `${sort.length > 0 ? `, sorted by ${sortWords(sort)}` : ""}${most === null ? "" : most === 1 ? ", only the first record" : `, only the first ${most} records`}`;

const forSays = (roles: readonly string[] | null): string => (roles === null ? "" : `, only for ${list(roles)}`);
