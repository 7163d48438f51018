/** A rule that compares a field with the person who acts: an empty field isn't that person, so the rule refuses. */
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { runExamples } from "../../src/rehearsal/run-examples.ts";
import { freshFolder } from "../support/equipment-desk.ts";
import { valueOf } from "../support/outcome.ts";

const text = `# Specification: Swaps

## 1. What the product does and for whom

For whom:

- **Nurse** — swaps shifts

## 2. Screens and routes

not shown

## 3. Entities and their fields

### Shift

- title: text, required
- nurse: User

### Swap

- shift: Shift, required

## 4. States and transitions

not shown

## 5. Validation rules

| Name | Applies to | Condition | Error |
|---|---|---|---|
| Own shift | Swap, on create | \`shift.nurse = me\` | NOT_YOURS at shift |

Example: nobody's shift
- Given a Shift with title "A"
- When Nurse "Nora" creates a Swap with shift "A"
- Then NOT_YOURS

Example: another's shift
- Given a Shift with title "A", nurse "Ned"
- When Nurse "Nora" creates a Swap with shift "A"
- Then NOT_YOURS

Example: the nurse's shift
- Given a Shift with title "A", nurse "Nora"
- When Nurse "Nora" creates a Swap with shift "A"
- Then there is 1 Swap

## 6. Roles and permissions

| | Nurse |
|---|---|
| Shift | all |
| Swap | all |

## 7. The calls it makes

not shown

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| NOT_YOURS | 403 | Only your own shift can be swapped. |

## 9. Business constants and limits

not shown
`;

test("a shift without a nurse is nobody's", async () => {
  const folder = freshFolder();
  try {
    const { product } = compile([{ name: "swaps.md", text }]);
    const results = valueOf(await runExamples({ product: { ...product, version: "test" }, folder }));
    expect(results.map(({ title, failure }) => `${title}: ${failure ? failure.seen : "passed"}`)).toEqual([
      "nobody's shift: passed",
      "another's shift: passed",
      "the nurse's shift: passed",
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 120_000);
