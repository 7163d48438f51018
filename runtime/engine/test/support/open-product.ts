/** Opens a small product, written in the test itself, on a real embedded PostgreSQL, with the world outside as it is. */
import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { databaseOf, freshDatabase } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type EngineOptions } from "../../src/contract/engine-options.ts";
import { freshFolder, productOf } from "./equipment-desk.ts";
import { valueOf } from "./outcome.ts";

export interface Opened {
  readonly engine: Engine;
  readonly folder: string;
  readonly owner: Actor;
  /** A person with these roles, by email. */
  person(email: string, ...roles: string[]): Promise<Actor>;
  close(): Promise<void>;
}

export async function openProduct(text: string, more: Partial<EngineOptions> & { readonly folder?: string } = {}): Promise<Opened> {
  const folder = more.folder ?? freshFolder();
  const engine = valueOf(
    await openEngine({
      product: productOf(text),
      database: await (more.folder === undefined ? freshDatabase() : databaseOf(more.folder)),
      files: join(folder, "files"),
      rehearse: false,
      environment: {},
      owner: { email: "owner@example.test", password: "the owner's password" },
      ...more,
    }),
  );
  const owner = more.rehearse
    ? valueOf(await engine.people.become("owner@example.test")).actor
    : valueOf(await engine.people.signIn({ email: "owner@example.test", password: "the owner's password" })).actor;
  return {
    engine,
    folder,
    owner,
    person: async (email, ...roles) => {
      const known = await engine.people.signIn({ email, password: "a long password" });
      if (known.ok) return known.value.actor;
      valueOf(await engine.people.invite(owner, { email, name: email.split("@")[0]!, roles, password: "a long password", keepPassword: true }));
      return valueOf(await engine.people.signIn({ email, password: "a long password" })).actor;
    },
    close: async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  readonly at: number;
}

export interface Outside {
  readonly address: string;
  readonly port: number;
  readonly heard: Heard[];
  /** How the next requests are answered; the last one stays. `null`: never. */
  answer(...answers: ({ status: number; body?: unknown } | null)[]): void;
  close(): Promise<void>;
}

/** A real HTTP server that notes what it hears. */
export async function openOutside(port = 0): Promise<Outside> {
  const heard: Heard[] = [];
  let answers: ({ status: number; body?: unknown } | null)[] = [{ status: 200, body: { id: "one" } }];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      heard.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body: Buffer.concat(parts).toString("utf8"), at: Date.now() });
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!;
      if (answer) response.writeHead(answer.status, { "content-type": "application/json" }).end(JSON.stringify(answer.body ?? {}));
    });
  });
  await new Promise<void>((ready) => server.listen(port, "127.0.0.1", ready));
  const taken = (server.address() as AddressInfo).port;
  return {
    address: `http://127.0.0.1:${taken}`,
    port: taken,
    heard,
    answer: (...next) => void (answers = next),
    close: () =>
      new Promise((closed) => {
        server.closeAllConnections();
        server.close(() => closed());
      }),
  };
}

/** Waits until something holds; fails with its last value where it never does. */
export async function until<T>(look: () => Promise<T> | T, holds: (value: T) => boolean, seconds = 15): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`it never came: ${JSON.stringify(value)}`);
    await new Promise((later) => setTimeout(later, 50));
  }
}
