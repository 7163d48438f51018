/** Sentences of point 5 that say what must hold, and that nothing enforces. */
import { expect, test } from "vitest";
import { compile } from "../../src/index.ts";

const head = "| Rule | Entity | Must hold | Otherwise |\n|---|---|---|---|\n";
const later = `${head}| Not in the past | Visit | day must not be in the past | PAST |\n`;

function unenforced(rules: string): readonly string[] {
  const text = `# Specification: Visits\n\n## 3. Entities and their fields\n\n### Visit\n\n- day: date\n- fee: money in EUR\n- guest: text\n\n## 5. Validation rules\n\n${rules}\n\n## 8. The error catalogue\n\n| Code | Status | Message |\n|---|---|---|\n| PAST | 422 | Too late. |\n`;
  return compile([{ name: "visits.md", text }]).diagnostics.flatMap(({ code, span }) => (code === "prose-rule" ? [text.slice(span.from, span.to)] : []));
}

test.each([
  ["without rules", "The fee must be at least 5 EUR. Guests pay it in cash.", ["The fee must be at least 5 EUR."]],
  ["not understood, without rules", "No guest may come twice on a day.", ["No guest may come twice on a day."]],
  ["a condition that no rule says", `The fee must be at least 5 EUR.\n\n${later}`, ["The fee must be at least 5 EUR."]],
  ["said by a rule", `The day must be today or later.\n\n${later}`, []],
  ["an explanation beside rules", `No guest may come twice on a day, says the house.\n\n${later}`, []],
  ["no obligation", "The fee is paid in cash, and the day is that of the visit.", []],
  ["about nothing of the document", "Everybody must be kind.", []],
])("%s", (_, rules, expected) => {
  expect(unenforced(rules)).toEqual(expected);
});
