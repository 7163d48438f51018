/** `Leaves: at most …` at the moment of departure: however late turns are taken, no stretch of the limit's time has more departures than its count. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { system, systemTables } from "@nonet/database";
import { freshDatabase } from "../../../../tests/shared-postgres.ts";
import { isItsTurn } from "../../src/calls/leaving.ts";
import { openDatabase } from "../../src/connection/database.ts";
import type { Running } from "../../src/connection/running-product.ts";

let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = openDatabase((await freshDatabase()).url);
  await database.script([systemTables()]);
});
afterAll(() => database.close());

const start = Date.UTC(2026, 2, 1);
const setClock = (milliseconds: number): Promise<unknown> => database.rows(system.setClock(new Date(start + milliseconds).toISOString()));

/** The moments at which entries leave whose turns passed long ago, looked for at irregular distances. */
async function departures(call: string, count: number, seconds: number, looks: readonly number[]): Promise<number[]> {
  const left: number[] = [];
  const row = { id: "0192f0c0-0000-7000-8000-000000000000", call, attempts: 1, payload: { turn: 1 } };
  for (const moment of looks) {
    await setClock(moment);
    while (await isItsTurn({ database } as unknown as Running, row, { afterSeconds: 0, atMost: { count, seconds }, asOfSending: false })) left.push(moment);
  }
  return left;
}

const within = (left: readonly number[], from: number, to: number): number => left.filter((at) => at >= from && at < to).length;

test.each([
  ["3 per second", 3, 1],
  ["90 per minute", 90, 60],
  ["100 per minute", 100, 60],
  ["30 per minute", 30, 60],
])("at most %s, in any stretch", async (name, count, seconds) => {
  // Half a second to two seconds apart.
  const looks = Array.from({ length: 40 }, (_, look) => look * 1200 + ((look * 37) % 11) * 50);
  const left = await departures(name, count, seconds, looks);
  expect(Math.max(...left.map((first) => within(left, first, first + seconds * 1000)))).toBeLessThanOrEqual(count);
  // None waits longer than it has to: between two departures of the whole limit, at most one more look passes.
  expect(left.length).toBeGreaterThan(((looks.at(-1)! / 1000) * count) / seconds / 3);
});

test("two that leave first at once are both counted", async () => {
  await setClock(0);
  const waits = await Promise.all(Array.from({ length: 6 }, () => database.row(system.leaveNow("together", 1, 4))));
  expect(waits.map((row) => row!["wait"]).sort()).toEqual([0, 0, 0, 0, 1, 1]);
});
