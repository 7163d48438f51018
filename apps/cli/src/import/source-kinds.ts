/** What can be imported. */
import type { ReadSource } from "./import-source.ts";
import { readCsvFolder } from "./read-csv-folder.ts";
import { readOpenApi } from "./read-openapi.ts";
import { readPostgres } from "./read-postgres.ts";

export const sourceKinds: Readonly<Record<string, { readonly from: string; readonly read: ReadSource }>> = {
  postgres: { from: "URL", read: readPostgres },
  openapi: { from: "FILE", read: readOpenApi },
  csv: { from: "FOLDER", read: readCsvFolder },
};
