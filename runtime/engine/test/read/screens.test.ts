/** What screens show: forms with parameters in their routes, pages of secret links, conditions of the document, and values for readers who may read little. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { linkPrefix } from "../../src/records/random-values.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Journal

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Board | dashboard | everyone |
| /about | About | page | anyone |
| /papers | Papers | list of Paper where \`score > 2\` | everyone |
| /papers/:number | Paper | Paper | everyone |
| /papers/:number/rebuttal | Rebuttal | form for Rebuttal | everyone |
| /mine | My rebuttal | Rebuttal | bearer |
| /by-kind | By kind | report of Paper by kind | everyone |

### About

We read everything.

### Paper

- Section "Paper": title, kind, score
- Tab "Answers": List "Rebuttals": rebuttals
- Show kind when \`score > 2\`
- Actions: Rebuttal: Send

### Rebuttal

- Fields: words
- Prefill: words = \`"On " + paper.title\`
- After saving: /papers/:number

### Board

- Number "Good papers": \`count(Paper[score > 2])\`
- Number "Reviews": \`count(Review)\`
- Number "My reviews": \`count(Review[by = me])\`
- Number "All reviews": \`count(Review)\`
  - Sees: everything
- Chart "Reviews by mark": bars of \`count(Review)\` by mark

## 3. Entities and their fields

### Paper

- number: sequence \`P-{00}\`
- title: text, required
- kind: one of (long, short), required
- score: integer
- rebuttals: list of Rebuttal by paper

### Rebuttal

- paper: Paper, required, set once
- words: text, required
- link: secret link to My rebuttal

### Review

- by: User, required, default \`me\`
- mark: integer, required

## 4. States and transitions

### Rebuttal

| From | Action | To | Who |
|---|---|---|---|
| (new) | Send | sent | Author, Editor |
| sent | Withdraw | withdrawn | Author |

- Withdraw confirms: Withdraw "{words}" on {paper.title}?

## 6. Roles and permissions

- **Author**
- **Editor**
- **Reviewer**

Own: a Review is its by's.

| | Author | Editor | Reviewer | bearer |
|---|---|---|---|---|
| Paper | read where \`kind = "long"\` | all | – | – |
| Paper: score | – | all | – | – |
| Rebuttal | Send, read, Withdraw | all | – | read |
| Review | – | read | create, read own | – |
`;

let small: Small;
let author: Actor, editor: Actor, reviewer: Actor;

beforeAll(async () => {
  small = await openSmall(text);
  [author, editor, reviewer] = [await small.as("author"), await small.as("editor"), await small.as("reviewer")];
  await small.make(editor, "Paper", { title: "Owls", kind: "long", score: "3" });
  await small.make(editor, "Paper", { title: "Mice", kind: "long", score: "1" });
  await small.make(editor, "Paper", { title: "Bats", kind: "short", score: "4" });
}, 120_000);
afterAll(() => small.close());

const shown = async (actor: Actor, screen: string, ask: Parameters<Small["engine"]["screenData"]>[2] = {}) => small.engine.screenData(actor, screen, ask);

test("the route's parameter fills in the reference of a new record, also in prefilled values", async () => {
  const form = valueOf(await shown(author, "Rebuttal", { parameters: { number: "P-01" } }));
  expect(form).toMatchObject({ kind: "form", prefill: { paper: { shownAs: "Owls" }, words: "On Owls" } });
  // A paper that the author may not read is not found.
  expect(resultOf(await shown(author, "Rebuttal", { parameters: { number: "P-03" } }))).toMatch(/^not found/);
});

test("the document's conditions see everything; what they select is restricted to what the reader may read", async () => {
  const titles = async (actor: Actor) => {
    const list = valueOf(await shown(actor, "Papers"));
    return list.kind === "list" ? list.items.map((item) => item["title"]) : [];
  };
  expect(await titles(author)).toEqual(["Owls"]);
  expect((await titles(editor)).sort()).toEqual(["Bats", "Owls"]);
  const hidden = async (number: string) => valueOf(await shown(author, "Paper", { id: number }));
  expect(await hidden("P-01")).toMatchObject({ hidden: [] });
  expect(await hidden("P-02")).toMatchObject({ hidden: ["kind"] });
  // A condition of the reader's own sees only what they may read.
  expect(resultOf(await small.engine.list(author, { entity: "Paper", where: "score > 2" }))).toMatch(/^malformed/);
});

const board = async (actor: Actor) => {
  const values = valueOf(await shown(actor, "Board"));
  return values.kind === "dashboard" ? values.elements : [];
};

test("a number over nothing readable is empty and says why; its own records are counted, and `Sees: everything` counts all", async () => {
  const why = "You don't have access to reviews.";
  expect(await board(author)).toMatchObject([{ value: "1" }, { value: null, why }, { value: null, why }, { value: "0" }, { points: [], why }]);
  expect(await board(reviewer)).toMatchObject([{ value: null, why: "You don't have access to papers." }, { value: null, why }, { value: "0" }, { value: "0" }, { why }]);
  await small.make(reviewer, "Review", { mark: "2" });
  expect(await board(author)).toMatchObject([{ value: "1" }, { value: null, why }, { value: null, why }, { value: "1" }, { points: [], why }]);
  expect(await board(reviewer)).toMatchObject([
    { why: "You don't have access to papers." },
    { value: "1" },
    { value: "1" },
    { value: "1" },
    { points: [{ label: "2", value: "1" }] },
  ]);
  expect(await board(editor)).toMatchObject([{ value: "2" }, { value: "1" }, { value: "0" }, { value: "1" }, { points: [{ label: "2", value: "1" }] }]);
});

test("a secret link opens the page without a parameter on its own record", async () => {
  const rebuttal = await small.make(author, "Rebuttal", { paper: (await paper("P-01")).id, words: "No." });
  const token = String(rebuttal["link"]).split(linkPrefix)[1]!;
  const opened = (await small.engine.openLink(token))!;
  expect(opened.screen).toBe("My rebuttal");
  expect(valueOf(await shown({ kind: "anyone", link: opened.link }, "My rebuttal"))).toMatchObject({ kind: "record", id: rebuttal.id });
  expect(resultOf(await shown({ kind: "anyone" }, "My rebuttal"))).toMatch(/^not signed in/);
});

test("an action that confirms asks its question about the record", async () => {
  const rebuttal = await small.make(author, "Rebuttal", { paper: (await paper("P-01")).id, words: "Never." });
  expect(valueOf(await small.engine.actions(author, "Rebuttal", rebuttal.id))).toMatchObject([{ name: "Withdraw", allowed: true, question: 'Withdraw "Never." on Owls?' }]);
});

test("every kind of screen has an answer", async () => {
  const kinds = await Promise.all(["Board", "About", "Papers", "Rebuttal", "By kind"].map(async (name) => valueOf(await shown(editor, name)).kind));
  expect(kinds).toEqual(["dashboard", "page", "list", "form", "report"]);
  expect(valueOf(await shown({ kind: "anyone" }, "About"))).toEqual({ kind: "page", text: "We read everything.", elements: [] });
});

const paper = async (number: string) => {
  const list = valueOf(await shown(editor, "Papers"));
  return (list.kind === "list" ? list.items : []).find((one) => one["number"] === number)!;
};
