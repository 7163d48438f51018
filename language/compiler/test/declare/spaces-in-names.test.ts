/** Several spaces in a name count as one, wherever the name is defined. */
import { expect, test } from "vitest";
import { base } from "../../../../tests/read-fixtures.ts";
import { compile } from "../../../../tests/compile-again.ts";

/** The model without the places that it came from. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === "span" || key === "source" || key === "sources" ? undefined : part)));

const definitions = [
  ["| /about | About us |", "| /about | About   us |"],
  ["- promised on: date, required", "- promised   on: date, required"],
  ["- kind: one of (city, race, mountain)", "- kind: one of ( city,  race,   mountain )"],
  ["### Repair line (part of Repair, plural Lines)", "### Repair   line (part of Repair, plural Lines)"],
  ["| accepted | Begin | on the bench |", "| accepted | Begin | on   the bench |"],
  ["- Refuse asks for: why: long text, required", "- Refuse asks for:   why  : long text, required"],
  ["- book the work does:", "- book   the work does:"],
  ["| Hours are noted |", "| Hours   are noted |"],
  ["### Quote ready", "### Quote   ready"],
  ["| hourly rate | 60 |", "| hourly   rate | 60 |"],
  ["| net price(gross: money", "| net   price(gross: money"],
  ["- It is 2026-03-10 09:00", "- It   is 2026-03-10 09:00"],
] as const;

test.each(definitions)("%s", (line, wide) => {
  const text = base("sound.md");
  expect(text.split(line).length).toBe(2);
  const [narrow, spread] = [text, text.replace(line, wide)].map((one) => compile([{ name: "spec.md", text: one }]));
  expect(spread!.diagnostics.map((d) => `${d.code} ${d.message}`)).toEqual([]);
  expect(plain(spread!.product)).toEqual(plain(narrow!.product));
});
