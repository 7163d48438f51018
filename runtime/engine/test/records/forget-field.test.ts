/** `forget F` removes a field everywhere: from the record's history, its owners' history, and computed values there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { clerkSpec } from "../support/clerk-spec.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const spec = clerkSpec({
  grants: ["Order", "Line", "Bit"],
  entities: `### Order

- title: text, required
- note: text
- shouted: text = \`upper case(note)\`
- lines: list of Line by order

### Line (part of Order)

- text: text, required
- why: text
- bits: list of Bit by line

### Bit (part of Line)

- text: text, required
- why: text`,
  machines: `### Order

- Starts as: open
- Ends as: closed

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| open | Close | closed | Clerk | | forget note; for each b in \`lines[1].bits\`: do Tidy on b |

### Bit

- Starts as: rough
- Ends as: tidy

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| rough | Tidy | tidy | Clerk | | forget why |`,
});

let small: Small;
let clerk: Actor;
let order: VisibleRecord;

beforeAll(async () => {
  small = await openSmall(spec);
  clerk = await small.as("Clerk");
  const lines = [{ text: "first", why: "kept reason", bits: [{ text: "bit", why: "secret reason" }] }];
  order = await small.make(clerk, "Order", { title: "O", note: "a word", lines });
  valueOf(await small.does(clerk, { kind: "update", entity: "Order", id: order.id, values: { title: "P", note: "a second word" }, ifVersion: "any" }));
  valueOf(await small.does(clerk, { kind: "action", entity: "Order", id: order.id, action: "Close", input: {} }));
}, 120_000);
afterAll(() => small.close());

test("a forgotten field, and what was computed from it, is in none of the record's entries", async () => {
  const history = JSON.stringify(valueOf(await small.engine.history({ kind: "system" }, "Order", order.id)));
  for (const trace of ["a word", "A WORD", "second", "SECOND"]) expect(history).not.toContain(trace);
  expect(history).toContain(`"P"`);
});

test("a forgotten field of a part of a part is in no entry of its owners", async () => {
  const [line] = valueOf(await recordOf(small.engine, { kind: "system" }, "Order", order.id))["lines"] as VisibleRecord[];
  const [bit] = line!["bits"] as VisibleRecord[];
  const histories = [
    valueOf(await small.engine.history({ kind: "system" }, "Order", order.id)),
    valueOf(await small.engine.history({ kind: "system" }, "Line", line!.id)),
    valueOf(await small.engine.history({ kind: "system" }, "Bit", bit!.id)),
  ];
  expect(JSON.stringify(histories)).not.toContain("secret reason");
  expect(JSON.stringify(histories[0])).toContain("kept reason");
});

test("a required field can be forgotten, and the record can still change; its messages lose the value", async () => {
  const product = await openSmall(
    `${clerkSpec({
      grants: ["Report"],
      entities: `### Report
- reporter: text, required
- email: email, required
- seen on: date, required
- line: text = "by " + reporter
- note: text`,
      machines: `### Report
| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Report | open | Clerk | | send Thanks |
| open | Archive | archived | Clerk | | forget reporter; forget email; forget seen on |
| archived | Touch | archived | Clerk | | set note = "touched" |`,
    }).replace(
      "## 7. The calls it makes\n\nnone",
      "## 7. The calls it makes\n\n### Thanks\n- Email to: email\n- Subject: Thank you, {reporter}\n- Body: You saw it on {seen on}. {line}",
    )}`,
  );
  try {
    const by = await product.as("Clerk");
    const report = valueOf(
      await product.engine.perform(by, {
        kind: "create",
        entity: "Report",
        action: "Report",
        values: { reporter: "Ada Lovelace", email: "ada@example.org", seenOn: "2026-03-01" },
      }),
    )!;
    expect(JSON.stringify(await product.engine.rehearsal!.mails())).toContain("Ada Lovelace");
    valueOf(await product.does(by, { kind: "action", entity: "Report", id: report.id, action: "Archive", input: {} }));
    const after = valueOf(await recordOf(product.engine, by, "Report", report.id));
    expect([after["reporter"], after["email"], after["seenOn"], after["state"]]).toEqual([null, null, null, "archived"]);
    const everything = JSON.stringify([await product.engine.rehearsal!.mails(), valueOf(await product.engine.history({ kind: "system" }, "Report", report.id))]);
    for (const trace of ["Ada", "Lovelace", "ada@example.org", "2026-03-01", "March"]) expect(everything).not.toContain(trace);
    expect(valueOf(await product.does(by, { kind: "action", entity: "Report", id: report.id, action: "Touch", input: {} }))).toMatchObject({ note: "touched", reporter: null });
    // What was forgotten may be missing; another required field may not be emptied.
    valueOf(await product.does(by, { kind: "update", entity: "Report", id: report.id, values: { note: "by hand" }, ifVersion: "any" }));
  } finally {
    await product.close();
  }
}, 120_000);
