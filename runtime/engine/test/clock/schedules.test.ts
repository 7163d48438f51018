/** Schedules: every form of Every, daylight saving changes, missed occurrences once, and two engines on one database. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { lastOccurrence } from "../../src/clock/schedule-occurrence.ts";
import { databaseOf, serverOf } from "../../../../tests/shared-postgres.ts";
import { openEngine } from "../../src/open-engine.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Engine } from "../../src/contract/engine.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { openProduct, until, type Opened } from "../support/open-product.ts";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { listOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = (schedules: string): string => `# Specification: Rounds

## 1. What the product does and for whom

- **Time zone**: Europe/Berlin

## 3. Entities and their fields

### Job

- name: text, required
- runs: integer, default 0
- on: yes/no, default yes

## 4. States and transitions

### Job

- Starts as: open

| From | Action | To | Who |
|---|---|---|---|
| open | Shut | shut | Keeper |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Three at most | Job | \`runs <= 3\` | ENOUGH |

## 6. Roles and permissions

- **Keeper**

| | Keeper |
|---|---|
| Job | all |

## 7. The calls it makes

${schedules}

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| ENOUGH | 422 | {name} ran enough. |
`;

const schedule = (every: string): string => `### Round\n\n- Every: ${every}\n- Does: create Job with name = "made"\n`;
const everyOf = (every: string) => {
  const { product, diagnostics } = compile([{ name: "a.md", text: text(schedule(every)) }]);
  const codes = diagnostics
    .filter((d) => d.severity === "error")
    .map((d) => d.code)
    .filter((c) => c !== "unused-code");
  return codes.length > 0 ? codes.join() : product.calls[0]!.schedule!.every;
};

test.each([
  ["day at 07:00", "2026-03-28T12:00:00Z", "2026-03-28T06:00:00Z"],
  ["day at 07:00", "2026-03-29T12:00:00Z", "2026-03-29T05:00:00Z"],
  // At 02:30 the clock of 29 March was turned from 02:00 to 03:00: it comes an hour later that day, and once.
  ["day at 02:30", "2026-03-29T00:59:00Z", "2026-03-28T01:30:00Z"],
  ["day at 02:30", "2026-03-29T01:30:00Z", "2026-03-29T01:30:00Z"],
  // On 25 October 02:30 comes twice: the first counts.
  ["day at 02:30", "2026-10-25T00:31:00Z", "2026-10-25T00:30:00Z"],
  ["day at 02:30", "2026-10-25T01:31:00Z", "2026-10-25T00:30:00Z"],
  ["Monday at 9:00", "2026-03-04T00:00:00Z", "2026-03-02T08:00:00Z"],
  ["1st of the month at 06:00", "2026-02-28T00:00:00Z", "2026-02-01T05:00:00Z"],
  ["31st of the month at 06:00", "2026-03-01T00:00:00Z", "2026-02-28T05:00:00Z"],
  ["31 March at 23:00", "2026-03-01T00:00:00Z", "2025-03-31T21:00:00Z"],
  ["March 31 at 23:00", "2026-03-01T00:00:00Z", "2025-03-31T21:00:00Z"],
  ["29 February at 12:00", "2026-03-01T00:00:00Z", "2026-02-28T11:00:00Z"],
  ["1 January, 1 April, 1 July and 1 October at 05:00", "2026-06-30T00:00:00Z", "2026-04-01T03:00:00Z"],
  ["1st of January, April, July and October at 05:00", "2026-01-01T03:59:59Z", "2025-10-01T03:00:00Z"],
  ["the last day of each quarter at 18:00", "2026-07-02T00:00:00Z", "2026-06-30T16:00:00Z"],
  ["the 1st and the 15th of the month at 06:00", "2026-03-14T12:00:00Z", "2026-03-01T05:00:00Z"],
  ["30th and 31st of the month at 06:00", "2026-03-01T00:00:00Z", "2026-02-28T05:00:00Z"],
  ["day at 08:00 and 18:00", "2026-03-01T16:59:59Z", "2026-03-01T07:00:00Z"],
  ["Monday at 09:00 and Thursday at 15:00", "2026-03-06T00:00:00Z", "2026-03-05T14:00:00Z"],
  ["15 minutes", "2026-03-01T10:14:59Z", "2026-03-01T10:00:00Z"],
  ["2 hours", "2026-03-01T13:00:00Z", "2026-03-01T12:00:00Z"],
])("every %s: at %s its latest occurrence is %s", (every, now, last) => {
  const read = everyOf(every);
  expect(typeof read === "string" ? read : lastOccurrence(read, now, "Europe/Berlin")).toBe(last);
});

test.each(["31 November at 12:00", "dusk", "32nd of the month at 12:00", "day at 25:00", "0 minutes", "31 January and 31 June at 05:00", "1 January and 15 at 05:00"])(
  "every %s is not a time",
  (every) => {
    expect(everyOf(every)).toBe("unreadable-value");
  },
);

const count = `### Count

- Every: day at 07:00, for each Job where \`on\`
- Does: set runs = \`runs + 1\``;

let house: Opened;
beforeAll(async () => {
  house = await openProduct(text(count), { rehearse: true });
}, 60_000);
afterAll(async () => {
  await house?.close();
});

const runs = async (): Promise<Record<string, unknown>> =>
  Object.fromEntries(
    valueOf(await listOf(house.engine, valueOf(await house.engine.people.become("keeper@example.test")).actor, { entity: "Job" })).items.map((j) => [j.name, j.runs]),
  );

test("each record runs by itself: one that a rule blocks is listed, the others continue", async () => {
  const keeper = valueOf(await house.engine.people.become("keeper@example.test")).actor;
  for (const [name, n, on] of [
    ["a", 0, true],
    ["b", 3, true],
    ["c", 0, false],
  ] as const)
    valueOf(await house.engine.perform(keeper, { kind: "create", entity: "Job", values: { name, runs: n, on } }));
  valueOf(await house.engine.rehearsal!.moveClock({ forward: "P2D" }));
  expect(await runs()).toEqual({ a: 2, b: 3, c: 0 });
  const owner = valueOf(await house.engine.people.become("owner@example.test")).actor;
  const { items } = valueOf(await house.engine.failedCalls.list(owner));
  expect(items.map((i) => [i.call, i.kind, i.why, i.code])).toEqual([
    ["Count", "schedule", "ENOUGH.", "ENOUGH"],
    ["Count", "schedule", "ENOUGH.", "ENOUGH"],
  ]);
  const reading = { ...(keeper as Extract<Actor, { kind: "person" }>), owner: true };
  expect(valueOf(await house.engine.failedCalls.list(reading)).items.map((i) => i.why)).toEqual(["b ran enough.", "b ran enough."]);
  // Mended and run again.
  const b = valueOf(await listOf(house.engine, keeper, { entity: "Job", where: 'name = "b"' })).items[0]!;
  valueOf(await house.engine.perform(keeper, { kind: "update", entity: "Job", id: b.id, values: { runs: 0 }, ifVersion: "any" }));
  valueOf(await house.engine.failedCalls.retry(owner, items[0]!.id));
  await house.engine.rehearsal!.settle();
  expect((await runs())["b"]).toBe(1);
});

test("over a year, a schedule with several moments runs at each of them, and once where two are one moment", async () => {
  const isLast = ({ day, month, year }: Local): boolean => day === new Date(Date.UTC(year, month, 0)).getUTCDate();
  const every: readonly (readonly [string, (at: Local) => boolean])[] = [
    ["1 January, 1 April, 1 July and 1 October at 05:00", ({ month, day, hour }) => [1, 4, 7, 10].includes(month) && day === 1 && hour === 5],
    ["1st, 30th and 31st of the month at 06:00", (at) => at.hour === 6 && (at.day === 1 || at.day === 30 || isLast(at))],
    ["day at 07:00 and 19:00", ({ hour }) => hour === 7 || hour === 19],
  ];
  const house = await openProduct(text(every.map(([one], at) => schedule(one).replace("Round", `Round ${at}`).replace('"made"', `"${at}"`)).join("\n")), { rehearse: true });
  try {
    const keeper = valueOf(await house.engine.people.become("keeper@example.test")).actor;
    const pace = async (forward: string) => valueOf(await house.engine.rehearsal!.moveClock({ forward }));
    const made = async (name: string): Promise<string[]> => {
      const found: string[] = [];
      for (let offset = 0; ; offset += 200) {
        const { items } = valueOf(await listOf(house.engine, keeper, { entity: "Job", where: `name = "${name}"`, sort: ["createdAt"], limit: 200, offset }));
        found.push(...items.map((job) => `${String(job.createdAt).slice(0, 13)}:00:00.000Z`));
        if (items.length < 200) return found;
      }
    };
    await pace("PT1H");
    const from = Date.parse(house.engine.rehearsal!.now());
    const before = await Promise.all(every.map((_, at) => made(`${at}`)));
    await pace("P5D");
    for (let month = 1; month <= 11; month++) await pace("P1M");
    await pace("P26D");
    const hours = hoursBetween(from, Date.parse(house.engine.rehearsal!.now()));
    for (const [at, [one, isIt]] of every.entries()) {
      const moments = hours.filter((hour) => isIt(inBerlin(hour)));
      expect(moments.length, one).toBeGreaterThan(3);
      expect((await made(`${at}`)).slice(before[at]!.length), one).toEqual(moments);
    }
  } finally {
    await house.close();
  }
}, 180_000);

interface Local {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
}

const berlin = new Intl.DateTimeFormat("en-GB", { timeZone: "Europe/Berlin", year: "numeric", month: "numeric", day: "numeric", hour: "numeric", hourCycle: "h23" });

function inBerlin(moment: string): Local {
  const parts = new Map(berlin.formatToParts(new Date(moment)).map(({ type, value }) => [type, Number(value)]));
  return { year: parts.get("year")!, month: parts.get("month")!, day: parts.get("day")!, hour: parts.get("hour")! };
}

/** The full hours after `from` up to `until`. */
function hoursBetween(from: number, until: number): string[] {
  const hour = 3_600_000;
  const first = Math.floor(from / hour) + 1;
  return Array.from({ length: Math.floor(until / hour) - first + 1 }, (_, at) => new Date((first + at) * hour).toISOString());
}

