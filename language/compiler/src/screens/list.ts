/** The details of a list or a board: columns, search, filters, sort, highlights, export and import. */
import { fold, type Type } from "@nonet/feel";
import { highlightForms, sortForms } from "@nonet/forms";
import type { FieldPath, ListDetails, Machine } from "@nonet/model";
import { before, findTop, isNone, slice, splitTop, type TextSpan, unquote } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { reportNearest } from "../resolve/report-nearest.ts";
import { rolesAlone } from "../resolve/roles-alone.ts";
import { colourNames, readColour } from "../text/colour.ts";
import { capital, list } from "../text/english.ts";
import { listedNames } from "../text/listed-names.ts";
import { pluralOf } from "../text/plural.ts";
import { sameWord } from "../text/same-word.ts";
import { partsAt } from "../text/split.ts";
import { compileOffered } from "./actions.ts";
import type { Details } from "./attributes.ts";
import { compilePath, compilePaths, fieldNames, itemsOf, listOf, namesIn } from "./naming/paths.ts";
import { textsBehind } from "./naming/texts-behind.ts";
import { plainName } from "./naming/plain-name.ts";
import { isDescending, wordTests } from "./naming/word-tests.ts";
import { orderIn } from "./naming/order-alone.ts";
import { plainText } from "./plain-text.ts";

export const plainList: ListDetails = {
  columns: null,
  search: [],
  filters: [],
  sort: [],
  groupBy: null,
  pageSize: null,
  actions: null,
  offers: [],
  highlight: [],
  empty: null,
  export: [],
  import: [],
};

export function compileList(context: Context, entity: string, screen: string, details: Details, machines: readonly Machine[]): ListDetails {
  const columns = details.one("Columns");
  if (columns && isNone(columns)) context.report("missing-cell", columns.span, "Columns has no value.", { hint: "Name the columns, or remove the line to show the first fields." });
  const empty = details.one("Empty");
  return {
    ...plainList,
    columns: columns && compilePaths(context, columns, entity, `Columns of ${screen}`),
    ...compileSelection(context, entity, screen, details),
    sort: compileSort(context, entity, screen, details.one("Sort")),
    groupBy: compileGroupBy(context, entity, screen, details.one("Group by")),
    pageSize: compilePageSize(context, details.one("Page size")),
    ...compileOffered(context, details.one("Actions"), { entity, machines, onRecord: false }),
    highlight: details.many("Highlight").flatMap((attribute) => itemsOf(attribute.value).flatMap((value) => compileHighlight(context, value, entity, screen))),
    empty: empty && plainText(context, unquote(empty), "The text of an empty list"),
    export: compileFormats(context, details.one("Export"), "export"),
    import: compileFormats(context, details.one("Import"), "import"),
  };
}

/** What people can search and filter by. */
export function compileSelection(context: Context, entity: string, screen: string, details: Details): Pick<ListDetails, "search" | "filters"> {
  const paths = (name: string, suits: (type: Type) => boolean, why: string): FieldPath[] => {
    const value = details.one(name);
    if (!value) return [];
    return namesIn(context, value, entity).flatMap((words) => {
      const path = compilePath(context, words, entity, `${name} of ${screen}`);
      if (path && suits(path.expression.type) && !isFile(context, path)) return [path];
      // A reference is searched by the texts by which the record is shown to which it leads.
      const named = path && name === "Search" ? textsBehind(context, path.expression.type) : [];
      if (named.length > 0) return named.flatMap((one) => compilePath(context, { text: `${words.text}.${one}`, span: words.span }, entity, `${name} of ${screen}`) ?? []);
      if (path) context.report("unsuitable-field", words.span, `"${words.text}" ${why}.`, throughList(path, entity, words, name === "Search"));
      return [];
    });
  };
  return { search: paths("Search", isText, "is not a text, so it can't be searched"), filters: paths("Filters", isFilterable, "can't be used as a filter") };
}

