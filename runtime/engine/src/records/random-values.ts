/** What the product makes up itself when a record comes into being: random texts, secret keys, secret links. */
import { createHash, randomInt } from "node:crypto";
import { holderQuery } from "@nonet/database";
import type { Entity, Field } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { problem, refuse } from "../refusals/refusal.ts";
import { stop } from "../refusals/stop.ts";

/** Without letters and digits that look alike: people read random texts to each other. */
const readable = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const dense = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const made = (alphabet: string, length: number): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

export const keyHash = (key: string): string => createHash("sha256").update(key).digest("hex");
export const linkPrefix = "/link/";

/** Stored values by field name; the plain secret keys go into `once`, to be shown to whoever made the record. */
export async function randomValues(context: ChangeContext, entity: Entity, once: Record<string, string>): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const field of entity.fields) {
    if (field.type.kind === "random text") values[field.name] = await unused(context, entity, field, field.type.length);
    if (field.type.kind === "secret link") values[field.name] = linkPrefix + made(dense, 32);
    if (field.type.kind === "secret key") {
      const key = made(dense, 40);
      values[field.name] = keyHash(key);
      once[field.key] = key;
    }
  }
  return values;
}

/** Short texts may meet one that is there; after many tries they are used up. */
async function unused(context: ChangeContext, entity: Entity, field: Field, length: number): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const text = made(readable, length);
    if (!(await context.connection.row(holderQuery(entity, field, text)))) return text;
  }
  return stop(refuse("unavailable", problem("used-up", `The ${field.name} of ${length} characters are nearly used up: make it longer.`, { field: field.key })));
}
