/** A deputy of somebody whose role needs a second factor needs one too, for what they decide and for what they see. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeOf } from "../../../../tests/totp-code.ts";
import { type AccountsProduct, serveAccounts } from "../accounts-product.ts";

const text = `# Wishes

## 1. What the product does and for whom

- Sign-in: email and password, with second factor for Manager; by invitation

- **Clerk** — wishes
- **Manager** — decides

## 3. Entities and their fields

### Wish

- name: text, required
- judge: User, required

## 4. States and transitions

### Wish

- Starts as: open

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Grant | granted | Clerk | | |

- Grant is decided by: judge

## 6. Roles and permissions

| Entity | Clerk | Manager |
|---|---|---|
| Wish | create, read where created by = me | read where judge = me |
| User | read: name, email | read: name, email |
`;

let served: AccountsProduct;
beforeAll(async () => {
  served = await serveAccounts(text);
}, 120_000);
afterAll(async () => served?.close());

const idOf = async (email: string): Promise<string> => (await served.owner("GET", "/api/people")).body.items.find((one: { email: string }) => one.email === email).id;

test("without it, the deputy neither decides nor sees; with it, both", async () => {
  await served.person("mia@corp.example", "Manager");
  const pending = served.as((await served.signIn("mia@corp.example", "a long password")).body.token);
  const { secret } = (await pending("POST", "/api/me/totp")).body;
  const { token } = (await pending("POST", "/api/me/totp/confirm", { code: codeOf(secret) })).body;
  const mia = served.as(token);
  const dan = await served.person("dan@corp.example", "Clerk");
  const today = new Date().toISOString().slice(0, 10);
  expect((await mia("POST", "/api/deputies", { deputy: await idOf("dan@corp.example"), from: today, to: today })).status).toBe(201);
  const cas = await served.person("cas@corp.example", "Clerk");
  const wish = (await cas("POST", "/api/wishes", { name: "tea", judge: await idOf("mia@corp.example") })).body;
  const { id } = (await mia("GET", "/api/wishes")).body.items[0];
  expect(wish.id).toBe(id);
  expect((await cas("POST", `/api/wishes/${id}/grant`, {})).status).toBeLessThan(300);

  expect((await dan("GET", "/api/wishes")).body.items ?? []).toEqual([]);
  // As for everybody who may not read it.
  expect((await dan("POST", `/api/wishes/${id}/grant`, {})).status).toBe(404);
  const begun = (await dan("POST", "/api/me/totp")).body;
  const factor = served.as((await dan("POST", "/api/me/totp/confirm", { code: codeOf(begun.secret) })).body.token);
  expect((await factor("GET", "/api/wishes")).body.items).toHaveLength(1);
  expect((await factor("POST", `/api/wishes/${id}/grant`, {})).status).toBe(200);
  expect((await mia("GET", `/api/wishes/${id}`)).body.state).toBe("granted");
});
