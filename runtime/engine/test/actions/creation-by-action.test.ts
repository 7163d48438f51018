/** Creation by `(new)` rows: the right to run the action is the right to give the new record its fields. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Record Library

## 3. Entities and their fields

### Loan

- recording: text, required
- reader: User, default \`me\`, set once
- days: integer
- note: text
- deposit: number
- remark: text
- fee: number, read-only
- slips: list of Slip by loan

### Slip (part of Loan)

- text: text, required

### Wish

- title: text, required
- urgent: yes/no

### Gift

- title: text, required
- thanks: text

### Copy

- title: text, required
- price: number

## 4. States and transitions

### Loan

- Ends as: back

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Borrow | out | | \`recording != "none"\` | set fee = 3 |
| (new) | Send out | out | Desk | | |
| out | Return | back | Desk | | |

- Borrow asks for: reason: text; note

### Wish

| From | Action | To | Who |
|---|---|---|---|
| (new) | Wish | wished | Reader where \`not(urgent = true)\`, Desk |

### Gift

| From | Action | To | Who |
|---|---|---|---|
| (new) | Give | given | Reader, Guest |

### Copy

| From | Action | To | Who | Then |
|---|---|---|---|---|
| (new) | Buy | bought | Reader | set price = \`asked.paid\` |
| (new) | Inherit | left to us | Desk | |

- Buy asks for: paid: number, required

## 6. Roles and permissions

- **Reader**
- **Desk**
- **Guest**
- **Pupil**

Own: a Loan is its reader's.

Never: a Pupil creates a Loan: days

Never: a Guest creates a Loan

| | Reader | Desk | Guest | Pupil |
|---|---|---|---|---|
| Loan | read own, Borrow own | read, Return | read, Borrow | create (recording, days), read, Borrow |
| Loan: deposit | read | all | – | – |
| Loan: remark | read, create | all | – | – |
| Wish | read | read | read | – |
| Gift | – | read | create (title) | – |
| Copy | read | read | read | – |
| User | read | read | read | read |
`;

let house: Opened;
beforeAll(async () => {
  house = await openProduct(text, { rehearse: true });
}, 60_000);
afterAll(async () => {
  await house?.close();
});

const make = async (who: string, entity: string, values: Record<string, unknown>, action?: string) =>
  house.engine.perform(valueOf(await house.engine.people.become(`${who}@example.test`)).actor, { kind: "create", entity, values, ...(action ? { action } : {}) });
const mayNot = async (...asked: Parameters<typeof make>): Promise<string[]> => {
  const outcome = await make(...asked);
  return outcome.ok ? [] : outcome.refusal.errors.map((e) => e.detail);
};

test("a role with the action in point 6 may set the fields, those that the action asks for too", async () => {
  expect(valueOf(await make("reader", "Loan", { recording: "Kind of Blue", days: 3, reason: "joy", note: "soon" }, "Borrow"))).toMatchObject({
    state: "out",
    fee: "3",
    days: 3,
    note: "soon",
  });
  expect(valueOf(await make("reader", "Loan", { recording: "Kind of Blue" }))).toMatchObject({ state: "out", fee: "3" });
  expect(resultOf(await make("reader", "Loan", { recording: "none" }, "Borrow"))).toBe("conflict: guard");
});

test("conditions of the right, read-only fields and rows of fields still apply", async () => {
  const desk = valueOf(await house.engine.people.become("desk@example.test")).actor;
  expect(await mayNot("reader", "Loan", { recording: "a", reader: (desk as { id: string }).id }, "Borrow")).toEqual(["You may not create a Loan."]);
  expect(resultOf(await make("reader", "Loan", { recording: "a", fee: 1 }, "Borrow"))).toBe("invalid: read-only at fee");
  expect(await mayNot("reader", "Loan", { recording: "a", deposit: 5 }, "Borrow")).toEqual(["You may not set deposit of this Loan."]);
  expect(valueOf(await make("reader", "Loan", { recording: "a", remark: "mine" }, "Borrow"))).toMatchObject({ recording: "a" });
});

test("a role named by Who may set the fields, where Who names it", async () => {
  expect(valueOf(await make("desk", "Loan", { recording: "a", deposit: 5 }, "Send out"))).toMatchObject({ deposit: "5", fee: null });
  expect(await mayNot("desk", "Loan", { recording: "a" }, "Borrow")).toEqual(["You may not create a Loan."]);
  expect(valueOf(await make("reader", "Wish", { title: "Giant Steps" }))).toMatchObject({ state: "wished" });
  expect(await mayNot("reader", "Wish", { title: "Giant Steps", urgent: true })).toEqual(["You may not create a Wish."]);
  expect(valueOf(await make("desk", "Wish", { title: "Giant Steps", urgent: true }))).toMatchObject({ urgent: true });
  expect(await mayNot("guest", "Wish", { title: "Giant Steps" })).toEqual(["You may not create a Wish."]);
});

test("a role with create permission of its own is limited to that permission, and Never overrides the action", async () => {
  expect(await mayNot("guest", "Gift", { title: "Blue", thanks: "no" })).toEqual(["You may not set thanks of this Gift."]);
  expect((await make("reader", "Gift", { title: "Blue", thanks: "yes" })).ok).toBe(true);
  expect(await mayNot("pupil", "Loan", { recording: "a", note: "b" }, "Borrow")).toEqual(["You may not set note of this Loan."]);
  expect(await mayNot("pupil", "Loan", { recording: "a", days: 2 }, "Borrow")).toEqual(["You may not set days of this Loan."]);
  expect(valueOf(await make("pupil", "Loan", { recording: "a" }, "Borrow"))).toMatchObject({ recording: "a" });
  expect(await mayNot("guest", "Loan", { recording: "a" }, "Borrow")).toEqual(["You may not create a Loan."]);
});

test("a person who may create the record may create its parts with it", async () => {
  expect(valueOf(await make("reader", "Loan", { recording: "a", slips: [{ text: "one" }] }, "Borrow"))).toMatchObject({ recording: "a" });
});

test("of several creating actions the first that the person may run is used, with its own input", async () => {
  expect(valueOf(await make("desk", "Copy", { title: "Blue" }))).toMatchObject({ state: "left to us", price: null });
  expect(resultOf(await make("reader", "Copy", { title: "Blue" }))).toBe("invalid: required at paid");
  expect(valueOf(await make("reader", "Copy", { title: "Blue", paid: 4 }))).toMatchObject({ state: "bought", price: "4" });
  expect(await mayNot("guest", "Copy", { title: "Blue" })).toEqual(["You may not create a Copy."]);
});

test("forms know who may create the record", async () => {
  const mayCreate = async (who: string, entity: string): Promise<boolean> => house.engine.mayCreate(valueOf(await house.engine.people.become(`${who}@example.test`)).actor, entity);
  expect(await Promise.all(["reader", "desk", "guest", "pupil"].map((who) => mayCreate(who, "Loan")))).toEqual([true, true, false, true]);
  expect(await Promise.all(["reader", "desk", "guest", "pupil"].map((who) => mayCreate(who, "Wish")))).toEqual([true, true, false, false]);
});
