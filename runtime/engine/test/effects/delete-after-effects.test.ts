/** A transition to `(deleted)`: its effects run before the record is deleted, all or nothing. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSmall, type Small } from "../support/small-product.ts";
import type { Actor } from "../../src/contract/actor.ts";
import { listOf, recordOf } from "../support/read.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Bin

## 3. Entities and their fields

### Job

- title: text, required, unique
- read: yes/no, default yes
- papers: list of Paper by job

### Paper

- text: text, required
- job: Job

## 4. States and transitions

### Job

- Starts as: open

| From | Action | To | Who | Then |
|---|---|---|---|---|
| open | Bin | (deleted) | Clerk | for each p in papers: delete p; create Paper with text = \`"binned " + title\`; send "Binned" |
| open | (after 3 days) | (deleted) | system | for each p in papers: delete p; create Paper with text = \`"forgotten " + title\` |

- Bin asks for: unread: yes/no, default no

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Not the last | Paper | \`text != "binned last"\` | LAST |
| Read once | Job, on Bin | \`read or asked.unread\` | UNREAD |

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Job | all |
| Paper | all |

## 7. The calls it makes

### Binned

- Email to: \`"bin@example.org"\`
- Subject: {title} was {state}
- Body: It is gone.

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| LAST | 409 | The last one stays. |
| UNREAD | 409 | Nobody has read {title}. |
`;

let small: Small;
let clerk: Actor;
beforeAll(async () => {
  small = await openSmall(text);
  clerk = await small.as("clerk");
});
afterAll(() => small.close());

const bin = (id: string) => small.does(clerk, { kind: "action", entity: "Job", id, action: "Bin", input: {} });
const texts = async () => valueOf(await listOf(small.engine, clerk, { entity: "Paper" })).items.map((p) => p["text"]);

test("the effects run, and may remove what prevents the deletion", async () => {
  const job = await small.make(clerk, "Job", { title: "first" });
  await small.make(clerk, "Paper", { text: "note", job: job.id });
  expect(resultOf(await bin(job.id))).toBe("done");
  expect(await texts()).toEqual(["binned first"]);
  expect((await small.engine.rehearsal!.mails()).map((m) => m.subject)).toContain("first was open");
});

test("an effect that violates a rule keeps the record", async () => {
  const job = await small.make(clerk, "Job", { title: "last" });
  expect(resultOf(await bin(job.id))).toBe("conflict: LAST");
  expect((await recordOf(small.engine, clerk, "Job", job.id)).ok).toBe(true);
});

test("a rule on the deleting action is checked before the record is deleted", async () => {
  const job = await small.make(clerk, "Job", { title: "unread", read: false });
  const refusal = await bin(job.id);
  expect([resultOf(refusal), refusal.ok ? "" : refusal.refusal.errors[0]!.detail]).toEqual(["conflict: UNREAD", "Nobody has read unread."]);
  expect((await recordOf(small.engine, clerk, "Job", job.id)).ok).toBe(true);
  expect(resultOf(await small.does(clerk, { kind: "action", entity: "Job", id: job.id, action: "Bin", input: { unread: true } }))).toBe("done");
  expect((await recordOf(small.engine, clerk, "Job", job.id)).ok).toBe(false);
});

test("the clock runs it too", async () => {
  await small.make(clerk, "Job", { title: "late" });
  await small.engine.rehearsal!.moveClock({ forward: "P3D" });
  expect(await texts()).toContain("forgotten late");
});
