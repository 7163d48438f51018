import { isDeepStrictEqual } from "node:util";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Credentials } from "./authentication.ts";
import type { Handler } from "./handler.ts";
import { type Answer, type Parsed, written } from "./response.ts";
import { answerFor } from "./route.ts";
import type { ServerContext } from "./server-context.ts";

/** The answer for whom the token named the last time, where it names the same person with the same roles still; null else. */
export async function answerEarly(
  room: ServerContext,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler,
  recent: Credentials,
  now: Promise<Parsed<Credentials>>,
): Promise<Answer | typeof written | null> {
  const confirming = now.then((found) => {
    if (!found.ok || !isDeepStrictEqual(found.value.actor, recent.actor)) throw new Error("Another asks by now.");
  });
  const isConfirmed = confirming.then(
    () => true,
    () => false,
  );
  const answer = answerFor(room, request, { request, reply, asker: recent, actor: recent.actor, confirmed: () => confirming }, handler);
  const [settled] = await Promise.allSettled([answer, isConfirmed]);
  if (!(await isConfirmed)) return null;
  if (settled.status === "rejected") throw settled.reason;
  return settled.value;
}
