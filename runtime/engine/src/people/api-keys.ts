/** Personal API keys (default 30): created by the person, shown once, stored as a hash, valid until deleted. */
import { isId } from "@nonet/model";
import { createHash, randomBytes } from "node:crypto";
import { system } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { People } from "../contract/people.ts";
import { done, notFound, notSignedIn, problem, refuse } from "../refusals/refusal.ts";

const prefix = "nk_";
const maxKeys = 50;
const hashed = (key: string): string => createHash("sha256").update(key).digest("hex");

export function makeApiKeys(running: Running): Pick<People, "addKey" | "keys" | "deleteKey"> {
  return {
    addKey: (actor, name) => addKey(running, actor, name),
    keys: async (actor) =>
      actor.kind === "person"
        ? done((await running.database.rows(system.keysOf(actor.id))).map((row) => ({ id: row["id"], name: row["name"], at: row["at"], usedAt: row["used"] ?? null })))
        : notSignedIn(),
    deleteKey: async (actor, id) => {
      if (actor.kind !== "person") return notSignedIn();
      return isId(id) && (await running.database.row(system.deleteKey(actor.id, id))) ? done(null) : notFound("key");
    },
  };
}

async function addKey(running: Running, actor: Actor, name: string): Promise<Outcome<{ id: string; name: string; key: string }>> {
  if (actor.kind !== "person") return notSignedIn();
  const text = name.trim();
  if (text === "" || [...text].length > 80) return refuse("invalid", problem("invalid-value", "An API key needs a name of at most 80 characters.", { field: "name" }));
  if ((await running.database.rows(system.keysOf(actor.id))).length >= maxKeys)
    return refuse("conflict", problem("conflict", `You can have at most ${maxKeys} API keys. Delete one first.`));
  const id = uuidv7();
  const key = prefix + randomBytes(32).toString("base64url");
  await running.database.rows(system.addKey({ id, user: actor.id, name: text, hash: hashed(key) }));
  return done({ id, name: text, key });
}

/** The person who has the key; its last use is recorded to the minute. */
export async function keyHolder(running: Running, token: string): Promise<Row | undefined> {
  if (!token.startsWith(prefix)) return undefined;
  const row = await running.database.row(system.keyHolder(hashed(token)));
  if (row?.["stale"]) await running.database.rows(system.keyUsed(row["key_id"]));
  return row;
}
