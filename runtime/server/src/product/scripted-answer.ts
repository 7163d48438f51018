/** `POST /rehearsal/answers`: reads what a call of the product receives in rehearsal, `{call, status, body, times, delay}`. */
import { didYouMean } from "@nonet/api";
import type { Rehearsal } from "@nonet/engine";
import type { Product } from "@nonet/model";
import type { FastifyRequest } from "fastify";
import { readObject } from "../http/json-body.ts";
import { type Parsed, parsed, refused } from "../http/response.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { say } from "@nonet/texts";

type ScriptedAnswer = Parameters<Rehearsal["answer"]>[0];

/** `timeout` and `refused` may be the outcome, the status, or a key that is true. */
export function readScriptedAnswer(product: Product, request: FastifyRequest): Parsed<ScriptedAnswer> {
  const body = readObject(request);
  if (!body.ok) return body;
  const known = knownKeys(body.value, new Set(["call", "status", "body", "times", "delay", "outcome", "timeout", "refused"]), "An answer");
  if (!known.ok) return known;
  const { call, status, times, delay, outcome, timeout, refused: connectionRefused } = body.value;
  const calls = product.calls.filter((c) => c.does.kind === "http" || c.does.kind === "email").map((c) => c.name);
  const name = typeof call === "string" ? calls.find((c) => c.toLowerCase() === call.toLowerCase()) : undefined;
  if (name === undefined) return refused("malformed", `call should be the name of a call that the product makes.${didYouMean(String(call), calls)}`, "call");
  const failure = [outcome, status].find((v) => v === "timeout" || v === "refused") ?? (timeout === true ? "timeout" : connectionRefused === true ? "refused" : undefined);
  if (failure === undefined && outcome !== undefined) return refused("malformed", say("outcome-is-timeout-or-refused"), "outcome");
  if (failure === undefined && status !== undefined && !isWhole(status, 100, 599)) return refused("malformed", say("status-should-be-from-100-to-599"), "status");
  if (times !== undefined && !isWhole(times, 1, 1_000_000)) return refused("malformed", say("times-should-be-a-whole-number-from"), "times");
  const seconds = delay === undefined ? undefined : secondsOf(delay);
  if (seconds === null) return refused("malformed", say("delay-should-be-seconds-or-a-duration"), "delay");
  return parsed({
    call: name,
    ...(failure ? { outcome: failure as "timeout" | "refused" } : {}),
    ...(typeof status === "number" ? { status } : {}),
    ...("body" in body.value ? { body: body.value.body } : {}),
    ...(typeof times === "number" ? { times } : {}),
    ...(seconds === undefined ? {} : { delay: seconds }),
  });
}

const isWhole = (value: unknown, min: number, max: number): boolean => typeof value === "number" && Number.isInteger(value) && value >= min && value <= max;

function secondsOf(delay: unknown): number | null {
  if (typeof delay === "number") return delay >= 0 && delay <= 86_400 ? delay : null;
  const parts = typeof delay === "string" ? /^PT(?=\d)(?:(\d{1,3})H)?(?:(\d{1,5})M)?(?:(\d{1,5}(?:\.\d+)?)S)?$/.exec(delay) : null;
  return parts ? Number(parts[1] ?? 0) * 3600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0) : null;
}
