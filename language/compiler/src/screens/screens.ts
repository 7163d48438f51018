/** Point 2: screens and routes. */
import { fold } from "@nonet/feel";
import type { Call, Condition, FieldPath, Machine, Screen, Shows } from "@nonet/model";
import { codeOf, isNotShown, type PointTree, type Section, type TextSpan, undecorated } from "@nonet/notation";
import type { Context } from "../context/context.ts";
import { binary } from "../expressions/build.ts";
import { checkColumns } from "../resolve/columns.ts";
import { noteNotShown } from "../resolve/report-nearest.ts";
import { type RawScreen, screenColumns, type ScreenTable, screenTables } from "../syntax/screen-rows.ts";
import { type Details, openShows, readDetails } from "./attributes.ts";
import { compileCallForm } from "./call-form.ts";
import { compileDashboard } from "./dashboard.ts";
import { deriveScreens } from "./derived.ts";
import { compileForm } from "./form.ts";
import { compileList, compileSelection } from "./list.ts";
import { isCreating } from "./creating-actions.ts";
import { compileActionParameters, compileCreationParameters, compilePageParameter, pageRoutes, refuseParameters } from "./addresses/parameters.ts";
import { compilePath } from "./naming/paths.ts";
import { allShownAs } from "./naming/texts-behind.ts";
import { reportMissingScreen } from "./missing-row.ts";
import { compilePage } from "./page.ts";
import { compileRecord } from "./record.ts";
import { compileReport } from "./report.ts";
import { list } from "../text/english.ts";
import { compileFor, compileMenu, compileRoute } from "./addresses/routes.ts";
import { type RawShows, readShows } from "./shows.ts";

/** What screens need of other points: point 7 for forms that run an offered call, point 4 for the input of actions. */
export interface Behind {
  readonly calls: readonly Call[];
  readonly machines: readonly Machine[];
}

