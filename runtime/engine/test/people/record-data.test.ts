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

## 6. Roles and permissions
- **Clerk** — works
- **Guest** — looks

Own: a Loan is its borrower's.

| | Clerk | Guest |
|---|---|---|
| Animal | all | read |
| Loan | all | read own |
| Thing | all | read |
| User | read | – |

## 7. The calls it makes
none

## 8. Error catalogue
| Code | Status | Message |
|---|---|---|
| STILL_ON_HOLD | 409 | {name} is on hold. |
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
