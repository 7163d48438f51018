/** The input of actions and calls is checked against bounds, patterns, conditions and defaults, in every way of sending it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../src/contract/actor.ts";
import type { Change } from "../../src/contract/outcome.ts";
import { openProduct, type Opened } from "../support/open-product.ts";
import { recordOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const asks =
  'words: text, required, at most 5 characters, matching `^[a-z]+$`; amt: integer, between 1 and 3; measure: number, non-negative, default 2; letters: text, required when `rank = 3`; when: date, at least 2026-01-01; labels: list of text, at most 2; sort: one of (a, b), default b; span: duration, at least 1 hour; more: text, required when `asked.sort = "a"`; few: number, at most `most`; name: text';

const text = `# Shop

## 1. What the product does and for whom

- **Currency**: EUR

For whom:

- **Clerk** — sells

## 3. Entities and their fields

### Question

- title: text, required
- note: text
- rank: integer
- size: number
- kind: text
- most: number, default 10
- hours: duration, at least 1 hour
- until: date, at most 2030-12-31

## 4. States and transitions

### Question

- Starts as: open
- Ends as: done

| From | Action | To | Who | When | Then |
|---|---|---|---|---|---|
| (new) | Begin | open | Clerk | | set note = \`asked.greeting\` |
| open | Split | open | Clerk | | set note = \`asked.words\`; set size = \`asked.measure\`; set kind = \`asked.sort\` |
| open | Weigh | open | Clerk | | set note = \`asked.because\` |
| open | Pass on | open | Clerk | | do Split on \`this\` with words = \`title\` |
| open | Lengthen | open | Clerk | | set hours = \`asked.by\` |
| open | Settle | done | Clerk | | set note = \`asked.why\` |

- Begin asks for: greeting: text, at most 3 characters, default hey
- Split asks for: ${asks}
- Weigh asks for: rank; because: text, required when \`rank > 5\`
- Lengthen asks for: by: duration
- Settle asks for: why: text, required, at most 4 characters
- Settle is decided by: all of Clerk

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Question | all |

## 7. The calls it makes

### Feed

- Offers: POST /feed
- For: Clerk
- Takes: ${asks.replace("required when `rank = 3`", "required when `asked.amt = 2`").replace("at most `most`", "at most `1 + 9`")}; lines: text
- Does: create Question with title = \`asked.words\`, size = \`asked.measure\`, kind = \`asked.sort\`
- Answers: 201 \`{ done: true }\`

### Parcel

- Offers: POST /parcel
- For: Clerk
- Takes:
  - items: list, required, at most 2
    - sku: text, required, at most 3 characters
    - wait: duration, at most 2 hours
- Answers: 204
`;

let opened: Opened;
let clerk: Actor;
beforeAll(async () => {
  opened = await openProduct(text);
  clerk = await opened.person("clerk@example.test", "Clerk");
}, 120_000);
afterAll(() => opened.close());

type Values = Readonly<Record<string, unknown>>;
const lineOf = (words: string): number => text.slice(0, text.indexOf(words)).split("\n").length;
const errorsOf = (outcome: Awaited<ReturnType<Opened["engine"]["perform"]>>): readonly string[] =>
  outcome.ok ? [] : [outcome.refusal.kind, ...outcome.refusal.errors.map((e) => `${e.field}: ${e.detail}`)];
const change = async (c: Change) => opened.engine.perform(clerk, c);
const begun = async (values: Values = {}): Promise<string> => {
  return valueOf(await change({ kind: "create", entity: "Question", values: { title: "abc", ...values } }))!.id;
};
const act = async (id: string, action: string, asked: Values) => change({ kind: "action", entity: "Question", id, action, input: asked });
const record = async (id: string): Promise<unknown> => valueOf(await recordOf(opened.engine, clerk, "Question", id));

/** What is sent in addition to `words: "ab"`, and the message; none if it is accepted. */
const cases: readonly (readonly [what: string, sent: Values, said: readonly string[]])[] = [
  ["all within", { amt: 3, measure: "0", when: "2026-01-01", labels: ["a", "b"], span: "PT60M", few: 10 }, []],
  ["a text too long", { words: "abcdef" }, ["words: Words must be at most 5 characters long."]],
  ["a text without its pattern", { words: "AB" }, ["words: Words must match the pattern ^[a-z]+$."]],
  ["nothing", { words: "" }, ["words: Words is required."]],
  ["a number too great", { amt: 4 }, ["amt: Amt must be at most 3."]],
  ["a number too small", { amt: 0 }, ["amt: Amt must be at least 1."]],
  ["a negative number", { measure: "-0.5" }, ["measure: Measure must be at least 0."]],
  ["a day too early", { when: "2025-12-31" }, ["when: When must be at least 2026-01-01."]],
  ["a list too long", { labels: ["a", "b", "c"] }, ["labels: Labels must have at most 2 items."]],
  ["a duration too short", { span: "PT59M" }, ["span: Span must be at least 1 hour."]],
  ["a duration just long enough", { span: "PT1H" }, []],
  ["no choice", { sort: "c" }, ["sort: Sort must be one of a, b."]],
  ["a text that other asked values demand", { sort: "a" }, ["more: More is required here."]],
  ["a bound that is reckoned", { few: 11 }, ["few: Few must be at most 10."]],
  ["a text of more than 200 characters", { name: "x".repeat(201) }, ["name: Name must be at most 200 characters long."]],
  [
    "several mistakes at once",
    { words: "ABCDEF", amt: 9, span: "PT1S" },
    ["words: Words must be at most 5 characters long.", "amt: Amt must be at most 3.", "span: Span must be at least 1 hour."],
  ],
];

