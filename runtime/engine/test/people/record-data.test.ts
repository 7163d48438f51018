/** Personal data of records that stand for a person themselves, and erasures that have to wait. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { recordOf } from "../support/read.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const spec = `# Shelter

## 1. What the product does and for whom
- **Name**: Shelter
- **Time zone**: Europe/Dublin
- **Sign-in**: email and password
- **Clerk** — works
- **Guest** — looks

## 3. Entities and their fields

### Animal
- name: text, required
- surrendered by: text, required, personal
- chip owner: email, personal of itself
- on hold: yes/no, default no
- Erasing: refused with STILL_ON_HOLD while on hold; not before \`date("2020-01-01")\`
- Deleting: not allowed

### Loan
- borrower: User, required
- clerk: User
- why: text, personal
- Erasing: refused while \`why = "open"\`

### Thing
- name: text, required

### Person
- name: text, required, personal
- lead: Person
- until: date
- visits: list of Visit by person
- Erasing: refused with VISITS_OPEN while \`count(visits[not(paid)]) > 0\`; not before \`until + 1 year\`; refused while \`lead.name = "Boss" and until < today()\`

### Visit
- person: Person, required
- paid: yes/no, default no

## 6. Roles and permissions
- **Clerk** — works
- **Guest** — looks

Own: a Loan is its borrower's.

| | Clerk | Guest |
|---|---|---|
| Animal | all | read |
| Loan | all | read own |
| Thing | all | read |
| Person | all | – |
| Visit | all | – |
| User | read | – |

## 7. The calls it makes
none

## 8. Error catalogue
| Code | Status | Message |
|---|---|---|
| STILL_ON_HOLD | 409 | {name} is on hold. |
| VISITS_OPEN | 409 | {name} has unpaid visits: {count(visits)}. |
`;

let small: Small;
let clerk: Actor;
let guest: Extract<Actor, { kind: "person" }>;

beforeAll(async () => {
  small = await openSmall(spec);
  clerk = await small.as("clerk");
  guest = (await small.as("guest")) as typeof guest;
}, 120_000);
afterAll(() => small.close());

test("whoever may delete the record exports and erases its data", async () => {
  const animal = await small.make(clerk, "Animal", { name: "Rex", surrenderedBy: "Ada Lovelace", chipOwner: "ada@example.org" });
  valueOf(await small.does(clerk, { kind: "update", entity: "Animal", id: animal.id, values: { surrenderedBy: "Ada King" }, ifVersion: "any" }));
  expect(resultOf(await small.engine.exportRecordData(guest, "Animal", animal.id))).toBe("not permitted: not-permitted");
  expect(resultOf(await small.engine.exportRecordData({ kind: "anyone" } as Actor, "Animal", animal.id))).toBe("not found: not-found");
  const data = valueOf(await small.engine.exportRecordData(clerk, "Animal", animal.id));
  expect(data.records).toEqual([{ entity: "Animal", id: animal.id, shownAs: "Rex", values: { surrenderedBy: "Ada King", chipOwner: "ada@example.org" } }]);
  expect(JSON.stringify(data.history)).toContain("Ada Lovelace");
  expect(resultOf(await small.engine.eraseRecordData(guest, "Animal", animal.id))).toBe("not permitted: not-permitted");
  expect(valueOf(await small.engine.eraseRecordData(clerk, "Animal", animal.id))).toEqual({ records: 1, files: 0 });
  const after = valueOf(await recordOf(small.engine, clerk, "Animal", animal.id));
  expect([after["name"], after["surrenderedBy"], after["chipOwner"]]).toEqual(["Rex", "erased", null]);
  const history = JSON.stringify(valueOf(await small.engine.history({ kind: "system" }, "Animal", animal.id)));
  for (const trace of ["Ada", "Lovelace", "King", "ada@example.org"]) expect(history).not.toContain(trace);
  expect(history).toContain("Rex");
});

test("an entity without personal data of its own has nothing to export", async () => {
  const thing = await small.make(clerk, "Thing", { name: "Ball" });
  expect(resultOf(await small.engine.exportRecordData(clerk, "Thing", thing.id))).toBe("not found: not-found");
});

test("an erasure that has to wait is refused with its code, and nothing is erased", async () => {
  const animal = await small.make(clerk, "Animal", { name: "Tom", surrenderedBy: "Bo", onHold: true });
  const refused = await small.engine.eraseRecordData(clerk, "Animal", animal.id);
  expect(resultOf(refused)).toBe("conflict: STILL_ON_HOLD");
  expect(refused.ok ? "" : refused.refusal.errors[0]!.detail).toBe("Tom is on hold.");
  expect(valueOf(await recordOf(small.engine, clerk, "Animal", animal.id))["surrenderedBy"]).toBe("Bo");
  valueOf(await small.does(clerk, { kind: "update", entity: "Animal", id: animal.id, values: { onHold: false }, ifVersion: "any" }));
  expect(resultOf(await small.engine.eraseRecordData(clerk, "Animal", animal.id))).toBe("done");
});

test("a person's erasure waits for each of their records; without a name, the data is the owner's of point 6", async () => {
  const loan = await small.make(clerk, "Loan", { borrower: guest.id, clerk: (clerk as typeof guest).id, why: "open" });
  const owner = await small.owner();
  const refused = await small.engine.erasePerson(owner, guest.id);
  expect(resultOf(refused)).toBe("conflict: not-deletable");
  expect(refused.ok ? "" : refused.refusal.errors[0]!.detail).toContain(`while why = "open"`);
  valueOf(await small.does(clerk, { kind: "update", entity: "Loan", id: loan.id, values: { why: "done" }, ifVersion: "any" }));
  expect(resultOf(await small.engine.erasePerson(owner, guest.id))).toBe("done");
  expect(valueOf(await recordOf(small.engine, clerk, "Loan", loan.id))["why"]).toBeNull();
});

test("the condition reads lists, other records and the time", async () => {
  const boss = await small.make(clerk, "Person", { name: "Boss" });
  const bo = await small.make(clerk, "Person", { name: "Bo", until: "2020-01-01" });
  const erased = async (): Promise<unknown> => {
    const outcome = await small.engine.eraseRecordData(clerk, "Person", bo.id);
    return outcome.ok ? "done" : `${outcome.refusal.errors[0]!.code} in line ${outcome.refusal.errors[0]!.line}`;
  };
  const set = async (entity: string, id: string, values: Readonly<Record<string, unknown>>): Promise<unknown> =>
    valueOf(await small.does(clerk, { kind: "update", entity, id, values, ifVersion: "any" }));
  const visit = await small.make(clerk, "Visit", { person: bo.id });
  const line = spec.split("\n").findIndex((one) => one.includes("VISITS_OPEN while")) + 1;
  expect(await erased()).toBe(`VISITS_OPEN in line ${line}`);
  await set("Visit", visit.id, { paid: true });
  await set("Person", bo.id, { until: "2999-01-01" });
  expect(await erased()).toBe(`not-deletable in line ${line}`);
  await set("Person", bo.id, { until: "2020-01-01", lead: boss.id });
  expect(await erased()).toBe(`not-deletable in line ${line}`);
  await set("Person", bo.id, { until: null, lead: null });
  expect(await erased()).toBe("done");
  expect(valueOf(await recordOf(small.engine, clerk, "Person", bo.id))["name"]).toBe("erased");
});
