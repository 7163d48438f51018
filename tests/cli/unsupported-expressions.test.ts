/** An expression that PostgreSQL can't compute is an error in the specification, reported once, at its line. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { nonet, temporaryFolder } from "../nonet-process.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

const specification = (expression: string): string => `# Specification: Piles

## 1. What the product does and for whom

- **Name**: Piles

For whom:

- **Keeper** — whoever counts

## 3. Entities and their fields

### Pile

- name: text, required
- size: number
- first: number = ${expression}
- second: number = first + 1

## 6. Roles and permissions

- **Keeper**

| Entity | Keeper |
|---|---|
| Pile | all |
`;

interface Found {
  readonly code: string;
  readonly message: string;
  readonly from: { readonly line: number; readonly column: number };
  readonly to: { readonly line: number; readonly column: number };
}

async function errorsOf(expression: string): Promise<Found[]> {
  const path = join(folder.path, "piles.md");
  writeFileSync(path, specification(expression));
  const result = await nonet(["check", path, "--format", "json"]);
  const errors = (JSON.parse(result.out) as { diagnostics: (Found & { severity: string })[] }).diagnostics.filter((each) => each.severity === "error");
  expect(result.code).toBe(errors.length === 0 ? 0 : 1);
  return errors;
}

it("is reported at the field that contains it, and not where the field is used", async () => {
  expect(await errorsOf("count(sort([size, 2]))")).toEqual([]);
  const errors = await errorsOf("count(sort([[size], [2]]))");
  const line =
    specification("")
      .split("\n")
      .findIndex((each) => each.includes("first: number")) + 1;
  expect(errors.map(({ code, from }) => [code, from.line])).toEqual([["not-supported-yet", line]]);
  expect(errors[0]!.message).toBe("`sort([[size], [2]])` can't be computed yet: it needs a list of lists, or of values of several kinds.");
});

it("is reported at the part that causes it, together with the other errors", async () => {
  const expression = "size + count(sort([[size], [2]]))";
  const errors = await errorsOf(`${expression}\n- third: nmber`);
  expect(errors.map(({ code }) => code).sort()).toEqual(["not-supported-yet", "unknown-type"]);
  const { from, to } = errors.find(({ code }) => code === "not-supported-yet")!;
  expect(
    specification(expression)
      .split("\n")
      [from.line - 1]!.slice(from.column - 1, to.column - 1),
  ).toBe("sort([[size], [2]])");
});
