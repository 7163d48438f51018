/** Lines that are decided and written together give the same records, history and refusals as lines that run one by one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { ImportOptions } from "../../src/contract/import.ts";
import { type Opened, openProduct } from "../support/open-product.ts";
import { valueOf } from "../support/outcome.ts";
import { listOf } from "../support/read.ts";

/** With parts, an entity's records are written one by one. */
const document = (part: string): string => `# Specification: Shelf

## 3. Entities and their fields

### Category

- name: text, required, unique

### Item

- number: sequence \`I{0000}\`
- code: text, required, unique, at most 10 characters
- shelf: text
- place: integer, at least 0
- name: text, required
- mail: email, unique
- category: Category
- fee: money in EUR, at least 0, default 1
- share: percent
- weight: number
- size: one of (small, large)
- retired: yes/no, required, default no
- bought on: date
- colours: any of (red, green)
- unique: shelf, place
- Shown as: name
- Locked while: used
${part}
## 4. States and transitions

### Item

- Starts as: new

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| new | Use | used | Clerk | | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not dear | Item | \`fee <= 100\` | DEAR |
| Not both | Item | \`retired = false or weight = null\` | HEAVY |

## 6. Roles and permissions

- **Clerk**
- **Helper**

| | Clerk | Helper |
|---|---|---|
| Category | all | read |
| Item | all | create, read where \`size = "small"\`, update where \`fee <= 50\` |
${part === "" ? "" : "| Note | all | read |\n"}
## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| DEAR | 422 | {fee} is too dear. |
| HEAVY | 409 | It is retired. |
`;

interface Shelf {
  readonly opened: Opened;
  readonly actors: Readonly<Record<string, Actor>>;
  readonly sent: string[];
}
let together: Shelf;
let alone: Shelf;

async function open(part: string): Promise<Shelf> {
  const sent: string[] = [];
  const opened = await openProduct(document(part), { slowStatements: { overMilliseconds: 0, report: ({ text }) => sent.push(text) } });
  const clerk = await opened.person("clerk@example.test", "Clerk");
  for (const name of ["Cameras", "Tools"]) valueOf(await opened.engine.perform(clerk, { kind: "create", entity: "Category", values: { name } }));
  return { opened, sent, actors: { clerk, helper: await opened.person("helper@example.test", "Helper") } };
}

beforeAll(async () => {
  together = await open("");
  alone = await open("\n### Note (part of Item, as notes)\n\n- text: text\n");
});
afterAll(async () => {
  await together?.opened.close();
  await alone?.opened.close();
});

type Rows = readonly Readonly<Record<string, unknown>>[];

async function imported(shelf: Shelf, who: string, rows: Rows, options: ImportOptions): Promise<unknown> {
  const { engine } = shelf.opened;
  const codes = new Map((await all(shelf)).map((one) => [String(one["code"]), one.id]));
  const lines = rows.map((values, i) => ({ row: i + 2, values: { ...values, ...("id" in values ? { id: codes.get(String(values["id"])) ?? values["id"] } : {}) } }));
  shelf.sent.splice(0);
  const outcome = await engine.importRecords(shelf.actors[who]!, "Item", lines, options);
  return outcome.ok ? outcome.value : { kind: outcome.refusal.kind, errors: outcome.refusal.errors.map((error) => ({ ...error, line: null })) };
}

const all = async ({ opened, actors }: Shelf) => valueOf(await listOf(opened.engine, actors["clerk"]!, { entity: "Item", limit: 200 })).items;

/** The records with their history, without what differs from one product to the other. */
async function stored(shelf: Shelf): Promise<unknown> {
  const { engine } = shelf.opened;
  const records = (await all(shelf)).toSorted((a, b) => (String(a["code"]) < String(b["code"]) ? -1 : 1));
  const histories = await Promise.all(records.map(async ({ id }) => valueOf(await engine.history(shelf.actors["clerk"]!, "Item", id))));
  const varying = ["id", "at", "position", "createdAt", "updatedAt", "stateSince", "specification", "notes"];
  const isShown = (one: unknown): boolean => (one as { readonly field?: unknown } | null)?.field !== "notes";
  const kept = (key: string, value: unknown): unknown => (varying.includes(key) ? undefined : Array.isArray(value) ? value.filter(isShown) : value);
  return JSON.parse(JSON.stringify({ records, histories }, kept).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, ""));
}

