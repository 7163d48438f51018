/** The slips of an analyst's first draft: each is one error or warning at its line, and its message names what was meant or what there is. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { lineMap } from "@nonet/source";

const text = readFileSync(new URL("trade-fair.md", import.meta.url), "utf8");
const found = (draft: string) => {
  const places = lineMap(draft);
  const { diagnostics } = compile([{ name: "trade-fair.md", text: draft }]);
  return diagnostics
    .filter(({ severity, code }) => severity !== "hint" && code !== "screen-without-right")
    .map(({ code, span, message, hint = "" }) => ({ code, line: draft.split("\n")[places(span.from).line - 1]!, says: `${message} ${hint}` }));
};

test.each([
  ["- Columns: number, hall, floor area,", "- Columns: number, hall, area,", "unknown-name", "Did you mean `floor area`?"],
  ["- After saving: /my/applications", "- After saving: /my/application", "unknown-target", 'Did you mean "/my/applications"?'],
  ['- Highlight: grey when `state = "lapsed"`', '- Highlight: grey when `state = "expired"`', "impossible-comparison", '"lapsed"'],
  ["else APPLICATIONS_CLOSED", "else APPLICATION_CLOSED", "unlisted-code", "Did you mean APPLICATIONS_CLOSED?"],
  ['send "Hold ends soon"', 'send "Hold runs out"', "unknown-call", "Hold ends soon"],
  ["| registered | Check in | arrived | Planner |", "| registered | Check in | arrived | Organiser |", "unknown-role", "Planner"],
  ["- Email to: `company.billing email`", "- Email to: `company.email`", "unknown-field", "Did you mean `billing email`?"],
  ["| island | >= 60 |", "| island | > 60 |", "table-gap", 'position "island" with area 60'],
])("%s", (right, slip, code, says) => {
  expect(text).toContain(right);
  const [error, ...more] = found(text.replace(right, slip));
  expect(more).toEqual([]);
  expect(error?.code).toBe(code);
  expect(error?.line).toContain(slip);
  expect(error?.says).toContain(says);
});
