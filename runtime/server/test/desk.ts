/** The Equipment Desk, compiled and running on a real PostgreSQL, served over real HTTP: what this room's tests work with. */
import { freshDatabase } from "../../../tests/shared-postgres.ts";
import { readFileSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEngine, type Engine } from "@nonet/engine";
import { startServer } from "../src/start-server.ts";
import { type Bug, type Server, type ServerOptions } from "../src/http/server-options.ts";
import { compile } from "../../../tests/compile-again.ts";

export interface Desk {
  readonly engine: Engine;
  readonly server: Server;
  readonly bugs: readonly Bug[];
  /** Another server on the same engine: with limits and memories of its own. */
  serve(more?: Partial<ServerOptions>): Promise<Server>;
  close(): Promise<void>;
}

export const secret = "hook-secret";

export async function openDesk(): Promise<Desk> {
  const file = new URL("../../../examples/equipment-desk/equipment-desk.md", import.meta.url);
  const { product } = compile([{ name: "equipment-desk.md", text: readFileSync(file, "utf8") }]);
  const folder = await mkdtemp(join(tmpdir(), "nonet-server-"));
  await chmod(folder, 0o711);
  const opened = await openEngine({
    product,
    database: await freshDatabase(),
    files: join(folder, "files"),
    rehearse: true,
    owner: { email: "owner@example.test", password: "rehearsal-owner" },
    environment: { SECRET_PAYMENT_HOOK: secret, PAYMENT_HOOK: secret, SECRET_PAYMENT_KEY: "key", PAYMENT_KEY: "key" },
  });
  if (!opened.ok) throw new Error(JSON.stringify(opened.refusal));
  const engine = opened.value;
  const bugs: Bug[] = [];
  const serve = (more: Partial<ServerOptions> = {}): Promise<Server> =>
    startServer({
      engine,
      port: 0,
      host: "127.0.0.1",
      productData: (actor) => ({ name: product.name, asker: actor.kind }),
      documentData: () => ({ title: product.about.title }),
      sentences: () => [],
      staticFolder: null,
      secureCookies: false,
      onBug: (bug) => bugs.push(bug),
      ...more,
    });
  const server = await serve();
  return {
    engine,
    server,
    bugs,
    serve,
    close: async () => {
      await server.close();
      await engine.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export interface ClientResponse {
  readonly status: number;
  readonly headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- a response is any JSON
  readonly body: any;
}

export interface Client {
  (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ClientResponse>;
  readonly token: string;
}

/** One person's requests, by Bearer token. `address`: also a function, where the document moves the API. */
export function clientOf(address: string | ((path: string) => string), token = ""): Client {
  const send = async (method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}): Promise<ClientResponse> => {
    const isRaw = body instanceof FormData || body instanceof Uint8Array || typeof body === "string";
    const response = await fetch(typeof address === "string" ? address + path : address(path), {
      method,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...(body === undefined || isRaw ? {} : { "content-type": "application/json" }), ...headers },
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: /json/.test(response.headers.get("content-type") ?? "") && text !== "" ? JSON.parse(text) : text };
  };
  return Object.assign(send, { token });
}

export async function become(address: string, role: string): Promise<Client> {
  const session = await clientOf(address)("POST", "/api/sign-in", { email: `${role}@example.test`, password: "rehearsal" });
  if (session.status !== 200) throw new Error(`${role} can't sign in: ${JSON.stringify(session.body)}`);
  return clientOf(address, session.body.token);
}
