/** A small product under load, for the tests of outages: writers who keep account of what was acknowledged. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, connect, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { client } from "../api-client.ts";

const text = `# Notes

## 1. What it does and for whom

- Sign-in: email and password; anyone may register as Writer

## 3. Entities

### Note

- title: text, required, unique

## 6. Roles and permissions

- **Writer** — writes notes

| Entity | Writer |
|---|---|
| Note | read, create |

## 9. Constants and limits

| Name | Value | Meaning |
|---|---|---|
| requests per minute | 1000000 | per person |
`;

export function writeOutageProduct(folder: string): string {
  const file = join(folder, "notes.md");
  writeFileSync(file, text);
  return file;
}

export interface Load {
  readonly acknowledged: readonly string[];
  /** Responses by status; 0 where there was none. */
  readonly statuses: Readonly<Record<number, number>>;
  /** Responses 503 without Retry-After or without a problem. */
  readonly malformed: readonly string[];
  /** Milliseconds since the last acknowledged write. */
  readonly silentFor: () => number;
  stop(): Promise<void>;
}

/** Registers and writes notes without a pause, `writers` at a time. */
export async function putUnderLoad(address: string, writers: number): Promise<Load> {
  const registered = await client(address)("POST", "/api/register", { email: `w${Date.now()}@example.test`, name: "W", password: "a quite long password" });
  if (registered.status !== 201) throw new Error(JSON.stringify(registered.body));
  const acknowledged: string[] = [];
  const statuses: Record<number, number> = {};
  const malformed: string[] = [];
  let last = Date.now();
  let going = true;
  let number = 0;
  const write = async (): Promise<void> => {
    const title = `note ${number++}`;
    const response = await fetch(`${address}/api/notes`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${registered.body.token}` },
      body: JSON.stringify({ title }),
    }).catch(() => null);
    const status = response?.status ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    const body = (await response?.text().catch(() => "")) ?? "";
    if (status === 201) {
      acknowledged.push(title);
      last = Date.now();
    }
    if (status === 503 && !(response!.headers.has("retry-after") && response!.headers.get("content-type")?.startsWith("application/problem+json"))) malformed.push(body);
    if (status !== 201) await sleep(20);
  };
  const loops = Array.from({ length: writers }, async () => {
    while (going) await write();
  });
  return { acknowledged, statuses, malformed, silentFor: () => Date.now() - last, stop: async () => void ((going = false), await Promise.all(loops)) };
}

/** Waits until writes have been acknowledged again after now. */
export async function untilWritten(load: Load, more = 20, milliseconds = 30_000): Promise<void> {
  const before = load.acknowledged.length;
  for (const end = Date.now() + milliseconds; load.acknowledged.length < before + more && Date.now() < end;) await sleep(20);
  if (load.acknowledged.length < before + more) throw new Error(`Nothing is written any more: ${JSON.stringify(load.statuses)}`);
}

interface Page {
  readonly body: { readonly items: readonly { readonly title: string }[]; readonly next: string | null };
}

/** The titles that were acknowledged and are gone. */
export async function lost(address: string, load: Load): Promise<readonly string[]> {
  const { body } = await client(address)("POST", "/api/register", { email: `r${Date.now()}@example.test`, name: "R", password: "a quite long password" });
  const ask = client(address, body.token);
  const found = new Set<string>();
  let after: string | null = "";
  while (after !== null) {
    const page = (await ask("GET", `/api/notes?limit=100${after && `&after=${encodeURIComponent(after)}`}`)) as Page;
    for (const note of page.body.items) found.add(note.title);
    after = page.body.next;
  }
  return load.acknowledged.filter((title) => !found.has(title));
}

/** The process number of a data folder's PostgreSQL. */
export const postmasterOf = (data: string): number => Number(readFileSync(join(data, "database/postgres/postmaster.pid"), "utf8").split("\n")[0]);

/** Processes of PostgreSQL that serve connections. */
export function backendsOf(postmaster: number): readonly number[] {
  const found: number[] = [];
  for (const name of readdirSync("/proc").filter((one) => /^\d+$/.test(one))) {
    try {
      const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, "utf8"))?.[1];
      if (Number(parent) === postmaster && /postgres: postgres postgres/.test(readFileSync(`/proc/${name}/cmdline`, "utf8"))) found.push(Number(name));
    } catch {
      // It has ended.
    }
  }
  return found;
}

export interface Proxy {
  readonly url: string;
  /** Breaks all connections and accepts none. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** A TCP address in front of a server on a Unix socket, so that its connections can be cut. */
export async function proxyTo(url: string): Promise<Proxy> {
  const [, credentials, sockets] = /^postgres:\/\/([^@]*)@([^/]+)\//.exec(url)!;
  const open = new Set<Socket>();
  let server: Server;
  let port = 0;
  const mend = async (): Promise<void> => {
    server = createServer((from) => {
      const to = connect(`${decodeURIComponent(sockets!)}/.s.PGSQL.5432`);
      for (const socket of [from, to]) {
        open.add(socket);
        socket.on("error", () => {});
        socket.on("close", () => (open.delete(socket), from.destroy(), to.destroy()));
      }
      from.pipe(to).pipe(from);
    });
    await new Promise<void>((done) => server.listen(port, "127.0.0.1", done));
    port = (server.address() as { port: number }).port;
  };
  await mend();
  const cut = async (): Promise<void> => {
    const closed = new Promise((done) => server.close(done));
    for (const socket of open) socket.destroy();
    await closed;
  };
  return { url: `postgres://${credentials}@127.0.0.1:${port}/postgres`, cut, mend };
}
