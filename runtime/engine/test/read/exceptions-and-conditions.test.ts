/** Named conditions in every place, `Never:` lines with exceptions, owners in several ways, several names in one row, and what a bearer reaches. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { Change, Outcome } from "../../src/contract/outcome.ts";
import { openProduct, type Opened } from "../support/open-product.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Journal

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /papers | Papers | list of Paper where on show | Editor |
| /review/:id | Review here | Review | bearer |

## 3. Entities and their fields

### Venue

- name: text, required
- budget: integer

### Paper

- title: text, required, unique
- authors: list of User
- venue: Venue
- shown: yes/no, default no
- rating: integer
- cost: integer
- advice: text
- complaint: text, hidden
- phone: text, hidden

### Review

- paper: Paper, required, set once
- reviewer: User
- text: text
- link: secret link to Review here

## 4. States and transitions

### Review

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Start | open | Reviewer own | paper.on show | |
| open | Close | closed | Reviewer own | not(paper.conflicted) | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Shown papers are few | Paper | not(on show) or count(Paper[on show]) <= 2 | TOO_MANY |

## 6. Roles and permissions

- **Chief** — includes Editor

Own: a Paper is its authors' or its creator's. A Review is its reviewer's.

A Paper is conflicted when \`me in authors\`. A Paper is on show when \`shown = yes and rating != null\`.

| | Chief | Editor | Reviewer | Author | bearer |
|---|---|---|---|---|---|
| Paper | all | create, read, update | read where on show | create, read own | read (title) |
| Paper: rating, cost | read, update | read, update | – | – | – |
| Paper: complaint | read | – | – | – | – |
| Paper: phone | read, update | – | – | read own; create | – |
| Review | all | read | read own; Start own; Close own | – | read |
| Venue | CRUD | read | – | – | – |
| User | read (name) | read (name) | – | – | – |

- Never: a Reviewer reads a conflicted Paper
- Never: an Editor updates a Paper: cost, except a Chief
- Never: anyone reads a Paper: advice, except own

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_MANY | 409 | Too many. |
`;

let made: Opened;
let chief: Actor;
let editor: Actor;
let reviewer: Actor;
let author: Actor;
let other: Actor;
beforeAll(async () => {
  made = await openProduct(text);
  chief = await made.person("chief@example.test", "Chief");
  editor = await made.person("editor@example.test", "Editor");
  reviewer = await made.person("reviewer@example.test", "Reviewer");
  author = await made.person("author@example.test", "Author");
  other = await made.person("other@example.test", "Author");
});
afterAll(() => made?.close());

const perform = (actor: Actor, change: Change): Promise<Outcome<unknown>> => made.engine.perform(actor, change);
const create = async (actor: Actor, values: Record<string, unknown>, entity = "Paper") =>
  valueOf(await perform(actor, { kind: "create", entity, values })) as { id: string; link?: string };
const update = async (actor: Actor, id: string, values: Record<string, unknown>) =>
  resultOf(await perform(actor, { kind: "update", entity: "Paper", id, values, ifVersion: "any" }));
const idOf = (actor: Actor): string => (actor as Extract<Actor, { kind: "person" }>).id;
const titles = async (actor: Actor): Promise<unknown[]> => valueOf(await listOf(made.engine, actor, { entity: "Paper" })).items.map((one) => one["title"]);

test("a role that only a column names reads where a named condition holds, except what Never forbids", async () => {
  const mine = await create(editor, { title: "Shown", shown: true, rating: 3 });
  await create(editor, { title: "Hidden" });
  expect(await titles(reviewer)).toEqual(["Shown"]);
  valueOf(await perform(editor, { kind: "update", entity: "Paper", id: mine.id, values: { authors: [idOf(reviewer)] }, ifVersion: "any" }));
  expect(await titles(reviewer)).toEqual([]);
  expect(resultOf(await recordOf(made.engine, reviewer, "Paper", mine.id))).toMatch(/^not found/);
  valueOf(await perform(editor, { kind: "update", entity: "Paper", id: mine.id, values: { authors: [] }, ifVersion: "any" }));
});

test("owners by two ways: one of the authors, and the creator", async () => {
  const one = await create(author, { title: "By Ann" });
  const two = await create(editor, { title: "With Ann", authors: [idOf(author)] });
  expect((await titles(author)).sort()).toEqual(["By Ann", "With Ann"]);
  expect(await titles(other)).toEqual([]);
  expect([one.id, two.id].every(Boolean)).toBe(true);
});

test("`except a Chief` and `except own` leave these out of the Never line", async () => {
  const paper = await create(editor, { title: "Dear", cost: 1, advice: "shorten" });
  expect(await update(editor, paper.id, { cost: 2 })).toMatch(/^not permitted: not-permitted at cost/);
  expect(await update(editor, paper.id, { rating: 2 })).toBe("done");
  expect(await update(chief, paper.id, { cost: 2 })).toBe("done");
  expect(valueOf(await recordOf(made.engine, editor, "Paper", paper.id))["advice"]).toBe("shorten");
  expect(valueOf(await recordOf(made.engine, chief, "Paper", paper.id))).not.toHaveProperty("advice");
});

test("a named condition in a guard, a rule and a filter of a rule", async () => {
  const hidden = await create(editor, { title: "Not yet", rating: 1 });
  const start = (paper: string) => perform(reviewer, { kind: "create", entity: "Review", values: { paper, reviewer: idOf(reviewer) } });
  expect(resultOf(await start(hidden.id))).not.toBe("done");
  expect(await update(editor, hidden.id, { shown: true })).toBe("done");
  const third = await create(editor, { title: "Third", rating: 1 });
  expect(await update(editor, third.id, { shown: true })).toBe("conflict: TOO_MANY");
  expect(resultOf(await start(hidden.id))).toBe("done");
});

test("`own` on a creating action is about the record as it would be", async () => {
  const shown = valueOf(await listOf(made.engine, reviewer, { entity: "Paper" })).items[0]!;
  expect(resultOf(await perform(reviewer, { kind: "create", entity: "Review", values: { paper: shown.id, reviewer: idOf(other) } }))).toMatch(/^not permitted/);
  expect(resultOf(await perform(reviewer, { kind: "create", entity: "Review", values: { paper: shown.id, reviewer: idOf(reviewer) } }))).toBe("done");
});

test("a bearer reaches the record to which the link's record refers, and no other of its entity", async () => {
  const papers = valueOf(await listOf(made.engine, reviewer, { entity: "Paper" })).items;
  valueOf(await perform(reviewer, { kind: "create", entity: "Review", values: { paper: papers[0]!.id, reviewer: idOf(reviewer) } }));
  const review = valueOf(await listOf(made.engine, chief, { entity: "Review" })).items[0]!;
  const opened = (await made.engine.openLink(String(review["link"]).replace("/link/", "")))!;
  const bearer: Actor = { kind: "anyone", link: opened.link };
  const seen = valueOf(await listOf(made.engine, bearer, { entity: "Paper" })).items;
  expect(seen.map((one) => one.id)).toEqual([(review["paper"] as { id: string }).id]);
  expect(Object.keys(seen[0]!)).not.toContain("advice");
});

test("a hidden field is written as its record is, and read by whom its row names; a row that grants writing rules that too", async () => {
  const paper = await create(editor, { title: "Complained", complaint: "late" });
  expect(valueOf(await recordOf(made.engine, chief, "Paper", paper.id))["complaint"]).toBe("late");
  expect(valueOf(await recordOf(made.engine, editor, "Paper", paper.id))).not.toHaveProperty("complaint");
  expect(await update(editor, paper.id, { complaint: "early" })).toBe("done");
  expect(resultOf(await perform(editor, { kind: "create", entity: "Paper", values: { title: "Called", phone: "1" } }))).toBe("not permitted: not-permitted at phone");
  expect(await create(author, { title: "Called", phone: "1" })).toMatchObject({ phone: "1" });
});