/** A value of many records, as `burials.name` and fields that are computed so. */
function throughList({ expression, path }: FieldPath, entity: string, words: TextSpan, isSearch: boolean): Parameters<Context["report"]>[3] {
  const { type } = expression;
  if (type.kind !== "list") return {};
  const [name, of] = [path.join(" "), path.join(".")];
  if (!isSearch) return { hint: `It is a list of several values. Filter by a field with one value, such as one that is computed by \`max(${of})\` in point 3.` };
  const text = `${name}: text = string join(${of}, ", ")`;
  const canJoin = path.length > 1 && type.of.kind === "string";
  return {
    hint: `It holds values of several records, and a search reads one text of each ${entity}.${canJoin ? ` Add \`${text}\` to ${entity} in point 3, and search by \`${name}\`.` : ""}`,
    fixes: canJoin ? [{ title: `Add the computed field "${name}"`, edits: [{ span: words.span, text: name }], adds: [{ kind: "bullet", point: 3, below: entity, text }] }] : [],
  };
}

const loose = (type: Type): boolean => type.kind === "any" || type.kind === "open";
const isText = (type: Type): boolean => loose(type) || type.kind === "string";
const isFilterable = (type: Type): boolean =>
  loose(type) || ["string", "number", "boolean", "date", "time", "date and time", "record"].includes(type.kind) || (type.kind === "list" && type.of.kind === "record");
const isSortable = (type: Type): boolean => loose(type) || !["list", "context", "function", "range"].includes(type.kind);

/** `start date, latest first; name`: a direction belongs to the field before it. */
export function compileSort(context: Context, entity: string, screen: string, value: TextSpan | null): ListDetails["sort"] {
  const keys: { path: FieldPath; descending: boolean }[] = [];
  // Whether a field before was reported, so that its direction has none.
  let failed = false;
  const parts = value && !isNone(value) ? itemsOf(value).flatMap((item) => splitTop(item, ";").flatMap(listOf)) : [];
  const alone = parts.length === 1 ? /^(\S+(?:\s+recent)?)\s+first$/i.exec(parts[0]!.text) : null;
  const named = alone && isDescending(alone[1]!) !== undefined ? orderIn(context, entity, slice(parts[0]!, 0, alone[1]!.length)) : null;
  for (const part of named ? listOf(named) : parts) {
    const alone = isDescending(part.text);
    if (alone !== undefined) {
      const last = keys.at(-1);
      if (last) last.descending = alone;
      else if (!failed && value && !hangsOnOpen(context, value, entity)) context.report("unknown-field-shown", part.span, `"${part.text}" must come after a field.`);
      continue;
    }
    const line = isKnown(context, entity, part) ? null : tryForm(sortForms, part, wordTests);
    const words = line?.slots["field"] ?? part;
    failed = true;
    const direction = line?.slots["direction"];
    const path = compilePath(context, words, entity, `Sort of ${screen}`);
    if (path && isFile(context, path)) context.report("unsuitable-field", words.span, `"${words.text}" holds a file, so it can't be sorted by.`);
    else if (path && isSortable(path.expression.type)) keys.push({ path, descending: direction !== undefined && isDescending(direction.text)! });
    else if (path) context.report("unsuitable-field", words.span, `"${words.text}" is a list, so it can't be sorted by.`);
  }
  return keys.map(({ path, descending }) => ({ field: path.path.join("."), descending, expression: path.expression }));
}

/** A field can be called `latest offer`. */
const isKnown = (context: Context, entity: string, words: TextSpan): boolean => sameWord(words.text.split(".")[0]!, fieldNames(context, entity)) !== undefined;

/** Whether a field before the words has an open type, so that they can't be checked. */
const hangsOnOpen = (context: Context, value: TextSpan, entity: string): boolean =>
  listOf(value).some((words) => context.declared.entities.get(fold(entity))?.fields.get(fold(words.text))?.open !== undefined);

function compilePageSize(context: Context, value: TextSpan | null): number | null {
  if (!value) return null;
  const size = /^\d+$/.test(value.text) ? Number(value.text) : 0;
  if (size >= 1 && size <= 200) return size;
  context.report("unknown-choice", value.span, "A page can have 1 to 200 records.");
  return null;
}

