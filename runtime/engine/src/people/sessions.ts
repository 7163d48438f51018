import { randomBytes } from "node:crypto";
import { system } from "@nonet/database";
import { secondsInForce } from "../connection/product-limits.ts";
import type { Running } from "../connection/running-product.ts";
import type { Outcome } from "../contract/outcome.ts";
import type { Session } from "../contract/people.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";
import { actorFrom, hashed } from "./people.ts";

const sessionSeconds = 30 * 24 * 3600;

export async function openSession(running: Running, userId: string): Promise<Outcome<Session>> {
  const person = await running.database.row(system.personById(userId));
  if (!person) return refuse("not found", problem("not-found", "There is no such person."));
  const token = randomBytes(32).toString("base64url");
  const seconds = await secondsInForce(running.database, running.product, "session length", sessionSeconds);
  await running.database.rows(system.addSession(hashed(token), userId, seconds));
  return done({ token, seconds, actor: actorFrom(person) });
}
