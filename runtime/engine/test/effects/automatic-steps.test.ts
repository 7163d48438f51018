/** Automatic transitions that follow a change: those that wait or are blocked leave nothing behind, and a warning is confirmed once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Parcels

## 3. Entities and their fields

### Parcel

- title: text, required
- weight: integer, required
- stamps: integer, required, default 0
- note: text
- paid: yes/no, default no
- wet: yes/no, default no

## 4. States and transitions

### Parcel

- Starts as: light
- Ends as: late, soaked

| From | Action | To | When | Then |
|---|---|---|---|---|
| light | (when \`weight >= 50\`) | heavy | | set title = \`title + "!"\` |
| light | (after 1 day) | late | \`paid\` | |
| heavy | (when \`wet\`) | soaked | | forget note; set stamps = -5 |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not too heavy | Parcel | \`weight <= 40\` | warn HEAVY |
| No debts | Parcel | \`stamps >= 0\` | DEBT |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Parcel | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| HEAVY | 409 | {title} is heavy. |
| DEBT | 409 | Stamps are lacking. |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
}, 120_000);
afterAll(() => small.close());

const update = (id: string, values: Readonly<Record<string, unknown>>) =>
  small.engine.perform(clerk, { kind: "update", entity: "Parcel", id, values, ifVersion: "any" }, { confirm: ["HEAVY"] });
const history = async (id: string) => valueOf(await small.engine.history(clerk, "Parcel", id));

test("a transition that waits for its guard isn't in the history until it runs", async () => {
  const { id } = await small.make(clerk, "Parcel", { title: "waits", weight: 1 });
  await small.engine.rehearsal!.moveClock({ forward: "P1D" });
  await small.engine.rehearsal!.moveClock({ forward: "P1D" });
  expect((await history(id)).map((entry) => entry.action)).toEqual(["create"]);
  valueOf(await update(id, { paid: true }));
  await small.engine.rehearsal!.moveClock({ forward: "PT1S" });
  expect((await history(id)).map((entry) => entry.action)).toEqual(["(after 1 day)", "update", "create"]);
});

test("a warning is asked for once, of the resulting record", async () => {
  const asked = await small.does(clerk, { kind: "create", entity: "Parcel", values: { title: "Piano", weight: 60 } });
  expect(resultOf(asked)).toBe("warning: HEAVY");
  expect(asked.ok ? "" : asked.refusal.errors[0]!.detail).toBe("Piano! is heavy.");
});

test("a field that a blocked step would have forgotten stays in the history", async () => {
  const made = valueOf(await small.engine.perform(clerk, { kind: "create", entity: "Parcel", values: { title: "stays", weight: 60 } }, { confirm: ["HEAVY"] }))!;
  valueOf(await update(made.id, { wet: true, note: "by hand" }));
  expect((await recordOf(small.engine, clerk, "Parcel", made.id)).ok).toBe(true);
  expect((await history(made.id))[0]!.changes).toContainEqual({ field: "note", before: null, after: "by hand" });
});
