/** Joins an entity's paths: a fixed word (`export`, `actions`, `:batch`) stands where else an id or an action would. */
import { actionsOf, answerableKeys, didYouMean } from "@nonet/api";
import { creationActions, type Entity } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import { exportList } from "../files/export-list.ts";
import { importList } from "../files/import-list.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type Answer, json, nothing, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { explainedActions, explainedStuck } from "../http/source-sentences.ts";
import { knownKeys } from "../requests/known-keys.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import { shown, wantedVersion, withEntity } from "../requests/record-response.ts";
import { performOptions } from "../requests/write-options.ts";
import { batch } from "./batch.ts";
import { create } from "./create-record.ts";

export function routeEntities(app: FastifyInstance, room: ServerContext, records: RecordHandlers): void {
  route(app, room, "GET", "/api/:entity", records.list, { early: () => true });
  route(app, room, "POST", "/api/:entity", (ask) => {
    const [path, verb] = ask.params.entity!.split(":");
    return verb === "batch" ? withEntity(room, { ...ask, params: { ...ask.params, entity: path! } }, (entity) => batch(room, ask, entity)) : records.create(ask);
  });
  route(
    app,
    room,
    "GET",
    "/api/:entity/:id",
    (ask) => {
      const entity = ask.params.id === "export" ? room.engine.product.entities.find((e) => e.path === ask.params.entity) : undefined;
      return entity ? exportList(room, ask, entity) : records.read(ask);
    },
    // An export is written while it is read.
    { early: ({ id }) => id !== "export" },
  );
  route(app, room, "POST", "/api/:entity/:id", (ask) => withEntity(room, ask, (entity) => createByAction(room, ask, entity)));
  route(app, room, "GET", "/api/:entity/:id/:what", (ask) => withEntity(room, ask, (entity) => aboutRecord(room, ask, entity)));
  route(app, room, "POST", "/api/:entity/:id/:action", (ask) => withEntity(room, ask, (entity) => act(room, ask, entity)));
}

async function createByAction(room: ServerContext, ask: RequestContext, entity: Entity): Promise<Answer> {
  const word = ask.params.id!;
  const actions = creationActions(room.engine.product, entity.name);
  const action = actions.find((a) => a.path === word);
  if (action) return create(room, ask, entity, action.name);
  if (word === "import") return importList(room, ask, entity);
  return problem("not-found", `${entity.name} isn't made by "${word.slice(0, 80)}".${didYouMean(word, [...actions.map((a) => a.path), "import"])}`);
}

async function aboutRecord(room: ServerContext, ask: RequestContext, entity: Entity): Promise<Answer> {
  const what = ask.params.what!;
  const { engine } = room;
  if (what === "actions") {
    const actions = await engine.actions(ask.actor, entity.name, ask.params.id!);
    if (!actions.ok) return refusal(actions.refusal);
    const stuck = await engine.blockedTransitions(ask.actor, entity.name, ask.params.id!);
    return stuck.ok ? json(200, { items: explainedActions(room, ask.actor, actions.value), stuck: explainedStuck(room, ask.actor, stuck.value) }) : refusal(stuck.refusal);
  }
  if (what === "history") {
    const history = await engine.history(ask.actor, entity.name, ask.params.id!);
    return history.ok ? json(200, { items: history.value }) : refusal(history.refusal);
  }
  return problem("not-found", `A record has no "${what.slice(0, 80)}" to read.${didYouMean(what, ["actions", "history"])}`);
}

async function act(room: ServerContext, ask: RequestContext, entity: Entity): Promise<Answer> {
  const offered = actionsOf(room.engine.product, entity.name).filter((a) => !a.systemOnly);
  const action = offered.find((a) => a.path === ask.params.action);
  if (!action)
    return problem(
      "not-found",
      `${entity.name} has no action "${ask.params.action!.slice(0, 80)}".${didYouMean(
        ask.params.action!,
        offered.map((a) => a.path),
      )}`,
    );
  const body = readObject(ask.request);
  if (!body.ok) return body.answer;
  const asked = knownKeys(body.value, answerableKeys(room.engine.product, entity.name, action), action.name);
  if (!asked.ok) return asked.answer;
  const version = await wantedVersion(room, ask, entity);
  if (typeof version === "object") return version;
  const options = performOptions(ask);
  if (!options.ok) return options.answer;
  const ifVersion = typeof version === "number" ? { ifVersion: version } : {};
  const done = await room.engine.perform(
    ask.actor,
    { kind: "action", entity: entity.name, id: ask.params.id!, action: action.name, input: asked.value, ...ifVersion },
    options.value,
  );
  if (!done.ok) return refusal(done.refusal);
  return done.value === null ? nothing() : shown(room, ask, done.value, 200, entity);
}
