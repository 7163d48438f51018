/** Requests counted by several servers together, over one count as the database keeps it. */
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "../../../engine/src/connection/database.ts";
import { system, systemTables } from "@nonet/database";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { limitRequests } from "../../src/http/rate-limit.ts";

const servers: FastifyInstance[] = [];
let database: ReturnType<typeof openDatabase>;
let fails = false;
const limits: Readonly<Record<string, number>> = { small: 5, large: 600 };

beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url);
  await database.script([systemTables()]);
  for (let i = 0; i < 3; i++) {
    const app = Fastify();
    const limit = limitRequests(async (client, wanted, most) => {
      if (fails) throw new Error("Connection terminated");
      return (await database.row(system.takeRequests(client, wanted, most))) as never;
    });
    await limit.register(app);
    app.get("/:limit/:client", async (request) => {
      const params = request.params as { limit: string; client: string };
      return (await limit.take(request, params.client, limits[params.limit]!)) ?? { status: 200 };
    });
    servers.push(app);
  }
});
afterAll(async () => {
  for (const app of servers) await app.close();
  await database.close();
});

const ask = async (i: number, path: string): Promise<{ status: number; headers?: Record<string, string> }> => (await servers[i % 3]!.inject(path)).json();

test("a small limit is exact, whoever counts", async () => {
  const statuses: number[] = [];
  for (let i = 0; i < 9; i++) statuses.push((await ask(i, "/small/a")).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429, 429]);
  const { headers } = await ask(0, "/small/a");
  expect(Number(headers!["retry-after"])).toBeGreaterThan(50);
});

test("a large limit is never exceeded, and hardly missed", async () => {
  // Each server alone is asked for as many as the limit, so none is left with requests that it took and nobody asks for.
  const all = await Promise.all(Array.from({ length: 1_800 }, (_, i) => ask(i, "/large/b")));
  expect(all.filter(({ status }) => status === 200).length).toBe(600);
  // One server alone gets everything that the others haven't taken.
  let alone = 0;
  for (let i = 0; i < 700; i++) alone += (await ask(0, "/large/c")).status === 200 ? 1 : 0;
  expect(alone).toBe(600);
});

test("a window ends after its minute", async () => {
  for (let i = 0; i < 6; i++) await ask(1, "/small/d");
  await database.rows({ text: "update nonet.request_window set ends_at = clock_timestamp() where client = 'd'", values: [] });
  expect((await ask(2, "/small/d")).status).toBe(200);
});

test("while the database is away, each server counts alone", async () => {
  fails = true;
  try {
    const statuses: number[] = [];
    for (let i = 0; i < 8; i++) statuses.push((await ask(0, "/small/e")).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  } finally {
    fails = false;
  }
});
