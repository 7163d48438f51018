/** `GET /api/loans/export`: a complete list as CSV (streamed page by page) or as a spreadsheet, as far as the reader may read it. */
import { Readable } from "node:stream";
import { limitOf } from "@nonet/api";
import { type Actor, type ListRequest, type ListSender, type Page, parseRecord, type VisibleRecord } from "@nonet/engine";
import type { Entity, Screen } from "@nonet/model";
import { originOf } from "../requests/caller.ts";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, type Parsed, parsed, problem, refusal, refused, written } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { readListQuery } from "../requests/list-query.ts";
import { listSender } from "../requests/list-sender.ts";
import { leaveUncompressed, looksCompressed } from "../sockets/compression.ts";
import { cellText, csvLines } from "./csv-writer.ts";
import { allColumns, type Column, fieldKeys, isNumber, screenColumns } from "./export-columns.ts";
import { refuseTooLong, spreadsheet } from "./xlsx-writer.ts";
import { say } from "@nonet/texts";

const maxSheetRows = 50_000;
const pageSize = 200;
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

export async function exportList(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse | typeof written> {
  const { actor } = context;
  const { engine } = server;
  const format = context.query.format ?? "csv";
  if (format !== "csv" && format !== "xlsx") return problem("malformed", say("format-is-csv-or-xlsx"), "format");
  const query = readListQuery(engine.product, entity, context.query, server.today(), ["format"]);
  if (!query.ok) return query.response;
  const screen = exportScreen(server, entity, query.value.screen, format);
  if (!screen.ok) return screen.response;
  const readable = (keys: readonly string[]): Promise<readonly string[]> => engine.readable(actor, entity.name, keys);
  const requested = query.value.fields?.map((key) => ({ key, label: key })) ?? (await screenColumns(engine.product, entity, screen.value, readable));
  // Without columns of a screen or of the request, every field is read, and the engine leaves out those that the reader may not read.
  const request: ListRequest = { ...query.value, limit: pageSize, after: undefined, count: true, ...(requested ? { fields: requested.map((c) => c.key) } : {}) };
  const sender = listSender(context);
  const first = await engine.list(actor, request, sender);
  if (!first.ok) return refusal(first.refusal);
  const maxRows = limitOf(engine.product, "export rows", server.today()) ?? (format === "xlsx" ? maxSheetRows : Infinity);
  if ((first.value.count ?? 0) > maxRows) return problem("too-many-rows", say("this-list-has-count-rows-an-export", { count: first.value.count, maxRows }));
  await engine.accounts.recordExport(actor, entity.plural, originOf(context.request));
  const columns = requested ?? allColumns(entity, recordsOf(first.value), await readable(fieldKeys(entity)));
  const pages = allPages(server, actor, { request: { ...request, count: false }, sender }, first.value);
  if (format === "csv") return sendCsv(context, entity, columns, pages, screen.value !== undefined);
  const labels = columns.map((c) => c.label);
  const keys = columns.map((c) => c.key);
  const sheet = await spreadsheet(labels, pages, keys, (key) => isNumber(engine.product, entity, key));
  if ("tooLong" in sheet) return refuseTooLong(sheet.tooLong);
  attachment(context, entity, format);
  return { status: 200, type: sheetType, body: sheet.file };
}

async function sendCsv(
  context: RequestContext,
  entity: Entity,
  columns: readonly Column[],
  pages: AsyncIterable<readonly VisibleRecord[]>,
  forPeople: boolean,
): Promise<typeof written> {
  attachment(context, entity, "csv");
  const head = (forPeople ? "\uFEFF" : "") + csvLines([columns.map((c) => c.label)]);
  if (looksCompressed(head)) leaveUncompressed(context.request);
  // The byte order mark tells spreadsheet programs that the text is UTF-8; only exports of a screen are for them.
  await context.reply.type("text/csv; charset=utf-8").send(Readable.from(csvOf(head, columns, pages)));
  return written;
}

const attachment = (context: RequestContext, entity: Entity, format: string): unknown =>
  context.reply.header("content-disposition", `attachment; filename="${entity.path}.${format}"`).header("cache-control", "no-store");

/** A screen exports the formats that its Export lists; without a screen, the API exports what the reader may list anyway. */
function exportScreen(server: ServerContext, entity: Entity, name: string | undefined, format: "csv" | "xlsx"): Parsed<Screen | undefined> {
  if (name === undefined) return parsed(undefined);
  const screen = server.engine.product.screens.find((s) => s.name.toLowerCase() === name.toLowerCase());
  const list = screen && "list" in screen.shows && screen.shows.entity === entity.name ? screen.shows.list : undefined;
  if (!list) return refused("not-found", say("there-is-no-list-name-of-plural", { name: name.slice(0, 80), plural: entity.plural }), "screen");
  return list.export.includes(format) ? parsed(screen) : refused("not-permitted", say("the-screen-screen-has-no-export-as", { screen: screen!.name, format }), "screen");
}

const recordsOf = (page: Page): readonly VisibleRecord[] => page.records.map(parseRecord);

interface ExportRequest {
  readonly request: ListRequest;
  readonly sender: ListSender;
}

async function* allPages(server: ServerContext, actor: Actor, { request, sender }: ExportRequest, first: Page): AsyncGenerator<readonly VisibleRecord[]> {
  let page = first;
  for (;;) {
    yield recordsOf(page);
    if (page.next === null) return;
    const next = await server.engine.list(actor, { ...request, after: page.next }, sender);
    // Throwing breaks the connection, so that the client can't take half a file for a complete one.
    if (!next.ok) throw new Error(`The export stopped: ${next.refusal.errors[0]?.detail ?? next.refusal.kind}`);
    page = next.value;
  }
}

async function* csvOf(head: string, columns: readonly Column[], pages: AsyncIterable<readonly VisibleRecord[]>): AsyncGenerator<string> {
  yield head;
  for await (const records of pages) if (records.length > 0) yield csvLines(records.map((record) => columns.map((c) => cellText(record, c.key))));
}
