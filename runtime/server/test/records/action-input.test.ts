/** Errors in an action's input over HTTP, for one record, a batch and an offered call. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../desk.ts";
import { serveProduct, type Served } from "../open-product.ts";

const text = `# Shop

## 1. What the product does and for whom

For whom:

- **Clerk** — sells

## 3. Entities and their fields

### Question

- title: text, required
- rank: integer
- note: text

## 4. States and transitions

### Question

- Starts as: open
- Ends as: done

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Close | done | Clerk | | set note = \`asked.why\` |

- Close asks for: why: text, at most 5 characters, default none; signed by: text, required when \`rank = 3\`; for how long: duration, at most 2 hours

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Even | Question | \`title != "odd"\` | warn ODD |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Question | all |

## 7. The calls it makes

### Feed

- Offers: POST /feed
- For: Clerk
- Takes: why: text, at most 5 characters, default none; signed by: text, required when \`asked.why = "known"\`; for how long: duration, at most 2 hours
- Does: create Question with title = \`asked.why\`
- Answers: 201 \`{ done: true }\`

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| ODD | 422 | That is odd. |
`;

const asksLine = text.slice(0, text.indexOf("- Close asks for")).split("\n").length;
const takesLine = text.slice(0, text.indexOf("- Takes")).split("\n").length;

let served: Served;
let clerk: Client;
beforeAll(async () => {
  served = await serveProduct(text);
  clerk = await served.person("clerk@example.test", "Clerk");
}, 120_000);
afterAll(async () => {
  await served.close();
  expect(served.bugs).toEqual([]);
});

const made = async (rank: number): Promise<string> => (await clerk("POST", "/api/questions", { title: "q", rank })).body.id;
const wrong = { why: "because", forHowLong: "PT121M" };
const told = [
  { field: "why", code: "invalid-value", detail: "Why must be at most 5 characters long." },
  { field: "forHowLong", code: "invalid-value", detail: "For how long must be at most 2 hours." },
];

test("errors in an action's input name the field and its line", async () => {
  const refused = await clerk("POST", `/api/questions/${await made(3)}/close`, wrong);
  expect(refused.status).toBe(422);
  const signed = { field: "signedBy", code: "required", detail: "Signed by is required here." };
  expect(refused.body.errors).toMatchObject([told[0]!, signed, told[1]!].map((e) => ({ ...e, rule: "Close", line: asksLine })));
});

test("defaults are filled in, and a dry run reports errors without storing anything", async () => {
  const id = await made(1);
  const dry = await clerk("POST", `/api/questions/${id}/close?dryRun=true`, { why: "too long" });
  expect([dry.status, dry.body.errors[0].field]).toEqual([422, "why"]);
  expect((await clerk("POST", `/api/questions/${id}/close`, {})).status).toBe(200);
  expect((await clerk("GET", `/api/questions/${id}`)).body).toMatchObject({ state: "done", note: "none" });
});

test("an offered call reports the same errors for its input", async () => {
  const refused = await clerk("POST", "/feed", wrong);
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toMatchObject(told.map((e) => ({ ...e, line: takesLine })));
  const unsigned = await clerk("POST", "/feed", { why: "known" });
  expect([unsigned.status, unsigned.body.errors[0].field]).toEqual([422, "signedBy"]);
  expect((await clerk("POST", "/feed", {})).status).toBe(201);
});

test("a warning in an offered call can be confirmed like any other", async () => {
  const warned = await clerk("POST", "/feed", { why: "odd" });
  expect([warned.status, warned.body.confirm]).toEqual([422, ["ODD"]]);
  expect((await clerk("POST", "/feed?confirm=EVEN", { why: "odd" })).status).toBe(422);
  expect((await clerk("POST", "/feed?confirm=ODD", { why: "odd" })).status).toBe(201);
  const described = (await clerk("GET", "/api/openapi.json")).body;
  expect(described.paths["/feed"].post.parameters.map((p: { name: string }) => p.name)).toEqual(["confirm"]);
});
