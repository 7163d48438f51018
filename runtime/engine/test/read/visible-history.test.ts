/** The history, and a record as it was, show each role only what it may read now: no other fields, names or records. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Chambers

## 1. What the product does and for whom

- **Name**: Chambers
- **Currency**: EUR
- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

## 3. Entities and their fields

### Client

- code: text, required, unique
- name: text, required
- Shown as: \`name\`

### Vault

- name: text, required
- keeper: User, required

### Room

- name: text, required
- vault: Vault
- Shown as: \`name + " " + vault.name\`
- When vault is deleted: empty it

### Case

- title: text, required
- client: Client
- vault: Vault
- vaults: list of Vault
- room: Room
- helper: User
- note: text
- price: money
- pin: text, secret
- steps: list of Step by case
- When vault is deleted: empty it
- When vaults is deleted: empty it

### Step (part of Case)

- what: text, required
- cost: money
- vault: Vault
- client: Client
- When vault is deleted: empty it

## 4. States and transitions

### Case

- Starts as: open
- Ends as: closed

| From | Action | To | Who |
|---|---|---|---|
| open | Close | closed | Partner |

## 6. Roles and permissions

- **Clerk**
- **Partner**

Own: a Vault is its keeper's, a Case is its helper's.

| Entity | Clerk | Partner |
|---|---|---|
| Client | read: code | all |
| Vault | read own | all |
| Room | read | all |
| Case | read own | create, read, update, delete, Close |
| Case: price | read while closed | all |
| Case: note | – | all |
| Case: pin | – | create, update |
| Step: cost | – | all |
| User | read: email | read |
`;

let small: Small;
let [clerk, partner] = [null as unknown as Actor & { kind: "person" }, null as unknown as Actor & { kind: "person" }];
let made: VisibleRecord;
const change = (values: Record<string, unknown>): Promise<unknown> => small.does(partner, { kind: "update", entity: "Case", id: made.id, values, ifVersion: "any" }).then(valueOf);
const remove = (entity: string, id: string): Promise<unknown> => small.does(partner, { kind: "delete", entity, id, ifVersion: "any" }).then(valueOf);

beforeAll(async () => {
  small = await openSmall(text);
  clerk = (await small.as("Clerk")) as typeof clerk;
  partner = (await small.as("Partner")) as typeof partner;
  const client = await small.make(partner, "Client", { code: "C-1", name: "Hidden Client" });
  const vault = async (name: string, keeper: Actor & { kind: "person" }) => (await small.make(partner, "Vault", { name, keeper: keeper.id })).id;
  const [foreign, gone, mine] = [await vault("Foreign Vault", partner), await vault("Gone Vault", partner), await vault("My Vault", clerk)];
  const room = await small.make(partner, "Room", { name: "Cellar", vault: foreign });
  made = await small.make(partner, "Case", {
    title: "A case",
    client: client.id,
    vault: foreign,
    vaults: [foreign, gone, mine],
    room: room.id,
    helper: clerk.id,
    note: "Hidden Note",
    price: "7770777",
    pin: "Hidden Pin 1",
    steps: [{ what: "look", cost: "3330333", vault: foreign, client: client.id }],
  });
  await change({ vault: gone, title: "The case", note: "Hidden Note 2" });
  await change({ vault: mine, price: "7780778", pin: "Hidden Pin 2" });
  await remove("Vault", gone);
});
afterAll(() => small.close());

const hidden = /Hidden|Foreign|Gone|7770777|7780778|3330333|Partner/;
const told = async (actor: Actor): Promise<string> => JSON.stringify(valueOf(await small.engine.history(actor, "Case", made.id)));

test("it discloses no unreadable fields, names, related records or deleted records", async () => {
  const seen = await told(clerk);
  expect(seen).toMatch(/A case.*The case|The case.*A case/s);
  expect(seen).toMatch(/My Vault/);
  expect(seen).not.toMatch(hidden);
  const all = await told(partner);
  for (const words of ["Hidden Client", "Foreign Vault", "Gone Vault", "Hidden Note 2", "7770777", "3330333"]) expect(all).toContain(words);
});

test("nor does a record as it was", async () => {
  for (const row of valueOf(await small.engine.history(partner, "Case", made.id))) {
    const then = valueOf(await small.engine.recordAt(clerk, "Case", made.id, row.at.replace(/(\.\d+)?Z$/, ".999Z")));
    expect(JSON.stringify(then)).not.toMatch(hidden);
    expect(JSON.stringify(then)).toMatch(/[Aa] case|The case/);
  }
});

test("a field that is readable now shows its earlier values", async () => {
  valueOf(await small.does(partner, { kind: "action", entity: "Case", id: made.id, action: "Close", input: {} }));
  const seen = await told(clerk);
  expect(seen).toMatch(/7770777.*7780778|7780778.*7770777/s);
  expect(seen).not.toMatch(/Hidden|Foreign|Gone|3330333|Partner/);
});

test("a change of a secret is listed without its values", async () => {
  const fields = valueOf(await small.engine.history(partner, "Case", made.id)).map((h) => h.changes.filter((c) => c.field === "pin"));
  expect(fields.flat()).toEqual([
    { field: "pin", before: null, after: null, secret: true },
    { field: "pin", before: null, after: null, secret: true },
  ]);
  expect(await told(partner)).not.toContain("Hidden Pin");
  expect(await told(clerk)).not.toContain("pin");
});

test("a reader who lost access to the record can read none of it", async () => {
  await change({ helper: partner.id });
  expect((await small.engine.history(clerk, "Case", made.id)).ok).toBe(false);
  expect((await small.engine.recordAt(clerk, "Case", made.id, new Date().toISOString())).ok).toBe(false);
});
