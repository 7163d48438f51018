/** Parses JSON bodies and refuses what no later stage could process or store. */
import type { FastifyRequest } from "fastify";
import { type Parsed, parsed, refused } from "./response.ts";
import { isStorable } from "./storable-text.ts";
import { say } from "@nonet/texts";

/** Default 116. */
const maxDepth = 40;
const maxKeys = 100_000;

/** The body as an object; an empty body is an empty object. */
export function readObject(request: FastifyRequest): Parsed<Readonly<Record<string, unknown>>> {
  const body = readJson(request);
  if (!body.ok) return body;
  const value = body.value ?? {};
  if (typeof value !== "object" || Array.isArray(value)) return refused("malformed", say("the-body-should-be-a-json-object"));
  return parsed(value as Record<string, unknown>);
}

/** The body as JSON; an empty body is undefined. */
export function readJson(request: FastifyRequest): Parsed<unknown> {
  const body = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) return parsed(undefined);
  const type = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type)) return refused("media-type", say("send-json-with-content-type-application-json"));
  return parseJson(body);
}

export function parseJson(bytes: Uint8Array): Parsed<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    return refused("malformed-json", error instanceof SyntaxError ? `The body isn't valid JSON: ${error.message.slice(0, 200)}` : say("the-body-isnt-valid-utf-8"));
  }
  const error = errorIn(value);
  return error === null ? parsed(value) : refused("malformed", error);
}

/** Depth is limited so that no later recursion can overflow the stack. */
function errorIn(root: unknown): string | null {
  let level: unknown[] = [root];
  let keys = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) return say("the-body-is-nested-more-than-maxdepth", { maxDepth });
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string" && !isStorable(value)) return say("the-body-contains-a-character-that-cant-2");
      if (typeof value !== "object" || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        if (++keys > maxKeys) return say("the-body-has-more-than-maxkeys-values", { maxKeys });
        if (!isStorable(key)) return say("a-key-of-the-body-contains-a");
        if (key === "__proto__") return say("the-body-has-the-key-proto-which");
        next.push(inner);
      }
    }
    level = next;
  }
  return null;
}
