/** What a change of version carries over besides values: counters, states that were plain fields, lists, parts and initial records. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { databaseOf } from "../../../../tests/shared-postgres.ts";
import { applyProductUpgrade, planProductUpgrade } from "../../src/maintenance/offline-upgrade.ts";
import { type Actor } from "../../src/contract/actor.ts";
import { type Outcome } from "../../src/contract/outcome.ts";
import { type VisibleRecord } from "../../src/contract/reads.ts";
import { type Upgrade } from "../../src/maintenance/plan-upgrade.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { clerkSpec, sqlIn } from "../support/clerk-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { listOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

interface Spec {
  readonly entities: string;
  readonly machines?: string;
  /** The table of rules of which one may raise SMALL. */
  readonly ruled?: string;
  /** What a rule says of every Shelf. */
  readonly shelves?: string;
  readonly constants?: string;
  readonly grants: readonly string[];
}

const spec = ({ shelves, ruled, ...rest }: Spec): string =>
  clerkSpec({
    ...rest,
    ...(ruled ? { rules: ruled, errors: "| Code | Status | Message |\n|---|---|---|\n| SMALL | 422 | That is too small. |" } : {}),
    ...(shelves
      ? {
          rules: `| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Small | Shelf | \`${shelves}\` | TOO_LARGE |`,
          errors: "| Code | Status | Message |\n|---|---|---|\n| TOO_LARGE | 422 | No shelf is that large. |",
        }
      : {}),
  });

const folders: string[] = [];
let small: Small | null = null;
let clerk: Actor;
let version = 0;

async function open(one: Spec, folder = freshFolder()): Promise<void> {
  if (!folders.includes(folder)) folders.push(folder);
  small = await openSmall(spec(one), folder);
  clerk = await small.as("Clerk");
}

async function closed(): Promise<string> {
  await small!.engine.close();
  small = null;
  return folders.at(-1)!;
}

const options = async (one: Spec, folder: string) => ({ product: productOf(spec(one), `v${++version}`), database: await databaseOf(folder), files: join(folder, "files") });
const planned = async (one: Spec): Promise<Upgrade> => valueOf(await planProductUpgrade(await options(one, await closed())));
const applied = async (one: Spec, acceptLoss = false): Promise<Outcome<Upgrade>> => applyProductUpgrade({ ...(await options(one, folders.at(-1)!)), acceptLoss });

/** Applies it, and runs the product on; gives what was planned. */
async function goOn(one: Spec, acceptLoss = false): Promise<Upgrade> {
  const plan = await planned(one);
  valueOf(await applied(one, acceptLoss));
  await open(one, folders.at(-1)!);
  return plan;
}

const make = (entity: string, values: Readonly<Record<string, unknown>>): Promise<VisibleRecord> => small!.make(clerk, entity, values);
const all = async (entity: string): Promise<readonly VisibleRecord[]> => valueOf(await listOf(small!.engine, clerk, { entity, sort: ["name"] })).items;

afterEach(async () => {
  await small?.engine.close();
  small = null;
});
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

test("sequence counters continue, whatever the field and its entity are now called", async () => {
  await open({ entities: "### Item\n\n- name: text, required\n- number: sequence `T-{0000}`", grants: ["Item"] });
  await make("Item", { name: "A" });
  await make("Item", { name: "B" });
  await goOn({ entities: "### Thing\n\n- Was: Item\n- name: text, required\n- code: sequence `T-{0000}`, was number", grants: ["Thing"] });
  expect(await make("Thing", { name: "C" })).toMatchObject({ code: "T-0003" });
});

const going = (entity: string, there: string, more = ""): string =>
  `### ${entity}\n\n- Starts as: new\n${more}\n| From | Action | To | Who |\n|---|---|---|---|\n| new | Go | ${there} | Clerk |\n| ${there} | Come | new | Clerk |`;

