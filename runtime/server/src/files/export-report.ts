/** `GET /api/screens/Revenue/export`: a report's groups as CSV or as a spreadsheet, as far as the reader may read them. */
import type { VisibleRecord } from "@nonet/engine";
import { originOf } from "../requests/caller.ts";
import type { RequestContext } from "../http/handler.ts";
import { type HttpResponse, problem, refusal } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { csvLines } from "./csv-writer.ts";
import { reportLines } from "./report/report-lines.ts";
import { refuseTooLong, spreadsheet } from "./xlsx-writer.ts";
import { say } from "@nonet/texts";

export async function exportReport(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const format = context.query.format ?? "csv";
  if (format !== "csv" && format !== "xlsx") return problem("malformed", say("format-is-csv-or-xlsx"), "format");
  const screen = server.engine.product.screens.find((s) => s.name.toLowerCase() === context.params.name!.toLowerCase());
  if (screen?.shows.kind !== "report") return problem("not-found", say("there-is-no-report-params", { params: context.params.name!.slice(0, 80) }));
  const { shows } = screen;
  const data = await server.engine.screenData(context.actor, screen.name);
  if (!data.ok) return refusal(data.refusal);
  await server.engine.accounts.recordExport(context.actor, screen.name, originOf(context.request));
  const { labels, lines, firstValue } = reportLines(shows, data.value);
  const headers = { "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(screen.name)}.${format}`, "cache-control": "no-store" };
  if (format === "csv") return { status: 200, type: "text/csv; charset=utf-8", body: `\uFEFF${csvLines([labels, ...lines])}`, headers };
  const keys = labels.map((_, i) => String(i));
  const items = lines.map((line) => Object.fromEntries(line.map((text, i) => [String(i), text])) as unknown as VisibleRecord);
  const sheet = await spreadsheet(labels, onePage(items), keys, (key) => Number(key) >= firstValue);
  if ("tooLong" in sheet) return refuseTooLong(sheet.tooLong);
  return { status: 200, type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", body: sheet.file, headers };
}

async function* onePage(items: readonly VisibleRecord[]): AsyncGenerator<readonly VisibleRecord[]> {
  yield items;
}
