/** Columns whose type or choices change while a server of the previous version writes: nothing is lost or left behind, and nobody is blocked. */
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import pg from "pg";
import { applyProductUpgrade, planProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { type Outcome } from "../../src/contract/outcome.ts";
import { type Upgrade } from "../../src/maintenance/plan-upgrade.ts";
import { type Postgres } from "../../src/connection/embedded-postgres.ts";
import { serverOf } from "../../../../tests/shared-postgres.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const first = `# Specification: Store

## 3. Entities and their fields

### Box

- name: text, required
- shelf: text
- mail: email
- colour: one of (red, green)
- from: date
- to: date
- Shown as: \`name\`

## 4. States and transitions

### Box

- Starts as: open

| From | Action | To | Who |
|---|---|---|---|
| open | Close | closed | Clerk |
| closed | Open | open | Clerk |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Box | all |
`;

const catalogue = (code: string): string => `\n## 8. The error catalogue\n\n| Code | Status | Message |\n|---|---|---|\n| ${code} | 409 | No. |\n`;

let folder: string;
let postgres: Postgres;
let client: pg.Client;
let engine: Engine;
let clerk: Actor;
let version = 0;

const boxes = 3000;
const idOf = (n: number): string => `00000003-0000-7000-8000-${n.toString(16).padStart(12, "0")}`;
const options = (text: string) => ({ product: productOf(text, `v${++version}`), database: { url: postgres.url }, files: join(folder, "files") });
const plan = async (text: string): Promise<Upgrade> => valueOf(await planProductUpgrade(options(text)));
const apply = (text: string, onStep?: (sentence: string) => void): Promise<Outcome<Upgrade>> =>
  applyProductUpgrade({ ...options(text), acceptLoss: false, ...(onStep ? { onStep } : {}) });
const rows = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => (await client.query(sql, values)).rows as Record<string, unknown>[];
const update = (n: number, values: Record<string, unknown>) => engine.perform(clerk, { kind: "update", entity: "Box", id: idOf(n), values, ifVersion: "any" });

/** All that the tables are made of: columns, indexes, constraints, triggers, functions. */
const shape = async (): Promise<unknown[]> =>
  rows(`select 'column ' || attname || ' ' || format_type(atttypid, null) as what from pg_attribute where attrelid = 'app.box'::regclass and attnum > 0 and not attisdropped
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'app'
    union all select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where conrelid = 'app.box'::regclass
    union all select 'trigger ' || tgname from pg_trigger where tgrelid = 'app.box'::regclass and not tgisinternal
    union all select 'function ' || proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'nonet' and proname ~ '^(beside|guard)_' order by 1`);

/** Indexes and constraints, but for those that PostgreSQL names after the table that was made. */
const tied = `select * from (select indexname as name, replace(indexdef, 'app.', '') as what from pg_indexes where schemaname = 'app'
    union all select conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = 'app.crate'::regclass and contype <> 't') x where name !~ '_(pkey|not_null)$' order by 1, 2`;

beforeAll(async () => {
  folder = freshFolder();
  postgres = await serverOf(folder);
  client = new pg.Client(postgres.url);
  await client.connect();
}, 120_000);
afterAll(async () => {
  await engine?.close();
  await client.end();
  await postgres.stop();
});

const others: pg.Client[] = [];
/** Another connection, gone after the test. */
async function other(): Promise<pg.Client> {
  const one = new pg.Client(postgres.url);
  await one.connect();
  others.push(one);
  return one;
}
afterEach(async () => {
  for (const one of others.splice(0)) await one.end();
});

/** A server of the first version on a database of its own making. */
async function begin(): Promise<void> {
  await engine?.close();
  await client.query("drop schema if exists app cascade; drop schema if exists nonet cascade");
  engine = valueOf(await openEngine({ ...options(first), rehearse: true, environment: {} }));
  clerk = valueOf(await engine.people.become("clerk@example.test")).actor;
  await engine.whenBuilt();
  await client.query(
    `insert into app.box (id, name, shelf, mail, colour, "from", "to", state, state_since) select ('00000003-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'Box ' || n, n::text, 'b' || n || '@example.test', (array['red','green'])[1 + n % 2], date '2026-01-01' + n * 2, date '2026-01-02' + n * 2, 'open', now() from generate_series(1, ${boxes}) n`,
  );
}

const numbers = first.replace("- shelf: text\n", "- shelf: number\n");

test("values that a server of the previous version writes during the conversion are converted", async () => {
  await begin();
  const written = new Map<number, string>();
  let going = true;
  const writers = [0, 1, 2, 3].map(async (writer) => {
    for (let n = 1 + writer; going; n = ((n + 370) % boxes) + 1) {
      const shelf = String(10_000 + written.size);
      // Once the column has the other type, a server of the previous version fails to write it.
      if ((await update(n, { shelf }).catch(() => null))?.ok) written.set(n, shelf);
    }
  });
  const applied = await apply(numbers, (sentence) => (going &&= !sentence.includes("changes its type")));
  going = false;
  await Promise.allSettled(writers);
  valueOf(applied);
  expect(written.size).toBeGreaterThan(10);
  const found = new Map((await rows("select id, shelf::text from app.box")).map((r) => [r["id"], r["shelf"]]));
  for (let n = 1; n <= boxes; n++) expect([n, found.get(idOf(n))]).toEqual([n, written.get(n) ?? String(n)]);
  expect(JSON.stringify(await shape())).not.toMatch(/(shadow|beside)_/);
});

test("an unreadable value written meanwhile stops the upgrade; its record is named and nothing is changed", async () => {
  await begin();
  const before = await shape();
  let wrote: Promise<unknown> | null = null;
  const applied = await apply(numbers, (sentence) => {
    if (sentence.includes("columns for shelf are filled")) wrote = client.query("update app.box set shelf = 'upstairs' where name = 'Box 7'");
  });
  await wrote;
  expect(resultOf(applied)).toBe("conflict: would-lose");
  expect(applied.ok ? "" : applied.refusal.errors[0]!.detail).toContain("Box 7");
  expect(await shape()).toEqual(before);
  expect(await rows("select shelf from app.box where name = 'Box 7'")).toEqual([{ shelf: "upstairs" }]);
  valueOf(await update(8, { shelf: "cellar" }));
});

test("an operation that locks the table without blocking writers, such as vacuum, is waited for without blocking them", async () => {
  await begin();
  const vacuum = await other();
  await vacuum.query("begin; lock table app.box in share update exclusive mode");
  const applied = apply(numbers);
  while ((await rows("select 1 from pg_locks where relation = 'app.box'::regclass and not granted")).length === 0) continue;
  valueOf(await update(5, { shelf: "55" }));
  await vacuum.query("commit");
  valueOf(await applied);
  expect(await rows("select shelf::text from app.box where name = 'Box 5'")).toEqual([{ shelf: "55" }]);
});

test("renamed states and choices follow together with their indexes, values written meanwhile too", async () => {
  await begin();
  const before = (await shape()).length;
  const next = first
    .replaceAll("closed", "shut")
    .replace("- Starts as: open", "- shut: was closed\n- Starts as: open")
    .replace("one of (red, green)", "one of (crimson was red, green)");
  let going = true;
  const closed = new Set<number>();
  const closing = (async () => {
    for (let n = 1; going && n < boxes; n++)
      if ((await engine.perform(clerk, { kind: "action", entity: "Box", id: idOf(n), action: "Close", input: {} }).catch(() => null))?.ok) closed.add(n);
  })();
  const applied = await apply(next, (sentence) => (going &&= !sentence.startsWith("Every Box that is closed")));
  going = false;
  await Promise.allSettled([closing]);
  valueOf(applied);
  expect(await rows("select state, count(*)::int as n from app.box group by 1 order by 1")).toEqual([
    { state: "open", n: boxes - closed.size },
    { state: "shut", n: closed.size },
  ]);
  expect(await rows("select colour, count(*)::int as n from app.box group by 1 order by 1")).toEqual([
    { colour: "crimson", n: boxes / 2 },
    { colour: "green", n: boxes / 2 },
  ]);
  expect((await shape()).length).toBe(before);
  expect((await plan(next)).steps).toEqual([]);
});

test("an entity, its field's name and type and a choice change at once, and everything stored about its records follows", async () => {
  await begin();
  valueOf(await update(1, { shelf: " 7.50 " }));
  const next = first
    .replaceAll("Box", "Crate")
    .replace("- shelf: text\n", "- place: number, was shelf, at least 0\n")
    .replace("one of (red, green)", "one of (crimson was red, green)")
    .replace("- Shown as:", "- Was: Box\n- Shown as:");
  valueOf(await apply(next));
  expect(await rows(`select place::text, colour, state, "from"::text from app.crate where name in ('Box 1', 'Box 2') order by name`)).toEqual([
    { place: "7.50", colour: "green", state: "open", from: "2026-01-03" },
    { place: "2", colour: "crimson", state: "open", from: "2026-01-05" },
  ]);
  expect(await rows("select distinct entity from nonet.history where record_id = $1", [idOf(1)])).toEqual([{ entity: "Crate" }]);
  expect((await plan(next)).steps).toEqual([]);
  const moved = await rows(tied);
  await engine.close();
  await client.query("drop schema app cascade; drop schema nonet cascade");
  engine = valueOf(await openEngine({ ...options(next), rehearse: true, environment: {} }));
  await engine.whenBuilt();
  // As if it had been made so.
  expect(moved).toEqual(await rows(tied));
});

test("records that violate a rule over converted values are reported while others write, and nobody waits", async () => {
  await begin();
  const ruled =
    numbers.replace("## 6.", "## 5. Validation rules\n\n| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Low | Box | `shelf < 2999` | LOW |\n\n## 6.") +
    catalogue("LOW");
  const writer = await other();
  await writer.query("begin; update app.box set name = 'Held' where name = 'Box 1'");
  expect((await plan(ruled)).found.map((f) => [f.count, f.shown])).toEqual([[2, ["Box 2999", "Box 3000"]]]);
  await writer.query("commit");
});

test("values that may no longer overlap are kept apart by the database, whoever writes", async () => {
  await begin();
  const apart = first
    .replace("- mail: email", "- label: text, unique\n- mail: email, unique")
    .replace(
      "## 6.",
      "## 5. Validation rules\n\n| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Apart | Box | no overlap of `[from..to]` per colour | TAKEN |\n\n## 6.",
    )
    .concat(catalogue("TAKEN"));
  await rows("update app.box set mail = 'B3@example.test' where name = 'Box 4'");
  expect(resultOf(await apply(apart))).toBe("conflict: stands-against");
  await rows("update app.box set mail = null where name = 'Box 4'");
  valueOf(await apply(apart));
  expect(await rows("select conname, condeferred from pg_constraint where contype in ('u', 'x') and conrelid = 'app.box'::regclass")).toEqual([
    { conname: "unique_box_label", condeferred: true },
  ]);
  await expect(rows("update app.box set mail = 'B3@EXAMPLE.test' where name = 'Box 4'")).rejects.toMatchObject({ code: "23P01", constraint: "unique_box_mail" });
  await expect(rows(`update app.box set "to" = "to" + 2 where name = 'Box 4'`)).resolves.toEqual([]);
  await expect(rows(`update app.box set "to" = "to" + 3 where name = 'Box 4'`)).rejects.toMatchObject({ code: "23P01", constraint: "overlap_box_apart" });
  const both = [await other(), await other()];
  for (const one of both) await one.query("begin isolation level serializable");
  await both[0]!.query(`update app.box set mail = 'same@example.test' where name = 'Box 10'`);
  await both[1]!.query(`update app.box set mail = 'SAME@example.test' where name = 'Box 11'`);
  const ended = await Promise.allSettled(both.map((one) => one.query("commit")));
  expect(ended.map((e) => e.status).sort()).toEqual(["fulfilled", "rejected"]);
  // And is let go again.
  expect((await plan(apart)).steps).toEqual([]);
  valueOf(await apply(first));
  await rows("update app.box set mail = 'B3@EXAMPLE.test' where name = 'Box 4'");
  expect(JSON.stringify(await shape())).not.toMatch(/guard_/);
});
