import type { Actor, Engine } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { cookieName } from "../static/secret-link-page.ts";
import { type Credentials, type Authentication, askingOf } from "./authentication.ts";
import { type Parsed, refused } from "./response.ts";

/** Who asks, with the link that they hold. A link that opens nothing is refused where it is sent, and forgotten where it is kept. */
export function askingWithLink(engine: Engine, request: FastifyRequest): Authentication {
  const sent = /^Link +([A-Za-z0-9]{1,100})$/i.exec(request.headers.authorization ?? "")?.[1];
  if (sent !== undefined) return { recent: undefined, now: sentLink(engine, sent) };
  const asking = askingOf(engine, request);
  const kept = request.cookies[cookieName(request)];
  return kept === undefined ? asking : { recent: undefined, now: keptLink(engine, asking.now, kept) };
}

async function sentLink(engine: Engine, token: string): Promise<Parsed<Credentials>> {
  const opened = await engine.openLink(token);
  return opened
    ? { ok: true, value: { actor: { kind: "anyone", link: opened.link }, token: undefined, by: "bearer" } }
    : refused("not-signed-in", "The link leads nowhere: its record may be gone.");
}

async function keptLink(engine: Engine, asked: Promise<Parsed<Credentials>>, kept: string): Promise<Parsed<Credentials>> {
  const asker = await asked;
  if (!asker.ok || asker.value.by === "bearer") return asker;
  const opened = await engine.openLink(kept);
  return opened && asker.value.actor.kind !== "system" ? { ...asker, value: { ...asker.value, actor: { ...asker.value.actor, link: opened.link } as Actor } } : asker;
}
