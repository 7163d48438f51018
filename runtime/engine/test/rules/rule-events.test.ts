/** Rules on several events, on the change of a field, over an action's input, and what they answer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { Change, Outcome } from "../../src/contract/outcome.ts";
import { openProduct, type Opened } from "../support/open-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Lending

## 1. What the product does and for whom

- **Clerk** — lends

## 3. Entities and their fields

### Tool

- name: text, required, unique
- shelf: integer
- keeper: User

### Loan

- tool: Tool, required
- borrower name: text
- days: integer, required
- notes: text

## 4. States and transitions

### Loan

- Starts as: wished
- Ends as: back

| From | Action | To | Then |
|---|---|---|---|
| wished | Hand out | out | |
| out | Extend | out | set days = days + asked.more |
| out | Take back | back | do Close on tool |
| wished, out | Cancel | cancelled | |
| out | Pass on | out | set notes = asked.reason |

- Extend asks for: more: integer, required
- Pass on asks for: reason: text; to: Tool

### Tool

- Starts as: open

| From | Action | To |
|---|---|---|
| open | Close | closed |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not so long | Loan, on Hand out, Extend | days <= 14 | TOO_LONG |
| Little more | Loan, on Extend | more <= 5 | TOO_MUCH at more |
| Named | Loan, on create, change of days | borrower name != null | NO_NAME at borrower name |
| Shelved | Tool, on change of shelf | shelf != null and shelf > 0 | NO_SHELF |
| Never closed | Tool, on Close | shelf != 9 | NOT_NINE |
| Tool on a shelf | Loan | tool.shelf != null | NO_TOOL |
| Same shelf | Loan, on Pass on | asked.to.shelf = tool.shelf | OTHER_SHELF |

## 6. Roles and permissions

| | Clerk |
|---|---|
| Tool | all |
| Loan | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| TOO_LONG | 422 | Too long. |
| TOO_MUCH | 422 | Too much. |
| NO_NAME | 422 | Whose? |
| NO_SHELF | 422 | Where? |
| NOT_NINE | 409 | Not from nine. |
| NO_TOOL | 422 | No tool. |
| OTHER_SHELF | 422 | Another shelf. |
`;

let made: Opened;
let clerk: Actor;
beforeAll(async () => {
  made = await openProduct(text);
  clerk = await made.person("clerk@example.test", "Clerk");
});
afterAll(() => made?.close());

const perform = (change: Change): Promise<Outcome<unknown>> => made.engine.perform(clerk, change);
const create = (entity: string, values: Record<string, unknown>) => perform({ kind: "create", entity, values });
const update = (entity: string, id: string, values: Record<string, unknown>) => perform({ kind: "update", entity, id, values, ifVersion: "any" });
const act = (entity: string, id: string, action: string, input: Record<string, unknown> = {}) => perform({ kind: "action", entity, id, action, input });
const idOf = (outcome: Outcome<unknown>): string => (valueOf(outcome) as { id: string }).id;
let count = 0;
const tool = async (shelf = 1): Promise<string> => idOf(await create("Tool", { name: `Tool ${++count}`, shelf }));
const loan = async (values: Record<string, unknown> = {}): Promise<string> => idOf(await create("Loan", { tool: await tool(), borrowerName: "Ada", days: 3, ...values }));

test("`on A, B` is checked on both actions, and on nothing else", async () => {
  const id = await loan({ days: 20 });
  expect(resultOf(await act("Loan", id, "Hand out"))).toBe("invalid: TOO_LONG");
  expect(resultOf(await update("Loan", id, { days: 14 }))).toBe("done");
  expect(resultOf(await act("Loan", id, "Hand out"))).toBe("done");
  expect(resultOf(await act("Loan", id, "Extend", { more: 1 }))).toBe("invalid: TOO_LONG");
  expect(resultOf(await act("Loan", id, "Cancel"))).toBe("done");
});

test("a rule reads what the action asked by its bare name, and places its refusal at it", async () => {
  const id = await loan();
  valueOf(await act("Loan", id, "Hand out"));
  expect(resultOf(await act("Loan", id, "Extend", { more: 6 }))).toBe("invalid: TOO_MUCH at more");
  expect(resultOf(await act("Loan", id, "Extend", { more: 20 }))).toBe("invalid: TOO_LONG, TOO_MUCH at more");
  expect(resultOf(await act("Loan", id, "Extend", { more: 5 }))).toBe("done");
});

test("`on create, change of F` is checked on creation and where F gets another value", async () => {
  expect(resultOf(await create("Loan", { tool: await tool(), days: 1 }))).toBe("invalid: NO_NAME at borrowerName");
  const id = await loan();
  valueOf(await update("Loan", id, { borrowerName: null }));
  expect(resultOf(await update("Loan", id, { notes: "x" }))).toBe("done");
  expect(resultOf(await update("Loan", id, { days: 3 }))).toBe("done");
  expect(resultOf(await update("Loan", id, { days: 4 }))).toBe("invalid: NO_NAME at borrowerName");
});

test("`on change of F` alone leaves creation alone", async () => {
  const id = idOf(await create("Tool", { name: "Saw" }));
  expect(resultOf(await update("Tool", id, { name: "Big saw" }))).toBe("done");
  expect(resultOf(await update("Tool", id, { shelf: 0 }))).toBe("invalid: NO_SHELF");
  expect(resultOf(await update("Tool", id, { shelf: 2 }))).toBe("done");
});

test("a rule on an action is checked at that action's record, where it is run by another action's effects", async () => {
  const id = await loan({ tool: await tool(9) });
  valueOf(await act("Loan", id, "Hand out"));
  expect(resultOf(await act("Loan", id, "Take back"))).toBe("conflict: NOT_NINE");
});

test("a reference that leads nowhere is reported alone, without the rules that would read it", async () => {
  const nothing = "00000000-0000-4000-8000-000000000000";
  expect(resultOf(await create("Loan", { tool: nothing, borrowerName: "Ada", days: 3 }))).toBe("invalid: invalid-value at tool");
  const id = await loan();
  valueOf(await act("Loan", id, "Hand out"));
  expect(resultOf(await act("Loan", id, "Pass on", { reason: "x", to: nothing }))).toBe("invalid: invalid-value at to");
});
