/** What a screen shows besides lists: a dashboard's elements, a report, a record's or a form's extras. */
import { chartQuery, listQuery, numberQuery, reportQuery, reportTotalsQuery } from "@nonet/database";
import type { Expression } from "@nonet/feel";
import { camel, entitiesBehind, knownValues, type Screen, type ValueElement, valueElements } from "@nonet/model";
import { readerOf } from "../change/actor-reader.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { ReportRow, ReportTotal, ScreenAsk, ScreenValues, ShownValue, VisibleRecord } from "../contract/reads.ts";
import { done, notFound, notSignedIn } from "../refusals/refusal.ts";
import { listRecords } from "./list-records.ts";
import { parseRecord } from "./read-record.ts";
import { readFormScreen, readRecordScreen } from "./record-screen.ts";
import { isAmong, mayOpenScreen } from "./screen-access.ts";
import { whyUnreadable } from "./unreadable.ts";

export async function readScreenValues(running: Running, actor: Actor, name: string, ask: ScreenAsk = {}): Promise<Outcome<ScreenValues>> {
  const screen = running.product.screens.find((s) => s.name === name);
  if (!screen || !mayOpenScreen(running.product, actor, screen)) return screen && actor.kind === "anyone" ? notSignedIn() : notFound("Screen");
  const { shows } = screen;
  if (shows.kind === "dashboard") {
    const elements: Extract<ScreenValues, { kind: "dashboard" }>["elements"][number][] = [];
    for (const element of shows.elements) elements.push(element.kind === "text" ? { kind: "text" } : await readElement(running, actor, element));
    return done({ kind: "dashboard", elements });
  }
  if (shows.kind === "page") {
    const elements: ShownValue[] = [];
    for (const element of valueElements(shows)) elements.push(await readElement(running, actor, element, ["shownAs"]));
    return done({ kind: "page", text: screen.prose, elements });
  }
  if (shows.kind === "report") return done(await readReport(running, actor, shows));
  if (shows.kind === "record") return readRecordScreen(running, actor, { shows, route: screen.route }, ask);
  if (shows.kind === "form" || shows.kind === "call form") return readFormScreen(running, actor, shows, ask);
  return readListScreen(running, actor, screen, ask);
}

async function readReport(running: Running, actor: Actor, shows: Extract<Screen["shows"], { kind: "report" }>): Promise<ScreenValues> {
  const { product, database } = running;
  const reader = readerOf(actor);
  const rows = await database.rows(reportQuery(product, reader, shows));
  if (rows.length > 0) {
    const totals = await database.rows(reportTotalsQuery(product, reader, shows));
    return { kind: "report", rows: rows.map((row) => reported<ReportRow>(row)), totals: totals.map((row) => reported<ReportTotal>(row)) };
  }
  const why = shows.sees === "everything" ? null : await whyUnreadable(running, actor, [shows.entity], shows.where?.expression ?? null);
  return { kind: "report", rows: [], totals: [], ...(why === null ? {} : { why }) };
}

function reported<T extends ReportRow | ReportTotal>({ known, unknown, ...row }: Row): T {
  const notKnown = (unknown as readonly string[]).map(Number);
  return (notKnown.some((n) => n > 0) ? { ...row, known, notKnown } : row) as unknown as T;
}

/** The first records of a list, board, calendar, timeline or tree, as the screen selects and sorts them. */
async function readListScreen(running: Running, actor: Actor, screen: Screen, { parameters }: ScreenAsk): Promise<Outcome<ScreenValues>> {
  const { shows } = screen;
  if (shows.kind === "open") return done({ kind: "open", notShown: shows.open });
  if (!("entity" in shows)) return notFound("Screen");
  const limit = "list" in shows ? shows.list.pageSize : null;
  const after = parameters?.["after"];
  const page = await listRecords(running, actor, { entity: shows.entity, screen: screen.name, ...(limit === null ? {} : { limit }), ...(after === undefined ? {} : { after }) });
  return page.ok ? done({ kind: shows.kind as "list", items: page.value.records.map(parseRecord), next: page.value.next }) : page;
}

/** `besides`: keys that a list needs besides its columns. */
async function readElement(running: Running, actor: Actor, element: ValueElement, besides: readonly string[] = []): Promise<ShownValue> {
  const { product, database } = running;
  if (element.for !== null && !isAmong(product, actor, element.for)) return withheld(element);
  const reader = readerOf(actor);
  switch (element.kind) {
    case "number": {
      const why = element.sees === "everything" ? null : await whyUnreadable(running, actor, entitiesBehind(product, element.value), element.value);
      if (why !== null) return { kind: "number", value: null, why };
      const row = await database.row(numberQuery(product, reader, element.value, element.sees));
      const value: unknown = row?.["value"];
      const open: unknown = row?.["open"];
      if (typeof open === "string") return { kind: "number", value: null, notShown: open };
      return value === null || value === undefined ? { kind: "number", value: null, ...(await knownOf(running, actor, element)) } : { kind: "number", value: String(value) };
    }
    case "chart": {
      const rows = await database.rows(chartQuery(product, reader, element));
      const why = rows.length > 0 || element.sees === "everything" ? null : await whyUnreadable(running, actor, [element.entity], element.where?.expression ?? null);
      return { kind: "chart", ...(why === null ? {} : { why }), points: rows.map(pointOf) };
    }
    case "list": {
      const fields = element.columns.map((c) => c.path.map(camel).join("."));
      const where = element.where ? { screenWhere: element.where.expression } : {};
      const rows = await database.rows(
        listQuery(product, reader, {
          entity: element.entity,
          ...where,
          sort: element.sort.map(({ expression, descending }) => ({ expression, descending })),
          limit: element.most ?? 20,
          ...(fields.length > 0 ? { fields: [...new Set([...fields, ...besides])] } : {}),
          ...(actor.kind === "person" ? { variables: { me: actor.id } } : {}),
        }),
      );
      const why = rows.length > 0 ? null : await whyUnreadable(running, actor, [element.entity], element.where?.expression ?? null);
      return { kind: "list", items: rows.map((r) => r["record"] as VisibleRecord), ...(why === null ? {} : { why }) };
    }
  }
}

function pointOf({ label, value, known, unknown }: Row): Extract<ShownValue, { kind: "chart" }>["points"][number] {
  const isPartial = typeof known === "string";
  return { label: String(label ?? ""), value: value as string | null, ...(isPartial ? { known, notKnown: Number(unknown) } : {}) };
}

/** The number over the records that have a value, where it is empty because others have none. */
async function knownOf({ product, database }: Running, actor: Actor, { value, sees }: Extract<ValueElement, { kind: "number" }>): Promise<{ known?: string; notKnown?: number }> {
  const of = knownValues(value);
  if (of === null) return {};
  const read = async (expression: Expression): Promise<unknown> => (await database.row(numberQuery(product, readerOf(actor), expression, sees)))?.["value"] ?? null;
  if (Number(await read(of.there)) === 0) return {};
  const known = await read(of.known);
  return known === null ? {} : { known: String(known), notKnown: Number(await read(of.missing)) };
}

/** It keeps its place among the values, and says nothing. */
function withheld({ kind }: ValueElement): ShownValue {
  if (kind === "number") return { kind, value: null };
  return kind === "chart" ? { kind, points: [] } : { kind, items: [] };
}