test("previous names are matched in any letter case: an entity's, a field's, a state's and a choice's", async () => {
  await open({ entities: "### Item\n\n- name: text, required\n- Due date: date\n- kind: one of (Good, bad)", machines: going("Item", "Away"), grants: ["Item"] });
  const item = await make("Item", { name: "A", dueDate: "2026-03-01", kind: "Good" });
  valueOf(await small!.does(clerk, { kind: "action", entity: "Item", id: item.id, action: "Go", input: {} }));
  const next = {
    entities: "### Thing\n\n- Was: item\n- name: text, required\n- day back: date, was due date\n- kind: one of (fine was good, bad)",
    machines: going("Thing", "out", "- out: was away\n"),
    grants: ["Thing"],
  };
  expect(await goOn(next)).toMatchObject({ losses: [], found: [] });
  expect(await all("Thing")).toMatchObject([{ name: "A", dayBack: "2026-03-01", kind: "fine", state: "out" }]);
  await small!.engine.whenBuilt();
  expect(valueOf(await small!.engine.history(clerk, "Thing", item.id)).map((h) => h.action)).toEqual(["Go", "create"]);
  expect((await goOn(next)).steps).toEqual([]);
});

test("added and removed states and transitions are reported, also where their entity, field or states are renamed", async () => {
  await open({ entities: "### Item\n\n- name: text, required", machines: going("Item", "away"), grants: ["Item"] });
  const rows = "| From | Action | To | Who |\n|---|---|---|---|\n| new | Go | out | Clerk |\n| out | Lose | lost | Clerk |";
  const { notes } = await goOn({
    entities: "### Thing\n\n- Was: Item\n- name: text, required\n- place: one of (new, out, lost), was state",
    machines: `### Thing: place\n\n- Starts as: new\n- Ends as: lost\n- out: was away\n\n${rows}`,
    grants: ["Thing"],
  });
  expect(notes).toEqual(["Thing has a new state lost.", "Thing: Come from out to new is gone.", "Thing: Lose from out to lost is new."]);
});

test("a blocked automatic transition is listed once, under its present row", async () => {
  const rule = '| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n| Large | Item | `not(state = "done") or size > 5` | SMALL |';
  const leading = (rows: string): Spec => ({
    entities: "### Item\n\n- name: text, required\n- size: integer",
    machines: `### Item\n\n- Starts as: open\n\n| From | Action | To | Who |\n|---|---|---|---|\n${rows}| open | (after 1 day) | done | |\n| done | Reopen | open | Clerk |`,
    ruled: rule,
    grants: ["Item"],
  });
  await open(leading(""));
  const item = await make("Item", { name: "A", size: 1 });
  const later = async (): Promise<void> => void valueOf(await small!.engine.rehearsal!.moveClock({ forward: "P2D" }));
  const stuck = async (): Promise<string[]> => valueOf(await small!.engine.blockedTransitions(clerk, "Item", item.id)).map((one) => one.transition);
  await later();
  expect(await stuck()).toEqual(["(after 1 day)"]);
  await goOn(leading("| open | Stop | shut | Clerk |\n| shut | Begin | open | Clerk |\n"));
  await later();
  expect(await stuck()).toEqual(["(after 1 day)"]);
  await closed();
  expect(await sqlIn(folders.at(-1)!, "select source from nonet.blocked_transition")).toHaveLength(1);
});

test("a field that becomes a sequence, or gets another pattern, continues after the existing numbers", async () => {
  await open({ entities: "### Item\n\n- name: text, required\n- code: text", grants: ["Item"] });
  for (const [name, code] of [
    ["A", "T-0041"],
    ["B", "T-7"],
    ["C", "old"],
  ])
    await make("Item", { name, code });
  await goOn({ entities: "### Item\n\n- name: text, required\n- code: sequence `T-{0000}`", grants: ["Item"] });
  expect(await make("Item", { name: "D" })).toMatchObject({ code: "T-0042" });
  await goOn({ entities: "### Item\n\n- name: text, required\n- code: sequence `T-00{00}`", grants: ["Item"] });
  expect(await make("Item", { name: "E" })).toMatchObject({ code: "T-0043" });
});

