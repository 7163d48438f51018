/** `GET /api/loans/export`: a whole list as CSV (streamed page by page) or as a spreadsheet, with the asker's sight. */
import { Readable } from "node:stream";
import { limitOf } from "@nonet/api";
import type { Actor, ListRequest, Page } from "@nonet/engine";
import type { Entity, Screen } from "@nonet/model";
import type { RequestContext } from "../http/handler.ts";
import { type Answer, type Parsed, parsed, problem, refusal, refused, written } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { readListQuery } from "../requests/list-query.ts";
import { cellText, csvLines } from "./csv-writer.ts";
import { refuseTooLong, spreadsheet } from "./xlsx-writer.ts";

interface Column {
  readonly key: string;
  readonly label: string;
}

const sheetRows = 50_000;
const pageSize = 200;

export async function exportList(room: ServerContext, ask: RequestContext, entity: Entity): Promise<Answer | typeof written> {
  const format = ask.query.format ?? "csv";
  if (format !== "csv" && format !== "xlsx") return problem("malformed", "format is csv or xlsx.", "format");
  const query = readListQuery(room.engine.product, entity, ask.query, room.today(), ["format"]);
  if (!query.ok) return query.answer;
  const screen = exportScreen(room, entity, query.value.screen, format);
  if (!screen.ok) return screen.answer;
  const readable = (keys: readonly string[]): Promise<readonly string[]> => room.engine.readable(ask.actor, entity.name, keys);
  const columns = query.value.fields?.map((key) => ({ key, label: key })) ?? (await screenColumns(room, entity, screen.value, readable));
  // Without columns of a screen or of the asker, every field is asked for: the engine leaves out what they may not read.
  const request: ListRequest = { ...query.value, limit: pageSize, after: undefined, count: true, ...(columns ? { fields: columns.map((c) => c.key) } : {}) };
  const first = await room.engine.list(ask.actor, request);
  if (!first.ok) return refusal(first.refusal);
  const most = limitOf(room.engine.product, "export rows", room.today()) ?? (format === "xlsx" ? sheetRows : Infinity);
  if ((first.value.count ?? 0) > most) return problem("too-many-rows", `These are ${first.value.count} rows; one export may have ${most}.`);
  const shown = columns ?? allColumns(entity, first.value, await readable(fieldKeys(entity)));
  const pages = allPages(room, ask.actor, { ...request, count: false }, first.value);
  if (format === "xlsx") {
    const [labels, keys] = [shown.map((c) => c.label), shown.map((c) => c.key)];
    const sheet = await spreadsheet(labels, pages, keys, (key) => isNumber(room, entity, key));
    if ("tooLong" in sheet) return refuseTooLong(sheet.tooLong);
    attached(ask, entity, format);
    return { status: 200, type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", body: sheet.file };
  }
  attached(ask, entity, format);
  // The byte order mark tells spreadsheet programs that the text is UTF-8; a screen's export is for them.
  await ask.reply.type("text/csv; charset=utf-8").send(Readable.from(csvOf(shown, pages, screen.value ? "\uFEFF" : "")));
  return written;
}

const attached = (ask: RequestContext, entity: Entity, format: string): unknown =>
  ask.reply.header("content-disposition", `attachment; filename="${entity.path}.${format}"`).header("cache-control", "no-store");

/** A screen exports what its Export says; without a screen the API hands out what the asker may list anyway. */
function exportScreen(room: ServerContext, entity: Entity, name: string | undefined, format: "csv" | "xlsx"): Parsed<Screen | undefined> {
  if (name === undefined) return parsed(undefined);
  const screen = room.engine.product.screens.find((s) => s.name.toLowerCase() === name.toLowerCase());
  const list = screen && (screen.shows.kind === "list" || screen.shows.kind === "board") && screen.shows.entity === entity.name ? screen.shows.list : undefined;
  if (!list) return refused("not-found", `There is no list "${name.slice(0, 80)}" of ${entity.plural}.`, "screen");
  return list.export.includes(format) ? parsed(screen) : refused("not-permitted", `The screen ${screen!.name} has no export as ${format}.`, "screen");
}

/** What the screen shows its reader: a column that they may read nowhere isn't theirs, there as here. */
async function screenColumns(
  room: ServerContext,
  entity: Entity,
  screen: Screen | undefined,
  readable: (keys: readonly string[]) => Promise<readonly string[]>,
): Promise<readonly Column[] | undefined> {
  const shows = screen?.shows;
  if (!shows || (shows.kind !== "list" && shows.kind !== "board") || !shows.list.columns) return undefined;
  const columns = shows.list.columns.map((c) => ({ key: keyOf(room, entity, c.path), label: c.label }));
  const theirs = await readable(columns.map((c) => c.key));
  return columns.filter((c) => theirs.includes(c.key));
}

/** A path of names to dotted JSON keys. */
function keyOf(room: ServerContext, entity: Entity, path: readonly string[]): string {
  let at: Entity | undefined = entity;
  const keys: string[] = [];
  for (const step of path) {
    const field: Entity["fields"][number] | undefined = at?.fields.find((f) => f.name === step);
    keys.push(field?.key ?? step);
    const next: string | undefined = field && "entity" in field.type ? field.type.entity : undefined;
    at = room.engine.product.entities.find((e) => e.name === next);
  }
  return keys.join(".");
}

/** By dotted JSON keys. */
function isNumber(room: ServerContext, entity: Entity, key: string): boolean {
  let at: Entity | undefined = entity;
  let field: Entity["fields"][number] | undefined;
  for (const step of key.split(".")) {
    field = at?.fields.find((f) => f.key === step);
    const next: string | undefined = field && "entity" in field.type ? field.type.entity : undefined;
    at = room.engine.product.entities.find((e) => e.name === next);
  }
  return field !== undefined && ["number", "integer", "money", "percent"].includes(field.type.kind);
}

const fieldKeys = (entity: Entity): readonly string[] => entity.fields.filter((f) => !f.secret && f.type.kind !== "inverse" && f.type.kind !== "secret key").map((f) => f.key);

/** Every field that the asker may read of some record: the first page needn't be the one that shows it. */
function allColumns(entity: Entity, page: Page, readable: readonly string[]): readonly Column[] {
  const shown = (key: string): boolean => key === "id" || readable.includes(key) || page.items.some((i) => key in i);
  return ["id", "state", ...fieldKeys(entity), "createdAt", "updatedAt"].filter(shown).map((key) => ({ key, label: key }));
}

async function* allPages(room: ServerContext, actor: Actor, request: ListRequest, first: Page): AsyncGenerator<Page> {
  let page = first;
  for (;;) {
    yield page;
    if (page.next === null) return;
    const next = await room.engine.list(actor, { ...request, after: page.next });
    // Half a file must not look whole: the connection breaks off instead.
    if (!next.ok) throw new Error(`The export stopped: ${next.refusal.errors[0]?.detail ?? next.refusal.kind}`);
    page = next.value;
  }
}

async function* csvOf(columns: readonly Column[], pages: AsyncIterable<Page>, before: string): AsyncGenerator<string> {
  yield before + csvLines([columns.map((c) => c.label)]);
  for await (const page of pages) if (page.items.length > 0) yield csvLines(page.items.map((item) => columns.map((c) => cellText(item, c.key))));
}
