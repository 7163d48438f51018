/** Two attributes or fields on one line mean the same as a line for each; a colon in a text that people read stays a colon. */
import { expect, test } from "vitest";
import { compile } from "../../src/index.ts";

const document = `# Specification: Shed

## 1. What the product does and for whom

- Currency: EUR
- Time zone: Europe/Vienna

- **Clerk** — lends

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /tools | Tools | list of Tool | Clerk |

### Tools

- Columns: code, kind
- Sort: code

## 3. Entities and their fields

### Tool

- code: text, required, unique
- kind: one of (saw, drill), required
- weight: number
- Shown as: code
- Sort: kind

## 4. States and transitions

### Tool

- Starts as: there
- Ends as: sold

| From | Action | To | Who |
|---|---|---|---|
| there | Sell | sold | Clerk |

## 6. Roles and permissions

| | Clerk |
|---|---|
| Tool | all |

## 7. The calls it makes

### Sold

- Every: day at 07:00, for each Tool where \`code = "A"\`
- Email to: every Clerk
- Subject: Sold
- Body: Subject: {code}; Body: none.
`;

const plain = (text: string): unknown => {
  const { product, diagnostics } = compile([{ name: "spec.md", text }]);
  expect(diagnostics.filter((d) => d.severity === "error").map((d) => d.message)).toEqual([]);
  return JSON.parse(JSON.stringify({ ...product, sources: [] }, (key, value: unknown) => (/^(?:span|source|text|notShown)$/.test(key) ? undefined : value)));
};

const apart = plain(document);

test.each([
  ["- Currency: EUR\n- Time zone: Europe/Vienna", "- Currency: EUR; Time zone: Europe/Vienna"],
  ["- Currency: EUR\n- Time zone: Europe/Vienna", "- Currency: EUR, Time zone: Europe/Vienna"],
  ["- Columns: code, kind\n- Sort: code", "- Columns: code, kind; Sort: code"],
  ["- Columns: code, kind\n- Sort: code", "- Columns: code, kind, Sort: code"],
  ["- kind: one of (saw, drill), required\n- weight: number", "- kind: one of (saw, drill), required; weight: number"],
  ["- kind: one of (saw, drill), required\n- weight: number", "- kind: one of (saw, drill), required, weight: number"],
  ["- weight: number\n- Shown as: code", "- weight: number; Shown as: code"],
  ["- Shown as: code\n- Sort: kind", "- Shown as: code; Sort: kind"],
  ["- Starts as: there\n- Ends as: sold", "- Starts as: there; Ends as: sold"],
  ["- Starts as: there\n- Ends as: sold", "- Starts as: there Ends as: sold"],
  ["- Email to: every Clerk\n- Subject: Sold", "- Email to: every Clerk; Subject: Sold"],
  ["- Email to: every Clerk\n- Subject: Sold", "- Email to: every Clerk, Subject: Sold"],
])("%j is %j", (lines, line) => {
  expect(document.split(lines)).toHaveLength(2);
  expect(plain(document.replace(lines, line))).toEqual(apart);
});
