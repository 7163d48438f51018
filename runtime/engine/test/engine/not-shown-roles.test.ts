/** Point 6 not shown: its roles are known from the audiences of point 1, and only the Owner may act. */
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { openProduct } from "../support/open-product.ts";
import { listOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = (six: string, who = "Clerk"): string => `# Specification: Small

## 1. What the product does and for whom

Small keeps things.

- **Sign-in**: email and password; anyone may register as Clerk

For whom:

- **Clerk** — keeps things
- **Boss** — looks at them

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| / | Things | list of Thing | ${who} |

## 3. Entities and their fields

### Thing

- name: text, required, unique
- keeper: User with role Clerk

## 4. States and transitions

### Thing

- Starts as: new

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| new | Keep | kept | Clerk, Boss own | \`not(me has role Boss)\` | |

## 5. Validation rules

none

${six}## 7. The calls it makes

### Count

- Offers: GET /count
- For: Boss
- Answers: status 200, \`{ things: count(Thing) }\`

## 8. The error catalogue

none

## 9. Business constants and limits

none
`;

const open = "## 6. Roles and permissions\n\nnot shown\n\n";

test.each([
  ["not shown", open, []],
  ["missing", "", ["missing-point"]],
])("%s: audiences are known as names, and what names one depends on point 6", (_, six, expected) => {
  const { diagnostics, open: found } = compile([{ name: "a.md", text: text(six) }]);
  expect(diagnostics.map((d) => d.code)).toEqual(expected);
  expect(
    found
      .find((one) => one.what === "point 6")!
      .affects.map((one) => one.what)
      .sort(),
  ).toEqual(["For of Count", "For of Things", "only the Owner has rights", "what people register as", "who is Clerk", "who may act on a Thing"]);
});

test("a name that is no audience is still an error", () => {
  const { diagnostics } = compile([{ name: "a.md", text: text(open, "Clark") }]);
  expect(diagnostics.map((d) => d.code)).toEqual(["unknown-role-for"]);
});

test("the Owner may do everything; people who register may do nothing", async () => {
  const { engine, owner, close } = await openProduct(text(open));
  try {
    const thing = valueOf(await engine.perform(owner, { kind: "create", entity: "Thing", values: { name: "A" } }))!;
    const keep = { kind: "action", entity: "Thing", id: thing.id, action: "Keep", input: {} } as const;
    const clerk = valueOf(await engine.people.register({ email: "clerk@example.test", name: "Clerk", password: "a long password" })).actor;
    expect(resultOf(await engine.perform(clerk, keep))).toMatch(/^not found/);
    expect(valueOf(await engine.perform(owner, keep))).toMatchObject({ state: "kept" });
    expect(valueOf(await listOf(engine, clerk, { entity: "Thing" })).items).toEqual([]);
  } finally {
    await close();
  }
});
