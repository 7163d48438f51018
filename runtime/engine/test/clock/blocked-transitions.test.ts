/** The list of blocked transitions has an entry as long as it is due, in whatever way it became due. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Visits

## 3. Entities and their fields

### Visit

- title: text, required
- begins: date and time
- guests: integer, required, default 0
- welcome: yes/no, default yes

## 4. States and transitions

### Visit

- Starts as: planned
- Ends as: over

| From | Action | To | Who | When |
|---|---|---|---|---|
| planned | (at begins) | on | | \`welcome\` |
| on | Put off | planned | Clerk | |
| on, planned | Hand in | handed in | Clerk | |
| handed in | Accept | accepted | Clerk | |
| handed in | Take back | planned | Clerk | |
| handed in | Close | over | system | |
| accepted | (after 1 day) | over | | |

- Accept is decided by: all of Clerk, lapses after 1 day as Close

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Somebody comes | Visit, while on | \`guests > 0\` | NOBODY |
| Somebody came | Visit, while over | \`guests > 0\` | NOBODY |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Visit | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NOBODY | 409 | Nobody comes. |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
}, 120_000);
afterAll(() => small.close());

const later = (days: number) => new Date(Date.parse(small.engine.rehearsal!.now()) + days * 86_400_000).toISOString();
const pass = async (forward: string) => void valueOf(await small.engine.rehearsal!.moveClock({ forward }));
const update = async (id: string, values: Readonly<Record<string, unknown>>) =>
  void valueOf(await small.does(clerk, { kind: "update", entity: "Visit", id, values, ifVersion: "any" }));
const act = async (id: string, action: string) => void valueOf(await small.does(clerk, { kind: "action", entity: "Visit", id, action, input: {} }));
const stuck = async (id: string) => valueOf(await small.engine.blockedTransitions(clerk, "Visit", id)).map((one) => one.transition);

test("a moment that is moved", async () => {
  const { id } = await small.make(clerk, "Visit", { title: "moved", begins: later(1) });
  await pass("P2D");
  expect(await stuck(id)).toEqual(["(at begins)"]);
  await update(id, { begins: later(9) });
  await pass("PT1S");
  expect(await stuck(id)).toEqual([]);
});

test("a guard that no longer holds", async () => {
  const { id } = await small.make(clerk, "Visit", { title: "guarded", begins: later(1) });
  await pass("P2D");
  expect(await stuck(id)).toEqual(["(at begins)"]);
  await update(id, { welcome: false });
  await pass("PT1S");
  expect(await stuck(id)).toEqual([]);
});

test("a lapse of a decision whose record left the state and came back", async () => {
  const { id } = await small.make(clerk, "Visit", { title: "lapsed" });
  await act(id, "Hand in");
  await pass("P2D");
  expect(await stuck(id)).toEqual(["Close"]);
  await act(id, "Take back");
  await pass("PT1S");
  await act(id, "Hand in");
  expect(await stuck(id)).toEqual([]);
});
