/** `POST /api/loans/import`: a CSV or spreadsheet, all lines or none, with each line's problems. */
import { didYouMean, limitOf } from "@nonet/api";
import { importable, type ImportLine, parseListCell, type Values } from "@nonet/engine";
import type { Entity, Field, Product, Screen } from "@nonet/model";
import type { RequestContext } from "../http/handler.ts";
import { type Answer, json, type Parsed, parsed, problem, refusal, refused } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { performOptions } from "../requests/write-options.ts";
import { readCsv } from "./csv-reader.ts";
import { withoutApostrophe } from "./csv-writer.ts";
import type { TableProblem } from "./table.ts";
import { readSheet } from "./xlsx-reader.ts";

/** Default 34. */
const mostLines = 10_000;
const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** What an export adds, and no line can set. */
const ignored = new Set(["version", "createdAt", "createdBy", "updatedAt", "shownAs"]);

interface File {
  readonly type: "csv" | "xlsx";
  readonly bytes: Uint8Array;
}

export async function importList(room: ServerContext, ask: RequestContext, entity: Entity): Promise<Answer> {
  const options = performOptions(ask, ["dryRun", "confirm", "match", "screen"]);
  if (!options.ok) return options.answer;
  // Who may not import anything is refused before their file is read.
  const permitted = await room.engine.mayImport(ask.actor, entity.name);
  if (!permitted.ok) return refusal(permitted.refusal);
  const file = await readFile(room, ask);
  if (!file.ok) return file.answer;
  const screen = importScreen(room, entity, ask.query.screen, file.value.type);
  if (!screen.ok) return screen.answer;
  const table = file.value.type === "csv" ? await readCsv(file.value.bytes) : await readSheet(file.value.bytes);
  if ("problem" in table) return unusable(table);
  const columns = columnsOf(room.engine.product, entity, table.rows[0]?.cells ?? []);
  if (!columns.ok) return columns.answer;
  const read = table.rows.slice(1).map((row) => ({ ...row, values: valuesOf(columns.value, row.cells, file.value.type) }));
  // A line of blanks is none, but for blanks that are a text.
  const rows = read.filter(({ cells, values }) => cells.some((cell) => cell.trim() !== "") || Object.values(values).some((value) => value !== null && value !== ""));
  if (rows.length === 0) return problem("malformed", "The file has no lines beneath its first, which names the fields.", "file");
  if (rows.length > mostLines) return tooManyLines(`These are ${rows.length} lines`);
  const match = matchOf(room.engine.product, entity, ask.query.match);
  if (!match.ok) return match.answer;
  const lines = rows.map((row): ImportLine => {
    const surplus = surplusOf(table.rows[0]!.cells, row.cells, file.value.type);
    return { row: row.line, values: row.values, ...(surplus === null ? {} : { surplus }) };
  });
  const { confirm, dryRun } = options.value;
  const done = await room.engine.importRecords(ask.actor, entity.name, lines, { match: match.value, ...(confirm ? { confirm } : {}), ...(dryRun ? { dryRun } : {}) });
  return done.ok ? json(200, { ...done.value, ...(dryRun ? { dryRun: true } : {}) }) : refusal(done.refusal);
}

const tooManyLines = (what: string): Answer => problem("too-many-rows", `${what}; one import may have ${mostLines}.`);

function unusable({ problem: detail, code = "malformed" }: TableProblem): Answer {
  return code === "too-many-rows" ? tooManyLines(detail.replace(/\.$/, "")) : problem(code, detail, "file");
}

