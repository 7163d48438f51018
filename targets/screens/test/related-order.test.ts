/** The order of the records in another record's page, where the document names none. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { planProduct } from "../src/index.ts";

function orderOf(...fields: readonly string[]) {
  const { product, diagnostics } = compile([
    {
      name: "trips.md",
      text: `# Trips

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /trips/:id | Trip | Trip | Guide |

## 3. Entities and their fields

### Trip
- name: text, required
- stops: list of Stop by trip

### Stop
- trip: Trip, required
- place: text, required
${fields.map((field) => `- ${field}`).join("\n")}

## 6. Roles and permissions
- **Guide**

| | Guide |
|---|---|
| Trip | all |
| Stop | all |
`,
    },
  ]);
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const plan = planProduct(product, { kind: "person", roles: ["Guide"], owner: false }, { rehearsal: false });
  const body = plan.screens.find(({ name }) => name === "Trip")!.body;
  if (body.kind !== "record") throw new Error("Trip has a page.");
  const { sort, defaults } = body.lists[0]!.list;
  return [sort, defaults.filter((number) => number === 9 || number === 280)];
}

test("by the position, else by the date", () => {
  expect(orderOf("day: date, required", "position: integer, required")).toEqual([["position"], [280]]);
  expect(orderOf("day: date, required", "line no: integer, required")).toEqual([["lineNo"], [280]]);
  expect(orderOf("seen on: date", "reached at: date and time, required")).toEqual([["-reachedAt"], [280]]);
});

test("as other lists where nothing orders them, and as the document says", () => {
  expect(orderOf("guests: integer, required", "seen on: date")).toEqual([[], [9]]);
  expect(orderOf("day: date, required", "Sort: place")).toEqual([[], []]);
});
