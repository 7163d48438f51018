/** One person's expensive conditions are refused or cut short, and never delay another person's lists. */
import { afterAll, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { launchPostgres } from "@nonet/engine";
import { client, type Ask } from "../api-client.ts";
import { runProduct, temporaryFolder, type Running } from "../nonet-process.ts";
import { writeOutageProduct } from "./outage-product.ts";

const folder = temporaryFolder();
let postgres: Awaited<ReturnType<typeof launchPostgres>>;
let product: Running;
let database: pg.Client;
let attacker: Ask;
let token: string;
let other: Ask;

beforeAll(async () => {
  postgres = await launchPostgres(`${folder.path}/database`);
  product = await runProduct([writeOutageProduct(folder.path), "--data", `${folder.path}/data`, "--database", postgres.url]);
  database = new pg.Client(postgres.url);
  await database.connect();
  const register = async (name: string): Promise<string> =>
    (await client(product.address)("POST", "/api/register", { email: `${name}@example.test`, name, password: "a quite long password" })).body.token;
  token = await register("attacker");
  attacker = client(product.address, token);
  other = client(product.address, await register("other"));
  for (let n = 0; n < 100; n++) await other("POST", "/api/notes", { title: `note ${n}` });
}, 120_000);
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await postgres?.stop();
  folder.remove();
});

const cubed = "count(for i in 1..10000, j in 1..10000, k in 1..10000 return i*j*k) > 0";
/** The planner can't foresee how often this loops, so only the time limit ends it. */
const unforeseen = "count(for i in 1..string length(title)*1000, j in 1..string length(title)*1000 return i*j) > 0";
const list = (ask: Ask, where: string, more = ""): ReturnType<Ask> => ask("GET", `/api/notes?where=${encodeURIComponent(where)}${more}`);
/** The database's processes that evaluate such a condition. */
const processes = async (): Promise<readonly number[]> =>
  (await database.query("select pid from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and query like '%generate_series%'")).rows.map(({ pid }) => pid);
const running = async (): Promise<number> => (await processes()).length;

test("a condition whose estimated cost is too high is refused at once, with the way out", async () => {
  const { status, body } = await list(attacker, cubed, "&count=exact");
  expect([status, body.code, body.errors[0].field]).toEqual([400, "invalid-condition", "where"]);
  expect(body.detail).toBe("This condition is too expensive to evaluate. Use shorter ranges and fewer nested loops, or add a filter.");
  // Nothing has begun that would have to end.
  expect(await running()).toBe(0);
});

test("a condition that takes too long ends after 2 seconds, and two of a person run at a time, while others read normally", { timeout: 120_000 }, async () => {
  let ended = 0;
  const flood = Array.from({ length: 20 }, () => list(attacker, unforeseen).finally(() => ended++));
  await expect.poll(running, { timeout: 10_000 }).toBe(2);
  const most: number[] = [];
  for (let n = 0; n < 20; n++) {
    const before = ended;
    expect((await other("GET", "/api/notes")).status).toBe(200);
    expect((await list(other, 'title != "note 1"')).body.items).toHaveLength(50);
    // Nobody waits behind the flood: that would be ten times two seconds.
    expect(ended - before).toBeLessThan(10);
    most.push(await running());
    await new Promise((later) => setTimeout(later, 100));
  }
  expect(Math.max(...most)).toBe(2);
  for (const { status, body } of await Promise.all(flood)) {
    expect([status, body.code]).toEqual([400, "invalid-condition"]);
    expect(body.detail).toBe("This condition takes longer than 2 seconds to evaluate. Simplify it, or add a filter.");
  }
});

test("more than 22 of one person at once are refused with 429", { timeout: 120_000 }, async () => {
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => list(attacker, unforeseen)))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  expect(statuses.filter((status) => status === 400)).toHaveLength(22);
});

/**
 * Both have two seconds, and the one that is given up began later: only where it is canceled it ends first. On a busy
 * machine the other's time can be over before the cancellation arrives, so there are five attempts.
 */
test("a request that is given up is canceled in the database", { timeout: 120_000 }, async () => {
  const endedFirst = async (): Promise<boolean> => {
    const waitsOn = list(attacker, unforeseen);
    await expect.poll(processes, { interval: 20 }).toHaveLength(1);
    const [patient] = await processes();
    const stop = new AbortController();
    const given = fetch(`${product.address}/api/notes?where=${encodeURIComponent(unforeseen)}`, { headers: { authorization: `Bearer ${token}` }, signal: stop.signal }).catch(
      () => null,
    );
    await expect.poll(processes, { interval: 20 }).toHaveLength(2);
    stop.abort();
    await given;
    let left = await processes();
    for (; left.length === 2; left = await processes());
    await waitsOn;
    return left.length === 1 && left[0] === patient;
  };
  let canceled = false;
  for (let attempt = 0; attempt < 5 && !canceled; attempt++) canceled = await endedFirst();
  expect(canceled).toBe(true);
  expect((await list(attacker, 'title = "note 1"')).body.items).toHaveLength(1);
});