export function compileScreens(context: Context, { calls, machines }: Behind = { calls: [], machines: [] }): readonly Screen[] {
  const point = context.tree.points[1]!;
  if (point.state === "not shown" || point.state === "missing") return deriveScreens(context);
  const tables = screenTables(context.tree);
  for (const { table, columns } of tables) checkColumns(context, table, columns, screenColumns, ["Route", "Screen", "Shows", "For"]);
  for (const block of point.blocks)
    if (block.kind === "bullet" && (block.label || /^`?\//.test(block.words.text)))
      context.report("unknown-attribute", (block.label ?? block.words).span, "Write screens in a table with the columns Route, Screen, Shows and For.");
  const raws = tables.flatMap((table) => table.screens);
  checkSections(context, tables, point.sections);
  const written = context.identityOf("routes", () => point.blocks.flatMap((block) => (block.kind === "table" ? block.rows : [])));
  const draft: Draft = { written, taken: new Map(), names: new Set(), sections: byTitle(point.sections), pages: pageRoutes(context, raws), calls, machines };
  return context.stableList(
    "screens",
    raws.flatMap((raw) => compileScreen(context, raw, draft) ?? []),
  );
}

interface Draft {
  /** A dependency on the whole table of routes, to which forms can lead. */
  readonly written: object;
  /** Shapes of the routes so far. */
  readonly taken: Map<string, string>;
  readonly names: Set<string>;
  /** By the folded name of the screen that they describe. */
  readonly sections: ReadonlyMap<string, readonly Section[]>;
  /** The routes of record pages, by entity. */
  readonly pages: ReadonlyMap<string, readonly string[]>;
  readonly calls: readonly Call[];
  readonly machines: readonly Machine[];
}

function byTitle(sections: readonly Section[]): ReadonlyMap<string, readonly Section[]> {
  const found = new Map<string, Section[]>();
  for (const section of sections) found.set(fold(section.title.text), [...(found.get(fold(section.title.text)) ?? []), section]);
  return found;
}

function checkSections(context: Context, tables: readonly ScreenTable[], sections: readonly Section[]): void {
  const names = new Set(tables.flatMap(({ screens }) => screens.map((raw) => fold(undecorated(raw.name).text))));
  for (const section of sections) if (!names.has(fold(section.title.text))) reportMissingScreen(context, section, tables);
}

function compileScreen(context: Context, raw: RawScreen, draft: Draft): Screen | null {
  context.markEnforced(raw.row.span);
  if (raw.name.text === "") {
    if (raw.hasName) context.report("missing-cell", raw.row.span, "The screen has no name.");
    return null;
  }
  if (raw.openName) noteNotShown(context, `the name of the screen at ${raw.route.text}`, raw.openName);
  else if (draft.names.has(fold(raw.name.text))) context.report("duplicate-screen", raw.name.span, `There is already a screen "${raw.name.text}".`);
  draft.names.add(fold(raw.name.text));
  const route = compileRoute(context, raw, draft.taken);
  const rawShows = context.unit("shows", raw.row, [raw.shows, raw.name.text], () => showsOf(context, raw));
  const sections = draft.sections.get(fold(undecorated(raw.name).text)) ?? [];
  const depends = [rawShows, raw.name.text, raw.route.text, raw.for, raw.menu, route, ...sections, ...otherDependencies(context, rawShows, draft, sections)];
  return context.unit("screen", raw.row, depends, () => {
    const [forWhom, menu] = [compileFor(context, raw), compileMenu(context, raw)];
    if (!rawShows) return null;
    const details = readDetails(context, raw.name.text, rawShows, sections);
    const shows = compileShows(context, raw, rawShows, details, { ...draft, forWhom }) ?? openBy(context, raw.name.text, rawShows);
    if (route === null || !shows) return null;
    return context.stableValue(`screen ${raw.row.span.file} ${raw.row.span.from}`, {
      name: raw.name.text,
      route,
      shows,
      for: forWhom,
      menu,
      prose: details.prose,
      derived: false,
      source: raw.row.span,
    });
  });
}

/** What the screen depends on apart from its own lines: unique fields, the input of actions, the routes, the call, how records are shown. */
function otherDependencies(context: Context, shows: RawShows | null, draft: Draft, sections: readonly Section[]): readonly unknown[] {
  const of = (point: number, entity: string): readonly Section[] => sectionsOf(context.tree.points[point - 1]!).get(fold(entity)) ?? [];
  switch (shows?.kind) {
    case "record":
      return [...of(3, shows.entity), draft.machines];
    case "list":
    case "board":
      // What is searched depends on how the records to which it refers are shown.
      return [draft.machines, sections.length > 0 ? allShownAs(context.tree.points[2]) : null];
    case "calendar":
    case "timeline":
      return [sections.length > 0 ? allShownAs(context.tree.points[2]) : null];
    case "form":
      return [draft.written, context.tree.points[2], ...draft.machines.filter((machine) => machine.entity === shows.entity)];
    case "call form":
      return [draft.written, draft.calls.find((one) => one.name === shows.call)];
    case "page":
      return [draft.written];
    default:
      return [];
  }
}

/** By subject, built once for a point. */
const subjects = new WeakMap<PointTree, ReadonlyMap<string, readonly Section[]>>();

function sectionsOf(point: PointTree): ReadonlyMap<string, readonly Section[]> {
  const known = subjects.get(point);
  if (known) return known;
  const found = new Map<string, Section[]>();
  for (const section of point.sections) {
    const about = fold(section.title.text.split(/[:(]/)[0]!);
    const list = found.get(about);
    if (list) list.push(section);
    else found.set(about, [section]);
  }
  subjects.set(point, found);
  return found;
}

function showsOf(context: Context, raw: RawScreen): RawShows | null {
  if (!raw.shows) return null;
  if (isNotShown(raw.shows)) {
    noteNotShown(context, openShows(raw.name.text), raw.shows);
    context.affects(openShows(raw.name.text), `screen "${raw.name.text}"`, raw.row.span);
  }
  if (raw.shows.text !== "") return readShows(context, raw.shows);
  context.report("missing-cell", raw.shows.span, `Shows of the screen "${raw.name.text}" is empty.`);
  return null;
}

function compileShows(context: Context, raw: RawScreen, shows: RawShows, details: Details, draft: Draft & { readonly forWhom: readonly string[] }): Shows | null {
  const name = raw.name.text;
  const { machines } = draft;
  if (!["record", "form", "open"].includes(shows.kind)) refuseParameters(context, raw, shows.kind);
  const where = "where" in shows ? joined([shows.where, ...details.only].flatMap((words) => conditionOf(context, words, shows.entity, name) ?? [])) : null;
  switch (shows.kind) {
    case "list":
      return { kind: "list", entity: shows.entity, where, list: compileList(context, shows.entity, name, withSort(context, details, shows.sort, raw.shows!), machines) };
    case "board": {
      const by = fieldOfType(context, shows.by, shows.entity, name, ["string", "boolean", "record"], "can't be used as the columns of a board");
      const list = compileList(context, shows.entity, name, details, machines);
      return by && { kind: "board", entity: shows.entity, by, where, list };
    }
    case "calendar": {
      const begin = oneOf(context, shows.from, details.one("From"));
      const end = oneOf(context, shows.to, details.one("To"));
      if (!begin) {
        context.report("unknown-kind", raw.shows!.span, `The calendar doesn't say which field of ${shows.entity} its entries begin at.`, {
          hint: "Write it as in `calendar of Loan from start date to end date`, or add `- From: start date` and `- To: end date` below the screen's heading.",
        });
        return null;
      }
      const from = fieldOfType(context, begin, shows.entity, name, ["date", "date and time"], "is not a date");
      const to = end && fieldOfType(context, end, shows.entity, name, ["date", "date and time"], "is not a date");
      return from && { kind: "calendar", entity: shows.entity, from, to, where, ...compileSelection(context, shows.entity, name, details) };
    }
    case "timeline": {
      const by = fieldOfType(context, shows.by, shows.entity, name, ["string", "boolean", "record"], "can't be used as the rows of a timeline");
      const from = fieldOfType(context, shows.from, shows.entity, name, ["date", "date and time"], "is not a date");
      const to = fieldOfType(context, shows.to, shows.entity, name, ["date", "date and time"], "is not a date");
      return by && from && to && { kind: "timeline", entity: shows.entity, by, from, to, where, ...compileSelection(context, shows.entity, name, details) };
    }
    case "tree": {
      const by = fieldOfType(context, shows.by, shows.entity, name, ["record"], "is not a reference to a parent");
      if (!by || isParent(context, by, shows)) return by && { kind: "tree", entity: shows.entity, by };
      context.report("unsuitable-field", shows.by.span, `"${shows.by.text}" doesn't refer to ${shows.entity}, so it can't be the parent in a tree.`);
      return null;
    }
    case "call form":
      return compileCallForm(context, shows.call, name, details, { ...draft, at: raw.shows!.span });
    case "record":
      return compileRecord(context, { entity: shows.entity, screen: name, parameter: compilePageParameter(context, raw, shows.entity, draft.forWhom), machines }, details);
    case "form": {
      const { entity, action } = shows;
      const creates = action === null || isCreating(machines, entity, action);
      const parameters = creates ? compileCreationParameters(context, raw, entity, draft.pages) : compileActionParameters(context, raw, entity);
      return compileForm(context, { entity, action, screen: name, parameters, machines }, details);
    }
    case "dashboard":
      return { kind: "dashboard", elements: compileDashboard(context, name, details) };
    case "report":
      return compileReport(context, shows.entity, where, shows.by, name, details, raw.shows!.span);
    case "page":
      return { kind: "page", elements: compilePage(context, name, details) };
    case "open":
      return { kind: "open", open: openShows(name) };
  }
}

