/** `POST /api/loans` and `POST /api/loans/reserve`: creates a record, by an action if the path names one. */
import type { Entity } from "@nonet/model";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, refusal } from "../http/response.ts";
import type { ServerContext } from "../http/server-context.ts";
import { recordResponse } from "../requests/record-response.ts";
import { formOptions } from "../requests/write-options.ts";

export async function create(server: ServerContext, context: RequestContext, entity: Entity, action?: string): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const options = formOptions(context);
  if (!options.ok) return options.response;
  const created = await server.engine.perform(
    context.actor,
    { kind: "create", entity: entity.name, values: body.value, ...(action === undefined ? {} : { action }) },
    options.value,
  );
  if (!created.ok) return refusal(created.refusal);
  // A dry run creates nothing, so it isn't answered with 201.
  return recordResponse(server, context, created.value, context.dryRun ? 200 : 201, entity);
}
