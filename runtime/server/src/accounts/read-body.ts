/** Reads the bodies of requests about accounts: known keys, required texts, and what shows that the person is there. */
import type { Outcome, Proof } from "@nonet/engine";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type HttpResponse, json, noContent, type Parsed, parsed, refusal, refused } from "../http/response.ts";
import { knownKeys } from "../requests/known-keys.ts";
import { requiredTexts } from "../requests/required-texts.ts";
import { say } from "@nonet/texts";

type Body = Readonly<Record<string, unknown>>;

/** `texts`: required texts; `others`: keys that may be there. */
export function readBody<K extends string>(
  { request }: Pick<RequestContext, "request">,
  what: string,
  texts: readonly K[],
  others: readonly string[] = [],
): Parsed<Body & Record<K, string>> {
  const body = readObject(request);
  if (!body.ok) return body;
  const known = knownKeys(body.value, new Set([...texts, ...others]), what);
  if (!known.ok) return known;
  const required = requiredTexts(body.value, texts);
  return required.ok ? parsed({ ...body.value, ...required.value }) : required;
}

const textKeys = ["password", "code", "recoveryCode"] as const;

export function readProof(context: RequestContext): Parsed<Proof> {
  const body = readBody(context, "A confirmation", [], [...textKeys, "passkey"]);
  if (!body.ok) return body;
  const wrong = textKeys.find((key) => body.value[key] !== undefined && typeof body.value[key] !== "string");
  return wrong ? refused("malformed", say("wrong-should-be-a-text", { wrong }), wrong) : parsed(body.value as Proof);
}

export const answer = (outcome: Outcome<unknown>, status = 200): HttpResponse =>
  !outcome.ok ? refusal(outcome.refusal) : outcome.value === null ? noContent() : json(status, outcome.value);

export const answerList = (outcome: Outcome<readonly unknown[]>): HttpResponse => (outcome.ok ? json(200, { items: outcome.value }) : refusal(outcome.refusal));