test("a moment as a new field's default is set in existing records", async () => {
  await open({ entities: "### Item\n\n- name: text, required", grants: ["Item"] });
  await make("Item", { name: "A" });
  expect((await goOn({ entities: "### Item\n\n- name: text, required\n- opened: date and time, required, default 2026-03-01 08:30", grants: ["Item"] })).found).toEqual([]);
  const made = await make("Item", { name: "B" });
  expect((await all("Item")).map((item) => item["opened"])).toEqual([made["opened"], made["opened"]]);
});

test("a default with one value for all is set in existing records; for any other `plan` says that they stay empty", async () => {
  const zero: Spec = { entities: "### Item\n\n- name: text, required", constants: "- fee: 12.50\n- step: 3", grants: ["Item"] };
  await open(zero);
  await make("Item", { name: "A" });
  const fixed = [
    'opened: date and time, required, default `date and time("2026-03-01T08:30:00Z")`',
    'due: date, default `date("2026-03-01")`',
    "pay: money in EUR, default `fee / 3`",
    "steps: integer, default step",
  ];
  const told = ["made on: date, default `today()`", "by: User, default `me`", "title: text, default `upper case(name)`", "paid on: date, required, default `today()`"];
  const plan = await goOn({ ...zero, entities: `${zero.entities}\n${[...fixed, ...told].map((line) => `- ${line}`).join("\n")}` });
  expect(plan.found.map((f) => [f.what.split(/[,:]/)[0], f.shown, f.stops])).toEqual([
    ["Items have no paid on", ["A"], false],
    ["Items get no made on", ["A"], false],
    ["Items get no by", ["A"], false],
    ["Items get no title", ["A"], false],
  ]);
  const made = await make("Item", { name: "B" });
  const [there] = await all("Item");
  for (const key of ["opened", "due", "pay", "steps"]) expect([key, there![key]]).toEqual([key, made[key]]);
  expect([there!["madeOn"], there!["by"], there!["title"], there!["paidOn"]]).toEqual([null, null, null, null]);
  expect([made["pay"], made["steps"], made["title"]]).toEqual(["4.17", 3, "B"]);
});

test("a file that is not an image stays in a field that now takes images, and is reported", async () => {
  const holding = (one: string, many: string): Spec => ({ entities: `### Item\n\n- name: text, required\n- ${one}\n- ${many}`, grants: ["Item"] });
  await open(holding("paper: file", "pages: files"));
  const stored = async (name: string, type: string): Promise<string> => valueOf(await small!.engine.storeFile(clerk, { name, type, content: Buffer.from("x") })).id;
  const [text, picture] = [await stored("a.txt", "text/plain"), await stored("a.png", "image/png")];
  await make("Item", { name: "A", paper: text, pages: [picture] });
  await make("Item", { name: "B", paper: picture, pages: [picture, text] });
  await make("Item", { name: "C" });
  const plan = await goOn(holding("paper: image", "sheets: images, was pages"));
  expect(plan).toMatchObject({
    losses: [],
    found: [
      { what: expect.stringContaining("paper"), shown: ["A"], stops: false },
      { what: expect.stringContaining("sheets"), shown: ["B"], stops: false },
    ],
  });
  expect(await all("Item")).toMatchObject([{ paper: { name: "a.txt" } }, { sheets: [{ name: "a.png" }, { name: "a.txt" }] }, { name: "C" }]);
});

test("a server of the previous version erases nobody, since it doesn't know the new personal fields", async () => {
  await open({ entities: "### Item\n\n- name: text, required", grants: ["Item"] });
  const person = clerk as Extract<Actor, { kind: "person" }>;
  const owner = await small!.owner();
  valueOf(await applied({ entities: "### Item\n\n- name: text, required\n- note: text, personal of who\n- who: User", grants: ["Item"] }));
  expect(resultOf(await small!.engine.exportPerson(owner, person.id))).toBe("unavailable: outdated");
  expect(resultOf(await small!.engine.erasePerson(owner, person.id))).toBe("unavailable: outdated");
});

