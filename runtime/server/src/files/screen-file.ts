/** A list or report as a file for a mail's attachment, as far as its receiver may read it. */
import type { Actor, ListRequest, ScreenFile, VisibleRecord } from "@nonet/engine";
import { limitOf } from "@nonet/api";
import { parseRecord } from "@nonet/engine";
import type { Entity, Screen } from "@nonet/model";
import type { ServerContext } from "../http/server-context.ts";
import { cellText, csvLines } from "./csv-writer.ts";
import { allColumns, type Column, fieldKeys, isNumber, screenColumns } from "./export-columns.ts";
import { reportLines } from "./report/report-lines.ts";
import { spreadsheet } from "./xlsx-writer.ts";

const pageSize = 200;
const maxRows = 50_000;
const types = { csv: "text/csv; charset=utf-8", xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" } as const;

type Format = keyof typeof types;

interface Sheet {
  readonly columns: readonly Column[];
  readonly records: readonly VisibleRecord[];
  readonly isNumber: (key: string) => boolean;
}

/** A text where it can't be made, as a reason. */
export async function screenFile(server: ServerContext, actor: Actor, name: string, format: Format): Promise<ScreenFile | string> {
  const screen = server.engine.product.screens.find((one) => one.name === name);
  if (!screen) return "the document no longer has this screen.";
  const sheet = screen.shows.kind === "report" ? await reportSheet(server, actor, screen) : await listSheet(server, actor, screen);
  if (typeof sheet === "string") return sheet;
  const content = await contentOf(sheet, format);
  return typeof content === "string" ? content : { name: `${screen.name}.${format}`, type: types[format], content };
}

async function contentOf({ columns, records, isNumber: isNumeric }: Sheet, format: Format): Promise<Buffer | string> {
  const labels = columns.map(({ label }) => label);
  const keys = columns.map(({ key }) => key);
  // The byte order mark tells spreadsheet programs that the text is UTF-8.
  if (format === "csv") return Buffer.from(`\uFEFF${csvLines([labels, ...records.map((record) => keys.map((key) => cellText(record, key)))])}`);
  const made = await spreadsheet(labels, onePage(records), keys, isNumeric);
  return "tooLong" in made ? `these texts are too long for a cell: ${made.tooLong.join(", ")}.` : made.file;
}

async function reportSheet({ engine }: ServerContext, actor: Actor, screen: Screen): Promise<Sheet | string> {
  if (screen.shows.kind !== "report") return "the screen is no report.";
  const data = await engine.screenData(actor, screen.name);
  if (!data.ok) return data.refusal.errors[0]?.detail ?? data.refusal.kind;
  const { labels, lines, firstValue } = reportLines(screen.shows, data.value);
  return {
    columns: labels.map((label, i) => ({ key: String(i), label })),
    records: lines.map((line) => Object.fromEntries(line.map((text, i) => [String(i), text])) as unknown as VisibleRecord),
    isNumber: (key) => Number(key) >= firstValue,
  };
}

async function listSheet(server: ServerContext, actor: Actor, screen: Screen): Promise<Sheet | string> {
  const { engine } = server;
  const { shows } = screen;
  const entity = "entity" in shows && "list" in shows ? engine.product.entities.find((one) => one.name === shows.entity) : undefined;
  if (!entity) return "only lists and reports can be attached.";
  const readable = (keys: readonly string[]): Promise<readonly string[]> => engine.readable(actor, entity.name, keys);
  const requested = await screenColumns(engine.product, entity, screen, readable);
  const request: ListRequest = { entity: entity.name, screen: screen.name, limit: pageSize, count: true, ...(requested ? { fields: requested.map(({ key }) => key) } : {}) };
  const records = await allRecords(server, actor, request);
  if (typeof records === "string") return records;
  return { columns: requested ?? (await columnsOf(entity, records, readable)), records, isNumber: (key) => isNumber(engine.product, entity, key) };
}

const columnsOf = async (entity: Entity, records: readonly VisibleRecord[], readable: (keys: readonly string[]) => Promise<readonly string[]>): Promise<readonly Column[]> =>
  allColumns(entity, records.slice(0, pageSize), await readable(fieldKeys(entity)));

async function allRecords(server: ServerContext, actor: Actor, request: ListRequest): Promise<readonly VisibleRecord[] | string> {
  const most = limitOf(server.engine.product, "export rows", server.today()) ?? maxRows;
  const records: VisibleRecord[] = [];
  for (let after: string | null | undefined; after !== null;) {
    const page = await server.engine.list(actor, { ...request, ...(after === undefined ? {} : { after, count: false }) }, {});
    if (!page.ok) return page.refusal.errors[0]?.detail ?? page.refusal.kind;
    if ((page.value.count ?? 0) > most) return `it has ${page.value.count} rows, and an export can have at most ${most}.`;
    records.push(...page.value.records.map(parseRecord));
    after = page.value.next;
  }
  return records;
}

async function* onePage(records: readonly VisibleRecord[]): AsyncGenerator<readonly VisibleRecord[]> {
  yield records;
}
