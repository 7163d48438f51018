/** Nonet is upgraded under load, one process after the other, as docs/deploy.md says: no request fails, and nothing that was acknowledged is lost. */
import { chmodSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { launchPostgres, type Postgres } from "@nonet/engine";
import { afterAll, beforeAll, expect, test } from "vitest";
import { client } from "../api-client.ts";
import { runProduct, type Running, temporaryFolder } from "../nonet-process.ts";
import { writeOutageProduct } from "../security/outage-product.ts";
import { balance, type Balancer } from "./round-robin.ts";

const isLong = process.env["NONET_LONG"] !== undefined;
/** NONET_UPGRADES sets another number of upgrades, each during 5,000 requests. */
const upgrades = Number(process.env["NONET_UPGRADES"] ?? (isLong ? 20 : 1));
const requests = isLong || process.env["NONET_UPGRADES"] ? upgrades * 5_000 : 1_000;
const people = isLong ? 12 : 4;

const folder = temporaryFolder();
chmodSync(folder.path, 0o755);
const document = writeOutageProduct(folder.path);
let postgres: Postgres;
let balancer: Balancer;
let processes: Running[] = [];

/** Longer than the balancer takes to notice, as docs/operations.md says: its look at all servers may wait 3 seconds for one. */
const drainSeconds = "5";

const start = (): Promise<Running> => runProduct([document, "--database", postgres.url, "--data", join(folder.path, "data"), "--drain", drainSeconds]);

beforeAll(async () => {
  postgres = await launchPostgres(join(folder.path, "postgres"));
  processes = [await start(), await start()];
  balancer = await balance(processes.map(({ address }) => address));
}, 120_000);
afterAll(async () => {
  await balancer?.close();
  for (const one of processes) if (one.process.exitCode === null) await one.stop();
  await postgres?.stop();
  folder.remove();
}, 120_000);

async function until(what: () => boolean): Promise<void> {
  for (const end = Date.now() + 60_000; !what();) {
    if (Date.now() > end) throw new Error("It didn't happen within a minute.");
    await sleep(20);
  }
}

/** The status, or what the connection fails with. */
const send = (agent: Agent, method: string, path: string, token: string, body?: object): Promise<number | string> =>
  new Promise((done) => {
    const text = body === undefined ? "" : JSON.stringify(body);
    const headers = { authorization: `Bearer ${token}`, ...(body ? { "content-type": "application/json", "content-length": Buffer.byteLength(text) } : {}) };
    const sent = request(`${balancer.address}${path}`, { agent, method, headers }, (response) => {
      response.resume();
      response.on("end", () => done(response.statusCode!));
      response.on("error", (error) => done(error.message));
    });
    sent.on("error", (error) => done(error.message));
    sent.end(text);
  });

test(`${requests} requests, and none fails while both processes are replaced ${upgrades} times`, { timeout: 3_600_000 }, async () => {
  const { body } = await client(balancer.address)("POST", "/api/register", { email: "w@example.test", name: "W", password: "a quite long password" });
  const counts: Record<string, number> = {};
  let written = 0;
  let done = 0;
  let replaced = 0;
  const person = async (number: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; done < requests || replaced < upgrades; i++) {
      const writes = i % 4 === 0;
      const status = writes ? await send(agent, "POST", "/api/notes", body.token, { title: `note ${number} ${i}` }) : await send(agent, "GET", "/api/notes?limit=5", body.token);
      counts[`${writes ? "POST" : "GET"} ${status}`] = (counts[`${writes ? "POST" : "GET"} ${status}`] ?? 0) + 1;
      if (status === 201) written++;
      done++;
      // The machine is for starting processes, too.
      if (done > requests) await sleep(20);
    }
    agent.destroy();
  };
  const load = Array.from({ length: people }, (_, number) => person(number));
  for (; replaced < upgrades; replaced++)
    for (const i of processes.keys()) {
      const next = await start();
      balancer.add(next.address);
      await until(() => balancer.ready().includes(next.address));
      expect(await processes[i]!.stop()).toBe(0);
      expect(processes[i]!.err()).not.toMatch(/bug|Error/);
      processes[i] = next;
    }
  await Promise.all(load);
  console.info(`${done} requests over ${replaced} upgrades: ${JSON.stringify(counts)}`);
  expect(Object.keys(counts).sort()).toEqual(["GET 200", "POST 201"]);
  expect(done).toBeGreaterThanOrEqual(requests);
  expect((await client(balancer.address, body.token)("GET", "/api/notes?count=exact&limit=1")).body.count).toBe(written);
});
