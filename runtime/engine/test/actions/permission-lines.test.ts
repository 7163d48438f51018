/** Point 6 beyond the matrix: several `Own:` lines, named conditions, Never lines, and rows for actions, history and screens. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "@nonet/compiler";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { does, openDesk, remove, type Desk } from "../support/equipment-desk.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Conference

## 1. What the product does and for whom

- **Name**: Conference
- **Sign-in**: email and password; by invitation

For whom:

- **Author** — writes papers
- **Reviewer** — judges them
- **Chair** — decides

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /papers | Papers | list of Paper | Author, Chair |
| /papers/:number | Paper | Paper | everyone |

### Papers

- Group by: secret note

## 3. Entities and their fields

### Paper

- number: sequence \`P-{000}\`
- title: text, required
- authors: list of User
- submitter: User, required, default \`me\`
- score: number
- secret note: text
- Shown as: \`title\`

### Conflict

- paper: Paper, required
- person: User, required

## 4. States and transitions

### Paper

- Starts as: draft
- Ends as: accepted

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| draft | Submit | submitted | Author own | | |
| submitted | Accept | accepted | Chair | | |
| submitted | Judge | submitted | Reviewer not conflicted | | |

- Judge asks for: score

## 5. Validation rules

none

## 6. Roles and permissions

- **Author**
- **Reviewer**
- **Chair** — includes Author

Own: a Paper is its authors' and its submitter's. A User is themselves.

A Paper is conflicted when \`count(Conflict[paper = this and person = me]) > 0\`.

- Never: anyone reads or updates a conflicted Paper
- Never: a Reviewer reads a Paper: authors, submitter
- Never: a Chair deletes a Paper while accepted

| | Author | Reviewer | Chair |
|---|---|---|---|
| Paper | create, read own, update own while draft | read, update | ✅ |
| Paper: secret note | ❌ | – | allow |
| Paper: history | – | – | yes |
| Conflict | – | – | all |
| User | read (name) | read: name, email | read |
| Screen "Papers" | ✅ | deny | open |

## 7. The calls it makes

none

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

let desk: Desk;
let author: Actor;
let reviewer: Actor;
let chair: Actor;
let paper: VisibleRecord;

beforeAll(async () => {
  desk = await openDesk(text);
  [author, reviewer, chair] = [await desk.as("Author"), await desk.as("Reviewer"), await desk.as("Chair")];
  paper = valueOf(await does(desk, author, { kind: "create", entity: "Paper", values: { title: "On sieves" } }))!;
  valueOf(await does(desk, chair, { kind: "update", entity: "Paper", id: paper.id, values: { secretNote: "weak" }, ifVersion: "any" }));
});

afterAll(async () => {
  await desk?.close();
  remove(desk);
});

const seen = async (actor: Actor): Promise<string> => resultOf(await recordOf(desk.engine, actor, "Paper", paper.id));

it("accepts every form of ownership of a record", async () => {
  const other = valueOf(await does(desk, chair, { kind: "create", entity: "Paper", values: { title: "By two", authors: [(author as { id: string }).id] } }))!;
  expect(resultOf(await recordOf(desk.engine, author, "Paper", other.id))).toBe("done");
  const strange = valueOf(await does(desk, chair, { kind: "create", entity: "Paper", values: { title: "By none" } }))!;
  expect(resultOf(await recordOf(desk.engine, author, "Paper", strange.id))).toMatch(/^not found/);
});

it("leaves fields that are never readable out of the record, sorting, filters and conditions", async () => {
  const shown = valueOf(await recordOf(desk.engine, reviewer, "Paper", paper.id));
  expect(Object.keys(shown)).toContain("title");
  expect(Object.keys(shown)).not.toContain("authors");
  expect(Object.keys(shown)).not.toContain("submitter");
  for (const request of [{ sort: ["submitter"] }, { fields: ["authors"] }, { equals: { submitter: (author as { id: string }).id } }, { where: "submitter = me" }])
    expect(resultOf(await listOf(desk.engine, reviewer, { entity: "Paper", ...request }))).toMatch(/^malformed/);
  expect(resultOf(await listOf(desk.engine, chair, { entity: "Paper", sort: ["submitter"] }))).toBe("done");
});

it("gives a field's row to the roles it names, and to nobody else through the entity's cell", async () => {
  expect(valueOf(await recordOf(desk.engine, chair, "Paper", paper.id))["secretNote"]).toBe("weak");
  expect("secretNote" in valueOf(await recordOf(desk.engine, author, "Paper", paper.id))).toBe(false);
  expect(resultOf(await listOf(desk.engine, author, { entity: "Paper", sort: ["secretNote"] }))).toMatch(/unknown-field at sort/);
});

it("lets a row for the history override what `all` would grant", async () => {
  expect(valueOf(await desk.engine.history(chair, "Paper", paper.id)).length).toBeGreaterThan(0);
  expect(valueOf(await desk.engine.history(author, "Paper", paper.id))).toEqual([]);
});

it("opens a screen only to the roles of its row, and groups by no unreadable field", async () => {
  expect(resultOf(await listOf(desk.engine, reviewer, { entity: "Paper", screen: "Papers" }))).toMatch(/unknown-screen/);
  expect(resultOf(await listOf(desk.engine, author, { entity: "Paper", screen: "Papers" }))).toBe("done");
});

it("refuses a person with a conflict of interest in every way of writing", async () => {
  expect(resultOf(await does(desk, author, { kind: "action", entity: "Paper", id: paper.id, action: "Submit", input: {} }))).toBe("done");
  expect(resultOf(await does(desk, reviewer, { kind: "action", entity: "Paper", id: paper.id, action: "Judge", input: { score: "3" } }))).toBe("done");
  valueOf(await does(desk, chair, { kind: "create", entity: "Conflict", values: { paper: paper.id, person: (reviewer as { id: string }).id } }));
  expect(await seen(reviewer)).toMatch(/^not found/);
  expect(valueOf(await listOf(desk.engine, reviewer, { entity: "Paper", count: true })).items.map((p) => p["title"])).not.toContain("On sieves");
  expect(resultOf(await does(desk, reviewer, { kind: "action", entity: "Paper", id: paper.id, action: "Judge", input: { score: "1" } }))).toMatch(/^not found/);
  expect(resultOf(await does(desk, reviewer, { kind: "update", entity: "Paper", id: paper.id, values: { title: "x" }, ifVersion: "any" }))).toMatch(/^not found/);
  expect(await seen(chair)).toBe("done");
});

it("applies a Never line with a state in exactly that state", async () => {
  valueOf(await does(desk, chair, { kind: "action", entity: "Paper", id: paper.id, action: "Accept", input: {} }));
  expect(resultOf(await does(desk, chair, { kind: "delete", entity: "Paper", id: paper.id, ifVersion: "any" }))).toMatch(/^not permitted/);
});

it("names both lines where point 4 and point 6 disagree", () => {
  const told = (before: string, after: string): string[] =>
    compile([{ name: "c.md", text: text.replace(before, after) }])
      .diagnostics.filter((d) => d.severity === "error")
      .map((d) => `${d.code}: ${d.message}`);
  const line = (begin: string): number => text.split("\n").findIndex((l) => l.startsWith(begin)) + 1;
  expect(told("| Conflict | – | – | all |", "| Paper: Accept | yes | – | – |\n| Conflict | – | – | all |")).toEqual([
    `who-disagrees: Author is granted "Accept" here, but Who in line ${line("| submitted | Accept")} names only Chair.`,
  ]);
  expect(told('| Screen "Papers" | ✅ | deny | open |', '| Screen "Papers" | ✅ | yes | open |')).toEqual([
    'screen-for-disagrees: "Papers": this row lets Reviewer open it, but For in line LINE doesn\'t name them.'.replace("LINE", String(line("| /papers |"))),
  ]);
  expect(told("Never: a Reviewer reads a Paper: authors, submitter", "Never: a Reviewer reads a Paper: autors")).toEqual([
    'unknown-field: Paper has no field "autors". Did you mean "authors"?',
  ]);
  expect(told("| Conflict | – | – | all |", "| Conflict | read unconflicted | – | all |")[0]).toMatch(/^unknown-condition/);
});
