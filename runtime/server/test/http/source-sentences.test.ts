/** Errors contain the document's own sentence at their line, for readers who may read the document. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveProduct, type Served } from "../open-product.ts";
import { clientOf, type Client } from "../desk.ts";

const text = `# Specification: Lending

## 1. What the product does and for whom

- **Name**: Lending
- **Sign-in**: email and password; anyone may register as Borrower

For whom:

- **Borrower** — borrows
- **Clerk** — lends

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /loans | Loans | list of Loan | everyone |

## 3. Entities and their fields

### Loan

- title: text, required, at most 20
- days: integer, required
- fee: money in EUR = \`days * 1 EUR\`
- note: text
- Shown as: \`title\`

## 4. States and transitions

### Loan

- Starts as: asked
- Ends as: back

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| asked | Hand out | out | Clerk | \`days <= 30\` | |
| asked, out | Give up | back | Clerk | | |
| out | Return | back | | | |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not too long | Loan | \`days <= 90\` | TOO_LONG at days |

## 6. Roles and permissions

- **Borrower**
- **Clerk**

| | Borrower | Clerk |
|---|---|---|
| Loan | create, read | create, read, update, Return |
| Loan: note | read | read |

## 7. The calls it makes

none

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_LONG | 422 | A loan is for 90 days at most. |

## 9. Business constants and limits

none
`;
const lineOf = (start: string): number => text.split("\n").findIndex((l) => l.startsWith(start)) + 1;

let served: Served;
let borrower: Client;
let clerk: Client;
let id: string;
const whatever = { "if-match": "*" };
beforeAll(async () => {
  served = await serveProduct(text);
  borrower = await served.person("bo@example.test", "Borrower");
  clerk = await served.person("cleo@example.test", "Clerk");
  id = (await borrower("POST", "/api/loans", { title: "Drill", days: 40 })).body.id;
});
afterAll(() => served.close());

it("a violated rule, a field's bound and a missing field each have their sentence", async () => {
  const { status, body } = await clerk("POST", "/api/loans", { title: "Drill", days: 91 });
  expect([status, body.errors]).toEqual([
    422,
    [
      {
        field: "days",
        code: "TOO_LONG",
        detail: "A loan is for 90 days at most.",
        rule: "Not too long",
        line: lineOf("| Not too long"),
        sentence: 'For a Loan, days <= 90 must hold; otherwise the change is refused with TOO_LONG (at the field "days").',
      },
    ],
  ]);
  const wrong = await clerk("POST", "/api/loans", { title: "x".repeat(21) });
  expect(wrong.body.errors).toMatchObject([
    { field: "title", line: lineOf("- title"), sentence: 'The field "title" of a Loan is a text, required and at most 20 characters.' },
    { field: "days", code: "required", line: lineOf("- days"), sentence: 'The field "days" of a Loan is an integer, required.' },
  ]);
});

it("a guard has its own row's sentence, a wrong state the action's rows', a missing permission the grants'", async () => {
  const guard = await clerk("POST", `/api/loans/${id}/hand-out`, {}, whatever);
  expect(guard.body.errors).toMatchObject([
    { code: "guard", line: lineOf("| asked | Hand out"), sentence: 'When a Clerk runs "Hand out" on an asked Loan while days <= 30, it becomes out.' },
  ]);
  const state = await clerk("POST", `/api/loans/${id}/return`, {}, whatever);
  expect(state.body.errors).toMatchObject([{ code: "wrong-state", sentence: 'When a person with the permission runs "Return" on an out Loan, it becomes back.' }]);
  const notMine = await borrower("POST", `/api/loans/${id}/give-up`, {}, whatever);
  expect([notMine.status, notMine.body.errors]).toMatchObject([
    403,
    [{ line: lineOf("| asked, out"), sentence: 'When a Clerk runs "Give up" on an asked Loan, it becomes back.' }],
  ]);
});

it("a missing permission points to the matrix: the verb's grants, or a field's row that grants it to nobody", async () => {
  const update = await borrower("PATCH", `/api/loans/${id}`, { days: 3 }, whatever);
  expect([update.status, update.body.errors]).toMatchObject([403, [{ line: lineOf("| Loan | create"), sentence: "A Clerk may update a Loan." }]]);
  const field = await clerk("PATCH", `/api/loans/${id}`, { note: "mine" }, whatever);
  expect([field.status, field.body.errors]).toMatchObject([403, [{ field: "note", line: lineOf("| Loan: note") }]]);
  expect(field.body.errors[0].sentence).toMatch(/note/);
  // Nobody may delete: no line says anything, and none is invented.
  const gone = await clerk("DELETE", `/api/loans/${id}`, undefined, whatever);
  expect([gone.status, gone.body.errors[0].line, gone.body.errors[0].sentence]).toEqual([403, null, undefined]);
});

it("an unavailable action has a sentence, an available one has none", async () => {
  const { body } = await clerk("GET", `/api/loans/${id}/actions`);
  const shown = Object.fromEntries(body.items.map((a: { name: string }) => [a.name, a]));
  expect(shown["Hand out"]).toMatchObject({
    allowed: false,
    why: "Possible only when days is at most 30.",
    line: lineOf("| asked | Hand out"),
    sentence: 'When a Clerk runs "Hand out" on an asked Loan while days <= 30, it becomes out.',
  });
  expect(shown["Give up"]).toMatchObject({ allowed: true });
  expect("sentence" in shown["Give up"]).toBe(false);
  expect(JSON.stringify(body)).not.toContain('"about"');
});

it("a batch has a sentence for each record, and a dry run the same as the write", async () => {
  const { body } = await clerk("POST", "/api/loans:batch", { action: "Hand out", ids: [id] });
  expect(body.results[0].problem.errors).toMatchObject([{ sentence: expect.stringContaining("while days <= 30") }]);
  const dry = await clerk("POST", "/api/loans?dryRun=true", { title: "Drill", days: 91 });
  expect(dry.body.errors).toMatchObject([{ sentence: expect.stringContaining("TOO_LONG") }]);
});

it("readers who aren't signed in get only the catalogue's words", async () => {
  const nobody = clientOf(served.server.address);
  const refused = await nobody("POST", "/api/loans", { title: "Drill", days: 91 });
  expect(refused.status).toBe(401);
  expect(JSON.stringify(refused.body)).not.toContain("sentence");
  expect((await nobody("GET", "/api/sentences")).status).toBe(401);
  expect((await nobody("GET", "/api/-/sentences")).status).toBe(401);
});

it("readers of the document can list all sentences", async () => {
  const { status, body } = await borrower("GET", "/api/sentences");
  expect(status).toBe(200);
  expect(body.items).toContainEqual({
    what: "Loan.fee",
    sentence: 'The field "fee" of a Loan is an amount of money in EUR, computed as days * 1 EUR.',
    file: 0,
    line: lineOf("- fee"),
  });
});
