/** Several ways of writing one thing give one product, but for the places where it stands. */
import { describe, expect, test } from "vitest";
import { base } from "./read-fixtures.ts";
import { compile } from "./compile-again.ts";

const sound = base("sound.md");

/** The product without places and texts as written; nothing may be wrong with it. */
function productOf(old: string, now: string): unknown {
  expect(sound.split(old).length, old).toBe(2);
  const { product, diagnostics } = compile([{ name: "spec.md", text: sound.replace(old, now) }]);
  expect(
    diagnostics.map((d) => `${d.code} ${d.message}`),
    now,
  ).toEqual([]);
  return JSON.parse(JSON.stringify({ ...product, sources: [] }, (key, value: unknown) => (/^(?:span|source|text)$/.test(key) ? undefined : value)));
}

const forms: readonly (readonly [what: string, line: string, canonical: string, written: string])[] = [
  ["columns separated by slashes", "- Columns: frame number, owner, kind, repairs done", "- Columns: frame number, owner, kind", "- Columns: frame number / owner / kind"],
  ["what is searched, by strokes", "- Search: frame number, brand.name", "- Search: frame number, brand.name", "- Search: frame number / brand.name"],
  ["actions by strokes", "- Actions: Begin, Finish\n", "- Actions: Begin, Finish\n", "- Actions: Begin / Finish\n"],
  ["choices by strokes", "- kind: one of (city, race, mountain),", "- kind: one of (city, race, mountain),", "- kind: one of city / race / mountain,"],
  ["verbs by a stroke", "| Part: price | – | read | read | read, update |", "| Part: price | – | read | read | read, update |", "| Part: price | – | read | read | read/update |"],
  ["yes in an expression", "| list of Bicycle |", "| list of Bicycle where `electric = true` |", "| list of Bicycle where `electric = yes` |"],
  ["no in an expression", "| list of Bicycle |", "| list of Bicycle where electric = false |", "| list of Bicycle where electric = no |"],
  ["a tick as a default", "default no\n", "default yes\n", "default ✅\n"],
  ["where a record starts, of which it holds", "- Starts as: waiting", "- Starts as: ready when `hours = 0`, else waiting", "- Starts as: ready where `hours = 0`, else waiting"],
  ["a text in quotation marks", "- Shown as: `number`", "- Shown as: Repair {number} ({bicycle.kind})", '- Shown as: "Repair {number} ({bicycle.kind})"'],
  ["what is shown, as a text", "- Shown as: `number`", '- Shown as: `"Repair " + number + " (" + bicycle.kind + ")"`', "- Shown as: Repair {number} ({bicycle.kind})"],
  ["a default with an expression in it", "- charge: text, read-only", '- charge: text, default `"of " + me.name`', '- charge: text, default "of {me.name}"'],
];

describe("one product", () => {
  test.each(forms)("%s", (_, line, canonical, written) => expect(productOf(line, written)).toEqual(productOf(line, canonical)));
});

test("braces in backticks are an expression's own", () => {
  const { entities } = productOf("- Shown as: `number`", '- Shown as: `"{" + number + "}"`') as { entities: { name: string; shownAs: { kind: string } }[] };
  expect(entities.find(({ name }) => name === "Repair")!.shownAs).toMatchObject({ operator: "+", right: { value: "}" } });
});
