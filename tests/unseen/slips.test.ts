/** The slips of two first drafts, an analyst's and a head of facilities': each is one error or warning at its line, and its message names what was meant or what there is. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { lineMap } from "@nonet/source";

const documentOf = (name: string): string => readFileSync(new URL(name, import.meta.url), "utf8");
/** Whom a screen is for beyond those who may read it: both drafts have such lines. */
const agreed = new Set(["screen-without-right", "element-without-right"]);
const found = (name: string, text: string) => {
  const places = lineMap(text);
  return compile([{ name, text }])
    .diagnostics.filter(({ severity, code }) => severity !== "hint" && !agreed.has(code))
    .map(({ code, span, message, hint = "" }) => ({ code, line: text.split("\n")[places(span.from).line - 1]!, says: `${message} ${hint}` }));
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
])("the trade fair: %s", (...slip) => expectOne("trade-fair.md", slip));

test.each([
  ["month of reported on | Facilities |", "month of reported on | Facilities, Bursar |", "unknown-role-for", "Choose one of: Member, Porter"],
  ['with contractor"])`', 'with contracter"])`', "impossible-comparison", 'Did you mean "with contractor"?'],
  ["### Key cabinet", "### Key cupboard", "unknown-screen", 'Did you mean "Key cabinet"?'],
  ["out on, due back, deposit", "out on, due date, deposit", "unknown-name", "Did you mean `due back`?"],
  ['send "Repair turned down"', 'send "Repair refused"', "unknown-call", "Repair turned down"],
  ["else KEY_NOT_HERE", "else KEY_ISNT_HERE", "unlisted-code", "KEY_ISNT_HERE"],
  ["{longest lending} is the most", "{longest loan} is the most", "unknown-name", "Did you mean `longest lending`?"],
  ["| low | - | 28 |\n", "", "table-gap", 'priority "low"'],
  ["- **Technician** — our own two with the van\n", "", "role-without-audience", "Technician"],
  ["| create, read, update, Finish |", "| create, read, update |", "who-disagrees", "Technician"],
])("the college: %s", (...slip) => expectOne("college-keys.md", slip));

function expectOne(name: string, [right, slip, code, says]: readonly [string, string, string, string]): void {
  const text = documentOf(name);
  expect(text).toContain(right);
  const [error, ...more] = found(name, text.replace(right, slip));
  expect(more).toEqual([]);
  expect(error?.code).toBe(code);
  if (slip !== "" && code !== "who-disagrees") expect(error?.line).toContain(slip);
  expect(error?.says).toContain(says);
}
