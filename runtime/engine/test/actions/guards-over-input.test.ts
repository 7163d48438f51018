/** A guard that reads what its action asks for: offered as long as the rest of it holds, and checked when the action runs. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const spec = `# Tool shed

## 1. What the product does and for whom
- **Name**: Tool shed
- **Keeper** — has the key

## 3. Entities and their fields

### Tool
- name: text, required, unique
- broken: yes/no

## 4. States and transitions

### Tool
| From | Action | To | Who | When |
|---|---|---|---|---|
| free | Lend | lent | Keeper | \`broken != true and asked.days <= 14\`, else TOO_LONG |
| free | Repair | fixed | Keeper | \`broken = true and name = "Saw"\` |
| free | Repair | gone | Keeper | \`broken = true\`, else NOT_BROKEN |
| free | Sell | sold | Keeper | \`asked.price > 0\` |

- Lend asks for: days (integer, required)
- Sell asks for: price (number, required)

## 6. Roles and permissions
- **Keeper**

| | Keeper |
|---|---|
| Tool | all |

## 8. The error catalogue
| Code | Status | Message |
|---|---|---|
| TOO_LONG | 409 | {asked.days} days is too long. |
| NOT_BROKEN | 409 | It works. |
`;

let small: Small;
let keeper: Actor;
beforeAll(async () => {
  small = await openSmall(spec);
  keeper = await small.as("keeper");
}, 120_000);
afterAll(() => small.close());

test("is possible before the input is there, unless another part of the guard doesn't hold", async () => {
  const offered = async (id: string): Promise<readonly string[]> => valueOf(await small.engine.actions(keeper, "Tool", id)).flatMap((one) => (one.allowed ? [one.name] : []));
  const saw = (await small.make(keeper, "Tool", { name: "Saw" })).id;
  const drill = (await small.make(keeper, "Tool", { name: "Drill", broken: true })).id;
  expect(await offered(saw)).toEqual(["Lend", "Sell"]);
  expect(await offered(drill)).toEqual(["Repair", "Sell"]);
  const lend = (id: string, days: number) => small.engine.perform(keeper, { kind: "action", entity: "Tool", id, action: "Lend", input: { days } });
  expect(resultOf(await lend(saw, 20))).toBe("conflict: TOO_LONG");
  expect(resultOf(await lend(drill, 3))).toBe("conflict: TOO_LONG");
  expect(valueOf(await lend(saw, 3))).toMatchObject({ state: "lent" });
});

test("of several rows whose guards all refuse, the one with an `else` says why", async () => {
  const plane = (await small.make(keeper, "Tool", { name: "Plane" })).id;
  expect(resultOf(await small.engine.perform(keeper, { kind: "action", entity: "Tool", id: plane, action: "Repair", input: {} }))).toBe("conflict: NOT_BROKEN");
  const broken = (await small.make(keeper, "Tool", { name: "Rasp", broken: true })).id;
  expect(valueOf(await small.engine.perform(keeper, { kind: "action", entity: "Tool", id: broken, action: "Repair", input: {} }))).toMatchObject({ state: "gone" });
});