/** A screen needs certain fields; if the type of one is open, the whole screen is open. */
function openBy(context: Context, screen: string, shows: RawShows): Shows | null {
  if (!("entity" in shows)) return null;
  const fields = context.declared.entities.get(fold(shows.entity))?.fields;
  for (const words of ["by" in shows ? shows.by : null, "from" in shows ? shows.from : null, "to" in shows ? shows.to : null]) {
    if (!words) continue;
    const open = fields?.get(fold(codeOf(words).text))?.open;
    if (open === undefined) continue;
    context.affects(open, `screen "${screen}"`, words.span);
    return { kind: "open", open };
  }
  return null;
}

const isParent = (context: Context, by: FieldPath, { entity }: { readonly entity: string }): boolean => {
  const { type } = by.expression;
  return by.path.length === 1 && type.kind === "record" && context.declared.entities.get(fold(type.name))?.name === entity;
};

/** `list of Loan sorted by due date` is the attribute Sort. */
function withSort(context: Context, details: Details, sort: TextSpan | null, cell: TextSpan): Details {
  if (!sort) return details;
  if (details.one("Sort"))
    context.report("doubled-attribute", sort.span, "The list has an attribute Sort below the heading of the screen.", {
      hint: "Keep one of the two.",
      fixes: [
        { title: `Remove "${sort.text}"`, edits: [{ span: cell.span, text: cell.text.replace(/,?\s*(?:(?:sorted|ordered|in order)\s+(?:by|of)\s.*|,\s*[^,]+\sfirst)$/i, "") }] },
      ],
    });
  return { ...details, one: (name) => details.one(name) ?? (name === "Sort" ? sort : null) };
}

