/** Point 6 in several tables: a field or action row replaces the entity's cell, whichever table has it. */
import { expect, test } from "vitest";
import { compiled } from "../desk.ts";

const text = (tables: readonly string[]): string => `# Specification: T

## 3. Entities and their fields

### Order

- reference: text
- price: number

## 4. States and transitions

### Order

- Starts as: open
- Ends as: paid

| From | Action | To |
|---|---|---|
| open | Pay | paid |

## 6. Roles and permissions

- **Clerk**
- **Chief**

${tables.join("\n\n")}
`;

const granted = (tables: readonly string[]): string[] => {
  const { product, diagnostics } = compiled(text(tables));
  expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
  return product.permissions.grants
    .filter((grant) => grant.fields === null || grant.fields.length > 0)
    .map((grant) => `${grant.role} ${typeof grant.verb === "string" ? grant.verb : grant.verb.action} ${grant.entity}${grant.fields ? `: ${grant.fields.join(", ")}` : ""}`)
    .toSorted();
};

const head = "| | Clerk | Chief |\n|---|---|---|";
const orders = "| Order | all | all |";
const rows = "| Order: Pay | – | all |\n| Order: price | – | read |\n| Order: history | – | all |";

test("field and action rows have the same effect in any table", () => {
  const one = granted([`${head}\n${orders}\n${rows}`]);
  expect(one).not.toContain("Clerk Pay Order");
  expect(granted([`${head}\n${orders}`, `${head}\n${rows}`])).toEqual(one);
  expect(granted([`${head}\n${rows}`, `${head}\n${orders}`])).toEqual(one);
});

test("each role can have its own table", () => {
  const clerks = "| | Clerk |\n|---|---|\n| Order | read, update |\n| Order: Pay | all |\n| Order: price | read |";
  const chiefs = "| | Chief |\n|---|---|\n| Order | all |\n| Order: Pay | all |\n| Order: price | read |";
  expect(granted([clerks, chiefs])).toEqual(
    granted(["| | Clerk | Chief |\n|---|---|---|\n| Order | read, update | all |\n| Order: Pay | all | all |\n| Order: price | read | read |"]),
  );
});

test("`Never:` can be followed by a list", () => {
  const never = (lines: string): readonly string[] => {
    const { product, diagnostics } = compiled(text([lines, `${head}\n${orders}`]));
    expect(diagnostics.filter((d) => d.severity === "error")).toEqual([]);
    expect(product.permissions.roles.map(({ name }) => name)).toEqual(["Clerk", "Chief"]);
    return product.permissions.never.map((grant) => grant.text);
  };
  expect(never("**Never:**\n\n- a Clerk reads an Order: price\n- anyone deletes an Order")).toEqual(
    never("Never: a Clerk reads an Order: price\n\nNever: anyone deletes an Order"),
  );
});
