/** Reads a text that a body may have. */
import { type Parsed, parsed, refused } from "../http/response.ts";
import { say } from "@nonet/texts";

export const textIn = (body: Readonly<Record<string, unknown>>, key: string): Parsed<string | undefined> =>
  body[key] === undefined || typeof body[key] === "string" ? parsed(body[key] as string | undefined) : refused("malformed", say("key-should-be-a-text", { key }), key);
