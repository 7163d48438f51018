/** What the front end and other programs read about the product itself. */
import { didYouMean, docsPage, entityAtPath, type OpenApi, openApi } from "@nonet/api";
import type { ScreenAsk } from "@nonet/engine";
import type { Product } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import { exportReport } from "../files/export-report.ts";
import type { RequestContext, Handler } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type Answer, json, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { mayReadDocument } from "../http/source-sentences.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";

export function routeProduct(app: FastifyInstance, room: ServerContext, records: RecordHandlers): void {
  const orEntity =
    (path: string, mine: Handler): Handler =>
    (ask) =>
      entityAtPath(room.engine.product, path) ? records.list({ ...ask, params: { entity: path } }) : mine(ask);
  const product: Handler = async (ask) => json(200, await room.options.productData(ask.actor, room.today()));
  // Whom it tells which rules, prices and roles there are is whoever works with the product, not whoever finds its address.
  const document: Handler = async (ask) => (mayReadDocument(ask.actor) ? json(200, await room.options.documentData()) : problem("not-signed-in"));
  const sentences: Handler = async (ask) => (mayReadDocument(ask.actor) ? json(200, { items: room.options.sentences() }) : problem("not-signed-in"));
  route(app, room, "GET", "/api/-/product", product);
  route(app, room, "GET", "/api/-/document", document);
  route(app, room, "GET", "/api/-/sentences", sentences);
  route(app, room, "GET", "/api/product", orEntity("product", product));
  route(app, room, "GET", "/api/document", orEntity("document", document));
  route(app, room, "GET", "/api/sentences", orEntity("sentences", sentences));
  route(app, room, "GET", "/api/openapi.json", async () => json(200, describe(room.engine.product)));
  route(app, room, "GET", "/api/docs", async (ask) => {
    const forPeople = !entityAtPath(room.engine.product, "docs") || (ask.request.headers.accept ?? "").includes("text/html");
    return forPeople ? { status: 200, type: "text/html; charset=utf-8", body: docsPage(room.engine.product) } : records.list({ ...ask, params: { entity: "docs" } });
  });
  route(app, room, "GET", "/api/screens/:name/data", (ask) => screenData(room, ask, typeof ask.query.id === "string" ? { id: ask.query.id } : {}));
  route(app, room, "GET", "/api/screens/:name/export", (ask) => exportReport(room, ask));
  route(app, room, "POST", "/api/screens/:name/data", async (ask) => {
    const body = readObject(ask.request);
    if (!body.ok) return body.answer;
    const { values, id } = body.value;
    if (values !== undefined && (typeof values !== "object" || values === null || Array.isArray(values))) return problem("malformed", "values should be an object.", "values");
    return screenData(room, ask, { ...(typeof id === "string" ? { id } : {}), values: (values ?? {}) as Readonly<Record<string, unknown>> });
  });
}

/** Made once for each version of the product. */
const descriptions = new WeakMap<Product, OpenApi>();
function describe(product: Product): OpenApi {
  const made = descriptions.get(product) ?? openApi(product);
  descriptions.set(product, made);
  return made;
}

async function screenData(room: ServerContext, ask: RequestContext, more: ScreenAsk): Promise<Answer> {
  const name = ask.params.name!;
  const { screens } = room.engine.product;
  const screen = screens.find((s) => s.name === name) ?? screens.find((s) => s.name.toLowerCase() === name.toLowerCase());
  if (!screen)
    return problem(
      "not-found",
      `There is no screen "${name.slice(0, 80)}".${didYouMean(
        name,
        screens.map((s) => s.name),
      )}`,
    );
  const values = await room.engine.screenData(ask.actor, screen.name, more);
  return values.ok ? json(200, values.value) : refusal(values.refusal);
}
