/** A decision by people of a role that nobody has is reported to the Owner, and lapses in its time. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { valueOf } from "../support/outcome.ts";
import { recordOf } from "../support/read.ts";
import { openSmall, type Small } from "../support/small-product.ts";

const text = `# Specification: Panels

## 1. What the product does and for whom

- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

For whom:

- **Guest** — asks
- **Judge** — decides

## 3. Entities and their fields

### Ask

- title: text, required

## 4. States and transitions

### Ask

- Starts as: open
- Ends as: agreed, dropped

| From | Action | To | Who |
|---|---|---|---|
| open | Agree | agreed | Judge |
| open | Drop | dropped | system |

- Agree is decided by: any 1 of Judge, lapses after 3 days as Drop

## 6. Roles and permissions

- **Guest**
- **Judge**

| Entity | Guest | Judge |
|---|---|---|
| Ask | create, read | read |
`;

let small: Small;
beforeAll(async () => void (small = await openSmall(text)), 120_000);
afterAll(() => small?.close());

const stateOf = async (guest: Actor, id: string): Promise<unknown> => valueOf(await recordOf(small.engine, guest, "Ask", id))["state"];

test("it lapses although nobody was asked", async () => {
  const guest = await small.as("Guest");
  const judge = await small.as("Judge");
  valueOf(await small.engine.people.change(await small.owner(), judge.kind === "person" ? judge.id : "", { roles: [] }));
  const { id } = await small.make(guest, "Ask", { title: "one" });
  await small.engine.rehearsal!.moveClock({ forward: "P2D" });
  expect(await stateOf(guest, id)).toBe("open");
  await small.engine.rehearsal!.moveClock({ forward: "P2D" });
  expect(await stateOf(guest, id)).toBe("dropped");
});
