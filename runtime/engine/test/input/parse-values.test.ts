/** Input values at the limits of what is stored. */
import { expect, test } from "vitest";
import { productOf } from "../support/equipment-desk.ts";
import { parseValue } from "../../src/input/parse-value.ts";

const text = `# Ends

## 1. What the product does and for whom

- **Clerk** — works

## 3. Entities and their fields

### Thing

- at: date and time
- whole: integer
- part: number
- paper: file
- photos: images
`;
const thing = productOf(text).entities.find((e) => e.name === "Thing")!;
const read = (name: string, value: unknown): unknown =>
  parseValue(
    thing.fields.find((f) => f.name === name)!,
    value,
  );

test.each([
  ["at", "9999-12-31T23:59:59-12:00", { error: "must be an instant such as 2026-03-01T07:30:00Z." }],
  ["at", "0001-01-01T00:00:00+14:00", { error: "must be an instant such as 2026-03-01T07:30:00Z." }],
  ["at", "9999-12-31T23:59:59Z", { value: "9999-12-31T23:59:59.000Z" }],
  ["at", "0001-01-01T14:00:00+14:00", { value: "0001-01-01T00:00:00.000Z" }],
  ["whole", 9007199254740991, { error: "must be a whole number of at most 15 digits." }],
  ["whole", "1.5", { error: "must be a whole number." }],
  ["part", "1".repeat(34), { error: "must have at most 30 digits before the decimal point and 30 after it." }],
  ["part", "many", { error: "must be a number such as 12.50." }],
  ["paper", { name: "plan.pdf" }, { error: 'must be an id, or {"id": …}, of a file that was uploaded.' }],
  ["paper", "plan.pdf", { error: 'must be an id, or {"id": …}, of a file that was uploaded.' }],
  ["paper", { id: "01a203d8-b866-7f85-8316-8e9b3ecdd1da" }, { value: "01a203d8-b866-7f85-8316-8e9b3ecdd1da" }],
  ["photos", [{ name: "hall.png" }], { error: 'must be an id, or {"id": …}, of a file that was uploaded.' }],
  ["photos", { name: "hall.png" }, { error: "must be a list." }],
  ["photos", [], { value: [] }],
])("%s: %j", (name, value, expected) => expect(read(name, value)).toEqual(expected));
