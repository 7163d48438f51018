/** The studio's requests about versions: the list, one version's files, the difference of two, approvals, and going live. */
import type { Outcome } from "@nonet/engine";
import type { Method } from "../http/route.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, problem, refusal } from "../http/response.ts";
import type { VersionsHost } from "../http/server-options.ts";

type VersionHandler = (host: VersionsHost, context: RequestContext) => Promise<HttpResponse>;

/** Method, path below the studio's, and what answers. */
export const versionRoutes: readonly (readonly [Extract<Method, "GET" | "POST">, string, VersionHandler])[] = [
  ["GET", "/versions", async (host, { actor }) => json(200, await host.data(actor))],
  ["GET", "/versions/difference", difference],
  ["GET", "/versions/:number", files],
  ["POST", "/versions/approve", approve],
  ["POST", "/versions/withdraw", async (host, { actor }) => done(await host.withdraw(actor))],
  ["POST", "/versions/live", goLive],
];

const done = (outcome: Outcome<unknown>): HttpResponse => (outcome.ok ? noContent() : refusal(outcome.refusal));

const noVersion = "There is no version of this number.";

const numberOf = (text: unknown): number | null => (typeof text === "string" && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

async function files(host: VersionsHost, { params }: RequestContext): Promise<HttpResponse> {
  const number = numberOf(params["number"]);
  const found = number === null ? null : await host.files(number);
  return found ? json(200, { files: found }) : problem("not-found", noVersion);
}

/** Without `to`, the files on disk. */
async function difference(host: VersionsHost, { query }: RequestContext): Promise<HttpResponse> {
  const from = numberOf(query["from"]);
  const to = query["to"] === undefined ? null : numberOf(query["to"]);
  if (from === null || (query["to"] !== undefined && to === null)) return problem("malformed", "from and to should be numbers of versions.", from === null ? "from" : "to");
  const found = await host.difference(from, to);
  return found ? json(200, found) : problem("not-found", noVersion);
}

async function approve(host: VersionsHost, { request, actor }: RequestContext): Promise<HttpResponse> {
  const body = readObject(request);
  if (!body.ok) return body.response;
  const { plan } = body.value;
  return typeof plan === "string" ? done(await host.approve(actor, plan)) : problem("malformed", "Send the plan that you approve.", "plan");
}

async function goLive(host: VersionsHost, { request, actor }: RequestContext): Promise<HttpResponse> {
  const body = readObject(request);
  if (!body.ok) return body.response;
  const { plan, accepted = [], why = "" } = body.value;
  if (typeof plan !== "string") return problem("malformed", "Send the plan that you have read.", "plan");
  if (!Array.isArray(accepted) || !accepted.every((one) => typeof one === "string")) return problem("malformed", "accepted should be a list of texts.", "accepted");
  if (typeof why !== "string") return problem("malformed", "why should be a text.", "why");
  return done(await host.goLive(actor, { plan, accepted, why }));
}
