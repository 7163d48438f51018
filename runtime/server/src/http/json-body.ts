/** Reads what a person sent: bytes to JSON, refusing what no later stage could keep. */
import type { FastifyRequest } from "fastify";
import { type Parsed, parsed, refused } from "./response.ts";

const deepest = 40;
const mostKeys = 100_000;

/** The body as an object; an empty body is an empty object. */
export function readObject(request: FastifyRequest): Parsed<Readonly<Record<string, unknown>>> {
  const read = readJson(request);
  if (!read.ok) return read;
  const value = read.value ?? {};
  if (typeof value !== "object" || Array.isArray(value)) return refused("malformed", "The body should be a JSON object.");
  return parsed(value as Record<string, unknown>);
}

export function readJson(request: FastifyRequest): Parsed<unknown> {
  const body = request.body;
  if (!Buffer.isBuffer(body) || body.length === 0) return parsed(undefined);
  const type = (request.headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
  if (type !== "application/json" && !/^application\/[\w.-]+\+json$/.test(type)) return refused("media-type", "Send JSON, with content-type: application/json.");
  return parseJson(body);
}

export function parseJson(bytes: Uint8Array): Parsed<unknown> {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    return refused("malformed-json", error instanceof SyntaxError ? `The body isn't valid JSON: ${error.message.slice(0, 200)}` : "The body isn't valid UTF-8.");
  }
  const fault = faultIn(value);
  return fault === null ? parsed(value) : refused("malformed", fault);
}

/** PostgreSQL keeps no U+0000 and no half characters; nesting is bounded so that no later walk can overflow. */
function faultIn(root: unknown): string | null {
  let level: unknown[] = [root];
  let seen = 0;
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) return `The body is nested more than ${deepest} deep.`;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string" && !isKeepable(value)) return "The body has a text with a character that can't be kept (U+0000 or half a character).";
      if (typeof value !== "object" || value === null) continue;
      for (const [key, inner] of Object.entries(value)) {
        if (++seen > mostKeys) return "The body has too many values.";
        if (!isKeepable(key)) return "The body has a key with a character that can't be kept.";
        if (key === "__proto__") return "The body has a key that isn't taken: __proto__.";
        next.push(inner);
      }
    }
    level = next;
  }
  return null;
}

export const isKeepable = (text: string): boolean => !text.includes("\0") && (text as string & { isWellFormed(): boolean }).isWellFormed();
