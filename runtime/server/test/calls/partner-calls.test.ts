/** Calls as an author writes them: tables of mails, typed bodies, keys of the document's own records, statuses of success. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { clientOf, type Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Shelter

## 1. What the product does and for whom
- Time zone: Europe/Dublin
- Currency: EUR

## 3. Entities and their fields
### Animal
- number: text, required, unique
- name: text, required
- species: one of (dog, cat), required
- chip number: text
- weight in kg: number
- contact: text, hidden
- on show: yes/no, default yes
- Shown as: name
### Fee
- number: text, required, unique
- amount: money, required
- paid at: date and time, read-only
- attempts: integer, default 0
### Partner
- name: text, required, unique
- key: secret key
- person: User, required
- Shown as: name
### Reminder
- text: text, required
### Notice
- animal: Animal, required
- text: text, required, at most 20
### User
- depot: text

## 4. States and transitions
### Fee
Starts as: open

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Settle | paid | system | set paid at = now() |
| open | Cancel | cancelled | Manager | |
### Partner
Starts as: active

| From | Action | To | Who | Then |
|---|---|---|---|---|
| active | Block | blocked | Manager | |
### Animal
Starts as: here

| From | Action | To | Who | Then |
|---|---|---|---|---|
| here | Hand over | gone | Manager | call Registry transfer |
| here | Tell the vets | here | Manager | send Look at it |

## 6. Roles and permissions
- **Manager**
- **Vet**
- **Head vet** — includes Vet

| | Manager | Vet | anyone |
|---|---|---|---|
| Animal | all | read | read (number, name, species, on show, weight in kg) |
| Animal: contact | read, update | – | – |
| Fee | all | – | – |
| Partner | all | – | – |
| Reminder | all | – | – |
| Notice | all | – | – |
| User | all | read | – |

## 7. The calls it makes
### Registry transfer
- Request: \`PUT https://registry.example.test/v2/chips/{chip number}/keeper\`
- Sends: \`{ "keeper name": name, chip number: chip number, since: today() }\`
- Expects: 204 within 10 seconds
- First: yes
### Payment received
- Receives: \`POST /hooks/payments\`
- Signed with: HMAC SHA-256 of the body, secret PAY_SECRET, in header X-Signature
- Takes: id: text, required, reference: text, amount: money
- Counts once per: \`body.id\`
- Finds: Fee where number = body.reference
- Then: set attempts = attempts + 1; stop with WRONG_AMOUNT when body.amount != amount; stop with ALREADY_PAID when state = "paid"; do Settle on fee
- Otherwise: UNKNOWN_FEE
- Answers: 200 \`{ received: true, paid on: today() }\`
### Animals for partner sites
- Offers: \`GET /feed/adoptable\`
- For: anyone
- Takes: species: one of (dog, cat); heaviest: number
- Answers: 200 \`{ animals: for a in Animal[on show and (body.species = null or species = body.species) and (heaviest = null or weight in kg <= heaviest)] return { number: a.number, full name: a.name, "fee_eur": 3 } }\`
### Contacts
- Offers: GET /feed/contacts
- For: everyone
- Signed in by: API key in header X-Key = Partner.key while active
- Sees: everything
- Counts once per: \`header.Idempotency-Key\`
- Does: create Reminder with text = partner.name + " asked"
- Answers: 200 \`{ partner: partner.name, person: me.name, contacts: Animal.contact }\`
### My reminder
- Offers: POST /feed/reminders
- For: anyone
- Signed in by: API key in header X-Key = Partner.key while active
- Does: create Reminder with text = partner.name + " reminds"
- Answers: 201
### Warn us
- Offers: DELETE /feed/warnings
- For: anyone
- Sees: everything
- Takes: code: text, required
- Does: create Reminder with text = code; stop with TOLD_ALREADY when count(Reminder[text = body.code]) > 1
- Answers: 204
- Errors: \`{ ok: status < 300, error code: code }\`
### Mails
| Name | Email to | Subject | Body |
|---|---|---|---|
| Look at it | every Vet, name + "@chip.example" | {name} needs you | It weighs {weight in kg}. |
### Daily notices
- Every: day at 07:00 in Asia/Tokyo
- Does: create Reminder with text = "daily"; for each a in Animal[on show]: create Notice with animal = a, text = a.name

## 8. The error catalogue
| Code | Status | Message |
|---|---|---|
| WRONG_AMOUNT | 422 | The amount isn't {amount}. |
| ALREADY_PAID | 200 | This fee is paid already. |
| UNKNOWN_FEE | 404 | There is no such fee. |
| TOLD_ALREADY | 202 | We know. |
`;

let shelter: Served;
let manager: Client;
const anyone = (): Client => clientOf(shelter.server.address);
beforeAll(async () => {
  shelter = await serveProduct(text, { PAY_SECRET: "s3cret" }, { rehearse: true });
  manager = await shelter.person("max@example.test", "Manager");
  for (const [name, role] of [
    ["vera", "Vet"],
    ["hugo", "Head vet"],
  ] as const)
    await shelter.person(`${name}@example.test`, role);
}, 60_000);
afterAll(() => shelter?.close());

function pay(body: unknown, secret = "s3cret") {
  const raw = JSON.stringify(body);
  return anyone()("POST", "/hooks/payments", Buffer.from(raw), { "content-type": "application/json", "x-signature": createHmac("sha256", secret).update(raw).digest("hex") });
}
const feeOf = async (number: string) => (await manager("GET", `/api/fees/${number}`)).body;

test("a payment: wrong, unknown, right, repeated, and for a fee that is paid already", async () => {
  await manager("POST", "/api/fees", { number: "F-1", amount: "280" });
  expect((await pay({ id: "1", reference: "F-1", amount: "280" }, "other")).status).toBe(401);
  expect([(await pay({ id: "1", reference: "F-9", amount: "280" })).status, (await pay({ id: "1", reference: "F-9", amount: "280" })).body.code]).toEqual([404, "UNKNOWN_FEE"]);
  const short = await pay({ id: "1", reference: "F-1", amount: "279.99" });
  expect([short.status, short.body.code, (await feeOf("F-1")).state, (await feeOf("F-1")).attempts]).toEqual([422, "WRONG_AMOUNT", "open", 0]);
  const odd = await pay({ id: "1", reference: "F-1", amount: "a lot" });
  expect([odd.status, odd.body.errors[0].field]).toEqual([400, "amount"]);
  expect((await pay({ reference: "F-1", amount: "280" })).body.errors[0].field).toBe("id");
  // What was refused hasn't been counted.
  const paid = await pay({ id: "1", reference: "F-1", amount: "280", further: "ignored" });
  expect([paid.status, paid.body.received, paid.body.paidOn]).toEqual([200, true, expect.stringMatching(/^\d{4}-/)]);
  expect(await feeOf("F-1")).toMatchObject({ state: "paid", attempts: 1 });
  expect((await pay({ id: "1", reference: "F-1", amount: "1" })).body).toEqual(paid.body);
  const again = await pay({ id: "2", reference: "F-1", amount: "280" });
  expect([again.status, again.body, again.headers.get("content-type")]).toEqual([
    200,
    { status: 200, code: "ALREADY_PAID", detail: "This fee is paid already." },
    "application/json; charset=utf-8",
  ]);
  expect((await feeOf("F-1")).attempts).toBe(1);
});

test("an offered GET reads its fields from the query by name and as body; plain keys leave in camel case, quoted ones as written", async () => {
  for (const [number, species, weightInKg] of [
    ["A-1", "dog", "30"],
    ["A-2", "cat", "4"],
    ["A-3", "dog", "8"],
  ])
    await manager("POST", "/api/animals", { number, name: `N ${number}`, species, weightInKg, contact: `c ${number}` });
  const list = async (query: string) => (await anyone()("GET", `/feed/adoptable${query}`)).body.animals.map((a: { number: string }) => a.number);
  expect(await list("")).toEqual(["A-1", "A-2", "A-3"]);
  expect(await list("?species=dog")).toEqual(["A-1", "A-3"]);
  expect((await anyone()("GET", "/feed/adoptable?species=cat")).body.animals[0]).toEqual({ number: "A-2", fullName: "N A-2", fee_eur: 3 });
  expect((await anyone()("GET", "/feed/adoptable?species=cow")).status).toBe(422);
});

test("a call for anyone that reads the partner is refused without a key", async () => {
  expect((await anyone()("POST", "/feed/reminders", {})).status).toBe(401);
});

test("a partner signs in with the key of its record, while it is in force", async () => {
  const person = (await shelter.owner("GET", "/api/-/people")).body.items.find((p: { email: string }) => p.email === "vera@example.test");
  const made = await manager("POST", "/api/partners", { name: "Pets Weekly", person: person.id });
  const key = made.body.key as string;
  const call = (headers: Record<string, string>) => anyone()("GET", "/feed/contacts", undefined, headers);
  expect([(await call({})).status, (await call({ "x-key": `${key}x` })).status, (await call({ authorization: `Bearer ${key}` })).status]).toEqual([401, 401, 401]);
  const first = await call({ "x-key": key, "idempotency-key": "k1" });
  expect([first.status, first.body]).toEqual([200, { partner: "Pets Weekly", person: "vera", contacts: ["c A-1", "c A-2", "c A-3"] }]);
  expect((await call({ "x-key": key, "idempotency-key": "k1" })).body).toEqual(first.body);
  expect((await manager("GET", "/api/reminders?text=Pets%20Weekly%20asked")).body.items).toHaveLength(1);
  await manager("POST", `/api/partners/${made.body.id}/block`, {});
  expect((await call({ "x-key": key, "idempotency-key": "k2" })).status).toBe(401);
});

test("stop with a code of success undoes what the call did, and answers in the call's own envelope", async () => {
  const warn = () => anyone()("DELETE", "/feed/warnings?code=fire");
  expect((await warn()).status).toBe(204);
  const again = await warn();
  expect([again.status, again.body]).toEqual([202, { ok: true, errorCode: "TOLD_ALREADY" }]);
  expect((await manager("GET", "/api/reminders?text=fire")).body.items).toHaveLength(1);
  expect((await anyone()("DELETE", "/feed/warnings")).body).toEqual({ ok: false, errorCode: "required" });
});

test("a mail to everyone with a role, also by a role that includes it, from a row of a table", async () => {
  const animal = (await manager("GET", "/api/animals/A-2")).body;
  await manager("POST", `/api/animals/${animal.id}/tell-the-vets`, {});
  await anyone()("POST", "/rehearsal/settle");
  const mails = (await anyone()("GET", "/rehearsal/mails")).body.filter((m: { call: string }) => m.call === "Look at it");
  expect(mails.map((m: { to: string }) => m.to).sort()).toEqual(["N A-2@chip.example", "head-vet@example.test", "hugo@example.test", "vera@example.test", "vet@example.test"]);
  expect(mails[0]).toMatchObject({ subject: "N A-2 needs you", body: "It weighs 4." });
});

test("a PUT in backticks leaves with its keys, and fails the action on another status than 204", async () => {
  await manager("PATCH", "/api/animals/A-1", { chipNumber: "37 21" }, { "if-match": "*" });
  const animal = (await manager("GET", "/api/animals/A-1")).body;
  await anyone()("POST", "/rehearsal/answers", { call: "Registry transfer", status: 200, times: 1 });
  expect((await manager("POST", `/api/animals/${animal.id}/hand-over`, {})).status).toBe(502);
  await anyone()("POST", "/rehearsal/answers", { call: "Registry transfer", status: 204 });
  expect((await manager("POST", `/api/animals/${animal.id}/hand-over`, {})).body.state).toBe("gone");
  const sent = (await anyone()("GET", "/rehearsal/calls")).body.at(-1);
  expect([sent.method, sent.address, Object.keys(sent.body).sort()]).toEqual([
    "PUT",
    "https://registry.example.test/v2/chips/37%2021/keeper",
    ["chipNumber", "keeper name", "since"],
  ]);
});

test("each record of a schedule's for each is a change of its own: one that is refused is listed, the others go on; a zone of its own", async () => {
  await manager("PATCH", "/api/animals/A-2", { name: "a name that is far too long for it" }, { "if-match": "*" });
  const { now } = (await anyone()("POST", "/rehearsal/clock", { forward: "PT1M" })).body;
  const next = new Date(Date.parse(now) + 86_400_000);
  next.setUTCHours(21, 59, 0, 0);
  await anyone()("POST", "/rehearsal/clock", { now: next.toISOString() });
  const before = (await manager("GET", "/api/notices?count=exact")).body.count;
  // 07:00 in Tokyo is 22:00 UTC.
  next.setUTCHours(22, 1);
  await anyone()("POST", "/rehearsal/clock", { now: next.toISOString() });
  await anyone()("POST", "/rehearsal/settle");
  const notices = (await manager("GET", "/api/notices?count=exact")).body;
  expect(notices.count - before).toBe(2);
  const failed = (await shelter.owner("GET", "/api/outbox/failed")).body.items.filter((f: { call: string }) => f.call === "Daily notices");
  expect(failed.length).toBeGreaterThan(0);
  expect(failed[0]).toMatchObject({ kind: "schedule", record: { entity: "Animal", shownAs: "a name that is far too long for it" } });
  expect((await manager("GET", "/api/reminders?text=daily")).body.items.length).toBeGreaterThan(0);
});
