/** `POST /api/loans/import`: imports a CSV file or a spreadsheet, all lines or none, and reports each line's problems. */
import type { ImportLine } from "@nonet/engine";
import type { Entity } from "@nonet/model";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, json, type Parsed, parsed, problem, refusal, refused } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { performOptions } from "../requests/write-options.ts";
import { importValues } from "./import-cells.ts";
import { importColumns, matchFields, surplusCell } from "./import-columns.ts";
import { type ImportFormat, readImportFile, readTable } from "./import-file.ts";
import type { TableProblem } from "./table.ts";
import { say } from "@nonet/texts";

/** Default 34. */
const maxLines = 10_000;

export async function importList(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const { actor, query } = context;
  const { engine } = server;
  const options = performOptions(context, ["dryRun", "confirm", "match", "screen"]);
  if (!options.ok) return options.response;
  // Before the file is read: only actors who may import something can make the server parse a file.
  const permitted = await engine.mayImport(actor, entity.name);
  if (!permitted.ok) return refusal(permitted.refusal);
  const file = await readImportFile(server, context);
  if (!file.ok) return file.response;
  const { format } = file.value;
  const allowed = allowedByScreen(server, entity, query.screen, format);
  if (!allowed.ok) return allowed.response;
  const table = await readTable(file.value);
  if ("problem" in table) return unusable(table);
  const headers = table.rows[0]?.cells ?? [];
  const columns = importColumns(engine.product, entity, headers);
  if (!columns.ok) return columns.response;
  const rows = table.rows
    .slice(1)
    .map((row) => ({ ...row, values: importValues(columns.value, row.cells, format) }))
    .filter(({ cells, values }) => !isBlank(cells, values));
  if (rows.length === 0) return problem("malformed", say("the-file-has-no-lines-below-the"), "file");
  if (rows.length > maxLines) return tooManyLines(say("this-file-has-rows-lines", { rows: rows.length }));
  const match = matchFields(engine.product, entity, query.match);
  if (!match.ok) return match.response;
  const lines = rows.map(({ line, cells, values }): ImportLine => {
    const surplus = surplusCell(headers, cells, format);
    return { row: line, values, ...(surplus === null ? {} : { surplus }) };
  });
  const { confirm, dryRun } = options.value;
  const outcome = await engine.importRecords(actor, entity.name, lines, { match: match.value, ...(confirm ? { confirm } : {}), ...(dryRun ? { dryRun } : {}) });
  return outcome.ok ? json(200, { ...outcome.value, ...(dryRun ? { dryRun: true } : {}) }) : refusal(outcome.refusal);
}

/** A line of spaces is blank, unless the spaces are the value of a text. */
const isBlank = (cells: readonly string[], values: Readonly<Record<string, unknown>>): boolean =>
  cells.every((cell) => cell.trim() === "") && Object.values(values).every((value) => value === null || value === "");

const tooManyLines = (count: string): HttpResponse => problem("too-many-rows", say("count-an-import-can-have-at-most", { count, maxLines }));

const unusable = ({ problem: detail, code = "malformed" }: TableProblem): HttpResponse => (code === "too-many-rows" ? tooManyLines(detail) : problem(code, detail, "file"));

/** A screen imports the formats that its Import lists; without a screen, the API imports what the actor may create anyway. */
function allowedByScreen(server: ServerContext, entity: Entity, name: RequestContext["query"][string] | undefined, format: ImportFormat): Parsed<null> {
  if (typeof name !== "string" || name === "") return parsed(null);
  const screen = server.engine.product.screens.find((s) => s.name.toLowerCase() === name.toLowerCase());
  const list = screen && "list" in screen.shows && screen.shows.entity === entity.name ? screen.shows.list : undefined;
  if (!list) return refused("not-found", say("there-is-no-list-name-of-plural", { name: name.slice(0, 80), plural: entity.plural }), "screen");
  return list.import.includes(format) ? parsed(null) : refused("not-permitted", say("the-screen-screen-has-no-import-of", { screen: screen!.name, format }), "screen");
}
