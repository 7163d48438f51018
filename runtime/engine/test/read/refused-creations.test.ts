/** What a record's page says about new records that refer to it, where a rule or a guard over the page's record refuses each of them. */
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { valueOf } from "../support/outcome.ts";

const spec = `# Library

## 1. What the product does and for whom
- **Name**: Library
- **Reader** — borrows
- **Guest** — looks

## 2. Screens and routes
| Route | Screen | Shows | For | Menu |
|---|---|---|---|---|
| /books/:name | Book | Book | everyone | no |
| /borrow | Borrow | form for Loan | Reader | yes |

## 3. Entities and their fields

### Book
- name: text, required, unique
- retired: yes/no, default no

### Loan
- book: Book, required
- days: integer, required

### Label
- book: Book, required, unique
- place: integer, unique, default 1

### Reading
- book: Book, required
- page: integer

### Note
- reading: Reading, required

## 4. States and transitions

### Reading
| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Start | begun | Reader | \`not(book.retired)\`, else NOT_LENT | |
| begun | Finish | finished | Reader | | |

### Note
| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Write | written | Reader | \`reading.state = "finished"\` | |
| written | Correct | corrected | Reader | | |

## 5. Validation rules
| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Book is lent | Loan, on create | \`not(book.retired)\` | RETIRED |
| Book is labelled | Label | \`not(book.retired)\` | RETIRED |
| Long enough | Loan | \`days > 1 or book.retired\` | TOO_SHORT |

## 6. Roles and permissions
- **Reader**
- **Guest**

| | Reader | Guest |
|---|---|---|
| Book | all | read |
| Loan | create, read | read |
| Label | create, read | read |
| Reading | Start, Finish, read | |
| Note | Write, Correct, read | |

## 8. The error catalogue
| Code | Status | Message |
|---|---|---|
| RETIRED | 409 | {book.name} is no longer lent. |
| NOT_LENT | 409 | Not lent. |
| TOO_SHORT | 422 | At least two days. |
`;

let small: Small;
let reader: Actor;

beforeAll(async () => {
  small = await openSmall(spec);
  reader = await small.as("reader");
}, 120_000);
afterAll(() => small.close());

const states = async (actor: Actor, id: string) => valueOf(await small.engine.creations(actor, "Book", id));

test("a rule or a guard that reads only the page's record is known before the form is filled in, with its message", async () => {
  const { id } = await small.make(reader, "Book", { name: "Dune", retired: true });
  expect(await states(reader, id)).toMatchObject([
    { entity: "Loan", action: null, allowed: false, why: "Dune is no longer lent." },
    { entity: "Label", action: null, allowed: false, why: "Dune is no longer lent." },
    { entity: "Reading", action: null, allowed: false, why: "Not lent." },
  ]);
});

test("whatever refers to the record is tried in one transaction", async () => {
  const { id } = await small.make(reader, "Book", { name: "Ivanhoe", retired: true });
  const sent = vi.spyOn(pg.Client.prototype, "query");
  try {
    expect((await states(reader, id)).length).toBe(3);
    const texts = sent.mock.calls.map(([query]: unknown[]) => (typeof query === "string" ? query : (query as { text?: string }).text) ?? "");
    expect(texts.filter((text) => /^begin/i.test(text)).length).toBe(1);
  } finally {
    sent.mockRestore();
  }
});

test("nothing is reported where the rule holds, or for somebody who creates no such record", async () => {
  const { id } = await small.make(reader, "Book", { name: "Emma", retired: false });
  expect(await states(reader, id)).toEqual([]);
  const retired = await small.make(reader, "Book", { name: "Ulysses", retired: true });
  expect(await states(await small.as("guest"), retired.id)).toEqual([]);
});

test("a record that can't even be tried out, because its values are taken, is no error of the page", async () => {
  const { id } = await small.make(reader, "Book", { name: "Lolita", retired: false });
  await small.make(reader, "Label", { book: id });
  expect(await states(reader, id)).toEqual([]);
});

test("a page that the document doesn't describe says it too, to those who may read its record", async () => {
  const { id } = await small.make(reader, "Book", { name: "Walden", retired: false });
  const reading = await small.make(reader, "Reading", { book: id });
  expect(valueOf(await small.engine.creations(reader, "Reading", reading.id))).toMatchObject([{ entity: "Note", action: null, allowed: false }]);
  expect((await small.engine.creations(reader, "Nothing", reading.id)).ok).toBe(false);
  expect((await small.engine.creations(await small.as("guest"), "Reading", reading.id)).ok).toBe(false);
});
