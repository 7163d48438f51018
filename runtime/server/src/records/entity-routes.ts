/** The paths of an entity that aren't plain records: fixed words (`export`, `import`, `actions`, `:batch`) and actions. */
import { actionsOf, answerableKeys, didYouMean } from "@nonet/api";
import { creationActions, type Entity } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import { exportList } from "../files/export-list.ts";
import { importList } from "../files/import-list.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { actionsWithSentences, blockedTransitionsWithSentences } from "../http/source-sentences.ts";
import { knownKeys } from "../requests/known-keys.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import { recordResponse, requestedVersion, withEntity } from "../requests/record-response.ts";
import { formOptions, performOptions } from "../requests/write-options.ts";
import { addComment, hasComments, readComments, routeComments } from "../comments/comment-routes.ts";
import { batch } from "./batch.ts";
import { create } from "./create-record.ts";
import { totals } from "./list-totals.ts";

export function routeEntities(app: FastifyInstance, server: ServerContext, records: RecordHandlers): void {
  route(app, server, "GET", "/api/:entity", (context) => listOrTotals(server, context, records), { optimistic: () => true, fromReplica: true });
  route(app, server, "POST", "/api/:entity", (context) => createOrBatch(server, context, records), {
    keyMemory: ({ entity }) => (entity!.includes(":") ? "server" : "engine"),
    dryRun: true,
  });
  // An export writes to the connection while it reads, so its actor must be confirmed first.
  route(app, server, "GET", "/api/:entity/:id", (context) => readOrExport(server, context, records), { optimistic: ({ id }) => id !== "export", fromReplica: true });
  route(app, server, "POST", "/api/:entity/:id", (context) => withEntity(server, context, (entity) => createByActionOrImport(server, context, entity)), {
    keyMemory: ({ id }) => (id === "import" ? "server" : "engine"),
    dryRun: true,
  });
  routeComments(app, server);
  route(app, server, "GET", "/api/:entity/:id/:what", (context) => withEntity(server, context, (entity) => readAbout(server, context, entity)), { fromReplica: true });
  route(app, server, "POST", "/api/:entity/:id/:action", (context) => withEntity(server, context, (entity) => runAction(server, context, entity)), {
    keyMemory: ({ entity, action }) => (action === "comments" && hasComments(server, entity!) ? "server" : "engine"),
    dryRun: true,
    about: ({ entity, id }) => ({ path: entity!, id: id! }),
  });
}

async function createOrBatch(server: ServerContext, context: RequestContext, records: RecordHandlers): ReturnType<RecordHandlers["create"]> {
  const [path, verb] = context.params.entity!.split(":");
  if (verb !== "batch") return records.create(context);
  return withEntity(server, { ...context, params: { ...context.params, entity: path! } }, (entity) => batch(server, context, entity));
}

async function listOrTotals(server: ServerContext, context: RequestContext, records: RecordHandlers): ReturnType<RecordHandlers["list"]> {
  const [path, verb] = context.params.entity!.split(":");
  if (verb !== "totals") return records.list(context);
  return withEntity(server, { ...context, params: { ...context.params, entity: path! } }, (entity) => totals(server, context, entity));
}

async function readOrExport(server: ServerContext, context: RequestContext, records: RecordHandlers): ReturnType<RecordHandlers["read"]> {
  const entity = context.params.id === "export" ? server.engine.product.entities.find((e) => e.path === context.params.entity) : undefined;
  return entity ? exportList(server, context, entity) : records.read(context);
}

async function createByActionOrImport(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const word = context.params.id!;
  const actions = creationActions(server.engine.product, entity.name);
  const action = actions.find((a) => a.path === word);
  if (action) return create(server, context, entity, action.name);
  if (word === "import") return importList(server, context, entity);
  return problem("not-found", `${entity.name} has no action "${word.slice(0, 80)}" that creates a record.${didYouMean(word, [...actions.map((a) => a.path), "import"])}`);
}

async function readAbout(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const { actor, params } = context;
  const { engine } = server;
  const what = params.what!;
  if (what === "actions") {
    const actions = await engine.actions(actor, entity.name, params.id!);
    if (!actions.ok) return refusal(actions.refusal);
    const blocked = await engine.blockedTransitions(actor, entity.name, params.id!);
    if (!blocked.ok) return refusal(blocked.refusal);
    const changes = await engine.changes(actor, entity.name, params.id!);
    if (!changes.ok) return refusal(changes.refusal);
    return json(200, {
      items: actionsWithSentences(server, actor, actions.value),
      changes: actionsWithSentences(server, actor, changes.value),
      stuck: blockedTransitionsWithSentences(server, actor, blocked.value),
    });
  }
  if (what === "history") {
    const history = await context.reads.history(actor, entity.name, params.id!);
    return history.ok ? json(200, { items: history.value }) : refusal(history.refusal);
  }
  if (what === "data") {
    const data = await engine.exportRecordData(actor, entity.name, params.id!);
    return data.ok ? json(200, data.value, { "content-disposition": `attachment; filename="${entity.path}-${params.id!}.json"` }) : refusal(data.refusal);
  }
  const ofComments = entity.comments ? await readComments(server, context, entity) : null;
  return ofComments ?? problem("not-found", `A record has no "${what.slice(0, 80)}".${didYouMean(what, ["actions", "history", "data", ...(entity.comments ? ["comments"] : [])])}`);
}

async function runAction(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const available = actionsOf(server.engine.product, entity.name).filter((a) => !a.systemOnly);
  const path = context.params.action!;
  const action = available.find((a) => a.path === path);
  if (!action && path === "comments" && entity.comments) return addComment(server, context, entity);
  if (!action && path === "erase") return eraseData(server, context, entity);
  if (!action) {
    const paths = available.map((a) => a.path);
    return problem("not-found", `${entity.name} has no action "${path.slice(0, 80)}".${didYouMean(path, paths)}`);
  }
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const input = knownKeys(body.value, answerableKeys(server.engine.product, entity.name, action), action.name);
  if (!input.ok) return input.response;
  const version = await requestedVersion(server, context, entity);
  if (typeof version === "object") return version;
  const options = formOptions(context);
  if (!options.ok) return options.response;
  const ifVersion = typeof version === "number" ? { ifVersion: version } : {};
  const outcome = await server.engine.perform(
    context.actor,
    { kind: "action", entity: entity.name, id: context.params.id!, action: action.name, input: input.value, ...ifVersion },
    options.value,
  );
  if (!outcome.ok) return refusal(outcome.refusal);
  return outcome.value === null ? noContent() : recordResponse(server, context, outcome.value, 200, entity);
}

/** An action of the document called Erase comes first. */
async function eraseData(server: ServerContext, context: RequestContext, entity: Entity): Promise<HttpResponse> {
  const options = performOptions(context, ["confirm"]);
  if (!options.ok) return options.response;
  const outcome = await server.engine.eraseRecordData(context.actor, entity.name, context.params.id!, options.value);
  return outcome.ok ? json(200, outcome.value) : refusal(outcome.refusal);
}