/** Returns what both answer. */
async function same(who: string, rows: Rows, options: ImportOptions = {}): Promise<unknown> {
  const answer = await imported(together, who, rows, options);
  expect(answer).toEqual(await imported(alone, who, rows, options));
  expect(await stored(together)).toEqual(await stored(alone));
  return answer;
}

const written = ({ sent }: Shelf): number => sent.filter((text) => /(^|, r as \()(insert into|update) app\.item/.test(text)).length;
const byCode = { match: ["code"] };
const codes = (from: number, count: number): Rows => Array.from({ length: count }, (_, n) => ({ code: `C${from + n}`, name: `Item ${from + n}` }));

test("lines that create, in part with the fields of others, are written by a few statements", async () => {
  const more = [
    { fee: "2.5", share: "12.50", weight: "1.20", place: "3", shelf: "A" },
    { mail: "One@example.test", boughtOn: "2026-01-02" },
    { category: "Tools", size: "large", retired: "yes" },
  ];
  expect(
    await same(
      "clerk",
      codes(100, 60).map((one, n) => ({ ...one, ...more[n % 20] })),
      byCode,
    ),
  ).toMatchObject({ errors: [{ row: 22, code: "not-unique", field: "place" }, { code: "not-unique", row: 23, field: "mail" }, { row: 42 }, { row: 43 }] });
  expect(
    await same(
      "clerk",
      codes(100, 60).map((one, n) => ({ ...one, size: "small", ...more[n] })),
      byCode,
    ),
  ).toEqual({ created: 60, updated: 0 });
  expect([written(together), written(alone)]).toEqual([4, 60]);
});

test("lines that update records are written by a few statements, and one that changes nothing leaves no history", async () => {
  const changes = [
    { fee: "7.5" },
    { fee: "7.50", boughtOn: "2026-03-04" },
    { weight: "3.10", share: "0.5" },
    { name: "Other" },
    { category: "Cameras" },
    {},
    { retired: "yes" },
    { fee: "" },
  ];
  const rows = codes(103, 40).map((one, n) => ({ ...one, ...changes[n % 8] }));
  expect(await same("clerk", rows, byCode)).toEqual({ created: 0, updated: 40 });
  expect([written(together), written(alone)]).toEqual([6, 35]);
  expect(await same("clerk", rows, byCode)).toEqual({ created: 0, updated: 40 });
  // "7.5" is sent again for 7.50, and "3.10" for 3.1.
  expect([written(together), written(alone)]).toEqual([2, 10]);
  expect(
    await same(
      "clerk",
      codes(103, 40).map((one) => ({ ...one, place: "12", mail: "", colours: ["red"] })),
      byCode,
    ),
  ).toEqual({ created: 0, updated: 40 });
});

test("lines with an id, with two fields to match, and of new and existing records in one file", async () => {
  const rows = [...codes(150, 20), ...codes(110, 20).map((one) => ({ ...one, id: one["code"], fee: "9" })), { id: "C105", code: "C999", name: "Renamed" }];
  expect(await same("clerk", rows, byCode)).toEqual({ created: 10, updated: 31 });
  const placed = codes(200, 20).map((one, n) => ({ ...one, shelf: "B", place: String(n % 10) }));
  expect(await same("clerk", placed.slice(0, 10), { match: ["shelf", "place"] })).toEqual({ created: 10, updated: 0 });
  expect(
    await same("clerk", [...placed.slice(0, 10).map((one) => ({ ...one, fee: "3" })), { code: "C220", name: "New", shelf: "B", place: "77" }], { match: ["shelf", "place"] }),
  ).toEqual({
    created: 1,
    updated: 10,
  });
  expect(await same("clerk", [...placed.slice(0, 3), { ...placed[0]!, place: "00" }], { match: ["shelf", "place"] })).toMatchObject({ errors: [{ row: 5, code: "not-unique" }] });
});

test("lines that run by themselves among others make the records after them be looked up again", async () => {
  const rows = codes(110, 40).map((one, n) => ({ ...one, fee: String(n % 2 ? 11 : 12), ...(n % 9 === 8 ? { mail: `m${n}@example.test` } : {}) }));
  expect(await same("clerk", rows, byCode)).toEqual({ created: 0, updated: 40 });
  expect([written(together) < 20, written(alone)]).toEqual([true, 40]);
});

test("lines that are refused are refused for the same, each at its line", async () => {
  const twice = [{ code: "N1", name: "Twice" }, ...codes(100, 3), { code: "N1", name: "Twice" }, { code: "C101", name: "Again" }];
  expect(await same("clerk", twice, byCode)).toMatchObject({
    kind: "conflict",
    errors: [
      { row: 6, code: "not-unique", field: "code", detail: "Line 2 is about the same Item." },
      { row: 7, detail: "Line 4 is about the same Item." },
    ],
  });
  expect(await same("clerk", codes(110, 30))).toMatchObject({
    kind: "conflict",
    errors: Array.from({ length: 30 }, (_, n) => ({ row: n + 2, code: "not-unique", field: "code" })),
  });
  const bad = [
    { code: "N1", name: "Taken mail", mail: "ONE@example.test" },
    { code: "N2", name: "Two", mail: "one@example.test", shelf: "B", place: "1" },
    { code: "N3", name: "First", mail: "new@example.test" },
    { code: "N3", name: "Second", mail: "NEW@example.test" },
    { code: "C110", name: "Dear", fee: "101" },
    { code: "N4", name: "Fourth", mail: "New@example.test" },
    { code: "N5" },
    { code: "C111", name: "" },
    { code: "C112", name: "Nowhere", category: "None" },
    { code: "C113", name: "Wrong", fee: "a" },
    { code: "C114", name: "Heavy", retired: "yes", weight: "4" },
    { id: "C115", code: "C116", name: "Taken" },
    { id: "8f6f2f8a-5b1c-4b52-9d0e-111111111111", code: "N6", name: "No such" },
    { code: "C117", name: "nul \u0000" },
    { code: "N7", name: "A state", state: "used" },
  ];
  await same("clerk", [...codes(120, 20), ...bad, ...codes(300, 20)], byCode);
  await same("clerk", [...codes(400, 20), ...bad.filter(({ id, code }) => !id && code.startsWith("N")), ...codes(420, 70), ...codes(100, 3)]);
});

test("permissions and locked records are those of single changes", async () => {
  for (const { opened, actors } of [together, alone]) {
    const used = (await all({ opened, actors, sent: [] })).find((one) => one["code"] === "C120")!;
    valueOf(await opened.engine.perform(actors["clerk"]!, { kind: "action", entity: "Item", id: used.id, action: "Use", input: {} }));
  }
  const small = codes(121, 20).map((one) => ({ ...one, weight: "2" }));
  const plain = codes(121, 20).map((one) => ({ ...one, retired: "no", fee: "5", size: "small" }));
  expect(await same("clerk", plain, byCode)).toMatchObject({ updated: 20 });
  expect(await same("helper", small, byCode)).toMatchObject({ updated: 20 });
  expect(written(together)).toBe(1);
  await same("helper", [...small, { code: "C120", name: "Locked" }, { code: "C102", name: "Hidden" }, { code: "C500", name: "Invisible", size: "large" }], byCode);
  await same(
    "helper",
    small.map((one) => ({ ...one, fee: "51" })),
    byCode,
  );
  expect(
    await same(
      "clerk",
      small.map((one) => ({ ...one, fee: "60" })),
      byCode,
    ),
  ).toMatchObject({ updated: 20 });
  await same(
    "helper",
    small.map((one) => ({ ...one, fee: "4" })),
    byCode,
  );
  await same("helper", [
    { id: "C102", code: "C102", name: "Hidden" },
    { id: "C121", code: "C121", name: "Seen", fee: "5" },
  ]);
});