test("it is in the history of the records that it changed, and of no others", async () => {
  const round = "### Nightly\n\n- Every: day at 07:00, for each Job\n- Does: set runs = `runs + 1` when `on`; do Shut on `this` when `runs = 2`\n";
  const house = await openProduct(text(round), { rehearse: true });
  try {
    const keeper = valueOf(await house.engine.people.become("keeper@example.test")).actor;
    const make = async (values: Readonly<Record<string, unknown>>) => valueOf(await house.engine.perform(keeper, { kind: "create", entity: "Job", values }))!.id;
    const [works, rests] = [await make({ name: "a" }), await make({ name: "b", on: false })];
    for (let days = 0; days < 2; days++) valueOf(await house.engine.rehearsal!.moveClock({ forward: "P1D" }));
    const deeds = async (id: string) => valueOf(await house.engine.history(keeper, "Job", id)).map((entry) => entry.action);
    expect(await deeds(works)).toEqual(["Nightly, Shut", "Nightly", "create"]);
    expect(await deeds(rests)).toEqual(["create"]);
  } finally {
    await house.close();
  }
}, 60_000);

test("an internal error in one schedule is reported, and the others of that moment run", async () => {
  const mail = (name: string, more: string, body: string): string =>
    `### ${name}\n\n- Every: day at 07:00${more}\n- Email to: "all@example.test"\n- Subject: ${name}\n- Body: ${body}\n\n`;
  const product = productOf(text(mail("First", ", for each Job where `on`", "{name}") + mail("Second", "", "Good morning.")));
  // The checker lets no such schedule through: the mail reads its record, and there is none.
  const calls = product.calls.map((call) => (call.name === "First" ? { ...call, entity: null, schedule: { ...call.schedule!, forEach: null } } : call));
  const folder = freshFolder();
  const engine = valueOf(
    await openEngine({
      product: { ...product, calls },
      database: await databaseOf(folder),
      files: join(folder, "files"),
      rehearse: true,
      environment: {},
      owner: { email: "owner@example.test", password: "the owner's password" },
    }),
  );
  try {
    await expect(engine.rehearsal!.moveClock({ forward: "P1D" })).rejects.toThrow("`this`");
    expect((await engine.rehearsal!.mails()).map((m) => m.subject)).toEqual(["Second"]);
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("two engines on one database run each occurrence once; one missed while both were down runs once", async () => {
  const folder = freshFolder();
  const postgres = await serverOf(folder);
  const product = productOf(text(`### Round\n\n- Every: 1 second\n- Does: create Job with name = "made"`));
  const open = async (): Promise<Engine> =>
    valueOf(
      await openEngine({
        product,
        database: { url: postgres.url },
        files: join(folder, "files"),
        rehearse: false,
        environment: {},
        owner: { email: "owner@example.test", password: "the owner's password" },
      }),
    );
  let engines: Engine[] = [];
  try {
    engines = [await open(), await open()];
    const owner = valueOf(await engines[0]!.people.signIn({ email: "owner@example.test", password: "the owner's password" })).actor;
    valueOf(await engines[0]!.people.invite(owner, { email: "k@example.test", name: "k", roles: ["Keeper"], password: "a long password", keepPassword: true }));
    const keeper = valueOf(await engines[0]!.people.signIn({ email: "k@example.test", password: "a long password" })).actor;
    const made = async (engine: Engine) =>
      valueOf(await listOf(engine, keeper, { entity: "Job", limit: 200, sort: ["createdAt"] })).items.map((j) => Math.floor(Date.parse(String(j.createdAt)) / 1000));
    await until(
      () => made(engines[0]!),
      (list) => list.length >= 5,
      30,
    );
    const moments = await made(engines[1]!);
    // A moment brings one record at most, however late in its second it is noticed.
    expect(moments.length).toBeLessThanOrEqual(moments.at(-1)! - moments[0]! + 2);
    await Promise.all(engines.map((e) => e.close()));
    await new Promise((later) => setTimeout(later, 4000));
    engines = [await open()];
    const before = moments.length;
    const after = await until(
      () => made(engines[0]!),
      (list) => list.length > before,
      30,
    );
    expect(after.length).toBeLessThanOrEqual(before + 3);
  } finally {
    await Promise.all(engines.map((e) => e.close()));
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 90_000);
