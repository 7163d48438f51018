/** The Owner is notified that nobody can decide once the action is proposed, not before. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf } from "../support/outcome.ts";

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
- owner: User, required, default \`me\`, set once
- panel: list of User
- Shown as: \`title\`

## 4. States and transitions

### Ask

- Starts as: open
- Ends as: agreed

| From | Action | To | Who |
|---|---|---|---|
| open | Agree | agreed | Guest own |

- Agree is decided by: all of \`panel\`, not by owner

## 6. Roles and permissions

- **Guest**
- **Judge**

Own: an Ask is its owner's.

| Entity | Guest | Judge |
|---|---|---|
| Ask | create, read, update | read |
| User | read | read |
`;

let small: Small;
beforeAll(async () => void (small = await openSmall(text)), 120_000);
afterAll(() => small?.close());

const told = async (): Promise<number> => {
  await small.engine.rehearsal!.settle();
  return (await small.engine.rehearsal!.mails()).filter((m) => m.subject === "Ask: nobody can decide").length;
};

test("a step without voters is reported with the proposal, not with the record", async () => {
  const guest: Actor = await small.as("Guest");
  const on = await small.make(guest, "Ask", { title: "early" });
  expect(await told()).toBe(0);
  expect(resultOf(await small.does(guest, { kind: "update", entity: "Ask", id: on.id, values: { title: "later" }, ifVersion: "any" }))).toBe("done");
  expect(await told()).toBe(0);
  expect(resultOf(await small.does(guest, { kind: "action", entity: "Ask", id: on.id, action: "Agree", input: {} }))).toBe("done");
  expect(await told()).toBe(1);
});
