/** What a screen adds to the rows of a list: the records behind a report's cell, and which records the reader may edit. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { listOf } from "../support/read.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf } from "../support/outcome.ts";

const text = `# Shed

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /tools | Tools | list of Tool | everyone |
| /stock | Stock | report of Tool by kind, month of bought | everyone |

### Stock

- Values: count

## 3. Entities and their fields

### Tool

- name: text, required
- kind: one of (hand, power)
- bought: date

## 4. States and transitions

### Tool

- Starts as: kept

| From | Action | To | Who |
|---|---|---|---|
| kept | Show | shown | Keeper |

## 6. Roles and permissions

- **Helper**
- **Keeper**

| | Helper | Keeper |
|---|---|---|
| Tool | read, update while kept | all |
| Tool: kind | – | all |
`;

let small: Small;
let helper: Actor, keeper: Actor;

beforeAll(async () => {
  small = await openSmall(text);
  [helper, keeper] = [await small.as("Helper"), await small.as("Keeper")];
  for (const [name, kind, bought] of [
    ["Saw", "hand", "2026-05-04"],
    ["Drill", "power", "2026-05-31"],
    ["Plane", "hand", "2026-06-01"],
    ["Rope", null, "2026-05-09"],
  ] as const) {
    const tool = await small.make(keeper, "Tool", { name, ...(kind ? { kind } : {}), bought });
    if (name === "Saw") await small.does(keeper, { kind: "action", entity: "Tool", id: tool.id, action: "Show", input: {} });
  }
}, 120_000);
afterAll(() => small.close());

async function behindCell(actor: Actor, label?: string): Promise<unknown> {
  const page = await listOf(small.engine, actor, { entity: "Tool", fields: ["name"], sort: ["name"], dashboard: "Stock", ...(label === undefined ? {} : { label }) });
  return page.ok ? page.value.items.map((item) => item["name"]) : resultOf(page);
}

test("the records behind a cell are those of its row and column; a total has all of them", async () => {
  expect(await behindCell(keeper, '["hand","2026-05"]')).toEqual(["Saw"]);
  expect(await behindCell(keeper, '["hand",null]')).toEqual(["Plane", "Saw"]);
  expect(await behindCell(keeper, '["","2026-05"]')).toEqual(["Rope"]);
  expect(await behindCell(keeper, "[null,null]")).toEqual(["Drill", "Plane", "Rope", "Saw"]);
  expect(await behindCell(keeper)).toHaveLength(4);
});

test("a label that names no cell is refused, and so is a group by what the reader may not read", async () => {
  for (const label of ["hand", '["hand"]', "[1,2]", "{}", "["]) expect(await behindCell(keeper, label)).toMatch(/^malformed/);
  expect(await behindCell(helper, '["hand",null]')).toMatch(/^malformed/);
  expect(await behindCell(helper, '[null,"2026-06"]')).toEqual(["Plane"]);
});

test("a list says which records its reader may edit, where that depends on the record", async () => {
  const editable = async (actor: Actor) => {
    const page = await listOf(small.engine, actor, { entity: "Tool", fields: ["name"], sort: ["name"], screen: "Tools" });
    return page.ok ? page.value.items.map((item) => `${String(item["name"])}: ${String(item["_editable"])}`) : resultOf(page);
  };
  expect(await editable(helper)).toEqual(["Drill: true", "Plane: true", "Rope: true", "Saw: false"]);
  expect(await editable(keeper)).toEqual(["Drill: undefined", "Plane: undefined", "Rope: undefined", "Saw: undefined"]);
});
