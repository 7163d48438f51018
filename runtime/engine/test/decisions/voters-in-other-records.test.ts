/** Voters named by other records: a change there re-evaluates every decision that it affects. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Wishes

## 3. Entities and their fields

### Panel

- name: text, required
- members: list of User
- chair: User
- full: yes/no, default no

### Wish

- name: text, required
- panel: Panel, required
- chair: User = \`panel.chair\`
- Shown as: \`name\`

## 4. States and transitions

### Wish

- Starts as: open
- Ends as: granted

| From | Action | To | Who |
|---|---|---|---|
| open | Grant | granted | Clerk |

- Grant is decided by: all of panel.members, not by chair

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Room is left | Wish, while granted | \`not(panel.full)\` | FULL |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Panel | all |
| Wish | all |
| User | read |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| FULL | 409 | The panel grants no more. |
`;

let product: Opened;
let one: Actor & { kind: "person" };
let two: typeof one;
beforeAll(async () => {
  product = await openProduct(text, { rehearse: true });
  [one, two] = [(await product.person("one@people.test", "Clerk")) as typeof one, (await product.person("two@people.test", "Clerk")) as typeof one];
}, 120_000);
afterAll(() => product.close());

const make = async (entity: string, values: Readonly<Record<string, unknown>>): Promise<VisibleRecord> =>
  valueOf(await product.engine.perform(one, { kind: "create", entity, values }))!;
const change = async (panel: VisibleRecord, values: Readonly<Record<string, unknown>>) => {
  valueOf(await product.engine.perform(one, { kind: "update", entity: "Panel", id: panel.id, values, ifVersion: "any" }));
  await product.engine.rehearsal!.settle();
};
const state = async (wish: VisibleRecord) => valueOf(await recordOf(product.engine, one, "Wish", wish.id))["state"];

/** Two wishes before a panel of two, one of whom has said yes to the first. */
async function halfway(): Promise<readonly [panel: VisibleRecord, wish: VisibleRecord, unsaid: VisibleRecord]> {
  const panel = await make("Panel", { name: "panel", members: [one.id, two.id] });
  const [wish, unsaid] = [await make("Wish", { name: "a kite", panel: panel.id }), await make("Wish", { name: "a ball", panel: panel.id })];
  valueOf(await product.engine.perform(one, { kind: "action", entity: "Wish", id: wish.id, action: "Grant", input: {} }));
  await product.engine.rehearsal!.settle();
  expect(await state(wish)).toBe("open");
  return [panel, wish, unsaid];
}

test("removing a person from a list completes a decision to which all others said yes", async () => {
  const [panel, wish, unsaid] = await halfway();
  await change(panel, { members: [one.id] });
  expect([await state(wish), await state(unsaid)]).toEqual(["granted", "open"]);
});

test("so does a change of whom `not by` names, through a computed field", async () => {
  const [panel, wish, unsaid] = await halfway();
  await change(panel, { chair: two.id });
  expect([await state(wish), await state(unsaid)]).toEqual(["granted", "open"]);
});

test("where nobody is left, the Owner is notified", async () => {
  const [panel] = await halfway();
  await change(panel, { members: [one.id], chair: one.id });
  const mails = (await product.engine.rehearsal!.mails()).filter((mail) => mail.subject === "Wish: nobody can decide");
  expect(mails.map((mail) => mail.to)).toContain("owner@example.test");
});

test("a result that a rule blocks is listed, and takes effect once the rule allows it", async () => {
  const [panel, wish] = await halfway();
  await change(panel, { members: [one.id], full: true });
  const held = async () => valueOf(await product.engine.blockedTransitions(one, "Wish", wish.id)).map((s) => `${s.transition}: ${s.why.map((w) => w.code).join()}`);
  expect([await state(wish), await held()]).toEqual(["open", ["Grant: FULL"]]);
  await change(panel, { full: false });
  expect([await state(wish), await held()]).toEqual(["granted", []]);
});
