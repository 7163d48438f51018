import type { Handler } from "../http/handler.ts";

export interface RecordHandlers {
  readonly list: Handler;
  readonly create: Handler;
  readonly read: Handler;
}