function conditionOf(context: Context, words: TextSpan | null, entity: string, screen: string): Condition | null {
  if (!words) return null;
  return { expression: context.expression(words, { what: `screen "${screen}"`, self: entity, expect: { kind: "boolean" } }), source: codeOf(words).span };
}

/** The condition of the cell, and those that sentences say. */
/** What the cell says, or the line below the heading; both would say it twice. */
function oneOf(context: Context, cell: TextSpan | null, line: TextSpan | null): TextSpan | null {
  if (cell && line) context.report("doubled-attribute", line.span, `The table of screens says this already: "${cell.text}".`, { hint: "Remove the line." });
  return cell ?? line;
}

function joined(all: readonly Condition[]): Condition | null {
  const [first, ...others] = all;
  return others.reduce<Condition | null>((left, { expression }) => left && { ...left, expression: binary("and", left.expression, expression, left.source) }, first ?? null);
}

/** A path with one of these types; null (and reported) if it has another. A text is accepted only with known choices. */
function fieldOfType(context: Context, words: TextSpan, entity: string, screen: string, kinds: readonly string[], why: string): FieldPath | null {
  const path = compilePath(context, words, entity, `screen "${screen}"`);
  if (!path) return null;
  const { type } = path.expression;
  if (type.kind === "any" || type.kind === "open" || (kinds.includes(type.kind) && !(type.kind === "string" && !type.choices))) return path;
  const suitable = [...(context.declared.entities.get(fold(entity))?.fields.values() ?? [])]
    .filter((field) => kinds.includes(field.type?.kind ?? ""))
    .map(({ name: field }) => field);
  context.report("unsuitable-field", words.span, `"${words.text}" ${why}.`, {
    ...(suitable.length === 0
      ? {}
      : {
          hint: `${entity} has ${list(
            suitable.map((field) => `\`${field}\``),
            "and",
          )}.`,
        }),
    fixes: suitable.slice(0, 3).map((field) => ({ title: `Write "${field}"`, edits: [{ span: words.span, text: field }] })),
  });
  return null;
}
