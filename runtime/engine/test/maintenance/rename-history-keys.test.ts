/** The history of a renamed field follows it; the history of a removed personal field is removed. */
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import pg from "pg";
import { applyProductUpgrade, planProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type Outcome } from "../../src/contract/outcome.ts";
import { type VisibleRecord } from "../../src/contract/reads.ts";
import { type Upgrade } from "../../src/maintenance/plan-upgrade.ts";
import { type Postgres } from "../../src/connection/embedded-postgres.ts";
import { serverOf } from "../../../../tests/shared-postgres.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = (fields: string, more: { readonly thing?: string; readonly rows?: string; readonly lines?: string } = {}): string => `# Specification: Shop

## 3. Entities and their fields

### ${more.thing ?? "Thing"}

- name: text, required
${fields}
${more.lines ?? ""}
## 6. Roles and permissions

- **Boss**
- **Clerk**

| | Boss | Clerk |
|---|---|---|
| ${(more.thing ?? "Thing").split("\n")[0]} | all | all |
${more.rows ?? ""}| User | read | read |
`;

let folder: string;
let postgres: Postgres;
let client: pg.Client;
let engine: Engine | undefined;
let boss: Actor;
let version = 0;

const options = (document: string) => ({ product: productOf(document, `v${++version}`), database: { url: postgres.url }, files: join(folder, "files") });
const apply = (document: string, acceptLoss = false): Promise<Outcome<Upgrade>> => applyProductUpgrade({ ...options(document), acceptLoss });
const plan = async (document: string): Promise<Upgrade> => valueOf(await planProductUpgrade(options(document)));
const rows = async (sql: string): Promise<Record<string, unknown>[]> => (await client.query(sql)).rows as Record<string, unknown>[];
const kept = async (): Promise<string> => JSON.stringify(await rows("select entity, before, after from nonet.history where entity <> 'User' order by position"));

async function open(document: string, as = version): Promise<void> {
  await engine?.close();
  const owner = { email: "owner@example.test", password: "rehearsal-owner" };
  engine = valueOf(await openEngine({ ...options(document), product: productOf(document, `v${(version = as)}`), rehearse: true, owner, environment: {} }));
  boss = valueOf(await engine.people.become("boss@example.test")).actor;
  await engine.whenBuilt();
}
/** The document that `apply` has just brought into force. */
async function applyAndOpen(document: string, acceptLoss = false): Promise<void> {
  await engine!.close();
  engine = undefined;
  valueOf(await apply(document, acceptLoss));
  await open(document);
}
const make = async (values: Record<string, unknown>): Promise<VisibleRecord> => valueOf(await engine!.perform(boss, { kind: "create", entity: "Thing", values }))!;
const set = async (id: string, values: Record<string, unknown>): Promise<VisibleRecord> =>
  valueOf(await engine!.perform(boss, { kind: "update", entity: "Thing", id, values, ifVersion: "any" }))!;
const past = async (id: string, field: string, entity = "Thing", actor = boss): Promise<unknown[]> =>
  valueOf(await engine!.history(actor, entity, id)).flatMap((e) => e.changes.filter((c) => c.field === field).map((c) => [c.before, c.after]));
const fieldsOf = async (id: string, actor = boss): Promise<string[]> => [
  ...new Set(valueOf(await engine!.history(actor, "Thing", id)).flatMap((e) => e.changes.map((c) => c.field))),
];
const at = async (id: string, moment: string, actor = boss): Promise<Record<string, unknown>> => valueOf(await engine!.recordAt(actor, "Thing", id, moment)) as never;
/** A moment between what was done and what will be. */
async function now(): Promise<string> {
  const forward = async (): Promise<string> => valueOf(await engine!.rehearsal!.moveClock({ forward: "PT1M" })).now;
  const moment = await forward();
  await forward();
  return moment;
}
const idOf = (actor: Actor): string => (actor.kind === "person" ? actor.id : "");
const clerk = async (): Promise<Actor> => valueOf(await engine!.people.become("clerk@example.test")).actor;
const owner = async (): Promise<Actor> => valueOf(await engine!.people.signIn({ email: "owner@example.test", password: "rehearsal-owner" })).actor;

beforeAll(async () => {
  folder = freshFolder();
  postgres = await serverOf(folder);
  client = new pg.Client(postgres.url);
  await client.connect();
}, 120_000);
beforeEach(async () => {
  await engine?.close();
  engine = undefined;
  await client.query("drop schema if exists app cascade; drop schema if exists nonet cascade");
});
afterAll(async () => {
  await engine?.close();
  await client.end();
  await postgres.stop();
});

const sized = text("- size: text");
const hidden = { rows: "| Thing: width | all | – |\n" };
const wide = text("- width: text, was size");

test("over several versions and back the history has the present names, and a record is as it was", async () => {
  await open(sized);
  const thing = await make({ name: "Box", size: "S" });
  const then = await now();
  await set(thing.id, { size: "M" });
  await applyAndOpen(wide);
  expect(await past(thing.id, "width")).toEqual([
    ["S", "M"],
    [null, "S"],
  ]);
  expect(await at(thing.id, then)).toMatchObject({ width: "S" });
  await set(thing.id, { width: "L" });
  // By the running product too.
  valueOf(await engine!.switchVersion(options(text("- breadth: text, was width")).product));
  await engine!.whenBuilt();
  expect(await past(thing.id, "breadth")).toEqual([
    ["M", "L"],
    ["S", "M"],
    [null, "S"],
  ]);
  await applyAndOpen(text("- size: text, was breadth"));
  expect(await past(thing.id, "size")).toHaveLength(3);
  expect(await at(thing.id, then)).toMatchObject({ size: "S" });
  expect(await kept()).not.toMatch(/width|breadth/);
  expect((await rows("select distinct specification from nonet.history where entity = 'Thing' order by 1")).length).toBe(2);
});

test("states and choices are shown by their present names, and a reused name by its own", async () => {
  const spec = (kinds: string, colours: string, states: string): string => `${text(`- kind: one of (${kinds})\n- colours: any of (${colours})`)}
