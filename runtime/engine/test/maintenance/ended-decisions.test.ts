/** Votes on an action that is no longer decided by several people: a plan lists the records, and the votes don't count if the decision returns. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { applyProductUpgrade, planProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { type Upgrade } from "../../src/maintenance/plan-upgrade.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { valueOf } from "../support/outcome.ts";

const folder = freshFolder();
let version = 0;
let small: Small | null = null;
afterAll(async () => {
  await small?.engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const spec = (decided: string, { entity = "Item", action = "Approve", was = "" } = {}): string => `# Specification: Shop

## 3. Entities and their fields

### ${entity}

${was}- name: text, required

## 4. States and transitions

### ${entity}

- Starts as: open

| From | Action | To | Who |
|---|---|---|---|
| open | ${action} | done | Clerk, Boss |
| done | Reopen | open | Clerk |

${decided === "" ? "" : `- ${action} is decided by: ${decided}`}

## 6. Roles and permissions

- **Clerk**
- **Boss**

| | Clerk | Boss |
|---|---|---|
| ${entity} | all | all |
`;

const options = async (text: string) => ({ product: productOf(text, `v${++version}`), database: await databaseOf(folder), files: join(folder, "files") });
const told = (upgrade: Upgrade): string[] => upgrade.found.map((f) => `${f.what}: ${f.shown.join(", ")}${f.stops ? ", stops" : ""}`);

/** The state that it comes to. */
async function says(role: string, id: string, action = "Approve", entity = "Item"): Promise<unknown> {
  return valueOf(await small!.does(await small!.as(role), { kind: "action", entity, id, action, input: {} }))!["state"];
}

/** Applies it, and runs the product on; gives what was planned. */
async function goOn(text: string): Promise<Upgrade> {
  await small?.engine.close();
  small = null;
  const planned = valueOf(await planProductUpgrade(await options(text)));
  valueOf(await applyProductUpgrade({ ...(await options(text)), acceptLoss: false }));
  small = await openSmall(text, folder);
  return planned;
}

test("votes on an ended decision are reported, and don't count when it is decided again", async () => {
  const decided = spec("Clerk then Boss");
  small = await openSmall(decided, folder);
  const clerk = await small.as("Clerk");
  const item = await small.make(clerk, "Item", { name: "A" });
  const done = await small.make(clerk, "Item", { name: "B" });
  await small.make(clerk, "Item", { name: "C" });
  expect([await says("Clerk", item.id), await says("Clerk", done.id), await says("Boss", done.id)]).toEqual(["open", "open", "done"]);

  expect(told(await goOn(spec("")))).toEqual(["Items await a decision on Approve that the new version no longer asks for; existing votes no longer count: A"]);
  expect([await says("Clerk", item.id), await says("Clerk", item.id, "Reopen")]).toEqual(["done", "open"]);
  expect(told(await goOn(decided))).toEqual([]);
  // Without the Clerk it isn't the Boss's turn.
  expect((await small.does(await small.as("Boss"), { kind: "action", entity: "Item", id: item.id, action: "Approve", input: {} })).ok).toBe(false);
  expect(await says("Clerk", item.id)).toBe("open");

  const agreed = spec("Clerk then Boss", { entity: "Thing", action: "Agree", was: "- Was: Item\n" });
  expect(told(await goOn(agreed))).toEqual(["Items await a decision on Approve that the new version no longer asks for; existing votes no longer count: A"]);
  // If only the entity is renamed, its records keep their votes.
  expect(await says("Clerk", item.id, "Agree", "Thing")).toBe("open");
  expect(told(await goOn(spec("Clerk then Boss", { action: "Agree", was: "- Was: Thing\n" })))).toEqual([]);
  expect(await says("Boss", item.id, "Agree")).toBe("done");
}, 120_000);
