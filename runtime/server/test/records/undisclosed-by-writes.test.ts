/** A write discloses nothing that the actor may not read: by a dry run, a reference, an import or a condition. */
import { afterAll, beforeAll, expect, it, test } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const specification = `# Specification: Boxes

## 1. What the product does and for whom

- **Guest** — stores
- **Clerk** — keeps

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /boxes | Boxes | list of Box | everyone |
| /notes | Notes | list of Note | everyone |

## 3. Entities and their fields

### Box

- number: sequence \`B-{000}\`
- label: text, required
- pin: text, unique
- owner: User, required, default \`me\`, set once
- tags: list of text
- judged: text, default "bad payer"
- margin: money in EUR, default 7 EUR
- lines: list of Line by box
- Shown as: \`label\`

### Line (part of Box)

- what: text, required
- cost price: money in EUR, default 5 EUR

### Note

- box: Box, required
- text: text, required
- by: User, required, default \`me\`, set once

### Wish

- text: text, required

## 6. Roles and permissions

- **Guest**
- **Clerk**

Own: a Box is its owner's.

Own: a Note is its by's.

| | Guest | Clerk |
|---|---|---|
| Box | create, read own, update own | all |
| Box: pin | – | all |
| Box: judged | read own where \`margin > 100\` | all |
| Line | create, read, update | all |
| Line: cost price | – | all |
| Note | create, read own | all |
| Wish | create | all |
`;

let served: Served;
let guest: Client;
let clerk: Client;
let mine: string;
let theirs: string;

beforeAll(async () => {
  served = await serveProduct(specification);
  guest = await served.person("guest@example.test", "Guest");
  clerk = await served.person("clerk@example.test", "Clerk");
  theirs = (await clerk("POST", "/api/boxes", { label: "Secret", pin: "4711" })).body.id;
  mine = (await guest("POST", "/api/boxes", { label: "Mine", lines: [{ what: "a" }] })).body.id;
});
afterAll(() => served?.close());

it("a dry run returns only what the actor may read", async () => {
  const tried = await guest("PATCH", `/api/boxes/${mine}?dryRun=true`, { label: "Tried" }, { "if-match": "*" });
  expect(tried.status).toBe(200);
  expect(tried.body.label).toBe("Tried");
  const { body: seen } = await guest("GET", `/api/boxes/${mine}`);
  expect(seen.label).toBe("Mine");
  expect(Object.keys(tried.body).sort()).toEqual(Object.keys(seen).sort());
  expect(tried.body.judged ?? null).toBeNull();
  expect(JSON.stringify(tried.body)).not.toContain("5.00");
  const all = await clerk("PATCH", `/api/boxes/${mine}?dryRun=true`, { label: "Tried" }, { "if-match": "*" });
  expect(all.body.judged).toBe("bad payer");
  const made = await guest("POST", "/api/boxes?dryRun=true", { label: "New" });
  expect(made.body.judged ?? null).toBeNull();
});

it("who may create a record and not read it gets its id and nothing else", async () => {
  const tried = await guest("POST", "/api/wishes?dryRun=true", { text: "More boxes" });
  expect([tried.status, tried.body]).toEqual([204, ""]);
  const made = await guest("POST", "/api/wishes", { text: "More boxes" });
  expect([made.status, Object.keys(made.body).sort()]).toEqual([201, ["id", "version"]]);
  expect((await clerk("POST", "/api/wishes?dryRun=true", { text: "More boxes" })).body.text).toBe("More boxes");
});

test.each([
  ["an id", () => theirs],
  ["a number", () => ({ number: "B-001" })],
  ["a hidden unique field", () => ({ pin: "4711" })],
  ["a name", () => ({ shownAs: "Secret" })],
])("a box of somebody else's isn't there by %s", async (_, box) => {
  const refused = await guest("POST", "/api/notes", { box: box(), text: "t" });
  const never = await guest("POST", "/api/notes", {
    box: typeof box() === "string" ? "01900000-0000-7000-8000-000000000000" : Object.fromEntries(Object.keys(box()).map((key) => [key, "none"])),
    text: "t",
  });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual(never.body.errors);
  expect((await clerk("POST", "/api/notes?dryRun=true", { box: box(), text: "t" })).status).toBe(200);
});

test.each([
  ["number", "B-002"],
  ["shownAs", "Mine"],
])("the actor's own record is found by its %s", async (key, value) => {
  const made = await guest("POST", "/api/notes", { box: { [key]: value }, text: "t" });
  expect(made.status).toBe(201);
  expect(made.body.box.id).toBe(mine);
});

it("an import doesn't match records by a field that the actor may not read", async () => {
  expect((await clerk("PATCH", `/api/boxes/${mine}`, { pin: "1234" }, { "if-match": "*" })).status).toBe(200);
  const send = (who: Client, box: string) => who("POST", "/api/notes/import?dryRun=true", `box,text\n${box},t\n`, { "content-type": "text/csv" });
  for (const box of ["1234", "4711", "Secret", "B-001", "none"])
    expect((await send(guest, box)).body.errors).toMatchObject([{ field: "box", detail: `There is no Box called "${box}", or you don't have access to it.` }]);
  for (const [who, box] of [
    [clerk, "1234"],
    [guest, "Mine"],
    [guest, "B-002"],
    [guest, mine],
  ] as const)
    expect((await send(who, box)).status).toBe(200);
});

it("a reference to a person that the actor may not read is refused like a missing one", async () => {
  const there = await guest("POST", "/api/boxes?dryRun=true", { label: "L", owner: { email: "clerk@example.test" } });
  const nobody = await guest("POST", "/api/boxes?dryRun=true", { label: "L", owner: { email: "nobody@example.test" } });
  expect([there.status, there.body.errors]).toEqual([422, nobody.body.errors]);
});

test.each(["string([1,2]) != null", "string({a: 1}) != null", 'contains(string(tags), "G")', 'range("[1..2]") = null'])(
  "the condition %s is refused, not a fault",
  async (condition) => {
    const answer = await guest("GET", `/api/boxes?where=${encodeURIComponent(condition)}`);
    expect([answer.status, answer.body.errors?.[0]?.code]).toEqual([400, "invalid-condition"]);
    expect(served.bugs).toEqual([]);
  },
);

test.each(["get entries({a: 1}) = null", "context merge([{a: 1}]) = null", "flatten([[1]]) = null"])("the condition %s is evaluated", async (condition) => {
  const answer = await guest("GET", `/api/boxes?where=${encodeURIComponent(condition)}`);
  expect([answer.status, answer.body.items]).toEqual([200, []]);
  expect(served.bugs).toEqual([]);
});
