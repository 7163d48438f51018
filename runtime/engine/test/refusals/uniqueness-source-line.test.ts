/** A uniqueness violation names its line: the field's own, or the entity's `Unique:`. */
import { expect, test } from "vitest";
import { openProduct } from "../support/open-product.ts";
import { resultOf, valueOf } from "../support/outcome.ts";

const text = `# Specification: Days

## 3. Entities and their fields

### Visit

- kind: one of (short, long), required
- day: date, required
- place: text, unique within day
- badge: text, unique
- Unique: kind, day
`;

const lineOf = (words: string): number => text.split("\n").findIndex((line) => line.startsWith(words)) + 1;

test.each([
  ["- Unique:", { kind: "short", day: "2026-01-01", place: "b", badge: "2" }, "day"],
  ["- place:", { kind: "long", day: "2026-01-01", place: "a", badge: "3" }, "place"],
  ["- badge:", { kind: "long", day: "2026-01-02", place: "a", badge: "1" }, "badge"],
])("%s", async (words, values, field) => {
  const { engine, owner, close } = await openProduct(text);
  try {
    valueOf(await engine.perform(owner, { kind: "create", entity: "Visit", values: { kind: "short", day: "2026-01-01", place: "a", badge: "1" } }));
    const outcome = await engine.perform(owner, { kind: "create", entity: "Visit", values });
    expect(resultOf(outcome)).toBe(`conflict: not-unique at ${field}`);
    expect(!outcome.ok && outcome.refusal.errors[0]).toMatchObject({ line: lineOf(words) });
  } finally {
    await close();
  }
});
