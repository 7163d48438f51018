/** Paths such as `/api/people` belong to the server until the product has an entity of that path. The document may change while the server runs, so this is decided for each request. */
import { entityAtPath } from "@nonet/api";
import type { Handler } from "../http/handler.ts";
import type { ServerContext } from "../http/server-context.ts";

export const unlessEntity =
  (server: ServerContext, path: string, own: Handler, ofEntity: Handler): Handler =>
  (context) =>
    entityAtPath(server.engine.product, path) ? ofEntity({ ...context, params: { ...context.params, entity: path } }) : own(context);
