/** What leaves a product: secret fields filled in at sending, links that can be opened from anywhere, and reports as their receiver may read them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mail, openSmtp } from "../../../../tests/smtp-server.ts";
import { openOutside, type Outside, until } from "../../../engine/test/support/open-product.ts";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = (address: string): string => `# Cards

## 1. What the product does and for whom
- Currency: EUR

## 2. Screens and routes
| Route | Screen | Shows | For |
|---|---|---|---|
| /costs | Costs | report of Card by holder | Manager, Clerk |
| /cards | Cards | list of Card | Manager, Clerk |
| /cards/:number | Card | Card | Manager, Clerk |
| /mine/:link | Mine | Card | bearer |
### Costs
- Values: sum of monthly limit
### Cards
- Columns: number, holder, monthly limit

## 3. Entities and their fields
### Card
- number: text, required, unique
- holder: text, required
- PIN: text, secret
- monthly limit: money, default 100 EUR
- owner email: email
- link: secret link to Mine
- answered: text, read-only
- paper: file
- Shown as: number

## 4. States and transitions
### Card
Starts as: made

| From | Action | To | Who | Then |
|---|---|---|---|---|
| made | Order | ordered | Manager | call Printer; send Welcome |
| made, ordered | Report costs | made | Manager | send Cost report |

- Report costs asks for: proof: file

## 6. Roles and permissions
- **Manager**
- **Clerk**

| | Manager | Clerk | bearer |
|---|---|---|---|
| Card | all | read where holder = "Ada" | read |
| User | all | read | – |

## 7. The calls it makes
### Printer
- Request: POST ${address}/print
- Headers: X-Pin: {PIN}
- Sends: \`{ number: number, pin: PIN, open: link }\`
- Answer: claimId: text, required, pages: integer
- Then: set answered = answer.claimId
- Retries: after 1 and 2 seconds, not on 422
### Mails
| Mail | To | Subject | Text | Attachments |
|---|---|---|---|---|
| Welcome | owner email | Card {number} | Your card: {link}, or /cards/{number}. Limit {monthly limit}. | – |
| Cost report | every Clerk, every Manager | Costs | As attached. | report Costs as csv, Cards, asked.proof |
`;

let smtp: Awaited<ReturnType<typeof openSmtp>>;
let outside: Outside;
let shop: Served;
let manager: Client;
beforeAll(async () => {
  smtp = await openSmtp(() => null);
  outside = await openOutside();
  shop = await serveProduct(text(outside.address), { NONET_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, NONET_ADDRESS: "https://cards.example.test/" });
  manager = await shop.person("max@example.test", "Manager");
  await shop.person("cleo@example.test", "Clerk");
}, 60_000);
afterAll(async () => {
  await shop?.close();
  await smtp?.close();
  await outside?.close();
});

const mailTo = (to: string, subject: string): Promise<Mail> =>
  until(
    () => smtp.mails.find((m) => m.to.includes(to) && m.data.includes(`Subject: ${subject}`)),
    (m) => m !== undefined,
  ) as Promise<Mail>;
const read = (mail: Mail): string => mail.data.replace(/=\n/g, "").replace(/=3D/g, "=");
const create = async (number: string, holder: string) =>
  (await manager("POST", "/api/cards", { number, holder, pin: `17-${number}`, ownerEmail: "ada@outside.test", monthlyLimit: "35.70" })).body;

test("a secret field is filled in at sending and stands nowhere else; links are absolute; the answer is typed", async () => {
  outside.answer({ status: 422 }, { status: 200, body: { claimId: "C-9", pages: 2, further: true } });
  const refused = await create("B", "Bo");
  await manager("POST", `/api/cards/${refused.id}/order`, {});
  const failed = await until(
    async () => (await shop.owner("GET", "/api/outbox/failed")).body.items as { call: string; attempts: number }[],
    (items) => items.length > 0,
  );
  // A status after which no retry follows.
  expect(failed[0]).toMatchObject({ call: "Printer", attempts: 1 });
  expect(JSON.stringify(failed)).not.toContain("17-B");
  const card = await create("A", "Ada");
  await manager("POST", `/api/cards/${card.id}/order`, {});
  await until(
    async () => (await manager("GET", `/api/cards/${card.id}`)).body.answered,
    (answered) => answered === "C-9",
  );
  const sent = outside.heard.at(-1)!;
  expect(sent.headers["x-pin"]).toBe("17-A");
  expect(JSON.parse(sent.body)).toEqual({ number: "A", pin: "17-A", open: expect.stringMatching(/^https:\/\/cards\.example\.test\/link\/\w{32}$/) });
  for (const path of [`/api/cards/${card.id}`, `/api/cards/${card.id}/history`]) expect(JSON.stringify((await manager("GET", path)).body)).not.toContain("17-A");
  const mail = read(await mailTo("ada@outside.test", "Card A"));
  expect(mail).toMatch(/https:\/\/cards\.example\.test\/link\/\w{32}, or https:\/\/cards\.example\.test\/cards\/A\. Limit/);
  expect(mail).not.toMatch(/EUR.*EUR/);
});

test("an answer without what it must have is listed, and its statements don't run", async () => {
  outside.answer({ status: 200, body: { pages: 2 } });
  const card = await create("C", "Cy");
  await manager("POST", `/api/cards/${card.id}/order`, {});
  const failed = await until(
    async () => (await shop.owner("GET", "/api/outbox/failed")).body.items as { record: { id: string }; why: string }[],
    (items) => items.some(({ record }) => record.id === card.id),
  );
  expect(failed.find(({ record }) => record.id === card.id)!.why).toContain("The call was answered, but");
  expect((await manager("GET", `/api/cards/${card.id}`)).body.answered ?? null).toBeNull();
});

test("each receiver gets the report with what they may read", async () => {
  const { id } = (await manager("GET", "/api/cards/A")).body;
  await manager("POST", `/api/cards/${id}/report-costs`, {});
  const [clerk, boss] = [await mailTo("cleo@example.test", "Costs"), await mailTo("max@example.test", "Costs")];
  const csv = (mail: Mail): string => {
    const part = /filename="?Costs\.csv"?[\s\S]*?\n\n([\s\S]*?)\n--/.exec(mail.data)![1]!;
    return Buffer.from(part.replace(/\s/g, ""), "base64").toString("utf8");
  };
  expect(csv(clerk)).toContain("Ada");
  expect(csv(clerk)).not.toContain("Bo");
  expect(csv(boss)).toMatch(/Ada[\s\S]*Bo/);
  expect(clerk.data).toMatch(/filename="?Cards\.xlsx/);
});
