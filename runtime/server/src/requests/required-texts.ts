/** Reads required texts from a body; the response names every one that is missing or isn't a text. */
import { problemOf } from "@nonet/api";
import type { Values } from "@nonet/engine";
import { type Parsed, parsed } from "../http/response.ts";
import { refusedTogether } from "./known-keys.ts";
import { say } from "@nonet/texts";

export function requiredTexts<K extends string>(body: Values, keys: readonly K[]): Parsed<Record<K, string>> {
  const invalid = keys.filter((key) => body[key] !== undefined && body[key] !== null && typeof body[key] !== "string");
  if (invalid.length > 0) return refusedTogether(invalid.map((key) => problemOf("malformed", say("key-should-be-a-text", { key }), key)));
  const missing = keys.filter((key) => typeof body[key] !== "string" || (body[key] as string).trim() === "");
  if (missing.length > 0) return refusedTogether(missing.map((key) => problemOf("required", say("key-is-required", { key }), key)));
  return parsed(Object.fromEntries(keys.map((key) => [key, body[key] as string])) as Record<K, string>);
}
