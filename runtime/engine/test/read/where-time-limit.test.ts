/** A condition in a request has a limit on its estimated cost and on its time, so that it delays nobody. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { clerkSpec } from "../support/clerk-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

let small: Small;
let clerk: Actor;

beforeAll(async () => {
  small = await openSmall(clerkSpec({ grants: ["Thing"], entities: "### Thing\n\n- name: text, required\n- size: integer" }));
  clerk = await small.as("Clerk");
  for (let i = 0; i < 20; i++) await small.make(clerk, "Thing", { name: `Thing ${i}`, size: i });
}, 120_000);
afterAll(() => small.close());

const expensive = "This condition is too expensive to evaluate. Use shorter ranges and fewer nested loops, or add a filter.";
const slow = "This condition takes longer than 2 seconds to evaluate. Simplify it, or add a filter.";

test.each([
  ["that the planner expects to count to a thousand million", "some x in 1..100000000 satisfies x = size + 200000000", expensive],
  ["that counts as far as only the records say", "some x in 1..size*10000000 satisfies x = size + 2000000000", slow],
])("a condition %s is refused, in a list and in its count, and other requests are served", { timeout: 90_000 }, async (_, where, detail) => {
  const endless = [1, 2].map((n) => listOf(small.engine, clerk, { entity: "Thing", where, count: n === 1 }));
  const refused = await Promise.all(endless);
  for (const one of refused) expect(one).toMatchObject({ ok: false, refusal: { kind: "malformed", errors: [{ code: "invalid-condition", field: "where", detail }] } });
  expect(valueOf(await listOf(small.engine, clerk, { entity: "Thing", where: "size > 10", count: true }))).toMatchObject({ count: 9 });
  expect(valueOf(await listOf(small.engine, clerk, { entity: "Thing", count: true }))).toMatchObject({ count: 20 });
});
