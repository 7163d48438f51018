/** Statements: find, end with, named groups with a condition, `do` on an entity, `send … for`, a state entered again, and which changes rules judge. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openProduct, type Opened } from "../support/open-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Shelves

## 3. Entities and their fields

### Shelf

- name: text, required, unique
- email: email
- books: list of Book by shelf
- entered: integer, default 0
- On entering ready: set entered = entered + 1

### Book

- title: text, required
- shelf: Shelf
- note: text
- size: integer, default 1

## 4. States and transitions

### Shelf

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| ready | Fill | ready | Clerk | | do Place on Book as b with title = asked.title, shelf = this; set b.note = "new" |
| ready | Clear | ready | Clerk | | Tidy up when asked.really; for each b in books: send Gone for b |
| ready | Rest | ready again | Clerk | | |
| ready | Swap | ready | Clerk | | find Shelf where name = asked.other as s, else NO_SHELF; set s.email = "found@example.test" |
| ready | Half | ready | Clerk | | set email = "half@example.test"; end with ENOUGH when email != null; set email = null |
| ready | Wipe | ready | Clerk | | forget name |
| ready | Close | closed | Clerk | | |
| ready | (after 3 days) | closed | | | |

- Fill asks for: title: text, required
- Clear asks for: really: yes/no, default no
- Swap asks for: other: text, required
- Tidy up does: for each b in books: delete b

### Book

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Store | stored | Clerk | size > 10 | |
| (new) | Place | placed | Clerk | | |
| placed | (when size > 5) | shrunk | | | set size = 1 |

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not too large | Book | size <= 7 | TOO_LARGE at size |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Shelf | all |
| Book | all |

## 7. The calls it makes

### Gone

- Email to: shelf.email
- Subject: {title}
- Body: is gone

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NO_SHELF | 404 | There is no such shelf. |
| ENOUGH | 409 | That is enough. |
| TOO_LARGE | 422 | The book is too large. |
`;

let product: Opened;
let clerk: Actor;
beforeAll(async () => {
  product = await openProduct(text, { rehearse: true });
  valueOf(await product.engine.rehearsal!.moveClock({ now: "2026-03-02T09:00:00Z" }));
  clerk = await product.person("clerk@people.test", "Clerk");
}, 120_000);
afterAll(() => product.close());

const make = async (entity: string, values: Readonly<Record<string, unknown>>) => valueOf(await product.engine.perform(clerk, { kind: "create", entity, values }))!;
const act = async (id: string, action: string, input: Readonly<Record<string, unknown>> = {}): Promise<string> =>
  resultOf(await product.engine.perform(clerk, { kind: "action", entity: "Shelf", id, action, input }));
const shelf = async (id: string) => valueOf(await recordOf(product.engine, clerk, "Shelf", id));
const books = async (id: string) => valueOf(await listOf(product.engine, clerk, { entity: "Book" })).items.filter((one) => (one["shelf"] as { id: string } | null)?.id === id);

test("without Starts as, a record starts in the first row's From; do on an entity creates by its (new) row", async () => {
  const { id, state } = await make("Shelf", { name: "A", email: "a@example.test" });
  expect(state).toBe("ready");
  expect(await act(id as string, "Fill", { title: "Emma" })).toBe("done");
  expect(await books(id as string)).toMatchObject([{ title: "Emma", note: "new", state: "placed" }]);
  expect(await act(id as string, "Clear")).toBe("done");
  await product.engine.rehearsal!.settle();
  expect((await product.engine.rehearsal!.mails()).filter(({ subject }) => subject === "Emma")).toHaveLength(1);
  expect(await books(id as string)).toHaveLength(1);
  expect(await act(id as string, "Clear", { really: true })).toBe("done");
  expect(await books(id as string)).toHaveLength(0);
});

test("find names a record or stops; end keeps what has been done and answers with the code", async () => {
  const one = (await make("Shelf", { name: "B" })).id as string;
  const other = (await make("Shelf", { name: "C" })).id as string;
  expect(await act(one, "Swap", { other: "nowhere" })).toBe("conflict: NO_SHELF");
  expect(await act(one, "Swap", { other: "C" })).toBe("done");
  expect((await shelf(other))["email"]).toBe("found@example.test");
  expect(await act(one, "Half")).toBe("conflict: ENOUGH");
  expect((await shelf(one))["email"]).toBe("half@example.test");
});

test("a transition to the same state lets its timers go on; again leaves it and enters it once more", async () => {
  const id = (await make("Shelf", { name: "D" })).id as string;
  const later = async (days: number) => valueOf(await product.engine.rehearsal!.moveClock({ forward: `P${days}D` }));
  const entered = async () => Number((await shelf(id))["entered"]);
  expect(await entered()).toBe(1);
  await later(2);
  expect(await act(id, "Fill", { title: "x" })).toBe("done");
  expect(await entered()).toBe(1);
  expect(await act(id, "Rest")).toBe("done");
  expect(await entered()).toBe(2);
  await later(2);
  expect((await shelf(id))["state"]).toBe("ready");
  expect(await act(id, "Clear")).toBe("done");
  await later(1);
  expect((await shelf(id))["state"]).toBe("closed");
});

test("forget empties a required field, and nobody is asked for it again", async () => {
  const id = (await make("Shelf", { name: "secret" })).id as string;
  expect(await act(id, "Wipe")).toBe("done");
  expect((await shelf(id))["name"]).toBe(null);
  const change = (values: Readonly<Record<string, unknown>>) => product.engine.perform(clerk, { kind: "update", entity: "Shelf", id, values, ifVersion: "any" });
  expect(resultOf(await change({ email: "new@example.test" }))).toBe("done");
});

test("a person's own change is checked before an automatic transition mends it", async () => {
  const create = async (size: number) => resultOf(await product.engine.perform(clerk, { kind: "create", entity: "Book", values: { title: "y", size } }));
  expect(await create(6)).toBe("done");
  expect(await create(8)).toBe("invalid: TOO_LARGE at size");
});
