/** A text behind a preposition that a record which nobody has made, and a text that is needed, could both take, is refused with both readings. */
import { expect, test } from "vitest";
import { compile } from "../../../../tests/compile-again.ts";

const findings = (steps: string): string[] =>
  compile([
    {
      name: "s.md",
      text: `# Specification: Ferry\n\n## 3. Entities and their fields\n\n### Sailing\n\n- code: text, required, unique\n\n### Booking\n\n- guest: text, required\n- sailing: Sailing, required\n\nExample: a trip\n${steps}\n- Then there is a Booking\n`,
    },
  ])
    .diagnostics.filter(({ severity }) => severity === "error")
    .map(({ message }) => message);

test("a name that nothing has", () => {
  expect(findings('- Given a Booking of "Bea"')).toEqual(['"Bea" after "of" could be guest or sailing of Booking.']);
});

test("a record that is there, and both", () => {
  expect(findings('- Given a Sailing "S1"\n- Given a Booking of "S1"')).toEqual([]);
  expect(findings('- Given a Sailing "S1"\n- Given a Booking of "Bea" for "S1"')).toEqual([]);
});
