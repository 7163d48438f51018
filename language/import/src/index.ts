/** Makes a specification of what exists already: a database, an API description, tables in files. Pure: it is given what was read. */
export { type Account, type AccountEntry, type Outcome, type SourceObject, totalOf, totalsByKind } from "./account/account.ts";
export type { PostgresFacts } from "./postgres/facts.ts";
export { importPostgres, type PostgresImport } from "./postgres/import-postgres.ts";
export { verified, type Importing, type Verified } from "./verify/verified-import.ts";
export { mergeImports, type Conflict, type Merged } from "./merge/merge.ts";
export { givenNames } from "./merge/given-names.ts";
export { importOpenApi } from "./openapi/import-openapi.ts";
export { whyNotOpenApi, type Json, type JsonObject } from "./openapi/document.ts";
export { importCsv, type CsvColumn, type CsvPlan, type CsvTable } from "./csv/import-csv.ts";
export { ColumnObserver } from "./csv/column-summary.ts";
export type { RecordList, RecordTable, SelectedColumn } from "./postgres/record-tables.ts";
