/** Sessions: register, sign in, sign out, who am I. */
import type { Outcome, Session } from "@nonet/engine";
import type { FastifyInstance } from "fastify";
import { clearSession, personOf, setSession } from "../http/authentication.ts";
import type { RequestContext } from "../http/handler.ts";
import { readObject } from "../http/json-body.ts";
import { type Answer, json, nothing, refusal } from "../http/response.ts";
import { route } from "../http/route.ts";
import type { ServerContext } from "../http/server-context.ts";
import { knownKeys, requiredTexts } from "../requests/known-keys.ts";
import { performOptions } from "../requests/write-options.ts";

export function routeSession(app: FastifyInstance, room: ServerContext): void {
  const { people } = room.engine;
  route(
    app,
    room,
    "POST",
    "/api/register",
    async (ask) => {
      const body = readObject(ask.request);
      if (!body.ok) return body.answer;
      const known = knownKeys(body.value, new Set(["email", "password", "name"]), "A registration");
      if (!known.ok) return known.answer;
      const named = typeof body.value.name === "string" && body.value.name.trim() !== "" ? (["email", "password", "name"] as const) : (["email", "password"] as const);
      const texts = requiredTexts(body.value, named);
      if (!texts.ok) return texts.answer;
      const options = performOptions(ask, ["confirm"]);
      if (!options.ok) return options.answer;
      // Who gives no name is called by the first part of the address until they say one.
      const { email, password, name = email.split("@")[0]!.slice(0, 100) || email } = texts.value as { email: string; password: string; name?: string };
      return begin(room, ask, 201, await people.register({ email: email.trim(), password, name: name.trim() }, options.value));
    },
    { session: true },
  );

  route(
    app,
    room,
    "POST",
    "/api/sign-in",
    async (ask) => {
      const body = readObject(ask.request);
      if (!body.ok) return body.answer;
      const known = knownKeys(body.value, new Set(["email", "password"]), "A sign-in");
      if (!known.ok) return known.answer;
      const texts = requiredTexts(body.value, ["email", "password"]);
      if (!texts.ok) return texts.answer;
      return begin(room, ask, 200, await people.signIn({ email: texts.value.email.trim(), password: texts.value.password }));
    },
    { session: true },
  );

  route(
    app,
    room,
    "POST",
    "/api/sign-out",
    async (ask) => {
      if (ask.asker.token !== undefined) await people.signOut(ask.asker.token);
      clearSession(ask.request, ask.reply, room.options.secureCookies);
      return nothing();
    },
    { session: true },
  );

  route(
    app,
    room,
    "GET",
    "/api/me",
    async ({ actor }) =>
      json(200, actor.kind === "person" ? { signedIn: true, ...personOf({ actor }) } : { signedIn: false, id: null, name: null, email: null, roles: [], owner: false }),
    { session: true },
  );
}

export function begin(room: ServerContext, ask: RequestContext, status: number, outcome: Outcome<Session>): Answer {
  if (!outcome.ok) return refusal(outcome.refusal);
  setSession(ask.request, ask.reply, outcome.value, room.options.secureCookies);
  return json(status, { token: outcome.value.token, ...personOf(outcome.value) });
}
