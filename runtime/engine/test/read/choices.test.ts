/** Choices for a field of a new record: those that a rule refuses whatever else is entered are marked with the rule's message (default 252). */
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf } from "../support/read.ts";
import { resultOf } from "../support/outcome.ts";
import type { Actor } from "../../src/contract/actor.ts";

const desk = readFileSync(new URL("../../../../examples/equipment-desk/equipment-desk.md", import.meta.url), "utf8");
let small: Small;

beforeAll(async () => {
  small = await openSmall(desk);
  const manager = await small.as("Manager");
  const category = await small.make(manager, "Category", { name: "Lenses" });
  for (const [name, retired] of [
    ["Camera", false],
    ["Tripod", true],
  ] as const)
    await small.make(manager, "Item", { name, retired, category: category.id });
}, 120_000);
afterAll(() => small.close());

async function marked(actor: Actor, choiceFor: string, entity = "Item"): Promise<string> {
  const page = await listOf(small.engine, actor, { entity, fields: ["name"], sort: ["name"], choiceFor });
  return page.ok ? page.value.items.map((item) => `${String(item["name"])}: ${String(item["_refused"])}`).join(", ") : resultOf(page);
}

test("a rule that reads only the choice marks what it refuses, with its message", async () => {
  expect(await marked(await small.as("Borrower"), "loans.item")).toBe("Camera: null, Tripod: Tripod is no longer lent.");
});

test("only a field that refers to these records, of a record that the actor may create, can be named", async () => {
  const borrower = await small.as("Borrower");
  for (const field of ["loans.borrower", "loans.purpose", "loans", "boats.item"]) expect(await marked(borrower, field)).toBe("malformed: unknown-parameter at choiceFor");
  expect(await marked(borrower, "items.category", "Category")).toBe("malformed: unknown-parameter at choiceFor");
  expect(await marked(await small.as("Manager"), "items.category", "Category")).toMatch(/^Cameras: undefined/);
});
