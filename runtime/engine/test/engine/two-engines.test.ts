/** Two processes on one database: the clock's transitions run exactly once; a cycle of automatic transitions is stopped. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Postgres } from "../../src/connection/embedded-postgres.ts";
import { serverOf } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { listOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Timers

## 1. What the product does and for whom

- **Name**: Timers
- **Time zone**: UTC
- **Sign-in**: email and password; by invitation

For whom:

- **Clerk** — does everything

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Job

- name: text, required
- count: integer, default 0
- until: date and time
- level: integer, default 0
- Shown as: \`name\`

## 4. States and transitions

### Job

- Starts as: waiting

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| waiting | (after 1 hour) | ready | system | | set count = \`count + 1\`; send "Ready" |
| ready | (when \`until != null and now() >= until\`) | over | system | | set count = \`count + 10\`; send "Over" |
| ready | Agree | agreed | Clerk | | |
| waiting | (when \`level > 1\`) | up | system | | |
| up | (when \`level > 0\`) | waiting | system | | |

- Agree is decided by: any 1 of Clerk, reminded after 2 hours

## 5. Validation rules

none

## 6. Roles and permissions

- **Clerk**

| Entity | Clerk |
|---|---|
| Job | all |

## 7. The calls it makes

### Ready

- Email to: \`"ready@example.test"\`
- Subject: {name}
- Body: ready

### Over

- Email to: \`"over@example.test"\`
- Subject: {name}
- Body: over

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

let postgres: Postgres;
let engines: Engine[];
let clerk: Actor;
const folder = freshFolder();
beforeAll(async () => {
  mkdirSync(join(folder, "data"));
  postgres = await serverOf(join(folder, "data"));
  engines = [];
  for (let i = 0; i < 2; i++)
    engines.push(valueOf(await openEngine({ product: productOf(text), database: { url: postgres.url }, files: join(folder, "files"), rehearse: true, environment: {} })));
  clerk = valueOf(await engines[0]!.people.become("clerk@example.test")).actor;
}, 60_000);
afterAll(async () => {
  for (const engine of engines ?? []) await engine.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test("timers, clock conditions and reminders run once each", async () => {
  const [a, b] = engines as [Engine, Engine];
  const until = new Date(Date.parse(a.rehearsal!.now()) + 5 * 3_600_000).toISOString();
  for (let i = 0; i < 12; i++) valueOf(await a.perform(clerk, { kind: "create", entity: "Job", values: { name: `J${i}`, until } }));
  const both = async (forward: string): Promise<void> =>
    void (await Promise.all([a.rehearsal!.moveClock({ forward }), b.rehearsal!.settle(), b.rehearsal!.settle(), b.rehearsal!.settle()]));
  for (const forward of ["PT1H", "PT2H", "PT3H"]) await both(forward);
  const jobs = valueOf(await listOf(b, clerk, { entity: "Job", limit: 50 })).items;
  expect(jobs.map((j) => [j.state, j.count])).toEqual(jobs.map(() => ["over", 11]));
  const mails = await b.rehearsal!.mails();
  for (const to of ["ready@example.test", "over@example.test", "clerk@example.test"])
    expect([
      to,
      mails
        .filter((m) => m.to === to)
        .map((m) => m.subject)
        .sort().length,
    ]).toEqual([to, 12]);
});

test("an endless cycle is stopped and its rows are named", async () => {
  const [engine] = engines as [Engine];
  const outcome = await engine.perform(clerk, { kind: "create", entity: "Job", values: { name: "round", level: 2 } });
  expect(resultOf(outcome)).toBe("conflict: endless");
  expect(outcome.ok ? "" : outcome.refusal.errors[0]!.detail).toContain("(when level > 1) and (when level > 0)");
  expect(valueOf(await listOf(engine, clerk, { entity: "Job", equals: { name: "round" } })).items).toEqual([]);
});
