/** A cell that reads `not shown` is open: it gives no diagnostics, and its sentence says that it is not shown. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { sentences } from "../../src/explain/explain.ts";
import { base } from "../../../../tests/read-fixtures.ts";
import { compile } from "../../../../tests/compile-again.ts";

/** The sound document with a line otherwise: what is said against it, and its sentences. */
function read(line: string, open: string): { readonly said: readonly string[]; readonly sentences: readonly string[] } {
  const text = base("sound.md");
  expect(text.split(line).length, line).toBe(2);
  const { product, diagnostics } = compile([{ name: "spec.md", text: text.replace(line, open) }]);
  return { said: diagnostics.map((d) => `${d.code} ${d.message}`), sentences: sentences(product).map((one) => one.sentence) };
}

const decided = "- Accept is decided by: any 1 of Chief, not by rider, reminded after 2 working days";

test("Who of a decided action can be not shown", () => {
  const text = base("sound.md")
    .replace("| Rider own, Chief |", "| not shown |")
    .replace(decided, "- Accept is decided by: any 1 of Chief, not by rider, refused by any as Refuse, reminded after 2 working days");
  expect(compile([{ name: "spec.md", text }]).diagnostics.map((d) => `${d.code} ${d.message}`)).toEqual([]);
});

test("an action that is not shown is granted to nobody", () => {
  const { said, sentences } = read("| quoted | Retire | refused | system | | |", "| quoted | Retire | refused | system | | |\n| ready | not shown | waiting | Chief | | |");
  expect(said).toEqual([]);
  expect(sentences.filter((one) => /not shown/.test(one))).toEqual([
    "Payment address is not shown (where the payment service answers).",
    "The Action of a transition of Repair is not shown.",
  ]);
});

test("the initial state can be not shown", () => {
  const { said, sentences } = read("- Starts as: waiting\n", "- Starts as: not shown\n");
  expect(said).toEqual([]);
  expect(sentences).toContain("A Repair starts in a state that is not shown and ends as collected or refused.");
});

