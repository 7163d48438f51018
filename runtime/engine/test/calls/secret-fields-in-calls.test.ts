/** A secret field in an HTTP call: the service gets its value, and nobody else does, whatever fails. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openOutside, openProduct, until, type Opened, type Outside } from "../support/open-product.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = (address: string): string => `# Specification: Cards

## 3. Entities and their fields
### Card
- name: text, required
- pin: text, secret
- note: text

## 4. States and transitions
### Card
Starts as: new

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| new | Send | sent | Clerk | | call Tell bank |

## 6. Roles and permissions
- **Clerk** — works

| | Clerk |
|---|---|
| Card | all |

## 7. The calls it makes
### Tell bank
- Request: POST \`${address}/cards/{pin}\`
- Headers: X-Pin: {pin}
- Sends: \`{ name: name, login: { pin: pin, all: name + "/" + pin } }\`
- Expects: status 201, within 2 seconds
- Retries: none
- Then: set note = \`answer.echo\`

## 8. The error catalogue
none

## 9. Business constants and limits
none
`;

let [outside, shop] = [undefined as unknown as Outside, undefined as unknown as Opened];
beforeAll(async () => {
  outside = await openOutside();
  shop = await openProduct(text(outside.address));
}, 120_000);
afterAll(async () => {
  await shop.close();
  await outside.close();
});

test("the service gets the value as it is when the call is sent", async () => {
  const clerk = await shop.person("clerk@example.test", "Clerk");
  const card = valueOf(await shop.engine.perform(clerk, { kind: "create", entity: "Card", values: { name: "Ada", pin: 'a/1 "é"' } }))!;
  expect(card).not.toHaveProperty("pin");
  outside.answer({ status: 201, body: { echo: 'got a/1 "é"' } });
  valueOf(await shop.engine.perform(clerk, { kind: "action", entity: "Card", id: card.id, action: "Send", input: {} }));
  const [heard] = await until(
    () => [...outside.heard],
    (all) => all.length === 1,
    20,
  );
  expect(heard!.path).toBe(`/cards/${encodeURIComponent('a/1 "é"')}`);
  expect(Buffer.from(String(heard!.headers["x-pin"]), "latin1").toString("utf8")).toBe('a/1 "é"');
  expect(JSON.parse(heard!.body)).toEqual({ name: "Ada", login: { pin: 'a/1 "é"', all: 'Ada/a/1 "é"' } });
  const note = async (): Promise<unknown> => valueOf(await recordOf(shop.engine, clerk, "Card", card.id))["note"];
  // What the service sends back of it is removed.
  expect(await until(note, (value) => value !== null, 20)).toBe("got •••");
});

test("a failed call shows neither the value nor a placeholder", async () => {
  const clerk = await shop.person("clerk@example.test", "Clerk");
  const card = valueOf(await shop.engine.perform(clerk, { kind: "create", entity: "Card", values: { name: "Bo", pin: "7777" } }))!;
  outside.answer({ status: 500, body: { why: "bad pin 7777" } });
  valueOf(await shop.engine.perform(clerk, { kind: "action", entity: "Card", id: card.id, action: "Send", input: {} }));
  const [failed] = await until(
    async () => valueOf(await shop.engine.failedCalls.list(shop.owner)).items,
    (all) => all.length === 1,
    20,
  );
  expect(JSON.stringify(failed)).not.toContain("7777");
  const history = JSON.stringify(valueOf(await shop.engine.history({ kind: "system" }, "Card", card.id)));
  expect(history).not.toContain("7777");
});
