/** Messages of point 8 show the names of records that an action has just asked for, where the record doesn't hold them yet. */
import { rmSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runExamples } from "../../src/rehearsal/run-examples.ts";
import { freshFolder, productOf } from "../support/equipment-desk.ts";
import { valueOf } from "../support/outcome.ts";

const cases: readonly (readonly [string, string])[] = [
  ["does Assign on the Registration with second group", "SECOND_FULL"],
  ["does Take on the Registration with taken", "TAKEN_FULL"],
  ["does Move on the Registration with group", "ASKED_FULL"],
  ["does Swap on the Registration with group", "SWAP_FULL"],
];

const text = `# Specification: Daycare

## 1. What it does and for whom

- **Clerk** — works

## 2. Screens and routes

| Route | Screen | Shows | For |
|---|---|---|---|
| /registrations | Registrations | list of Registration | Clerk |

## 3. Entities and their fields

### Group

- name: text, required, unique
- places: integer, required, default 0

### Registration

- group: Group, required
- second group: Group

## 4. States and transitions

### Registration

| From | Action | Who | When | To | Effects |
|---|---|---|---|---|---|
| (new) | Register | Clerk | | open | |
| open | Assign | Clerk | asked.second group.places > 0, else SECOND_FULL | open | |
| open | Take | Clerk | asked.taken.places > 0, else TAKEN_FULL | open | |
| open | Move | Clerk | | open | set group = asked.group |
| open | Swap | Clerk | | open | stop with SWAP_FULL when asked.group.places = 0 |

- Assign asks for: second group
- Take asks for: taken: Group, required
- Move asks for: group: Group, required
- Swap asks for: group: Group, required

## 5. Validation rules

| Rule | Entity | Must hold | Otherwise |
|---|---|---|---|
| Asked | Registration, on Move | \`asked.group.places > 2\` | ASKED_FULL |

## 6. Roles and permissions

| | Clerk |
|---|---|
| Group | all |
| Registration | all |

## 8. The error catalogue

| Code | Status | Message |
|---|---|---|
| SECOND_FULL | 422 | {second group.name} is full. |
| TAKEN_FULL | 422 | {taken.name} is full. |
| ASKED_FULL | 422 | {asked.group.name} is full. |
| SWAP_FULL | 422 | {asked.group.name} is full. |

${cases
  .map(
    ([steps, code]) => `Example: ${code}
- Given a Group "Bees" with places 0
- Given a Registration with group "Ants", open
- When Clerk "Cleo" ${steps} "Bees"
- Then not permitted
`,
  )
  .join("\n")}`;

const folder = freshFolder();
let seen: readonly string[] = [];

beforeAll(async () => {
  seen = valueOf(await runExamples({ product: productOf(text), folder })).map(({ failure }) => failure?.seen ?? "");
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(cases.map(([steps, code], i) => [code, steps, i] as const))("%s", (code, _steps, i) => {
  expect(seen[i]).toContain(`${code} (Bees is full.)`);
});
