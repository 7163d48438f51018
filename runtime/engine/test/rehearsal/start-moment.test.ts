/** A rehearsal that is set to another moment right after its start, while its worker first sees many schedules. */
import { expect, test } from "vitest";
import { openSmall } from "../support/small-product.ts";
import { listOf } from "../support/read.ts";
import { valueOf } from "../support/outcome.ts";

const names = Array.from({ length: 40 }, (_, i) => `S${i}`);
const text = `# Specification: Months

## 1. What the product does and for whom

- **Clerk** — works

## 3. Entities and their fields

### Log

- what: text, required

## 6. Roles and permissions

- **Clerk**

| | Clerk |
|---|---|
| Log | all |

## 7. The calls it makes

${names.map((name) => `### ${name}\n\n- Every: 1st of the month at 06:00\n- Does: create Log with what = "${name}"`).join("\n\n")}
`;

test("every schedule counts from the moment to which the clock was set", async () => {
  const product = await openSmall(text);
  try {
    for (const now of ["2024-03-28T12:00:00Z", "2024-04-02T12:00:00Z"]) valueOf(await product.engine.rehearsal!.moveClock({ now }));
    const logs = valueOf(await listOf(product.engine, await product.as("Clerk"), { entity: "Log", limit: 100 }));
    expect(logs.items.map((log) => log["what"]).sort()).toEqual([...names].sort());
  } finally {
    await product.close();
  }
}, 120_000);
