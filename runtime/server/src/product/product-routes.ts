/** What the front end and other programs read about the product itself: its data, its document, its API description, its screens. */
import { didYouMean, docsPage, entityAtPath, type OpenApi, openApi } from "@nonet/api";
import type { ScreenAsk } from "@nonet/engine";
import type { Product, Screen } from "@nonet/model";
import type { FastifyInstance } from "fastify";
import { exportReport } from "../files/export-report.ts";
import type { Handler, RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { actionsWithSentences, mayReadDocument } from "../http/source-sentences.ts";
import { unlessEntity } from "../requests/entity-path.ts";
import type { RecordHandlers } from "../requests/record-handlers.ts";
import { say } from "@nonet/texts";

export function routeProduct(app: FastifyInstance, server: ServerContext, records: RecordHandlers): void {
  const { options } = server;
  // The document lists rules, prices and roles, so it isn't public even where the product is.
  const signedIn =
    (respond: () => Promise<HttpResponse>): Handler =>
    async ({ actor }) =>
      mayReadDocument(actor) ? respond() : problem("not-signed-in");
  const handlers: Readonly<Record<string, Handler>> = {
    product: async ({ actor }) => json(200, await options.productData(actor, server.today())),
    document: signedIn(async () => json(200, await options.documentData())),
    sentences: signedIn(async () => json(200, { items: options.sentences() })),
  };
  for (const [path, handler] of Object.entries(handlers)) {
    route(app, server, "GET", `/api/-/${path}`, handler);
    route(app, server, "GET", `/api/${path}`, unlessEntity(server, path, handler, records.list), { fromReplica: true });
  }
  route(app, server, "GET", "/api/openapi.json", async () => json(200, apiDescription(server.engine.product)));
  route(app, server, "GET", "/api/docs", (context) => docs(server, context, records));
  route(app, server, "GET", "/api/screens/:name/data", (context) => screenData(server, context, asQuery(context)), { fromReplica: true });
  route(app, server, "GET", "/api/screens/:name/actions", (context) => creationsOnScreen(server, context));
  route(app, server, "GET", "/api/screens/:name/export", (context) => exportReport(server, context));
  route(app, server, "POST", "/api/screens/:name/data", (context) => screenDataWithValues(server, context), { fromReplica: true, reads: true });
}

/** An entity Doc keeps the path for programs; browsers get the page. */
async function docs(server: ServerContext, context: RequestContext, records: RecordHandlers): ReturnType<Handler> {
  const forBrowser = !entityAtPath(server.engine.product, "docs") || (context.request.headers.accept ?? "").includes("text/html");
  if (!forBrowser) return records.list({ ...context, params: { entity: "docs" } });
  return { status: 200, type: "text/html; charset=utf-8", body: docsPage(server.engine.product) };
}

/** Made once for each version of the product. */
const descriptions = new WeakMap<Product, OpenApi>();
function apiDescription(product: Product): OpenApi {
  const description = descriptions.get(product) ?? openApi(product);
  descriptions.set(product, description);
  return description;
}

/** In the query, `id` names the record, and any other name is a parameter of the screen's route. */
function asQuery({ query }: RequestContext): ScreenAsk {
  const { id, ...others } = query;
  const parameters = Object.fromEntries(Object.entries(others).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
  return { ...(typeof id === "string" ? { id } : {}), parameters };
}

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === "object" && value !== null && !Array.isArray(value) && Object.values(value).every((one) => typeof one === "string");

async function screenDataWithValues(server: ServerContext, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const { values, id, parameters } = body.value;
  if (parameters !== undefined && !isTexts(parameters)) return problem("malformed", say("parameters-should-be-an-object-of-texts"), "parameters");
  if (values !== undefined && (typeof values !== "object" || values === null || Array.isArray(values))) return problem("malformed", say("values-should-be-an-object"), "values");
  return screenData(server, context, {
    ...(typeof id === "string" ? { id } : {}),
    ...(parameters ? { parameters } : {}),
    values: (values ?? {}) as Readonly<Record<string, unknown>>,
  });
}

function screenNamed({ engine }: ServerContext, name: string): Screen | HttpResponse {
  const { screens } = engine.product;
  const screen = screens.find((s) => s.name === name) ?? screens.find((s) => s.name.toLowerCase() === name.toLowerCase());
  const names = screens.map((s) => s.name);
  return screen ?? problem("not-found", `There is no screen "${name.slice(0, 80)}".${didYouMean(name, names)}`);
}

async function creationsOnScreen(server: ServerContext, { actor, params, query }: RequestContext): Promise<HttpResponse> {
  // A page that the document doesn't describe has the name of its entity.
  const page = server.engine.product.entities.find(({ name }) => name === params.name);
  const screen = screenNamed(server, params.name!);
  if (!page && !("route" in screen)) return screen;
  const states = await server.engine.creations(actor, "route" in screen ? screen.name : page!.name, typeof query.id === "string" ? query.id : null);
  return states.ok ? json(200, { items: actionsWithSentences(server, actor, states.value) }) : refusal(states.refusal);
}

async function screenData(server: ServerContext, context: RequestContext, options: ScreenAsk): Promise<HttpResponse> {
  const screen = screenNamed(server, context.params.name!);
  if (!("route" in screen)) return screen;
  const data = await context.reads.screenData(context.actor, screen.name, options);
  return data.ok ? json(200, data.value) : refusal(data.refusal);
}
