/** Rules that a new version changes: those with another meaning, not those with other names. */
import { expect, test } from "vitest";
import { newRules } from "../../src/maintenance/version-notes.ts";
import { deskText, productOf } from "../support/equipment-desk.ts";

const isPlain = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === "object" && !Array.isArray(value);
const before = productOf(deskText, "v1");
/** As the database gives it back: with its keys in another order. */
const stored = JSON.parse(JSON.stringify(before, (_, value: unknown) => (isPlain(value) ? Object.fromEntries(Object.entries(value).reverse()) : value))) as typeof before;
const changed = (text: string): string[] => newRules(stored, productOf(text, "v2")).map((r) => r.name);
const replaced = (...pairs: readonly (readonly [string, string])[]): string => {
  let text = deskText;
  for (const [from, to] of pairs) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  return text;
};

test.each<[string, readonly (readonly [string, string])[], readonly string[]]>([
  ["nothing", [], []],
  [
    "a state that rules name is renamed",
    [
      ["approved", "agreed"],
      ["- Starts as: requested", "- agreed: was approved\n- Starts as: requested"],
    ],
    [],
  ],
  [
    "a state that no rule names is renamed",
    [
      ["returned", "back"],
      ["- Starts as: requested", "- back: was returned\n- Starts as: requested"],
    ],
    [],
  ],
  ["one state more", [["| requested | Reject | rejected |", "| requested | Lose | lost | Clerk | | |\n| lost | Reject | rejected |"]], []],
  ["a state is renamed without a `was`", [["approved", "agreed"]], ["One borrower at a time", "Fair share"]],
  [
    "a field that rules read is renamed",
    [
      ["end date", "last day"],
      ["- last day: date, required", "- last day: date, required, was end date"],
    ],
    [],
  ],
  ["a condition", [["`end date >= start date`", "`end date > start date`"]], ["Dates in order"]],
  ["a limit behind a rule", [["| longest loan | 14 |", "| longest loan | 10 |"]], ["Not too long"]],
  ["the meaning of a limit", [["| longest loan | 14 | days", "| longest loan | 14 | whole days"]], []],
  ["a computed field behind a rule", [["`(end date - start date).days + 1`", "`(end date - start date).days`"]], ["Not too long"]],
])("%s", (_, pairs, names) => expect(changed(replaced(...pairs))).toEqual(names));
