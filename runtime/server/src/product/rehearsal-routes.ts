/** Rehearsal: its clock, its captured mails and calls, and signing in as any of its people. */
import type { Rehearsal } from "@nonet/engine";
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, problem, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { sessionResponse } from "../people/session-response.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { requiredTexts } from "../requests/required-texts.ts";
import { readScriptedAnswer } from "./scripted-answer.ts";
import { say } from "@nonet/texts";

type RehearsalHandler = (rehearsal: Rehearsal, context: RequestContext) => Promise<HttpResponse>;

export function routeRehearsal(app: FastifyInstance, server: ServerContext): void {
  const on = (method: "GET" | "POST", path: string, handler: RehearsalHandler): void => {
    const withRehearsal = async (context: RequestContext): Promise<HttpResponse> => {
      const { rehearsal } = server.engine;
      return rehearsal ? handler(rehearsal, context) : problem("not-found", say("this-product-isnt-in-rehearsal"));
    };
    route(app, server, method, `/rehearsal/${path}`, withRehearsal, { session: true });
  };
  on("GET", "clock", async (rehearsal) => json(200, { now: rehearsal.now() }));
  on("POST", "clock", moveClock);
  on("GET", "mails", async (rehearsal) => json(200, await rehearsal.mails()));
  on("GET", "calls", async (rehearsal) => json(200, await rehearsal.calls()));
  on("POST", "answers", async (rehearsal, context) => {
    const answer = readScriptedAnswer(server.engine.product, context.request);
    if (!answer.ok) return answer.response;
    await rehearsal.answer(answer.value);
    return noContent();
  });
  on("POST", "settle", async (rehearsal) => {
    await rehearsal.settle();
    return noContent();
  });
  on("POST", "reset", async (rehearsal) => {
    await rehearsal.reset();
    return noContent();
  });
  on("GET", "people", async () => json(200, await server.engine.people.rehearsalPeople()));
  on("POST", "become", async (_, context) => {
    const body = readObject(context.request);
    if (!body.ok) return body.response;
    const texts = requiredTexts(body.value, ["email"]);
    return texts.ok ? sessionResponse(server, context, 200, await server.engine.people.become(texts.value.email.trim())) : texts.response;
  });
}

async function moveClock(rehearsal: Rehearsal, context: RequestContext): Promise<HttpResponse> {
  const body = readObject(context.request);
  if (!body.ok) return body.response;
  const known = knownKeys(body.value, new Set(["now", "forward"]), "The clock");
  if (!known.ok) return known.response;
  const { now, forward } = body.value;
  if ((typeof now === "string") === (typeof forward === "string")) return problem("malformed", say("send-either-now-2026-03-01t09-00"));
  const moved = await rehearsal.moveClock(typeof now === "string" ? { now } : { forward: forward as string });
  return moved.ok ? json(200, moved.value) : refusal(moved.refusal);
}
