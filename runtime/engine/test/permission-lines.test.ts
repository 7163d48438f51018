/** Point 6 beyond the matrix: several owns, named conditions, Never lines, rows for actions, history and screens. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { compile } from "@nonet/compiler";
import type { Actor } from "../src/contract/actor.ts";
import type { VisibleRecord } from "../src/contract/reads.ts";
import { does, openDesk, remove, said, valueOf, type Desk } from "./open-desk.ts";

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

const seen = async (actor: Actor): Promise<string> => said(await desk.engine.record(actor, "Paper", paper.id));

it("counts every way in which a record is one's own", async () => {
  const other = valueOf(await does(desk, chair, { kind: "create", entity: "Paper", values: { title: "By two", authors: [(author as { id: string }).id] } }))!;
  expect(said(await desk.engine.record(author, "Paper", other.id))).toBe("done");
  const strange = valueOf(await does(desk, chair, { kind: "create", entity: "Paper", values: { title: "By none" } }))!;
  expect(said(await desk.engine.record(author, "Paper", strange.id))).toMatch(/^not found/);
});

it("keeps what is never read out of the record, sorting, filters and conditions", async () => {
  const shown = valueOf(await desk.engine.record(reviewer, "Paper", paper.id));
  expect(Object.keys(shown)).toContain("title");
  expect(Object.keys(shown)).not.toContain("authors");
  expect(Object.keys(shown)).not.toContain("submitter");
  for (const request of [{ sort: ["submitter"] }, { fields: ["authors"] }, { equals: { submitter: (author as { id: string }).id } }, { where: "submitter = me" }])
    expect(said(await desk.engine.list(reviewer, { entity: "Paper", ...request }))).toMatch(/^malformed/);
  expect(said(await desk.engine.list(chair, { entity: "Paper", sort: ["submitter"] }))).toBe("done");
});

it("gives a field's row to whom it names, and to nobody else by the entity's cell", async () => {
  expect(valueOf(await desk.engine.record(chair, "Paper", paper.id))["secretNote"]).toBe("weak");
  expect("secretNote" in valueOf(await desk.engine.record(author, "Paper", paper.id))).toBe(false);
  expect(said(await desk.engine.list(author, { entity: "Paper", sort: ["secretNote"] }))).toMatch(/unknown-field at sort/);
});

it("lets a row for the history replace what all would grant", async () => {
  expect(valueOf(await desk.engine.history(chair, "Paper", paper.id)).length).toBeGreaterThan(0);
  expect(valueOf(await desk.engine.history(author, "Paper", paper.id))).toEqual([]);
});

it("opens a screen to those of its row only, and groups by nothing that can't be read", async () => {
  expect(said(await desk.engine.list(reviewer, { entity: "Paper", screen: "Papers" }))).toMatch(/unknown-screen/);
  expect(said(await desk.engine.list(author, { entity: "Paper", screen: "Papers" }))).toBe("done");
});

it("refuses to whoever is conflicted what anybody else may do, by every door", async () => {
  expect(said(await does(desk, author, { kind: "action", entity: "Paper", id: paper.id, action: "Submit", asked: {} }))).toBe("done");
  expect(said(await does(desk, reviewer, { kind: "action", entity: "Paper", id: paper.id, action: "Judge", asked: { score: "3" } }))).toBe("done");
  valueOf(await does(desk, chair, { kind: "create", entity: "Conflict", values: { paper: paper.id, person: (reviewer as { id: string }).id } }));
  expect(await seen(reviewer)).toMatch(/^not found/);
  expect(valueOf(await desk.engine.list(reviewer, { entity: "Paper", count: true })).items.map((p) => p["title"])).not.toContain("On sieves");
  expect(said(await does(desk, reviewer, { kind: "action", entity: "Paper", id: paper.id, action: "Judge", asked: { score: "1" } }))).toMatch(/^not found/);
  expect(said(await does(desk, reviewer, { kind: "update", entity: "Paper", id: paper.id, values: { title: "x" }, ifVersion: "any" }))).toMatch(/^not found/);
  expect(await seen(chair)).toBe("done");
});

it("holds a Never with a state for exactly that state", async () => {
  valueOf(await does(desk, chair, { kind: "action", entity: "Paper", id: paper.id, action: "Accept", asked: {} }));
  expect(said(await does(desk, chair, { kind: "delete", entity: "Paper", id: paper.id, ifVersion: "any" }))).toMatch(/^not permitted/);
});

it("says with both lines where point 4 and point 6 disagree", () => {
  const told = (before: string, after: string): string[] =>
    compile([{ name: "c.md", text: text.replace(before, after) }])
      .diagnostics.filter((d) => d.severity === "error")
      .map((d) => `${d.code}: ${d.message}`);
  const line = (begin: string): number => text.split("\n").findIndex((l) => l.startsWith(begin)) + 1;
  expect(told("| Conflict | – | – | all |", "| Paper: Accept | yes | – | – |\n| Conflict | – | – | all |")).toEqual([
    `who-disagrees: Author is granted "Accept" here, but Who in line ${line("| submitted | Accept")} names only Chair.`,
  ]);
  expect(told('| Screen "Papers" | ✅ | deny | open |', '| Screen "Papers" | ✅ | yes | open |')).toEqual([
    'screen-for-disagrees: "Papers": this row lets Reviewer open it, whom For in line LINE doesn\'t name.'.replace("LINE", String(line("| /papers |"))),
  ]);
  expect(told("Never: a Reviewer reads a Paper: authors, submitter", "Never: a Reviewer reads a Paper: autors")).toEqual([
    'unknown-field: Paper has no field "autors". Did you mean "authors"?',
  ]);
  expect(told("| Conflict | – | – | all |", "| Conflict | read unconflicted | – | all |")[0]).toMatch(/^unknown-condition/);
});
