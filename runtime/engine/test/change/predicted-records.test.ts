/** Values that are known without a query: a record after a change, and a mail drafted during it; and the ids and versions of reads. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import type { Change } from "../../src/contract/outcome.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { listOf, recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Known

## 3. Entities and their fields

### Task

- title: text, required
- remark: long text
- urgent: yes/no, default no
- kind: one of (small, large)
- parent: Task
- word: text, default "before"
- label: text = \`title + "!"\`
- siblings: integer = \`count(Task[kind = task.kind])\`
- Shown as: \`title\`

### Bag

- name: text, required
- colour: text
- items: list of Item by bag

### Item (part of Bag)

- what: text, required
- of: text = \`bag.colour\`

## 4. States and transitions

### Task

- Starts as: open
- Ends as: done

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Tell | told | Clerk | | send "First", set word = "after", send "Second" |
| told | Finish | done | Clerk | | |

- Tell asks for: remark

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Task | all |
| Bag | all |

## 7. The calls it makes

### First

- Email to: \`me.email\`
- Subject: First {title}
- Body: It says {word}, {state}.

### Second

- Email to: \`me.email\`
- Subject: Second {title}
- Body: It says {word}, {state}.
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
});
afterAll(() => small.close());

/** Without what the past of a record doesn't show: who made it, and when. */
const fieldsOf = (record: VisibleRecord): unknown =>
  JSON.parse(JSON.stringify(record, (key, value: unknown) => (["createdAt", "createdBy", "updatedAt", "version"].includes(key) ? undefined : value)));

/** What the change answers, and what its history keeps, is what the database says. */
async function agrees(entity: string, id: string, change: Record<string, unknown>): Promise<VisibleRecord> {
  const answered = valueOf(await small.does(clerk, { ...change, entity, id } as unknown as Change));
  const stored = valueOf(await recordOf(small.engine, clerk, entity, id));
  expect(answered).toEqual(stored);
  expect(fieldsOf(valueOf(await small.engine.recordAt(clerk, entity, id, small.engine.rehearsal!.now())))).toEqual(fieldsOf(stored));
  return stored;
}
const update = (values: Record<string, unknown>) => ({ kind: "update" as const, values, ifVersion: "any" as const });

test.each([[{ remark: "a ‘quoted’ \\ line\n$1::text" }], [{ remark: "שלום", urgent: true }], [{ kind: "large" }], [{ kind: "small", remark: "both" }], [{ title: "renamed" }]])(
  "a change of %j",
  async (values) => {
    const task = await small.make(clerk, "Task", { title: "one", kind: "small" });
    await agrees("Task", task.id, update({ parent: task.id }));
    const stored = await agrees("Task", task.id, update(values));
    await agrees("Task", task.id, update({ remark: null, urgent: null }));
    expect(stored).toMatchObject({ ...values, version: 3, parent: { shownAs: stored["title"] }, label: `${String(stored["title"])}!` });
  },
);

test("a part and its whole", async () => {
  const bag = await small.make(clerk, "Bag", { name: "b", colour: "red", items: [{ what: "pen" }] });
  const item = (bag["items"] as { id: string }[])[0]!;
  expect(await agrees("Bag", bag.id, update({ colour: "blue" }))).toMatchObject({ items: [{ of: "blue" }] });
  expect(await agrees("Item", item.id, update({ what: "pencil" }))).toMatchObject({ what: "pencil", of: "blue" });
});

test("an action with its input and effects; its mails have the values at their statement", async () => {
  const task = await small.make(clerk, "Task", { title: "two" });
  const told = await agrees("Task", task.id, { kind: "action", action: "Tell", input: { remark: "asked" } });
  expect(told).toMatchObject({ state: "told", word: "after", remark: "asked" });
  expect(await agrees("Task", task.id, { kind: "action", action: "Finish", input: {} })).toMatchObject({ state: "done" });
  await small.engine.rehearsal!.settle();
  const mails = (await small.engine.rehearsal!.mails()).filter((m) => m.subject.endsWith("two"));
  expect(mails.map((m) => `${m.subject}: ${m.body.trim()}`)).toEqual(["First two: It says before, told.", "Second two: It says after, told."]);
  const last = valueOf(await small.engine.history(clerk, "Task", task.id)).find((h) => h.action === "Tell");
  expect(last?.changes.map((c) => c.field).sort()).toEqual(["remark", "state", "word"]);
});

test("the id and the version of a record on a page, and of a record by itself, are those in its JSON", async () => {
  for (const request of [{ entity: "Task" }, { entity: "Task", limit: 2, count: true, sort: ["-title"] }, { entity: "Bag", fields: ["items"] }]) {
    const { records } = valueOf(await small.engine.list(clerk, request));
    expect(records.length).toBeGreaterThan(0);
    for (const listed of records) {
      const record = valueOf(await small.engine.record(clerk, request.entity, listed.id, request.fields));
      expect(JSON.parse(record.json)).toMatchObject({ id: record.id, version: record.version });
      expect(JSON.parse(listed.json)).toEqual(JSON.parse(record.json));
      expect([listed.id, listed.version]).toEqual([record.id, record.version]);
    }
  }
});

test("the page after a cursor continues where the previous page ended", async () => {
  const all = valueOf(await listOf(small.engine, clerk, { entity: "Task" })).items;
  const first = valueOf(await listOf(small.engine, clerk, { entity: "Task", limit: 2 }));
  const rest = valueOf(await listOf(small.engine, clerk, { entity: "Task", after: first.next! }));
  expect([...first.items, ...rest.items]).toEqual(all);
});
