/** A synchronous call runs for each line of an import, and one refusal rejects all lines. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { listOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Deals

## 3. Entities and their fields

### Deal

- title: text, required, unique
- ok: text

## 4. States and transitions

### Deal

- Ends as: over

| From | Action | To | Who | Then |
|---|---|---|---|---|
| (new) | Offer | offered | Clerk | call Check |
| offered | End | over | Clerk | |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Deal | all |

## 7. The calls it makes

### Check

- Request: GET \`https://check.example/{title}\`
- Expects: status 200
- First: yes
- Then: set ok = \`answer.text\`
- Otherwise: NO_ANSWER

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NO_ANSWER | 502 | No answer. |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
});
afterAll(() => small.close());

const bring = (...titles: string[]) =>
  small.engine.importRecords(
    clerk,
    "Deal",
    titles.map((title, i) => ({ row: i + 2, values: { title } })),
  );
const deals = async () => valueOf(await listOf(small.engine, clerk, { entity: "Deal", sort: ["title"] })).items.map((d) => `${String(d["title"])} ${String(d["ok"])}`);

test("each line uses its own answer, and all lines or none are kept", async () => {
  await small.engine.rehearsal!.answer({ call: "Check", status: 200, body: { text: "yes" } });
  expect(resultOf(await bring("a", "b"))).toBe("done");
  expect(await deals()).toEqual(["a yes", "b yes"]);
  await small.engine.rehearsal!.answer({ call: "Check", status: 200, body: { text: "yes" }, times: 1 });
  await small.engine.rehearsal!.answer({ call: "Check", status: 500, body: {} });
  expect(resultOf(await bring("c", "d"))).toContain("NO_ANSWER");
  expect(await deals()).toEqual(["a yes", "b yes"]);
});
