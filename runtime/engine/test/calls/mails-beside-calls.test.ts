/** A call that fails again and again holds back no mail of its record. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf } from "../support/outcome.ts";

const text = `# Specification: Parcels

## 1. What the product does and for whom

- **Time zone**: UTC

For whom:

- **Clerk** — sends

## 3. Entities and their fields

### Parcel

- name: text, required

## 4. States and transitions

### Parcel

- Starts as: here

| From | Action | To | Who | Then |
|---|---|---|---|---|
| here | Send | gone | Clerk | call Carrier; send Gone |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Parcel | all |

## 7. The calls it makes

### Carrier

- Request: POST https://carrier.example/parcels
- Sends: \`{ name: name }\`
- Retries: 6 times, waiting 10 minutes

### Gone

- Email to: \`me\`
- Subject: {name} is gone
- Body: It left.
`;

let small: Small;
beforeAll(async () => void (small = await openSmall(text)), 120_000);
afterAll(() => small?.close());

test("the mail leaves while the call waits for its next attempt", async () => {
  const clerk = await small.as("Clerk");
  await small.engine.rehearsal!.answer({ call: "Carrier", status: 500 });
  const { id } = await small.make(clerk, "Parcel", { name: "box" });
  expect(resultOf(await small.does(clerk, { kind: "action", entity: "Parcel", id, action: "Send", input: {} }))).toBe("done");
  await small.engine.rehearsal!.settle();
  expect((await small.engine.rehearsal!.calls()).map(({ call, status }) => `${call} ${status}`)).toEqual(["Carrier waiting"]);
  expect((await small.engine.rehearsal!.mails()).map(({ subject }) => subject)).toEqual(["box is gone"]);
});