## 4. States and transitions

### Thing

${states}
`;
  await open(spec("fair, bad", "red, green", "- Starts as: new\n\n| From | Action | To |\n|---|---|---|\n| new | Close | shut |"));
  const thing = await make({ name: "Box", kind: "fair", colours: ["red", "green"] });
  valueOf(await engine!.perform(boss, { kind: "action", entity: "Thing", id: thing.id, action: "Close", input: {} }));
  await set(thing.id, { kind: "bad" });
  const then = await now();
  const later = spec(
    "fine was fair, bad",
    "crimson was red, green",
    "- Starts as: open\n- open: was new\n- closed: was shut\n\n| From | Action | To |\n|---|---|---|\n| open | Close | closed |",
  );
  await applyAndOpen(later);
  expect(await past(thing.id, "state")).toEqual([
    ["open", "closed"],
    [null, "open"],
  ]);
  expect(await past(thing.id, "kind")).toEqual([
    ["fine", "bad"],
    [null, "fine"],
  ]);
  expect(await at(thing.id, then)).toMatchObject({ state: "closed", colours: ["crimson", "green"] });
  expect(await kept()).toMatch(/"shut".*"red"|"red".*"shut"/);
});

test("a renamed machine field with its states keeps its states and its history, also the first machine's", async () => {
  const spec = (fields: string, machine: string): string => `${text(fields)}\n## 4. States and transitions\n\n${machine}\n`;
  await open(spec("", "### Thing\n\n- Starts as: new\n\n| From | Action | To |\n|---|---|---|\n| new | Close | shut |"));
  const thing = await make({ name: "Box" });
  valueOf(await engine!.perform(boss, { kind: "action", entity: "Thing", id: thing.id, action: "Close", input: {} }));
  const then = await now();
  const since = await rows("select state_since from app.thing");
  const stage = "- stage: one of (open, closed), was state";
  const going = "| From | Action | To |\n|---|---|---|\n| open | Close | closed |";
  expect((await plan(spec(stage, `### Thing: stage\n\n- Starts as: open\n- open: was new\n\n${going}`))).found).toMatchObject([
    { what: "Things are in the state shut, which is removed; move them to another state first, or keep the state", count: 1, shown: ["Box"], stops: true },
  ]);
  await applyAndOpen(spec(stage, `### Thing: stage\n\n- Starts as: open\n- open: was new\n- closed: was shut\n\n${going}`));
  const was = [
    ["open", "closed"],
    [null, "open"],
  ];
  expect(await past(thing.id, "stage")).toEqual(was);
  expect(await at(thing.id, then)).toMatchObject({ stage: "closed" });
  expect(await rows("select stage_since as state_since from app.thing")).toEqual(since);
  await applyAndOpen(spec("- step: one of (open, closed), was stage", `### Thing: step\n\n- Starts as: open\n- open: was new\n- closed: was shut\n\n${going}`));
  expect(await past(thing.id, "step")).toEqual(was);
});

