/** A condition in a request has a time limit, so that it blocks nobody. */
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

const where = "some x in 1..100000000 satisfies x = size + 200000000";

test("a condition that counts to a thousand million is refused, in a list and in its count, and other requests are served", async () => {
  const endless = [1, 2].map((n) => listOf(small.engine, clerk, { entity: "Thing", where, count: n === 1 }));
  const refused = await Promise.all(endless);
  for (const one of refused)
    expect(one).toMatchObject({
      ok: false,
      refusal: {
        kind: "malformed",
        errors: [{ code: "invalid-condition", field: "where", detail: "This condition takes longer than 10 seconds to evaluate. Simplify it, or add a filter." }],
      },
    });
  expect(valueOf(await listOf(small.engine, clerk, { entity: "Thing", where: "size > 10", count: true }))).toMatchObject({ count: 9 });
  expect(valueOf(await listOf(small.engine, clerk, { entity: "Thing", count: true }))).toMatchObject({ count: 20 });
}, 90_000);