test.each(cases)("action input: %s", async (_, sent, said) => {
  const id = await begun({ rank: 1 });
  const outcome = await act(id, "Split", { words: "ab", ...sent });
  expect(errorsOf(outcome)).toEqual(said.length > 0 ? ["invalid", ...said] : []);
  if (outcome.ok) return;
  for (const error of outcome.refusal.errors) expect([error.rule, error.line]).toEqual(["Split", lineOf("- Split asks for")]);
});

test.each(cases)("call input: %s", async (_, sent, said) => {
  const outcome = await opened.engine.callOffered(clerk, "Feed", { body: { words: "ab", ...sent }, path: {}, query: {}, headers: {} });
  expect(outcome.ok ? [] : [outcome.refusal.kind, ...outcome.refusal.errors.map((e) => `${e.field}: ${e.detail}`)]).toEqual(said.length > 0 ? ["invalid", ...said] : []);
  if (!outcome.ok) for (const error of outcome.refusal.errors) expect(error.line).toBe(lineOf("- Takes: words"));
});

test("defaults apply to missing values, and not to empty ones", async () => {
  const id = await begun();
  expect(errorsOf(await act(id, "Split", { words: "ab" }))).toEqual([]);
  expect(await record(id)).toMatchObject({ note: "ab", size: "2", kind: "b" });
  expect(errorsOf(await act(id, "Split", { words: "ab", measure: "7", sort: null }))).toEqual([]);
  expect(await record(id)).toMatchObject({ size: "7", kind: null });
  const fed = await opened.engine.callOffered(clerk, "Feed", { body: { words: "fed" }, path: {}, query: {}, headers: {} });
  expect(fed.ok).toBe(true);
});

test("`required when` is checked over the record, and over the input's own fields", async () => {
  const id = await begun({ rank: 3 });
  expect(errorsOf(await act(id, "Split", { words: "ab" }))).toEqual(["invalid", "letters: Letters is required here."]);
  expect(errorsOf(await act(id, "Split", { words: "ab", letters: "x" }))).toEqual([]);
  expect(errorsOf(await act(id, "Weigh", { rank: 6 }))).toEqual(["invalid", "because: Because is required here."]);
  expect(errorsOf(await act(id, "Weigh", { rank: 6, because: "so" }))).toEqual([]);
  expect(errorsOf(await act(id, "Weigh", {}))).toEqual(["invalid", "because: Because is required here."]);
  expect(errorsOf(await act(id, "Weigh", { rank: 5 }))).toEqual([]);
  const taken = await opened.engine.callOffered(clerk, "Feed", { body: { words: "ab", amt: 2 }, path: {}, query: {}, headers: {} });
  expect(taken.ok ? [] : taken.refusal.errors.map((e) => `${e.field}: ${e.detail}`)).toEqual(["letters: Letters is required here."]);
});

test("a bound over the record is checked over the record acted on", async () => {
  const id = await begun({ most: "4" });
  expect(errorsOf(await act(id, "Split", { words: "ab", few: 5 }))).toEqual(["invalid", "few: Few must be at most 4."]);
});

test("creating actions, effects and decisions check it too", async () => {
  expect(errorsOf(await change({ kind: "create", entity: "Question", values: { title: "t", greeting: "hello" } }))).toEqual([
    "invalid",
    "greeting: Greeting must be at most 3 characters long.",
  ]);
  const id = await begun({ title: "longer than five" });
  expect(await record(id)).toMatchObject({ note: "hey" });
  expect(errorsOf(await act(id, "Pass on", {}))).toEqual(["invalid", "words: Words must be at most 5 characters long."]);
  expect(errorsOf(await act(id, "Settle", { why: "because" }))).toEqual(["invalid", "why: Why must be at most 4 characters long."]);
  expect(errorsOf(await act(id, "Settle", { why: "so" }))).toEqual([]);
});

test("a list of objects is counted, and each object in it is checked", async () => {
  const send = async (body: unknown) => {
    const outcome = await opened.engine.callOffered(clerk, "Parcel", { body, path: {}, query: {}, headers: {} });
    return outcome.ok ? [] : outcome.refusal.errors.map((e) => `${e.field}: ${e.detail}`);
  };
  expect(await send({ items: [{ sku: "a" }, { sku: "b", wait: "PT120M" }] })).toEqual([]);
  expect(await send({ items: [{ sku: "a" }, { sku: "b" }, { sku: "c" }] })).toEqual(["items: Items must have at most 2 items."]);
  expect(await send({ items: [{ sku: "abcd", wait: "PT3H" }, {}] })).toEqual([
    "items/0/sku: SKU must be at most 3 characters long.",
    "items/0/wait: Wait must be at most 2 hours.",
    "items/1/sku: SKU is required.",
  ]);
  expect(await send({ items: [] })).toEqual(["items: Items is required."]);
});

test("an out-of-range duration or date of a record is reported with its bound", async () => {
  const made = await change({ kind: "create", entity: "Question", values: { title: "t", hours: "PT30M" } });
  expect(errorsOf(made)).toEqual(["invalid", "hours: Hours must be at least 1 hour."]);
  expect(errorsOf(await change({ kind: "create", entity: "Question", values: { title: "t", until: "2031-01-01" } }))).toEqual([
    "invalid",
    "until: Until must be at most 2030-12-31.",
  ]);
  expect(errorsOf(await act(await begun(), "Lengthen", { by: "PT30M" }))).toEqual(["invalid", "hours: Hours must be at least 1 hour."]);
});
