/** A database, and a backup, of a release that had other names for objects of schema `nonet`. This release continues with their contents. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { systemTables } from "@nonet/database";
import { afterAll, afterEach, expect, test } from "vitest";
import { openDatabase } from "../../src/connection/database.ts";
import { databaseOf, serverOf } from "../../../../tests/shared-postgres.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { backUp } from "../../src/maintenance/backup.ts";
import { readBackup, restoreBackup } from "../../src/maintenance/restore.ts";
import { freshFolder } from "../support/equipment-desk.ts";
import { resultOf, valueOf } from "../support/outcome.ts";
import { recordOf } from "../support/read.ts";
import { openSmall, type Small } from "../support/small-product.ts";

const text = `# Specification: Loans

## 1. What the product does and for whom

- **Name**: Loans
- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

For whom:

- **Boss** — decides
- **Chief** — decides after

## 3. Entities and their fields

### Loan

- title: text, required
- size: integer, required
- Shown as: \`title\`

## 4. States and transitions

### Loan

- Starts as: open
- Ends as: agreed, gone

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Agree | agreed | Boss, Chief | |
| open | (after 1 day) | gone | | |

- Agree asks for: reason: text
- Agree is decided by: any 1 of Boss then any 1 of Chief

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Large | Loan | \`not(state = "gone") or size > 5\` | SMALL |

## 6. Roles and permissions

- **Boss**
- **Chief**

| Entity | Boss | Chief |
|---|---|---|
| Loan | create, read, update, history | read |
| User | read: name | read: name |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| SMALL | 422 | That is too small. |
`;

/** What the release before made of the same schema. */
const asBefore = `
alter table nonet.blocked_transition rename to stuck;
alter table nonet.stuck rename column reason to why;
alter index nonet.blocked_transition_pkey rename to stuck_pkey;
alter table nonet.reevaluation rename to waking;
alter index nonet.reevaluation_pkey rename to waking_pkey;
alter table nonet.history_rename rename to history_keys;
alter table nonet.history_keys rename column from_version to former;
alter table nonet.history_keys rename column switch_position to upto;
alter table nonet.history_keys rename column end_position to until;
alter table nonet.history_keys rename column done_position to behind;
alter index nonet.history_rename_pkey rename to history_keys_pkey;
alter sequence nonet.history_rename_position_seq rename to history_keys_position_seq;
alter table nonet.decision rename column reported to told;
alter table nonet.vote rename column input to asked;
alter table nonet.clock rename column frozen_at to stands_at;
create or replace function nonet.now() returns timestamptz language sql stable as $$ select coalesce((select stands_at from nonet.clock where one), now()) $$;
create function nonet.watch() returns boolean language sql as $$ select true $$;
create function nonet.met(value anyelement) returns anyelement language plpgsql volatile as $$ begin return value; end $$;
alter table app.loan add column beside_0123456789abcdef text;
comment on schema nonet is 'own tables of the release before';
`;

let small: Small | null = null;
let boss: Actor;
let chief: Actor;
const folders: string[] = [];

async function open(folder: string): Promise<void> {
  if (!folders.includes(folder)) folders.push(folder);
  small = await openSmall(text, folder);
  [boss, chief] = [await small.as("Boss"), await small.as("Chief")];
}

async function inDatabase<T>(folder: string, work: (rows: (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>) => Promise<T>): Promise<T> {
  const postgres = await serverOf(folder);
  const database = openDatabase(postgres.url);
  try {
    return await work((sql) => database.rows({ text: sql, values: [] }));
  } finally {
    await database.close();
    await postgres.stop();
  }
}

/** A loan with one of its two votes, whose timer a rule has blocked; then the database as the release before left it. */
async function leftBefore(): Promise<{ readonly folder: string; readonly id: string }> {
  await open(freshFolder());
  const loan = await small!.make(boss, "Loan", { title: "A", size: 1 });
  valueOf(await small!.does(boss, { kind: "action", entity: "Loan", id: loan.id, action: "Agree", input: { reason: "needed" } }));
  valueOf(await small!.engine.rehearsal!.moveClock({ now: "2031-05-01T10:00:00Z" }));
  expect(await blockedOf(loan.id)).toEqual(["(after 1 day)"]);
  await small!.engine.close();
  small = null;
  const folder = folders.at(-1)!;
  await inDatabase(folder, (rows) => rows(asBefore));
  return { folder, id: loan.id };
}

const blockedOf = async (id: string): Promise<readonly string[]> => valueOf(await small!.engine.blockedTransitions(boss, "Loan", id)).map((one) => one.transition);

/** The vote, the blocked transition and the clock are as they were; the second vote concludes. */
async function goesOn(id: string): Promise<void> {
  expect(await blockedOf(id)).toEqual(["(after 1 day)"]);
  expect(small!.engine.rehearsal!.now()).toMatch(/^2031-05-01T10:00/);
  expect(resultOf(await small!.does(chief, { kind: "action", entity: "Loan", id, action: "Agree", input: {} }))).toBe("done");
  expect(valueOf(await recordOf(small!.engine, boss, "Loan", id))["state"]).toBe("agreed");
}

afterEach(async () => {
  await small?.engine.close();
  small = null;
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

test("a start renames what stands under former names, and loses none of it", async () => {
  const { folder, id } = await leftBefore();
  await open(folder);
  await goesOn(id);
  await small!.engine.whenBuilt();
  await small!.engine.close();
  small = null;
  await inDatabase(folder, async (rows) => {
    const names = "select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'nonet' and relname ~ '^(stuck|waking|history_keys)'";
    expect(await rows(names)).toEqual([]);
    expect(await rows("select proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'nonet' and proname in ('watch', 'met')")).toEqual([]);
    // What a change of version left unfinished there is given up.
    expect(await rows("select attname from pg_attribute where attname ~ '^beside_' and not attisdropped")).toEqual([]);
    expect(await rows("select input from nonet.vote order by position limit 1")).toEqual([{ input: { reason: "needed" } }]);
    // Run again, the same statements change nothing.
    await rows(systemTables());
    expect(await rows("select count(*)::int as votes from nonet.vote")).toEqual([{ votes: 2 }]);
  });
}, 120_000);

test("a backup with former names is restored under the present ones", async () => {
  const { folder, id } = await leftBefore();
  const to = join(freshFolder(), "backup");
  folders.push(to);
  valueOf(await backUp({ database: await databaseOf(folder), files: join(folder, "files"), to, specification: { name: "loans.md", folder: false } }));
  const fresh = freshFolder();
  const backup = valueOf(await readBackup(to));
  valueOf(await restoreBackup({ backup, database: await databaseOf(fresh), files: join(fresh, "files") }));
  await open(fresh);
  await goesOn(id);
}, 120_000);