test("a later field with the previous name doesn't get that history, and readers without permission for the field don't get it either", async () => {
  await open(sized);
  const thing = await make({ name: "Box", size: "S" });
  await applyAndOpen(text("- width: text, was size", hidden));
  const reader = await clerk();
  expect(await fieldsOf(thing.id)).toEqual(["name", "width"]);
  expect(await fieldsOf(thing.id, reader)).toEqual(["name"]);
  const then = await now();
  expect(Object.keys(await at(thing.id, then, reader))).not.toEqual(expect.arrayContaining(["width"]));
  await applyAndOpen(text("- width: text\n- size: text", hidden));
  expect(await past(thing.id, "size")).toEqual([]);
  expect(await at(thing.id, then)).not.toHaveProperty("size");
  expect(await past(thing.id, "width")).toEqual([[null, "S"]]);
});

test("an entity and its fields renamed at once, with lists of parts and their fields", async () => {
  const part = (name: string, fields: string): string => `\n### ${name})\n\n${fields}\n`;
  const line = "- thing: Thing, required\n- note: text\n- who: User, personal\n- phone: text, personal of who";
  await open(text("- size: text\n- lines: list of Line by thing", { lines: part("Line (part of Thing", line) }));
  const me = await clerk();
  const thing = await make({ name: "Box", size: "S", lines: [{ note: "one", who: idOf(me), phone: "tel 111" }] });
  const row = "- Was: Line\n\n- crate: Crate, required, was thing\n- remark: text, was note\n- who: User, personal";
  const next = (fields: string): string =>
    text("- width: text, was size\n- rows: list of Row by crate, was lines", { thing: "Crate\n\n- Was: Thing", lines: part("Row (part of Crate", row + fields) });
  expect((await plan(next(""))).losses.join()).toContain("The values of phone of Line are removed from the history");
  await applyAndOpen(next("\n- mobile: text, was phone, personal of who"));
  expect(await past(thing.id, "width", "Crate")).toEqual([[null, "S"]]);
  expect(await past(thing.id, "rows", "Crate")).toMatchObject([[null, [{ remark: "one", mobile: "tel 111" }]]]);
  valueOf(await engine!.erasePerson(await owner(), idOf(me)));
  expect(await kept()).not.toContain("tel 111");
  // What is taken out of a part changes its whole, without what it was.
  expect(await past(thing.id, "rows", "Crate")).toMatchObject([
    [[{ remark: "one" }], [{ remark: "one", mobile: null }]],
    [null, [{ remark: "one" }]],
  ]);
});

test("the parts of a renamed owner stay its parts where no line names the field that holds them", async () => {
  const line = (whole: string): string => `\n### Line (part of ${whole})\n\n- note: text, required\n`;
  await open(text("- size: text", { lines: line("Thing") }));
  const thing = await make({ name: "Box", lines: [{ note: "one" }, { note: "two" }] });
  const next = text("- size: text", { thing: "Crate\n\n- Was: Thing", lines: line("Crate") });
  expect(await plan(next)).toMatchObject({ losses: [], found: [] });
  await applyAndOpen(next);
  expect(valueOf(await recordOf(engine!, await clerk(), "Crate", thing.id))).toMatchObject({ lines: [{ note: "one" }, { note: "two" }] });
});

test("many entries are renamed in batches, continue after an interruption, and entries of a server of the previous version follow at the next start", async () => {
  await open(sized);
  const thing = await make({ name: "Box", size: "S" });
  await engine!.close();
  engine = undefined;
  const entry = (n: number, specification: string): string =>
    `insert into nonet.history(entity, record_id, at, action, before, after, specification) select 'Thing', '${thing.id}', now(), 'update', jsonb_build_object('size', i::text), jsonb_build_object('size', (i + 1)::text), '${specification}' from generate_series(1, ${n}) i`;
  const left = async (): Promise<unknown> => (await rows("select count(*)::int as n from nonet.history where before ? 'size' or after ? 'size'"))[0]!["n"];
  await client.query(entry(2500, `v${version}`));
  const former = version;
  // Stopped in the middle: by an entry that somebody holds.
  await client.query("begin; select 1 from nonet.history where position = (select max(position) from nonet.history) for update");
  const other = new pg.Client(postgres.url);
  await other.connect();
  let over = false;
  const applying = apply(wide)
    .catch(() => "stopped")
    .finally(() => (over = true));
  while (!over) {
    const [held] = (await other.query("select pid from pg_stat_activity where wait_event_type = 'Lock' and query like '%nonet.rename_keys%'")).rows as { pid: number }[];
    if (held) {
      await other.query("select pg_cancel_backend($1)", [held.pid]);
      break;
    }
  }
  expect(await applying).toBe("stopped");
  await other.end();
  await client.query("commit");
  expect(await left()).toBe(501);
  await open(wide);
  expect(await left()).toBe(0);
  await client.query(entry(3, `v${former}`));
  await open(wide);
  expect(await left()).toBe(0);
  expect(await past(thing.id, "width")).toHaveLength(2504);
});

