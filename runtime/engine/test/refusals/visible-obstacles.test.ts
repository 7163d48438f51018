/** What prevents an action or a deletion is disclosed to readers who may see it; others learn only that something does. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";

const text = `# Specification: Boxes

## 3. Entities and their fields

### Box

- name: text, required

### Accusation

- against: Box
- text: text

## 4. States and transitions

### Box

- Starts as: suspected
- Ends as: burnt

| From | Action | To | Who |
|---|---|---|---|
| suspected | Clear | clean | Judge |
| clean | Burn | burnt | Judge, Porter |

## 6. Roles and permissions

- **Judge**
- **Porter**

| | Judge | Porter |
|---|---|---|
| Box | all | read (name), Burn, delete |
| Accusation | all | – |
`;

let small: Small;
let judge: Actor;
let porter: Actor;
let box: VisibleRecord;
beforeAll(async () => {
  small = await openSmall(text);
  [judge, porter] = [await small.as("judge"), await small.as("porter")];
  box = await small.make(judge, "Box", { name: "one" });
  await small.make(judge, "Accusation", { against: box.id, text: "theft" });
}, 120_000);
afterAll(() => small.close());

const told = (outcome: Outcome<unknown>): string => (outcome.ok ? "done" : outcome.refusal.errors.map((e) => `${e.code}: ${e.detail} ${e.line ?? "no"} line`).join());
const burn = (actor: Actor) => small.does(actor, { kind: "action", entity: "Box", id: box.id, action: "Burn", input: {} });
const remove = (actor: Actor) => small.does(actor, { kind: "delete", entity: "Box", id: box.id, ifVersion: "any" });

test("the state of the record", async () => {
  expect(told(await burn(judge))).toMatch(/^wrong-state: Burn is possible while a Box is clean; this one is suspected\. /);
  expect(told(await burn(porter))).toMatch(/^wrong-state: Burn is possible while a Box is clean\. /);
});

test("the records that refer to it", async () => {
  expect(told(await remove(judge))).toMatch(/^still-in-use: This box is still in use by an Accusation\. \d+ line$/);
  expect(told(await remove(porter))).toBe("still-in-use: This box is still in use. no line");
});
