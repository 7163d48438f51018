/** The tables themselves: each pattern can be read, and no form's lines are read as another's. */
import { describe, expect, test } from "vitest";
import { readForm, samplesOf, slotsOfPattern, tables } from "@nonet/forms";

/** Names that the examples of forms use, by the kind of slot. */
const named = (...names: readonly string[]) => {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return (text: string): boolean => known.has(text.toLowerCase());
};
const testsOfExamples = {
  entity: named("Loan", "Loans", "Item", "Closed day", "Category", "Tag", "User", "Tool", "Repair", "Fee", "Paper", "Vehicle", "Adoption application"),
  call: named("Report a loss", "Charge fee", "Telemetry", "Notice"),
  "other action": named("Apply"),
  list: named("loans", "tool.lendings"),
  named: named("conflicted"),
  characters: named("exactly 8 digits"),
};

describe.each(tables.map((table) => [table.title, table] as const))("%s", (_, table) => {
  const patterns = Object.entries(table.forms).flatMap(([name, form]) => [form.pattern, ...(form.variants ?? [])].map((pattern) => [pattern, name, form] as const));

  test.each(patterns)("`%s` is read as its own form", (pattern, name, form) => {
    // Each slot holds a text of its own kind only.
    const fill = (slot: string, of: string): string => `«${of} ${slot}»`;
    const kinds = new Set(
      Object.values(table.forms).flatMap((one) =>
        [one.pattern, ...(one.variants ?? [])].flatMap((text) => [...text.matchAll(/\{([^}:]+)(?::([^}]+))?\}/g)].map((m) => m[2] ?? m[1]!)),
      ),
    );
    const tests = Object.fromEntries([...kinds].map((kind) => [kind, (text: string) => new RegExp(`^«${kind} [a-z ]+»$`, "i").test(text)]));
    for (const line of samplesOf(pattern, fill)) {
      const reading = readForm(table, line, tests);
      expect(reading.kind === "match" ? reading.name : reading, line).toBe(name);
    }
    expect(
      slotsOfPattern(pattern).filter((slot) => !slotsOfPattern(form.pattern).includes(slot)),
      "slots that the canonical pattern lacks",
    ).toEqual([]);
  });

  test("each form has an example that is read as the form", () => {
    for (const [name, { example }] of Object.entries(table.forms)) {
      // Steps of examples are read without their first word.
      const reading = readForm(table, table.point === 0 ? example.replace(/^(?:Given|When|Then|And) /, "") : example, testsOfExamples);
      const names = reading.kind === "match" ? [reading.name] : reading.kind === "ambiguous" ? reading.readings.map((one) => one.name) : [];
      expect(names, example).toContain(name);
    }
  });

  test("each form has a sentence and an example", () => {
    for (const form of Object.values(table.forms)) {
      expect(form.means).toMatch(/\.$/);
      expect(form.example).not.toBe("");
    }
  });
});
