/** The handlers of records, for paths that a route of the product shares with an entity. */
import type { Handler } from "../http/handler.ts";

export interface RecordHandlers {
  readonly list: Handler;
  readonly create: Handler;
  readonly read: Handler;
  readonly update: Handler;
  readonly delete: Handler;
}
