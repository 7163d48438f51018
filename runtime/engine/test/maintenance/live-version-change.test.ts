/** Another version of the document over the same data, live and at a start; a version that would lose data is refused whole. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { deskText, does, freshFolder, makeItem, openDesk, productOf, remove, type Desk } from "../support/equipment-desk.ts";
import { listOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const withShelves = deskText
  .replace(
    "### Loan\n\n- number: gapless",
    "### Shelf\n\n- name: text, required, unique\n- items: list of Item by shelf\n\nInitial records:\n\n| name |\n|---|\n| North |\n| South |\n\n### Loan\n\n- number: gapless",
  )
  .replace("- photo: image\n", "- photo: image\n- shelf: Shelf\n")
  .replace("| Category | – |", "| Shelf | – | read | read | all |\n| Category | – |");

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk(deskText, freshFolder());
});
afterAll(async () => {
  await desk?.close();
  if (desk) remove(desk);
});

test("a new entity comes with its initial records while the product runs, and records can refer to it", async () => {
  const item = await makeItem(desk, "Camera");
  const { steps } = valueOf(await desk.engine.switchVersion(productOf(withShelves, "two")));
  expect(steps.length).toBeGreaterThan(0);
  const manager = await desk.as("Manager");
  expect(valueOf(await listOf(desk.engine, manager, { entity: "Shelf", sort: ["name"] })).items.map((s) => s.name)).toEqual(["North", "South"]);
  const moved = valueOf(await does(desk, manager, { kind: "update", entity: "Item", id: item.id, values: { shelf: { name: "South" } }, ifVersion: "any" }))!;
  expect(moved).toMatchObject({ name: "Camera", shelf: { shownAs: "South" } });
  expect(valueOf(await desk.engine.history(manager, "Item", item.id)).map((h) => h.specification)).toEqual(["two", "test"]);
});

test("removing an entity with records is refused, live and at a start, and changes nothing", async () => {
  const live = await desk.engine.switchVersion(productOf(deskText, "three"));
  expect(resultOf(live)).toMatch(/^conflict: would-lose/);
  expect(live.ok ? "" : live.refusal.errors.map((e) => e.detail).join(" ")).toMatch(/shel(f|ves)/i);
  expect(desk.engine.product.version).toBe("two");
  const { folder } = desk;
  await desk.close();
  const options = { database: await databaseOf(folder), files: join(folder, "files"), rehearse: true, environment: {} };
  expect(resultOf(await openEngine({ ...options, product: productOf(deskText, "three") }))).toMatch(/^conflict: would-lose/);
  const again = valueOf(await openEngine({ ...options, product: productOf(withShelves, "two") }));
  desk = { ...desk, engine: again, close: () => again.close() };
  const manager = valueOf(await again.people.become("manager@example.test")).actor;
  expect(valueOf(await listOf(again, manager, { entity: "Shelf", count: true })).count).toBe(2);
  expect(valueOf(await listOf(again, manager, { entity: "Item", fields: ["name", "shelf.name"] })).items).toHaveLength(1);
});

test("a closed engine leaves no server and no socket, and may be closed twice or while it works", async () => {
  const folder = freshFolder();
  const brief = await openDesk(deskText, { server: folder });
  const cluster = join(folder, "postgres");
  expect(existsSync(join(cluster, "postmaster.pid"))).toBe(true);
  const pid = Number(readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n")[0]);
  const working = Promise.allSettled(Array.from({ length: 5 }, (_, i) => makeItem(brief, `Late ${i}`)));
  await brief.close();
  await working;
  await brief.close();
  expect(existsSync(join(cluster, "postmaster.pid"))).toBe(false);
  expect(() => process.kill(pid, 0)).toThrow();
  remove(brief);
});
