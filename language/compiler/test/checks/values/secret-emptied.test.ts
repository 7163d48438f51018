/** A call that empties a secret field shows none of it. */
import { expect, test } from "vitest";
import { compile } from "../../../../../tests/compile-again.ts";

const said = (does: string): string[] =>
  compile([
    {
      name: "farm.md",
      text: `# T

## 1. What the product does and for whom

- **Name**: T

## 3. Entities and their fields

### Farm

- name: text, required
- blocked: yes/no, default no
- api key: text, secret
- note: text

## 7. The calls it makes

### Revoke keys

- Every: 1st of the month at 03:00, for each Farm where blocked
- Does: ${does}
`,
    },
  ])
    .diagnostics.filter(({ code }) => code === "secret-leaves")
    .map(({ message }) => message);

test("emptying it is no leak", () => {
  expect(said("set api key = null")).toEqual([]);
});

test("copying it is one", () => {
  expect(said("set note = api key")).toHaveLength(1);
});
