/** Whether a record can be edited and deleted, over HTTP: for each reader and record what the change itself would answer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { become, type Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Specification: Trips

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Trips | list of Trip | everyone |
| /notes | Notes | list of Note | everyone |
| /plan | Plan | calendar of Trip by day | everyone |
| /by-vehicle | By vehicle | board of Trip by vehicle | everyone |

## 3. Entities and their fields

### Trip

- name: text, required, unique
- day: date, required
- driver: User, default me
- vehicle: one of (van, truck)
- stops: list of Stop by trip
- Locked while: billed
- Deleting: only while planned

### Stop (part of Trip)

- trip: Trip, required
- place: text, required

### Depot

- name: text, required, unique
- Deleting: archives

### Note

- title: text, required, read-only when kept
- text: text, read-only when kept or sent
- remark: text, read-only when sent
- kept: yes/no, default no, set once
- sent: yes/no, default no, set once

## 4. States and transitions

### Trip

- Starts as: planned
- Ends as: billed

| From | Action | To | Who |
|---|---|---|---|
| planned | Drive | driven | Driver |
| driven | Bill | billed | Driver |

### Depot

- Starts as: open

| From | Action | To | Who |
|---|---|---|---|
| open | Shut | shut | Planner |
| shut | Open again | open | Planner |

## 6. Roles and permissions

- **Driver**
- **Clerk**
- **Planner**

| | Driver | Clerk | Planner |
|---|---|---|---|
| Trip | read, create, update own, delete own | read, update while planned | all |
| Depot | read | – | all |
| Note | read, update remark | – | all |

Own: a Trip is its driver's.
`;

const lineOf = (words: string): number => text.split("\n").findIndex((line) => line.startsWith(words)) + 1;
let served: Served;
let driver: Client, clerk: Client, planner: Client;
const ids: Record<string, string> = {};
const any = { "if-match": "*" };

beforeAll(async () => {
  served = await serveProduct(text, {}, { rehearse: true });
  [driver, clerk, planner] = (await Promise.all(["driver", "clerk", "planner"].map((role) => become(served.server.address, role)))) as [Client, Client, Client];
  for (const [name, actions, by] of [
    ["Mine", [], driver],
    ["Yours", [], planner],
    ["Driven", ["drive"], driver],
    ["Billed", ["drive", "bill"], driver],
  ] as const) {
    const made = await by("POST", "/api/trips", { name, day: "2026-05-04", vehicle: "van", stops: [{ place: "Town" }] });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    ids[name] = made.body.id;
    for (const action of actions) expect((await driver("POST", `/api/trips/${ids[name]}/${action}`, {}, any)).status).toBe(200);
  }
}, 120_000);
afterAll(() => served.close());

async function changesOf(who: Client, path: string): Promise<string[]> {
  const { body } = await who("GET", `/api/${path}/actions`);
  return body.changes.map(({ change, allowed, why }: { change: string; allowed: boolean; why: string | null }) => `${change}: ${allowed ? "yes" : why}`);
}

const locked = "This Trip is locked while billed.";
const undeletable = "A Trip can be deleted only while planned.";

test("a record says whether its reader can edit and delete it; what they are never permitted is left out", async () => {
  const of = (who: Client) => Promise.all(["Mine", "Yours", "Driven", "Billed"].map((name) => changesOf(who, `trips/${ids[name]}`)));
  expect(await of(driver)).toEqual([["update: yes", "delete: yes"], [], ["update: yes", `delete: ${undeletable}`], [`update: ${locked}`, `delete: ${locked}`]]);
  expect(await of(clerk)).toEqual([["update: yes"], ["update: yes"], [], []]);
  expect(await of(planner)).toEqual([
    ["update: yes", "delete: yes"],
    ["update: yes", "delete: yes"],
    ["update: yes", `delete: ${undeletable}`],
    [`update: ${locked}`, `delete: ${locked}`],
  ]);
});

test("what it says is what the change answers", async () => {
  for (const who of [driver, clerk, planner])
    for (const id of Object.values(ids)) {
      const said = await changesOf(who, `trips/${id}`);
      const edited = await who("PATCH", `/api/trips/${id}`, { vehicle: "truck" }, any);
      const expected = said.find((one) => one.startsWith("update: "))?.slice("update: ".length);
      expect(edited.status === 200 ? "yes" : edited.status === 403 ? undefined : edited.body.errors[0].detail).toBe(expected);
    }
});

test("a refusal has its line and the document's sentence", async () => {
  const { body } = await driver("GET", `/api/trips/${ids["Billed"]}/actions`);
  expect(body.changes[0]).toMatchObject({ change: "update", allowed: false, line: lineOf("- Locked while"), sentence: expect.stringContaining("billed") });
  expect(body.changes[0]).not.toHaveProperty("about");
});

test("a part is locked with its owner", async () => {
  const stop = async (name: string) => (await planner("GET", `/api/trips/${ids[name]}`)).body.stops[0].id as string;
  expect(await changesOf(planner, `stops/${await stop("Billed")}`)).toEqual([`update: ${locked}`, `delete: ${locked}`]);
  expect(await changesOf(planner, `stops/${await stop("Mine")}`)).toEqual(["update: yes", "delete: yes"]);
  expect(await changesOf(driver, `stops/${await stop("Yours")}`)).toEqual([]);
});

test("an archived record can't be changed any more", async () => {
  const { id } = (await planner("POST", "/api/depots", { name: "North" })).body;
  expect(await changesOf(planner, `depots/${id}`)).toEqual(["update: yes", "delete: yes"]);
  expect(await changesOf(driver, `depots/${id}`)).toEqual([]);
  expect((await planner("DELETE", `/api/depots/${id}`, undefined, any)).status).toBeLessThan(300);
  const why = "This Depot is archived and can't be changed.";
  expect(await changesOf(planner, `depots/${id}`)).toEqual([`update: ${why}`, `delete: ${why}`]);
});

test("an archived record's actions aren't possible either", async () => {
  const { id } = (await planner("POST", "/api/depots", { name: "West" })).body;
  const actionsOf = async () =>
    (await planner("GET", `/api/depots/${id}/actions`)).body.items.map((one: { name: string; allowed: boolean; why: string }) => [one.name, one.allowed, one.why]);
  expect(await actionsOf()).toEqual([
    ["Shut", true, null],
    ["Open again", false, "Possible while shut."],
  ]);
  expect((await planner("DELETE", `/api/depots/${id}`, undefined, any)).status).toBeLessThan(300);
  const why = "This Depot is archived and can't be changed.";
  expect(await actionsOf()).toEqual([
    ["Shut", false, why],
    ["Open again", false, why],
  ]);
  const refused = await planner("POST", `/api/depots/${id}/shut`, {}, any);
  expect([refused.status, refused.body.errors[0].detail]).toEqual([409, why]);
});

test("a record can't be edited while each field that its reader may set is read-only", async () => {
  const made: Record<string, string> = {};
  for (const [title, values] of Object.entries({ Free: {}, Kept: { kept: true }, Sent: { sent: true }, Both: { kept: true, sent: true } })) {
    const { status, body } = await planner("POST", "/api/notes", { title, ...values });
    expect(status, JSON.stringify(body)).toBe(201);
    made[title] = body.id;
  }
  const updateOf = async (who: Client, title: string) => (await changesOf(who, `notes/${made[title]}`)).find((one) => one.startsWith("update"));
  expect(await Promise.all(["Free", "Kept", "Sent", "Both"].map((title) => updateOf(planner, title)))).toEqual([
    "update: yes",
    "update: yes",
    "update: yes",
    "update: Every field of this Note that you may change is read-only at the moment.",
  ]);
  expect(await Promise.all(["Free", "Sent"].map((title) => updateOf(driver, title)))).toEqual(["update: yes", "update: This Note can't be changed when sent."]);
  const editable = async (who: Client) =>
    (await who("GET", "/api/notes?screen=Notes&fields=title&sort=title")).body.items.map((row: { title: string; _editable?: boolean }) => `${row.title}: ${row._editable}`);
  expect(await editable(planner)).toEqual(["Both: false", "Free: true", "Kept: true", "Sent: true"]);
  expect(await editable(driver)).toEqual(["Both: false", "Free: true", "Kept: true", "Sent: false"]);
});

test("a record that can't be read says nothing", async () => {
  expect((await driver("GET", "/api/trips/00000000-0000-4000-8000-000000000000/actions")).status).toBe(404);
  const { id } = (await planner("POST", "/api/depots", { name: "South" })).body;
  expect((await clerk("GET", `/api/depots/${id}/actions`)).status).toBe(404);
});

test.each(["Trips", "Plan", "By vehicle"])("the screen %s says which records can be edited in it", async (screen) => {
  const editable = async (who: Client) => {
    const { body } = await who("GET", `/api/trips?screen=${encodeURIComponent(screen)}&fields=name&sort=name`);
    return body.items.map((row: { name: string; _editable?: boolean }) => `${row.name}: ${row._editable}`);
  };
  expect(await editable(driver)).toEqual(["Billed: false", "Driven: true", "Mine: true", "Yours: false"]);
  expect(await editable(clerk)).toEqual(["Billed: false", "Driven: false", "Mine: true", "Yours: true"]);
  expect(await editable(planner)).toEqual(["Billed: false", "Driven: true", "Mine: true", "Yours: true"]);
});