const choices = { entities: "### Item\n\n- name: text, required\n- payment: one of (open, paid, late)", grants: ["Item"] };
const paying = (more: string): Spec => ({
  entities: "### Item\n\n- name: text, required",
  machines: `### Item: payment\n\n- Starts as: open\n${more}\n| From | Action | To | Who |\n|---|---|---|---|\n| open | Pay | paid | Clerk |\n| paid | Undo | open | Clerk |`,
  grants: ["Item"],
});

test("a plain field that becomes a state may only contain states: others must be fixed, empty ones get the initial state", async () => {
  await open(choices);
  await make("Item", { name: "A", payment: "late" });
  await make("Item", { name: "B" });
  const third = await make("Item", { name: "C", payment: "paid" });
  expect((await planned(paying(""))).found).toMatchObject([
    { what: "Items have a payment that isn't one of their states; change it first, or state its former name", count: 1, shown: ["A"], stops: true },
  ]);
  expect(resultOf(await applied(paying("")))).toBe("conflict: stands-against");
  await open(choices, folders.at(-1)!);
  await goOn(paying("- open: was late\n"));
  expect((await all("Item")).map((item) => item["payment"])).toEqual(["open", "open", "paid"]);
  const undone = await small!.does(clerk, { kind: "action", entity: "Item", id: third.id, action: "Undo", input: {} });
  expect(valueOf(undone)).toMatchObject({ payment: "open" });
});

const tools = "\n\n### Tool\n\n- name: text, required\n\n### Person\n\n- name: text, required";
const listing = (fields: string): Spec => ({ entities: `### Item\n\n- name: text, required\n${fields}${tools}`, grants: ["Item", "Tool", "Person"] });

test("a list that now refers to another entity is emptied, which is a loss where it had elements", async () => {
  await open(listing("- tools: list of Tool"));
  await make("Item", { name: "A" });
  expect((await goOn(listing(""))).losses).toEqual([]);
  await goOn(listing("- tools: list of Tool"));
  const tool = await make("Tool", { name: "saw" });
  await make("Item", { name: "B", tools: [tool.id] });
  expect((await goOn(listing("- tools: list of Person"), true)).losses).toEqual(["tools of Item is gone. This would lose tools of every Item (1 of them: B)"]);
  const person = await make("Person", { name: "Ada" });
  expect(await make("Item", { name: "C", tools: [person.id] })).toMatchObject({ tools: [{ shownAs: "Ada" }] });
});

test("archived records don't come back silently, and aren't archived again by a later version", async () => {
  const archiving = (line: string): Spec => ({ entities: `### Item\n\n- name: text, required\n${line}`, grants: ["Item"] });
  const [archives, keeps] = [archiving("- Deleting: archives"), archiving("")];
  await open(archives);
  await make("Item", { name: "A" });
  const gone = await make("Item", { name: "B" });
  valueOf(await small!.does(clerk, { kind: "delete", entity: "Item", id: gone.id, ifVersion: "any" }));
  const told = ["Items are no longer archived: archived ones are visible again. This would lose which Items are archived (1 of them: B)"];
  expect((await planned(keeps)).losses).toEqual(told);
  expect(resultOf(await applied(keeps))).toBe("conflict: would-lose");
  await open(archives, folders.at(-1)!);
  expect((await goOn(keeps, true)).losses).toEqual(told);
  expect(await all("Item")).toMatchObject([{ name: "A" }, { name: "B" }]);
  expect((await goOn(archives)).losses).toEqual([]);
  expect(await all("Item")).toMatchObject([{ name: "A" }, { name: "B" }]);
  expect((await goOn(keeps)).losses).toEqual([]);
});

