/** Conditions over a record's own plain values evaluate in memory as in the database; others aren't evaluated in memory. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { entityOf } from "@nonet/model";
import type { Actor } from "../../src/contract/actor.ts";
import type { VisibleRecord } from "../../src/contract/reads.ts";
import { evaluateInMemory } from "../../src/input/evaluate-in-memory.ts";
import { openSmall, type Small } from "../support/small-product.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const conditions: Readonly<Record<string, string>> = {
  "is red": 'kind = "red"',
  "is not red": 'kind != "red"',
  "is either": 'kind in ("red", "blue")',
  "is neither": 'not(kind in ("red", "blue"))',
  "has label": "label != null",
  "is Ämter": 'label = "Ämter"',
  "stands open": 'state = "open"',
  "is on": "on",
  "is off": "on = false",
  "is on or red": 'on or kind = "red"',
  "is on and red": 'on and kind = "red"',
  "is much": "much > 0.1",
  "is exact": "much = 0.30000000000000004",
  "is dear": "price >= 12.50",
  "is cheap": "not(price >= 12.50)",
  "is most": "share <= 12.5%",
  "is many": "many in [1..3]",
  "is one of many": "many in (1, 2, 3)",
  "is late": 'since > date("2026-01-31")',
  grows: "many < much",
};
const more: Readonly<Record<string, string>> = {
  "is today": "since = today()",
  "is mine": "created by = me",
  "is wordy": "string length(label) > 3",
  "goes with tags": "count(tags) > 0",
};

const specification = `# Specification: Things

## 3. Entities and their fields

### Tag

- name: text
- thing: Thing

### Thing

- kind: one of (red, blue, green)
- label: text
- on: yes/no
- much: number
- price: money
- share: percent
- many: integer
- since: date
- tags: list of Tag by thing
${Object.entries({ ...conditions, ...more })
  .map(([name, condition]) => `- ${name}: yes/no = \`${condition}\``)
  .join("\n")}

## 4. States and transitions

### Thing

- Starts as: open
- Ends as: shut

| From | Action | To | Who |
|---|---|---|---|
| open | Shut | shut | Clerk |

## 6. Roles and permissions

- **Clerk** — keeps the things

| | Clerk |
|---|---|
| Thing | all |
| Tag | all |
`;

let small: Small;
let clerk: Actor;
const { product } = compile([{ name: "things.md", text: specification }]);

beforeAll(async () => {
  small = await openSmall(specification);
  clerk = await small.as("clerk");
}, 120_000);
afterAll(() => small.close());

const rows: readonly Readonly<Record<string, unknown>>[] = [
  {},
  { kind: "red", label: "Ämter", on: true, much: "0.1", price: "12.50", share: "12.5", many: 1, since: "2026-01-31" },
  { kind: "blue", label: "A\u0308mter", on: false, much: "0.30000000000000004", price: "12.49", share: "12.51", many: 4, since: "2026-02-01" },
  { kind: "green", label: " ", much: "-7", price: "1000000.00", share: "0", many: -2, since: "0999-12-31" },
];

test.each(rows)("%j", async (values) => {
  const made: VisibleRecord = await small.make(clerk, "Thing", values);
  const record = valueOf(await recordOf(small.engine, clerk, "Thing", made.id));
  for (const [name, condition] of Object.entries(conditions)) {
    const field = entityOf(product, "Thing")!.fields.find((f) => f.name === name)!;
    const known = evaluateInMemory(product, "Thing", field.computed!, record);
    expect(known, condition).not.toBeUndefined();
    expect(known, condition).toBe(record[field.key]);
  }
});

test("a whole number beyond what JavaScript holds exactly is left to the database", () => {
  const field = entityOf(product, "Thing")!.fields.find((f) => f.name === "is one of many")!;
  expect(evaluateInMemory(product, "Thing", field.computed!, { many: JSON.parse("9007199254740993") as number })).toBeUndefined();
  expect(evaluateInMemory(product, "Thing", field.computed!, { many: 9007199254740991 })).toBe(false);
});

test.each(Object.keys(more))("%s isn't known from the record alone", async (name) => {
  const field = entityOf(product, "Thing")!.fields.find((f) => f.name === name)!;
  expect(evaluateInMemory(product, "Thing", field.computed!, { label: "a", since: "2026-01-01" })).toBeUndefined();
});
