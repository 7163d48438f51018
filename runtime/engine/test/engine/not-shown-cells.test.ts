/** Cells and types that are not shown: what needs them is refused with their line, everything else works. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { Outcome } from "../../src/contract/outcome.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { does, openDesk, remove, type Desk } from "../support/equipment-desk.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Boxes

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin

- **Packer** — packs

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /boxes | Boxes | list of Box | Packer |
| /shelf | Shelf | not shown | Packer |
| not shown | Cellar | list of Box | Packer |

### Boxes

- Columns: name, weight, note

## 3. Entities and their fields

### Box

- name: text, required, unique
- weight: not shown
- heavy: yes/no = \`weight > 5\`
- note: text

Initial records:

| name | note |
|---|---|
| first | not shown |
| not shown | second |

## 4. States and transitions

### Box

- Starts as: open

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Close | closed | Packer | | |
| open | Burn | not shown | Packer | | |
| open | Mark | closed | Packer | | not shown |
| open | Weigh | closed | Packer | | set weight = 3 |
| closed | Lift | open | Packer | \`heavy\` | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Open | Box | not shown | SOME |
| Not bad | Box | \`note != "bad"\` | not shown |

## 6. Roles and permissions

- **Packer**

| | Packer |
|---|---|
| Box | all |

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| SOME | 422 | Something is wrong. |

## 9. Business constants and limits

none
`;

const lineOf = (part: string): number => text.split("\n").findIndex((l) => l.includes(part)) + 1;

let desk: Desk;
let packer: Actor;
beforeAll(async () => {
  desk = await openDesk(text);
  packer = await desk.as("Packer");
});
afterAll(async () => {
  await desk.close();
  remove(desk);
});

const box = async (name: string, more: Readonly<Record<string, unknown>> = {}): Promise<Outcome<VisibleRecord | null>> =>
  does(desk, packer, { kind: "create", entity: "Box", values: { name, ...more } });
const act = (record: VisibleRecord, action: string): Promise<Outcome<VisibleRecord | null>> =>
  does(desk, packer, { kind: "action", entity: "Box", id: record.id, action, input: {} });
const refusal = (outcome: Outcome<unknown>): unknown => (outcome.ok ? "done" : { kind: outcome.refusal.kind, ...outcome.refusal.errors[0] });

test("an initial record has an empty value for a cell that is not shown, and isn't created where the value is required", async () => {
  const all = valueOf(await listOf(desk.engine, packer, { entity: "Box" })).items;
  expect(all.map((one) => [one["name"], one["note"]])).toEqual([["first", null]]);
});

test("a record is created although a rule is not shown, and names its fields that are not shown", async () => {
  expect(valueOf(await box("made"))).toMatchObject({ name: "made", weight: null, heavy: null, _notShown: { weight: "the type of Box.weight", heavy: "the type of Box.weight" } });
});

test("a value for a field without a known type is refused with its line", async () => {
  expect(refusal(await box("given", { weight: "3" }))).toMatchObject({ kind: "not shown", code: "not-shown", line: lineOf("- weight: not shown") });
});

test("an action that needs a cell that is not shown is refused with its line, and leaves nothing behind", async () => {
  const one = valueOf(await box("acting"))!;
  expect(refusal(await act(one, "Burn"))).toMatchObject({ kind: "not shown", detail: 'This needs To of action "Burn" of Box, which is not shown.', line: lineOf("| Burn |") });
  expect(refusal(await act(one, "Mark"))).toMatchObject({ kind: "not shown", detail: 'This needs effects of action "Mark" of Box, which is not shown.', line: lineOf("| Mark |") });
  expect(refusal(await act(one, "Weigh"))).toMatchObject({ kind: "not shown", line: lineOf("- weight: not shown") });
  expect(valueOf(await recordOf(desk.engine, packer, "Box", one.id))["state"]).toBe("open");
  expect(resultOf(await act(one, "Close"))).toBe("done");
  expect(refusal(await act(one, "Lift"))).toMatchObject({ kind: "not shown", line: lineOf("- weight: not shown") });
});

test("a rule whose error is not shown refuses with that", async () => {
  expect(refusal(await box("worse", { note: "bad" }))).toMatchObject({ kind: "not shown", code: "not-shown", rule: "Not bad", line: lineOf("| Not bad |") });
  expect(resultOf(await box("better", { note: "good" }))).toBe("done");
});