test("a condition that is not shown refuses nothing", () => {
  const row = /^\| Not dear \| ([^|]*) \| (`[^`]*`) \|/m.exec(base("sound.md"))!;
  const { sentences } = read(row[0], `| Not dear | ${row[1]} | not shown |`);
  expect(sentences.filter((one) => /QUITE_DEAR/.test(one) && /refused|warned/.test(one))).toEqual([]);
  expect(sentences).toContain('The rule "Not dear" is not shown.');
});

/** What is open in addition to what the sound document leaves open, with everything that depends on it. */
function opened(line: string, open: string): { readonly said: readonly string[]; readonly open: readonly string[] } {
  const text = base("sound.md");
  expect(text.split(line).length, line).toBe(2);
  const { diagnostics, open: all } = compile([{ name: "spec.md", text: text.replace(line, open) }]);
  return {
    said: diagnostics.map((d) => `${d.code} ${d.message}`),
    open: all.filter(({ what }) => what !== "payment address").map(({ what, affects }) => `${what} -> ${affects.map((one) => one.what).join("; ")}`),
  };
}

test("the route, name or content of a screen can be not shown", () => {
  const row = '| /repairs | Repairs | list of Repair where `state != "collected"` | Mechanic | Work |';
  expect(opened(row, row.replace("/repairs", "not shown"))).toEqual({ said: [], open: ['Route of Repairs -> screen "Repairs"'] });
  expect(opened(row, row.replace('list of Repair where `state != "collected"`', "not shown"))).toEqual({
    said: [],
    open: ['Shows of Repairs -> screen "Repairs"; Columns of Repairs; Sort of Repairs; Highlight of Repairs; Actions of Repairs'],
  });
  const week = "| /week | Week |";
  expect(opened(week, "| /week | not shown |")).toEqual({ said: [], open: ["the name of the screen at /week -> "] });
  const { product } = compile([{ name: "spec.md", text: base("sound.md").replace(row, row.replace(/list of [^|]*/, "not shown ")) }]);
  expect(product.screens.find(({ name }) => name === "Repairs")?.shows).toEqual({ kind: "open", open: "Shows of Repairs" });
});

test("each open cell of a transition is listed with the action that depends on it", () => {
  const row = '| waiting | Quote | quoted | Mechanic | | set promised on = `asked.promised on`; send "Quote ready" |';
  const action = 'action "Quote" of Repair';
  const as = (cells: string): unknown => opened(row, cells);
  expect(as(row.replace("| waiting |", "| not shown |"))).toEqual({ said: [], open: [`From of ${action} -> ${action}`] });
  expect(as(row.replace("| quoted | Mechanic |", "| not shown | not shown |"))).toEqual({ said: [], open: [`To of ${action} -> ${action}`, `Who of ${action} -> ${action}`] });
  expect(as(row.replace(/set promised.*\|$/, "not shown |"))).toEqual({ said: [], open: [`effects of ${action} -> ${action}`] });
});

test("an open attribute of a field is listed by name and gets no invented value", () => {
  expect(opened("matching `^[A-Z0-9-]+$`", "matching not shown").open).toEqual([
    'the "matching" of Bicycle.frame number -> Bicycle.frame number; Columns of Bicycles; Search of Bicycles; Sort of Bicycles; Message of ALREADY_HERE',
  ]);
  expect(opened("| stock | integer | no | no | | 0 |", "| stock | integer | not shown | no | | not shown |").open).toEqual([
    'the "required" of Part.stock -> Part.stock; action "Finish" of Repair',
    'the "at least" of Part.stock -> Part.stock; action "Finish" of Repair',
  ]);
});

test("an initial record leaves an open cell empty, and isn't created without required values", () => {
  const made = (line: string, open: string) =>
    compile([{ name: "spec.md", text: base("sound.md").replace(line, open) }]).product.entities.find(({ name }) => name === "Brand")!.initialRecords;
  expect(made("| Puch | AT |", "| Puch | not shown |").map(({ values }) => values["country"]?.kind === "literal" && values["country"].value)).toEqual([null, "NL"]);
  expect(made("| Puch | AT |", "| not shown | AT |").length).toBe(1);
  expect(opened("| Puch | AT |", "| Puch | not shown |")).toEqual({ said: [], open: ["country of initial record 1 of Brand -> initial record 1 of Brand"] });
});

test("a rule without a name is identified by its code, one without an error refuses with NOT_SHOWN", () => {
  const row = "| Hours are noted | Repair, while ready | `hours > 0` | HOURS_MISSING |";
  const rules = (open: string) => compile([{ name: "spec.md", text: base("sound.md").replace(row, open) }]).product.rules.map(({ name, code }) => `${name}: ${code}`);
  expect(rules(row.replace("Hours are noted", "not shown"))).toContain("HOURS_MISSING: HOURS_MISSING");
  expect(rules(row.replace("HOURS_MISSING", "not shown"))).toContain("Hours are noted: NOT_SHOWN");
  expect(opened(row, row.replace("Repair, while ready", "not shown"))).toEqual({ said: [], open: ['rule "Hours are noted" -> '] });
});

test("open cells of points 4, 6 and 9 are listed", () => {
  expect(opened("- Ends as: collected, refused", "- Ends as: not shown")).toEqual({ said: [], open: ["Ends as of Repair -> "] });
  expect(opened("| Repair: history | – | – | own | all |", "| not shown | – | – | own | all |")).toEqual({ said: [], open: ["the entity of a row in point 6 -> "] });
  expect(opened("| hourly rate | 60 | EUR | of a mechanic | price list |", "| hourly rate | 60 | EUR | not shown | not shown |")).toEqual({
    said: [],
    open: ["Meaning of hourly rate -> ", "Source of hourly rate -> "],
  });
  expect(opened("| 2026-12-25 | Christmas Day |", "| 2026-12-25 | not shown |")).toEqual({ said: [], open: ["the name of the holiday on 2026-12-25 -> "] });
});

test("an unknown heading in point 4 is reported once", () => {
  const text = readFileSync(new URL("../../../../examples/ward-rota/ward-rota.md", import.meta.url), "utf8").replace("### Wish\n\n- Starts as", "### Zorgblatt\n\n- Starts as");
  expect(compile([{ name: "spec.md", text }]).diagnostics.map((d) => d.message)).toEqual(['There is no entity "Zorgblatt".']);
});

test("quotation marks don't belong to a pattern", () => {
  const { product, diagnostics } = compile([{ name: "spec.md", text: base("sound.md").replace("matching `^[A-Z0-9-]+$`", 'matching "^[A-Z0-9-]+$"') }]);
  expect(diagnostics).toEqual([]);
  expect(product.entities.find(({ name }) => name === "Bicycle")!.fields.find(({ name }) => name === "frame number")!.matching).toBe("^[A-Z0-9-]+$");
});