test("a renamed list frees its name for a later one", async () => {
  await open(listing("- tools: list of Tool"));
  const tool = await make("Tool", { name: "saw" });
  await make("Item", { name: "A", tools: [tool.id] });
  await goOn(listing("- kit: list of Tool, was tools"));
  await goOn(listing("- kit: list of Tool\n- tools: list of Tool"));
  expect(await all("Item")).toMatchObject([{ kit: [{ shownAs: "saw" }], tools: [] }]);
});

const shelfWith = (size: number): string =>
  `### Shelf\n\n- name: text, required, unique\n- size: integer, required\n- kind: text, default "low"\n\nInitial records:\n\n| name | size |\n|---|---|\n| North | 2 |\n| South | ${size} |`;
const shelf = shelfWith(9);
const bare: Spec = { entities: "### Item\n\n- name: text, required", grants: ["Item"] };
/** Only rules of uniqueness hold for initial records. What a default breaks is found when they are created. */
const shelved = (shelves: string, size = 9): Spec => ({ entities: `${bare.entities}\n\n${shelfWith(size)}`, shelves, grants: ["Item", "Shelf"] });

test("initial records of a new entity come with it or not at all: with apply, at a start and while the product runs", async () => {
  await open(bare);
  const folder = await closed();
  expect(resultOf(await applied(shelved("unique kind")))).toBe("invalid: TOO_LARGE");
  await open(bare, folder);
  expect(resultOf(await small!.engine.switchVersion((await options(shelved("unique kind"), folder)).product))).toBe("invalid: TOO_LARGE");
  expect(await make("Item", { name: "A" })).toMatchObject({ name: "A" });
  await closed();
  await open(shelved("size < 10"), folder);
  expect((await all("Shelf")).map((s) => s["name"])).toEqual(["North", "South"]);
});

test("a product that can't create its initial records isn't started", async () => {
  const folder = freshFolder();
  await expect(open(shelved("unique kind"), folder)).rejects.toThrow("TOO_LARGE");
  await open(shelved("size < 10"), folder);
  expect(await all("Shelf")).toHaveLength(2);
});

test("initial records of a renamed entity aren't created again", async () => {
  await open(shelved("size < 10"));
  const renamed = { entities: `${bare.entities}\n\n${shelf.replace("### Shelf\n", "### Board\n\n- Was: Shelf")}`, grants: ["Item", "Board"] };
  valueOf(await small!.engine.switchVersion((await options(renamed, folders.at(-1)!)).product));
  expect(await all("Board")).toHaveLength(2);
});

const orders = (line: string, ...grants: string[]): Spec => ({
  entities: `### Order\n\n- name: text, required\n\n### Invoice\n\n- name: text, required\n\n${line}`,
  grants: ["Order", "Invoice", ...grants],
});

test("an entity that becomes a part needs an owner in every record, since nobody could reach the others", async () => {
  const alone = orders("### Line\n\n- name: text, required\n- order: Order", "Line");
  await open(alone);
  const order = await make("Order", { name: "O" });
  await make("Line", { name: "A", order: order.id });
  const lost = await make("Line", { name: "B" });
  const part = orders("### Line (part of Order)\n\n- name: text, required");
  const folder = folders.at(-1)!;
  expect(resultOf(await small!.engine.switchVersion((await options(part, folder)).product))).toBe("conflict: stands-against");
  expect((await planned(part)).found).toMatchObject([
    { what: expect.stringMatching(/^Lines belong to no Order, which they are now part of;/), count: 1, shown: ["B"], stops: true },
  ]);
  await open(alone, folder);
  valueOf(await small!.does(clerk, { kind: "update", entity: "Line", id: lost.id, values: { order: order.id }, ifVersion: "any" }));
  await goOn(part);
  expect(await all("Order")).toMatchObject([{ lines: [{ name: "A" }, { name: "B" }] }]);
  expect((await planned(orders("### Line (part of Invoice)\n\n- name: text, required"))).found).toMatchObject([{ count: 2, stops: true }]);
});
