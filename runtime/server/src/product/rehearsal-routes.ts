/** Rehearsal: its clock, what would have left the machine, how calls are answered, and being any of its people. */
import { didYouMean } from "@nonet/api";
import type { Rehearsal } from "@nonet/engine";
import type { FastifyInstance } from "fastify";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type Answer, json, nothing, type Parsed, parsed, problem, refusal, refused } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { begin } from "../people/session-routes.ts";
import { knownKeys, requiredTexts } from "../requests/known-keys.ts";

type Script = Parameters<Rehearsal["answer"]>[0];

export function routeRehearsal(app: FastifyInstance, room: ServerContext): void {
  const on = (method: "GET" | "POST", path: string, act: (rehearsal: Rehearsal, ask: RequestContext) => Promise<Answer>): void =>
    route(
      app,
      room,
      method,
      `/rehearsal/${path}`,
      async (ask) => {
        const { rehearsal } = room.engine;
        return rehearsal ? act(rehearsal, ask) : problem("not-found", "This product isn't in rehearsal.");
      },
      { session: true },
    );

  on("GET", "clock", async (rehearsal) => json(200, { now: rehearsal.now() }));
  on("POST", "clock", moveClock);
  on("GET", "mails", async (rehearsal) => json(200, await rehearsal.mails()));
  on("GET", "calls", async (rehearsal) => json(200, await rehearsal.calls()));
  on("POST", "answers", async (rehearsal, ask) => {
    const script = readScript(room, ask);
    if (!script.ok) return script.answer;
    await rehearsal.answer(script.value);
    return nothing();
  });
  on("POST", "settle", async (rehearsal) => {
    await rehearsal.settle();
    return nothing();
  });
  on("POST", "reset", async (rehearsal) => {
    await rehearsal.reset();
    return nothing();
  });
  on("GET", "people", async () => json(200, await room.engine.people.rehearsalPeople()));
  on("POST", "become", async (_, ask) => {
    const body = readObject(ask.request);
    if (!body.ok) return body.answer;
    const texts = requiredTexts(body.value, ["email"]);
    return texts.ok ? begin(room, ask, 200, await room.engine.people.become(texts.value.email.trim())) : texts.answer;
  });
}

async function moveClock(rehearsal: Rehearsal, ask: RequestContext): Promise<Answer> {
  const body = readObject(ask.request);
  if (!body.ok) return body.answer;
  const known = knownKeys(body.value, new Set(["now", "forward"]), "The clock");
  if (!known.ok) return known.answer;
  const { now, forward } = body.value;
  if ((typeof now === "string") === (typeof forward === "string")) return problem("malformed", 'Say one of {"now": "2026-03-01T09:00:00Z"} and {"forward": "P3D"}.');
  const moved = await rehearsal.moveClock(typeof now === "string" ? { now } : { forward: forward as string });
  return moved.ok ? json(200, moved.value) : refusal(moved.refusal);
}

/** `{call, status, body, times, delay}`, or `timeout` or `refused` as the outcome, the status, or a key that is true. */
function readScript(room: ServerContext, ask: RequestContext): Parsed<Script> {
  const body = readObject(ask.request);
  if (!body.ok) return body;
  const known = knownKeys(body.value, new Set(["call", "status", "body", "times", "delay", "outcome", "timeout", "refused"]), "An answer");
  if (!known.ok) return known;
  const { call, status, times, delay, outcome, timeout, refused: refuses } = body.value;
  const calls = room.engine.product.calls.filter((c) => c.does.kind === "http" || c.does.kind === "email").map((c) => c.name);
  const named = typeof call === "string" ? calls.find((c) => c.toLowerCase() === call.toLowerCase()) : undefined;
  if (named === undefined) return refused("malformed", `call should name one of the calls it makes.${didYouMean(String(call), calls)}`, "call");
  const ends = [outcome, status].find((v) => v === "timeout" || v === "refused") ?? (timeout === true ? "timeout" : refuses === true ? "refused" : undefined);
  if (ends === undefined && outcome !== undefined) return refused("malformed", "outcome is timeout or refused.", "outcome");
  if (ends === undefined && status !== undefined && !isWhole(status, 100, 599)) return refused("malformed", "status should be from 100 to 599, timeout or refused.", "status");
  if (times !== undefined && !isWhole(times, 1, 1_000_000)) return refused("malformed", "times should be a whole number from 1.", "times");
  const seconds = delay === undefined ? undefined : secondsOf(delay);
  if (seconds === null) return refused("malformed", 'delay should be seconds, or a duration such as "PT2S".', "delay");
  return parsed({
    call: named,
    ...(ends ? { outcome: ends as "timeout" | "refused" } : {}),
    ...(typeof status === "number" ? { status } : {}),
    ...("body" in body.value ? { body: body.value.body } : {}),
    ...(typeof times === "number" ? { times } : {}),
    ...(seconds === undefined ? {} : { delay: seconds }),
  });
}

const isWhole = (value: unknown, low: number, high: number): boolean => typeof value === "number" && Number.isInteger(value) && value >= low && value <= high;

function secondsOf(delay: unknown): number | null {
  if (typeof delay === "number") return delay >= 0 && delay <= 86_400 ? delay : null;
  const parts = typeof delay === "string" ? /^PT(?=\d)(?:(\d{1,3})H)?(?:(\d{1,5})M)?(?:(\d{1,5}(?:\.\d+)?)S)?$/.exec(delay) : null;
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : null;
}
