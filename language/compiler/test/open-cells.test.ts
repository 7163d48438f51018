/** A cell that reads `not shown` is open: nothing is said against it, nothing follows from it, and its sentence says just that. */
import { expect, test } from "vitest";
import { compile, sentences } from "../src/index.ts";
import { base } from "../../../tests/read-fixtures.ts";

/** The sound document with a line otherwise: what is said against it, and its sentences. */
function read(line: string, open: string): { readonly said: readonly string[]; readonly sentences: readonly string[] } {
  const text = base("sound.md");
  expect(text.split(line).length, line).toBe(2);
  const { product, diagnostics } = compile([{ name: "spec.md", text: text.replace(line, open) }]);
  return { said: diagnostics.map((d) => `${d.code} ${d.message}`), sentences: sentences(product).map((one) => one.sentence) };
}

const decided = "- Accept is decided by: any 1 of Chief, not by rider, reminded after 2 working days";

test("who may do what several decide may be open", () => {
  const text = base("sound.md")
    .replace("| Rider own, Chief |", "| not shown |")
    .replace(decided, "- Accept is decided by: any 1 of Chief, not by rider, refused by any as Refuse, reminded after 2 working days");
  expect(compile([{ name: "spec.md", text }]).diagnostics.map((d) => `${d.code} ${d.message}`)).toEqual([]);
});

test("an action that isn't shown is granted to nobody", () => {
  const { said, sentences } = read("| quoted | Retire | refused | system | | |", "| quoted | Retire | refused | system | | |\n| ready | not shown | waiting | Chief | | |");
  expect(said).toEqual([]);
  expect(sentences.filter((one) => /not shown/.test(one))).toEqual([
    "Payment address is not shown (where the payment service answers).",
    "A cell of a transition of Repair is not shown.",
  ]);
});

test("where a record begins may be open", () => {
  const { said, sentences } = read("- Starts as: waiting\n", "- Starts as: not shown\n");
  expect(said).toEqual([]);
  expect(sentences).toContain("A Repair begins in a state that is not shown and ends as collected or refused.");
});

test("an open condition refuses nothing", () => {
  const row = /^\| Not dear \| ([^|]*) \| (`[^`]*`) \|/m.exec(base("sound.md"))!;
  const { sentences } = read(row[0], `| Not dear | ${row[1]} | not shown |`);
  expect(sentences.filter((one) => /QUITE_DEAR/.test(one) && /refused|warned/.test(one))).toEqual([]);
  expect(sentences).toContain('The rule "Not dear" is not shown.');
});