/** ``red when `…`; amber when `…` ``. */
function compileHighlight(context: Context, value: TextSpan, entity: string, screen: string): ListDetails["highlight"] {
  return splitTop(value, ";")
    .flatMap((whole) => (findTop(whole.text, /,\s*[#\w]+\s+when\b/i) ? splitTop(whole, ",") : [whole]))
    .flatMap((part) => {
      const line = tryForm(highlightForms, part, wordTests);
      if (!line) reportHighlight(context, part);
      if (!line) return [];
      const [colour, condition] = [plainName(line.slots["colour"]!), withoutSubject(context, line.slots["condition"]!, entity)];
      const expression = context.expression(condition, { what: `Highlight of ${screen}`, self: entity, expect: { kind: "boolean" } });
      const written = colour.text.toLowerCase();
      return [{ colour: colourNames.includes(written) ? written : readColour(colour.text)!, when: { expression, source: condition.span } }];
    });
}

/** `overdue orders in red`: the list is about Orders, unless `overdue orders` is a field itself. */
function withoutSubject(context: Context, condition: TextSpan, entity: string): TextSpan {
  if (context.declared.entities.get(fold(entity))?.fields.has(fold(condition.text))) return condition;
  const end = [entity, pluralOf(entity)].map((name) => ` ${fold(name)}`).find((name) => fold(condition.text).endsWith(name));
  return end === undefined ? condition : before(condition, condition.text.length - end.length);
}

/** An unknown color, or no condition. */
function reportHighlight(context: Context, part: TextSpan): void {
  const when = /\s+(?:when|if|where|while)\s/i.exec(part.text);
  const colour = when && before(part, when.index);
  if (colour) reportNearest(context, "unknown-colour", colour, `"${colour.text}" is not a colour`, colourNames);
  else context.report("unknown-choice", part.span, "A highlight is a colour and a condition: red when `…`.");
}

/** Files are stored under a key that is of no use for search. */
function isFile(context: Context, { expression }: FieldPath): boolean {
  const { type } = expression;
  // Reading a field makes the unit depend on its entity; only texts can be files.
  if ((type.kind === "list" ? type.of : type).kind !== "string" || expression.kind !== "path" || expression.of.type.kind !== "record") return false;
  return context.declared.entities.get(fold(expression.of.type.name))?.fields.get(fold(expression.field))?.type.kind === "file";
}

const formats = ["csv", "xlsx"] as const;

/** One field: its values are the headings of the groups, which come before any other order. */
function compileGroupBy(context: Context, entity: string, screen: string, value: TextSpan | null): FieldPath | null {
  if (!value || isNone(value)) return null;
  const path = compilePath(context, value, entity, `Group by of ${screen}`);
  const file = path !== null && isFile(context, path);
  if (!path || (isSortable(path.expression.type) && !file)) return path;
  context.report("unsuitable-field", value.span, `"${value.text}" ${file ? "holds a file" : "is a list"}, so it can't be grouped by.`);
  return null;
}

function compileFormats(context: Context, value: TextSpan | null, what: "export" | "import"): ListDetails["export"] {
  if (value && /^(?:no|✗|❌)$/i.test(value.text)) return [];
  // `Export: yes` names no format, so each is offered.
  if (value && /^(?:yes|✅|✓|all)$/i.test(value.text)) return [...formats];
  return (
    value
      ? partsAt(value, /\s*[+&/]\s*/g)
          .flatMap(listOf)
          .flatMap(listedNames)
      : []
  ).flatMap((words) => {
    const format = formats.find((one) => one === (sameWord(words.text, formats) ?? (/^excel$/i.test(words.text) ? "xlsx" : "")));
    if (!format && forRoles(context, words, what)) return [];
    if (!format) reportNearest(context, "unknown-choice", words, `"${words.text}" is not a format for ${what}`, formats);
    return format ? [format] : [];
  });
}

/** `xlsx (Managers only)`: reports that whoever may see the list has all of its formats; false for other words. */
function forRoles(context: Context, words: TextSpan, what: "export" | "import"): boolean {
  const found = /^(\w+)\s*\(?\s*(\S.*?)\)?$/i.exec(words.text);
  const roles = found && formats.some((one) => one === found[1]!.toLowerCase()) ? rolesAlone(context, { text: found[2]!, span: words.span }) : null;
  if (!roles) return false;
  const whom = list(roles);
  context.report("unreadable-value", words.span, `"${words.text}" names a role, but everyone who may open a list may ${what} it in each of its formats.`, {
    hint: `Leave out "${found![1]!}" here, and give ${whom} a screen of their own: a row for the same list with ${whom} in For, and \`- ${capital(what)}: ${found![1]!.toLowerCase()}\` below its heading.`,
  });
  return true;
}
