/** Mails that waited for something not shown: retried, each is sent once to its receiver, in the name of the original actor. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { productOf } from "../support/equipment-desk.ts";
import { openProduct, type Opened } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";

const text = (fee: string, desk: string): string => `# Specification: Orders

## 3. Entities and their fields

### Order

- name: text, required
- buyer: User, required, default \`me\`

## 4. States and transitions

### Order

- Starts as: open

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Tell | open | Clerk | send "Fee" |
| open | Report | open | Clerk | send "Report" |

- Tell asks for: word: text, required

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Order | all |
| User | read |

## 7. The calls it makes

### Fee

- Email to: \`["one@x.example", "two@x.example", buyer.email]\`
- Subject: {name}
- Body: {fee}, {asked.word}, {me.name}

### Report

- Email to: \`desk\`
- Subject: {name}
- Body: told

## 9. Business constants and limits

| Name | Value | Meaning |
|---|---|---|
| fee | ${fee} | what it costs |
| desk | ${desk} | who hears of it |
`;

let house: Opened;
let clerk: Actor;
beforeAll(async () => {
  house = await openProduct(text("not shown", "not shown"), { rehearse: true });
  clerk = valueOf(await house.engine.people.become("clerk@example.test")).actor;
}, 60_000);
afterAll(async () => {
  await house?.close();
});

const failed = async (call: string) => valueOf(await house.engine.failedCalls.list(house.owner)).items.filter((i) => i.call === call);
const sendAgain = async (call: string): Promise<void> => {
  for (const { id } of await failed(call)) valueOf(await house.engine.failedCalls.retry(house.owner, id));
  await house.engine.rehearsal!.settle();
};
const act = async (action: string, asked: Record<string, unknown>): Promise<string> => {
  const order = valueOf(await house.engine.perform(clerk, { kind: "create", entity: "Order", values: { name: action } }))!;
  valueOf(await house.engine.perform(clerk, { kind: "action", entity: "Order", id: order.id, action, input: asked }));
  await house.engine.rehearsal!.settle();
  return order.id;
};

test("each receiver's mail is drafted for that receiver alone, whatever is still not shown", async () => {
  const id = await act("Tell", { word: "hello" });
  await act("Report", {});
  expect((await failed("Fee")).map((i) => i.to).sort()).toEqual(["clerk@example.test", "one@x.example", "two@x.example"]);
  expect(await failed("Report")).toMatchObject([{ to: "not shown", why: "The document doesn't say what desk is. Write its value there, then send this again." }]);
  await sendAgain("Fee");
  expect((await failed("Fee")).map((i) => i.to).sort()).toEqual(["clerk@example.test", "one@x.example", "two@x.example"]);
  valueOf(await house.engine.switchVersion(productOf(text("12 EUR", '"a@x.example"'))));
  await sendAgain("Fee");
  await sendAgain("Report");
  expect(valueOf(await house.engine.failedCalls.list(house.owner)).count).toBe(0);
  const left = (await house.engine.rehearsal!.mails()).filter((m) => !m.body.includes("not shown") && m.to !== "not shown");
  expect(left.map((m) => `${m.to}: ${m.body}`).sort()).toEqual([
    "a@x.example: told",
    "clerk@example.test: €12.00, hello, Clerk",
    "one@x.example: €12.00, hello, Clerk",
    "two@x.example: €12.00, hello, Clerk",
  ]);
  expect(valueOf(await house.engine.history(clerk, "Order", id)).map((h) => h.action)).not.toContain("Fee");
});