const personal = text("- who: User, personal\n- phone: text, personal of who");

test("a renamed personal field is exported and erased with its history, and with nobody else's", async () => {
  await open(personal);
  const [me, other] = [await clerk(), boss];
  const mine = await make({ name: "Mine", who: idOf(me), phone: "tel 111" });
  const others = await make({ name: "Other's", who: idOf(other), phone: "tel 222" });
  await set(mine.id, { phone: "tel 112" });
  await applyAndOpen(text("- whose: User, was who, personal\n- mobile: text, was phone, personal of whose"));
  const reads = JSON.stringify(valueOf(await engine!.exportPerson(await owner(), idOf(me))).history);
  for (const value of ["tel 111", "tel 112"]) expect(reads).toContain(value);
  expect(reads).not.toContain("tel 222");
  valueOf(await engine!.erasePerson(await owner(), idOf(me)));
  expect(await kept()).not.toMatch(/tel 11[12]/);
  expect(await past(others.id, "mobile")).toEqual([[null, "tel 222"]]);
});

test("a person erased before the entries are renamed is erased from them too", async () => {
  await open(personal);
  const me = await clerk();
  await make({ name: "Mine", who: idOf(me), phone: "tel 111" });
  await engine!.close();
  engine = undefined;
  const renamed = text("- who: User, personal\n- mobile: text, was phone, personal of who");
  // Somebody builds something else: what follows the change of version waits for its turn.
  await open(personal);
  await client.query("select pg_advisory_lock(hashtext('nonet.build'))");
  const changing = engine!.switchVersion(options(renamed).product);
  valueOf(await changing);
  expect(await kept()).toContain(`"phone":"tel 111"`);
  valueOf(await engine!.erasePerson(await owner(), idOf(me)));
  await client.query("select pg_advisory_unlock(hashtext('nonet.build'))");
  await engine!.whenBuilt();
  expect(await kept()).not.toContain("tel 111");
});

test("a removed personal field is removed from the history: it is reported, asked for, and doesn't return with the field", async () => {
  await open(personal);
  const me = await clerk();
  const mine = await make({ name: "Mine", who: idOf(me), phone: "tel 111" });
  // Nothing stands in the record any more: what is lost is its past.
  await set(mine.id, { phone: null });
  const without = text("- who: User, personal");
  expect(resultOf(await engine!.switchVersion(options(without).product))).toBe("conflict: would-lose");
  await engine!.close();
  engine = undefined;
  const planned = await plan(without);
  expect(planned.losses).toEqual([
    "The values of phone of Thing are removed from the history: they are personal, and nothing tells any more whose they were. This would lose the previous values of phone of Thing in the history (1 of them: Mine)",
  ]);
  expect(resultOf(await apply(without))).toBe("conflict: would-lose");
  expect(await kept()).toContain("tel 111");
  valueOf(await apply(without, true));
  expect(await kept()).not.toMatch(/tel 111|phone/);
  await open(without);
  await applyAndOpen(personal);
  expect(await past(mine.id, "phone")).toEqual([]);
});

test("it is removed too where another reference names the person, and stays where the field is only no longer personal", async () => {
  await open(text("- who: User\n- keeper: User\n- phone: text, personal of who\n- mail: text, personal of who"));
  const me = await clerk();
  const mine = await make({ name: "Mine", who: idOf(me), keeper: idOf(boss), phone: "tel 111", mail: "a letter" });
  const next = text("- who: User\n- keeper: User\n- phone: text, personal of keeper\n- mail: text");
  expect((await plan(next)).losses).toHaveLength(1);
  await applyAndOpen(next, true);
  expect(await past(mine.id, "phone")).toEqual([]);
  expect(await past(mine.id, "mail")).toEqual([[null, "a letter"]]);
});
