/** Reads the file of an import into a table of texts: from the body, or from the one file of a form. */
import { limitOf } from "@nonet/api";
import type { RequestContext } from "../http/handler.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { readCsv } from "./csv-reader.ts";
import { defaultMaxBytes, readMultipartFile } from "./multipart-file.ts";
import type { ReadTable } from "./table.ts";
import { readSheet } from "./xlsx-reader.ts";
import { say } from "@nonet/texts";

export type ImportFormat = "csv" | "xlsx";

export interface ImportFile {
  readonly format: ImportFormat;
  readonly content: Uint8Array;
}

const sheetType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const csvTypes = new Set(["text/csv", "text/plain", "application/csv"]);

export async function readImportFile(server: ServerContext, context: RequestContext): Promise<Parsed<ImportFile>> {
  const { request } = context;
  if (request.isMultipart()) {
    const file = await readMultipartFile(context, limitOf(server.engine.product, "upload size", server.today()) ?? defaultMaxBytes);
    return file.ok ? parsed({ format: isSheet(file.value.type, file.value.name, file.value.content) ? "xlsx" : "csv", content: file.value.content }) : file;
  }
  const type = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  const format = type === sheetType ? "xlsx" : csvTypes.has(type) ? "csv" : null;
  if (format === null) return refused("media-type", say("send-the-lines-as-text-csv-as"));
  const { body } = request;
  return Buffer.isBuffer(body) && body.length > 0 ? parsed({ format, content: body }) : refused("malformed", say("the-file-is-empty"), "file");
}

/** Browsers don't always know the type, so the name and the signature of a ZIP archive count as well. */
const isSheet = (type: string, name: string, content: Uint8Array): boolean => type === sheetType || /\.xlsx$/i.test(name) || (content[0] === 0x50 && content[1] === 0x4b);

export const readTable = ({ format, content }: ImportFile): Promise<ReadTable> => (format === "csv" ? readCsv(content) : readSheet(content));
