/** Formatting gives the canonical form: it is idempotent, and model and prose stay the same. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { format, readTree } from "@nonet/notation";
import { describe, expect, test } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const read = (path: string): string => readFileSync(`${root}${path}`, "utf8");
const documents = [
  "fixtures/sound.md",
  "fixtures/small.md",
  "fixtures/abroad.md",
  ...readdirSync(`${root}examples`, { recursive: true })
    .map(String)
    .filter((path) => path.endsWith(".md") && !path.endsWith("README.md"))
    .map((path) => `examples/${path}`),
];

const formatted = (text: string): string => format(readTree([{ name: "spec.md", text }]));

/** The product without its places, its texts and its words as written. */
const meaning = (text: string): string =>
  JSON.stringify(compile([{ name: "spec.md", text }]).product, (key, value: unknown) => (["span", "source", "sources", "text"].includes(key) ? undefined : value));

describe.each(documents)("%s", (path) => {
  const text = read(path);
  test("formatting is idempotent", () => expect(formatted(formatted(text))).toBe(formatted(text)));
  test("the formatted document compiles to the same model", () => expect(meaning(formatted(text))).toBe(meaning(text)));
});

/** The words of a line, as they are written and as they are formatted. */
const point4 = (head: string, row: string): string => `## 4. States and transitions\n\n### Loan\n\n${head}\n${head.replace(/[^|]+/g, "---")}\n${row}\n`;
const point3 = (line: string): string => `## 3. Entities and their fields\n\n### Loan\n\n${line}\n`;

test.each([
  [
    point4("| Start state | Trigger | Next state | Role | Guard | Effects |", "| [*] | Book | booked | public | | |"),
    point4("| From | Action | To | Who | When | Then |", "| (new) | Book | booked | anyone | | |"),
  ],
  [point4("| Current state | Event | Next state |", "| entered / blocked | Match | matched |"), point4("| From | Action | To |", "| entered, blocked | Match | matched |")],
  [
    point4("| From | Action | To | Actor |", "| * | Stop | stopped | all users / Clerk where `a / b > 1` |"),
    point4("| From | Action | To | Who |", "| any | Stop | stopped | everyone, Clerk where `a / b > 1` |"),
  ],
  [point4("| From | Action | To |", "| (any) / new | Note | (same) |"), point4("| From | Action | To |", "| any, new | Note | the same state |")],
  [point3("- price: money, `>= 0`, `<= 5`"), point3("- price: money, at least 0, at most 5")],
  [point3("- day: date & time"), point3("- day: date and time")],
  [point3("- note: text, Min 2 chars, max 100"), point3("- note: text, at least 2 characters, at most 100")],
  [point3("- note: text, mandatory, min 2 and max 9"), point3("- note: text, required, at least 2, at most 9")],
  [point3("- price: money, non-negative"), point3("- price: money, at least 0")],
  [point3("- price: money, >= 0, <= 5"), point3("- price: money, at least 0, at most 5")],
  [point3("- sum: money = `max(a, 2)`, unique"), point3("- sum: money = `max(a, 2)`, unique")],
  [point3("- kind: one of (max, min, other), default max"), point3("- kind: one of (max, min, other), default max")],
  [
    "## 6. Roles and permissions\n\n| | public | Clerk |\n|:--|---|--:|\n| Loan | ❌ | ✅ |\n",
    "## 6. Roles and permissions\n\n| | anyone | Clerk |\n|:---|---|---:|\n| Loan | – | all |\n",
  ],
  [point3("- note: string"), point3("- note: text")],
  [point3("- paid: Boolean, Required"), point3("- paid: yes/no, required")],
  [point3("- half: decimal = `a / 2`"), point3("- half: number = `a / 2`")],
  [point3("- cover: Photo\n\n### Photo\n\n- taken at: timestamp"), point3("- cover: Photo\n\n### Photo\n\n- taken at: date and time")],
  [point3("| Field | Data type |\n|---|---|\n| paid | bool |"), point3("| Field | Data type |\n|---|---|\n| paid | yes/no |")],
  [
    "## 6. Roles and permissions\n\n| | Clerk |\n|---|---|\n| Loan | view, edit own while edit; remove where `see = 1` |\n",
    "## 6. Roles and permissions\n\n| | Clerk |\n|---|---|\n| Loan | read, update own while edit; delete where `see = 1` |\n",
  ],
  [
    `${point4("| From | Action | To |", "| a | Change | b |")}\n## 6. Roles and permissions\n\n| | Clerk |\n|---|---|\n| Loan | see, Change |\n`,
    `${point4("| From | Action | To |", "| a | Change | b |")}\n## 6. Roles and permissions\n\n| | Clerk |\n|---|---|\n| Loan | read, Change |\n`,
  ],
  [
    "## 8. error catalogue\n\n| Error code | HTTP | Text |\n|--|--|--|\n|A|409|No.|\n",
    "## 8. The error catalogue\n\n| Code | Status | Message |\n|---|---|---|\n| A | 409 | No. |\n",
  ],
])("%s", (written, canonical) => expect(formatted(written)).toBe(canonical));

test("prose, comments and code stay unchanged", () => {
  const text =
    "# A\n\nSome  prose,   min 2 chars | not a table *really*.\n\n<!-- max 100,  non-negative -->\n\n## 3. Entities and their fields\n\n### Loan\n\nNon-negative words / public ones.\n\n```\n| * | a |\n```\n";
  expect(formatted(text)).toBe(text);
});
