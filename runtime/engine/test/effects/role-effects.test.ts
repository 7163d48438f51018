/** Roles that the document gives: to initial people, and by effects. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { listOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Roles

## 3. Entities and their fields

### User

Initial records:

| name | email | roles |
|---|---|---|
| Ann | ann@example.test | Clerk, Boss |
| Bob | bob@example.test | |

### Post

- title: text, required
- whom: User

## 4. States and transitions

### Post

- Starts as: open

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Give | open | Clerk | set whom.roles = ["Boss"] |
| open | Take | open | Clerk | set whom.roles = [] |
| open | Mistake | open | Clerk | set whom.roles = [title] |
| open | Hire | open | Clerk | create User with name = title, email = \`title + "@example.test"\`, roles = ["Boss"] |

## 6. Roles and permissions

- **Clerk**
- **Boss**

| | Clerk | Boss |
|---|---|---|
| Post | all | read |
| User | read | read |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
});
afterAll(() => small.close());

const person = async (email: string) => valueOf(await listOf(small.engine, clerk, { entity: "User" })).items.find((u) => u["email"] === email)!;
const act = (id: string, action: string) => small.does(clerk, { kind: "action", entity: "Post", id, action, input: {} });

test("initial people have their roles", async () => {
  expect((await person("ann@example.test"))["roles"]).toEqual(["Boss", "Clerk"]);
  expect((await person("bob@example.test"))["roles"]).toEqual([]);
  expect(valueOf(await small.engine.people.become("ann@example.test")).actor).toMatchObject({ roles: ["Boss", "Clerk"] });
});

test("effects grant and revoke roles of point 6", async () => {
  const post = await small.make(clerk, "Post", { title: "cleo", whom: (await person("bob@example.test")).id });
  const roles = async () => (await person("bob@example.test"))["roles"];
  expect(resultOf(await act(post.id, "Give"))).toBe("done");
  expect(await roles()).toEqual(["Boss"]);
  expect(resultOf(await act(post.id, "Mistake"))).toBe("invalid: invalid-value at roles");
  expect(await roles()).toEqual(["Boss"]);
  expect(resultOf(await act(post.id, "Take"))).toBe("done");
  expect(await roles()).toEqual([]);
  expect(resultOf(await act(post.id, "Hire"))).toBe("done");
  expect((await person("cleo@example.test"))["roles"]).toEqual(["Boss"]);
});
