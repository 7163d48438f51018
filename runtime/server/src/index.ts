/** Serves a product over HTTP: its API, its events and its front end. */
export { startServer } from "./start-server.ts";
export type {
  Announcement,
  Bug,
  LiveRequest,
  PreviewHost,
  PreviewPlace,
  PreviewResult,
  SaveResult,
  Server,
  ServerOptions,
  StudioHost,
  VersionsHost,
} from "./http/server-options.ts";
export { createLog, type Log, type LogFormat } from "./log/create-log.ts";
export { isLoopback } from "./product/own-address.ts";
export { readCsv } from "./files/csv-reader.ts";
export type { TableRow } from "./files/table.ts";