/** The body itself, or the one file of a form. */
async function readFile(room: ServerContext, ask: RequestContext): Promise<Parsed<File>> {
  const most = limitOf(room.engine.product, "upload size", room.today()) ?? 10_000_000;
  if (ask.request.isMultipart()) return readPart(ask, most);
  const type = (ask.request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  const kind = type === sheetType ? "xlsx" : type === "text/csv" || type === "text/plain" || type === "application/csv" ? "csv" : null;
  if (kind === null) return refused("media-type", "Send the lines as text/csv, as a spreadsheet, or a file of either in multipart/form-data.");
  const { body } = ask.request;
  return Buffer.isBuffer(body) && body.length > 0 ? parsed({ type: kind, bytes: body }) : refused("malformed", "The file is empty.", "file");
}

async function readPart(ask: RequestContext, most: number): Promise<Parsed<File>> {
  try {
    const part = await ask.request.file({ limits: { fileSize: most, files: 1, fields: 10, fieldSize: 10_000, headerPairs: 50 } });
    if (!part) return refused("malformed", "The upload has no file in it.", "file");
    const bytes = await part.toBuffer();
    if (part.file.truncated) return refused("too-large", `A file may have at most ${most} bytes.`, "file");
    const isSheet = part.mimetype === sheetType || /\.xlsx$/i.test(part.filename ?? "") || (bytes[0] === 0x50 && bytes[1] === 0x4b);
    return parsed({ type: isSheet ? "xlsx" : "csv", bytes });
  } catch (error) {
    return (error as { statusCode?: number }).statusCode === 413
      ? refused("too-large", `A file may have at most ${most} bytes.`, "file")
      : refused("malformed", "The upload can't be read.", "file");
  }
}

/** A screen takes what its Import says; without a screen the API takes what the asker may create anyway. */
function importScreen(room: ServerContext, entity: Entity, name: RequestContext["query"][string] | undefined, type: File["type"]): Parsed<Screen | undefined> {
  if (typeof name !== "string" || name === "") return parsed(undefined);
  const screen = room.engine.product.screens.find((s) => s.name.toLowerCase() === name.toLowerCase());
  const list = screen && (screen.shows.kind === "list" || screen.shows.kind === "board") && screen.shows.entity === entity.name ? screen.shows.list : undefined;
  if (!list) return refused("not-found", `There is no list "${name.slice(0, 80)}" of ${entity.plural}.`, "screen");
  return list.import.includes(type) ? parsed(screen) : refused("not-permitted", `The screen ${screen!.name} has no import of ${type}.`, "screen");
}

type Column = { readonly key: string; readonly field: Field | null } | null;

const plain = (text: string): string => text.toLowerCase().replace(/[\s_-]+/g, "");

/** The first line names fields by key or by name; `id` names the record to change. */
function columnsOf(product: Product, entity: Entity, heads: readonly string[]): Parsed<readonly Column[]> {
  const fields = importable(product, entity);
  const columns: Column[] = [];
  for (const head of heads) {
    const name = plain(head.replace(/\*$/, ""));
    const field = fields.find((f) => plain(f.key) === name || plain(f.name) === name);
    if (field && columns.some((c) => c?.key === field.key)) return refused("malformed", `The column ${head} stands twice.`, field.key);
    if (field) columns.push({ key: field.key, field });
    else if (name === "id") columns.push({ key: "id", field: null });
    else if (name === "" || [...ignored].some((key) => plain(key) === name)) columns.push(null);
    else return unknownColumn(entity, head, fields);
  }
  return columns.some((c) => c?.field)
    ? parsed(columns)
    : refused("malformed", `The first line names no field of ${entity.name}: there are ${fields.map((f) => f.name).join(", ")}.`, "file");
}

function unknownColumn(entity: Entity, head: string, fields: readonly Field[]): ReturnType<typeof refused> {
  const known = entity.fields.find((f) => plain(f.name) === plain(head) || plain(f.key) === plain(head));
  if (known || plain(head) === "state") return refused("unknown-field", `${head} can't be imported: the product gives it its value. Take the column out.`, known?.key ?? "state");
  return refused(
    "unknown-field",
    `${entity.name} has no field "${head.slice(0, 80)}".${didYouMean(
      head,
      fields.map((f) => f.name),
    )}`,
    head.slice(0, 80),
  );
}

function matchOf(product: Product, entity: Entity, text: RequestContext["query"][string] | undefined): Parsed<readonly string[]> {
  if (text === undefined || text === "") return parsed([]);
  if (typeof text !== "string") return refused("malformed", "The parameter match is given twice.", "match");
  const keys = text
    .split(",")
    .map((key) => key.trim())
    .filter(Boolean);
  const fields = keys.map((key) => importable(product, entity).find((f) => plain(f.key) === plain(key) || plain(f.name) === plain(key)));
  const wrong = fields.indexOf(undefined);
  if (wrong >= 0)
    return refused(
      "malformed",
      `match names "${keys[wrong]!.slice(0, 80)}", which ${entity.name} doesn't have.${didYouMean(
        keys[wrong]!,
        importable(product, entity).map((f) => f.key),
      )}`,
      "match",
    );
  const found = fields as Field[];
  const names = found.map((f) => f.name);
  const isUnique = (found.length === 1 && found[0]!.unique) || entity.unique.some((u) => u.fields.length === names.length && u.fields.every((f) => names.includes(f)));
  return isUnique
    ? parsed(found.map((f) => f.key))
    : refused("malformed", `Several ${entity.plural} may have the same ${names.join(" and ")}: match names what is unique.`, "match");
}

/** Says which cell stands beneath no header, and the way out; null where only empty ones do, as spreadsheets write them. */
function surplusOf(heads: readonly string[], cells: readonly string[], type: File["type"]): string | null {
  const at = cells.findIndex((cell, i) => cell.trim() !== "" && (heads[i] ?? "").trim() === "");
  if (at < 0) return null;
  const quoted = type === "csv" ? "Put a value that holds a comma, or what else parts the cells, in quotation marks" : "Empty the cell";
  return `This line has more cells than there are headers: "${cells[at]!.trim().slice(0, 80)}", its cell ${at + 1}, stands beneath none. ${quoted}, or name the column in the first line.`;
}

function valuesOf(columns: readonly Column[], cells: readonly string[], type: File["type"]): Values {
  const values: Record<string, unknown> = {};
  columns.forEach((column, i) => {
    if (column) values[column.key] = column.field ? valueOf(column.field, type === "xlsx" ? inSheet(column.field, cells[i] ?? "") : (cells[i] ?? "")) : (cells[i] ?? "").trim();
  });
  return values;
}

/** A spreadsheet's day is a moment too, at midnight, and a moment in it names a day. */
function inSheet({ type }: Field, cell: string): string {
  if (type.kind === "date" && /^\d{4}-\d\d-\d\dT[\d:]+Z$/.test(cell)) return cell.slice(0, 10);
  return type.kind === "date and time" && /^\d{4}-\d\d-\d\d$/.test(cell) ? `${cell}T00:00:00Z` : cell;
}

/** In a text every blank counts, and so in what a record is called; around any other value it is only how somebody wrote the file. */
const isText = ({ type }: Field, cell: string): boolean =>
  type.kind === "text" || (type.kind === "formatted" && type.format === "address") || (type.kind === "reference" && cell.trim() !== "");

/** A cell's words in the API's form; what doesn't fit is left as it is, for the engine to say so at its line. */
function valueOf(field: Field, cell: string): unknown {
  const text = withoutApostrophe(isText(field, cell) ? cell : cell.trim());
  if (text === "") return null;
  switch (field.type.kind) {
    case "number":
    case "money":
    case "integer":
      return text.replace(/(?<=\d)[,  '](?=\d{3}(\D|$))/g, "").replace(/\s*[A-Z]{3}$|^[A-Z]{3}\s*/, "");
    case "percent":
      return text.endsWith("%") ? shifted(text.replace(/\s*%$/, "")) : text;
    case "yes/no":
      return /^(yes|y|true|1|x|✅|ja|oui)$/i.test(text) ? true : /^(no|n|false|0|❌|nein|non)$/i.test(text) ? false : text;
    case "any of":
    case "texts":
      return parseListCell(text);
    case "date":
      return serialDate(text)?.slice(0, 10) ?? text;
    case "date and time":
      return serialDate(text) ?? text;
    case "one of":
      return field.type.choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? text;
    default:
      return text;
  }
}

/** 19 % as 0.19, without a binary float in between. */
function shifted(text: string): string {
  const match = /^(-?)(\d+)(?:[.,](\d+))?$/.exec(text);
  if (!match) return text;
  const digits = match[2]!.padStart(3, "0");
  return `${match[1]}${digits.slice(0, -2)}.${digits.slice(-2)}${match[3] ?? ""}`;
}

/** A spreadsheet's day number (1 is 1 January 1900, with its leap day that never was); null for any other text. */
function serialDate(text: string): string | null {
  if (!/^\d{4,6}(\.\d+)?$/.test(text)) return null;
  const days = Number(text);
  return days < 61 || days >= 2_958_466 ? null : new Date(Math.round((days - 25_569) * 86_400_000)).toISOString().replace(/\.\d+Z$/, "Z");
}
