/** Fields as people write them: types that follow from expressions, typed lists, amounts in another record's currency, initial records, hidden fields. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { listOf, recordOf } from "../support/read.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const spec = `# Practice

## 1. What the product does and for whom
- **Name**: Practice
- **Time zone**: Europe/Berlin
- **Currency**: EUR
- **Sign-in**: email and password
- **Clerk** — keeps the records
- **Guest** — looks

## 2. Screens and routes
| Route | Screen | Shows | For |
|---|---|---|---|
| /report/:id | My report | Report | bearer |

## 3. Entities and their fields

### Patient
- name: text, required, unique
- notes: list of Note by patient
- note count = count(notes)
- has notes = note count > 0
- created at: date and time, read-only
- date: date — the first visit
- Shown as: name

### Episode
- patient: Patient, required
- starts at, ends at: date and time, required — both in local time
- lasts = ends at - starts at

### Note
- episode: Episode, required
- patient: Patient = episode.patient
- text: text
- seen on: list of dates
- scores: list of integer, at most 3
- confidential: text, hidden
- reported by: text, hidden

### Invoice
- currency: currency, required, default EUR
- total: money in currency = sum(lines.amount)

### Line (part of Invoice)
- unit price: money in invoice.currency, required
- amount: money in invoice.currency = unit price * 2

### Slot
- day: date, required
- room: one of (A, B), required
- taken: yes/no, default yes
Unique: day, room among taken
Initial records:

| Day | Room |
|---|---|
| 2020-01-01 | A |

### Report
- name: text
- closed on: date
- closes at: date and time
- link: secret link to My report until closed on
- other: secret link to My report, valid until closes at

### User
Initial records:

| Name | Email | Roles |
|---|---|---|
| Ida | ida@example.org | Clerk |

## 5. Validation rules
| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| In the future | Slot, on create | day >= today() | TOO_LATE |

## 6. Roles and permissions
- **Clerk** — the desk
- **Guest** — looks

| | Clerk | Guest | bearer |
|---|---|---|---|
| Patient | all | read | – |
| Episode | all | read | – |
| Note | all | read | – |
| Note: reported by | read | – | – |
| Invoice | all | – | – |
| Slot | all | – | – |
| Report | all | – | read |
| User | read | – | – |

## 8. Error catalogue
| Code | Status | Message |
|---|---|---|
| TOO_LATE | 422 | Too late. |
`;

let small: Small;
let clerk: Actor;

beforeAll(async () => {
  small = await openSmall(spec);
  clerk = await small.as("clerk");
}, 120_000);
afterAll(() => small.close());

test("a list by a computed reference, and computed fields whose types follow from their expressions", async () => {
  const [ada, bo] = [await small.make(clerk, "Patient", { name: "Ada", date: "2026-03-01" }), await small.make(clerk, "Patient", { name: "Bo" })];
  const episode = await small.make(clerk, "Episode", { patient: ada.id, startsAt: "2026-03-01T09:00:00Z", endsAt: "2026-03-01T10:30:00Z" });
  expect(episode["lasts"]).toBe("PT1H30M");
  const note = await small.make(clerk, "Note", { episode: episode.id, text: "first", seenOn: ["2026-03-01", "2026-03-02"], scores: [1, 2] });
  expect([note["seenOn"], note["scores"]]).toEqual([
    ["2026-03-01", "2026-03-02"],
    [1, 2],
  ]);
  const read = valueOf(await recordOf(small.engine, clerk, "Patient", ada.id));
  expect([read["noteCount"], read["hasNotes"], (read["notes"] as { id: string }[]).map(({ id }) => id), read["date"]]).toEqual([1, true, [note.id], "2026-03-01"]);
  const listed = valueOf(await listOf(small.engine, clerk, { entity: "Patient", where: "has notes" }));
  expect(listed.items.map(({ id }) => id)).toEqual([ada.id]);
  // The reference that the list depends on changes in another record.
  valueOf(await small.does(clerk, { kind: "update", entity: "Episode", id: episode.id, values: { patient: bo.id }, ifVersion: "any" }));
  expect([valueOf(await recordOf(small.engine, clerk, "Patient", ada.id))["noteCount"], valueOf(await recordOf(small.engine, clerk, "Patient", bo.id))["noteCount"]]).toEqual([
    0, 1,
  ]);
});

test("values of a typed list are checked", async () => {
  const values = { episode: valueOf(await listOf(small.engine, clerk, { entity: "Episode" })).items[0]!.id };
  expect(resultOf(await small.does(clerk, { kind: "create", entity: "Note", values: { ...values, seenOn: ["soon"] } }))).toBe("invalid: invalid-value at seenOn");
  expect(resultOf(await small.does(clerk, { kind: "create", entity: "Note", values: { ...values, scores: [1, 2, 3, 4] } }))).toBe("invalid: invalid-value at scores");
});

test("an amount in the currency of the record to which it refers", async () => {
  const yen = await small.make(clerk, "Invoice", { currency: "JPY", lines: [{ unitPrice: "10.4" }, { unitPrice: "5" }] });
  expect([yen["total"], (yen["lines"] as { unitPrice: string; amount: string }[]).map((line) => [line.unitPrice, line.amount])]).toEqual([
    "30",
    [
      ["10", "20"],
      ["5", "10"],
    ],
  ]);
  const euro = await small.make(clerk, "Invoice", { lines: [{ unitPrice: "10.4" }] });
  expect(euro["total"]).toBe("20.80");
  const changed = valueOf(await small.does(clerk, { kind: "update", entity: "Invoice", id: euro.id, values: { currency: "JPY" }, ifVersion: "any" }))!;
  expect([changed["total"], (changed["lines"] as { unitPrice: string }[])[0]!.unitPrice]).toEqual(["20", "10"]);
});

test("initial records obey fields and uniqueness, not the rules of point 5", async () => {
  const slots = valueOf(await listOf(small.engine, clerk, { entity: "Slot" }));
  expect(slots.items.map((slot) => slot["day"])).toEqual(["2020-01-01"]);
  expect(resultOf(await small.does(clerk, { kind: "create", entity: "Slot", values: { day: "2020-01-01", room: "B" } }))).toBe("invalid: TOO_LATE");
  const people = valueOf(await listOf(small.engine, clerk, { entity: "User" }));
  expect(people.items.find((person) => person["email"] === "ida@example.org")).toMatchObject({ name: "Ida", roles: ["Clerk"] });
});

test("`Unique: A, B among …` compares only the records for which the condition holds", async () => {
  const day = "2999-01-01";
  await small.make(clerk, "Slot", { day, room: "A" });
  expect(resultOf(await small.does(clerk, { kind: "create", entity: "Slot", values: { day, room: "A" } }))).toMatch(/: not-unique at (room|day)/);
  const free = await small.make(clerk, "Slot", { day, room: "A", taken: false });
  expect(resultOf(await small.does(clerk, { kind: "update", entity: "Slot", id: free.id, values: { taken: true }, ifVersion: "any" }))).toMatch(/: not-unique/);
});

test("`hidden` limits reading, not writing", async () => {
  const episode = valueOf(await listOf(small.engine, clerk, { entity: "Episode" })).items[0]!.id;
  const note = await small.make(clerk, "Note", { episode, confidential: "for nobody", reportedBy: "Ida" });
  // A row that grants only reading leaves writing to the entity's own grants.
  expect(note["reportedBy"]).toBe("Ida");
  expect(note).not.toHaveProperty("confidential");
  expect(resultOf(await small.does(clerk, { kind: "update", entity: "Note", id: note.id, values: { confidential: "still" }, ifVersion: "any" }))).toBe("done");
  expect(resultOf(await small.does(await small.as("guest"), { kind: "update", entity: "Note", id: note.id, values: { confidential: "no" }, ifVersion: "any" }))).toMatch(
    /^not permitted/,
  );
});

test("a secret link opens until its moment; a day counts to its end", async () => {
  const { engine } = small;
  const opens = async (report: Readonly<Record<string, unknown>>, key: string): Promise<boolean> => (await engine.openLink(String(report[key]).replace("/link/", ""))) !== null;
  const open = await small.make(clerk, "Report", { name: "open" });
  expect([await opens(open, "link"), await opens(open, "other")]).toEqual([true, true]);
  const now = engine.rehearsal!.now();
  const today = new Date(now).toLocaleDateString("sv", { timeZone: "Europe/Berlin" });
  const closing = await small.make(clerk, "Report", { closedOn: today, closesAt: new Date(Date.parse(now) - 1000).toISOString() });
  expect([await opens(closing, "link"), await opens(closing, "other")]).toEqual([true, false]);
  const later = valueOf(
    await small.does(clerk, { kind: "update", entity: "Report", id: closing.id, values: { closedOn: "2020-01-01", closesAt: "2999-01-01T00:00:00Z" }, ifVersion: "any" }),
  )!;
  expect([await opens(later, "link"), await opens(later, "other")]).toEqual([false, true]);
});
