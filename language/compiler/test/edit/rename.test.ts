/** Edits of a document: text in, text out; unrelated text stays unchanged and the model keeps its meaning. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { addField, applyEdits, readTree, setCell, type Edit, type Table, type Tree } from "@nonet/notation";
import { describe, expect, test } from "vitest";
import { rename, type RenameOptions } from "../../src/rename.ts";
import { type Named } from "../../src/edit/definitions.ts";
import { desk } from "../desk.ts";
import { compile } from "../../../../tests/compile-again.ts";

const sound = readFileSync(fileURLToPath(new URL("../../../../fixtures/sound.md", import.meta.url)), "utf8");

/** The lines that differ, `-` as they were and `+` as they are. */
function changes(before: string, after: string): string[] {
  const [a, b] = [before.split("\n"), after.split("\n")];
  if (a.length !== b.length) return b.filter((line) => !a.includes(line)).map((line) => `+ ${line}`);
  return a.flatMap((line, i) => (line === b[i] ? [] : [`+ ${b[i]}`]));
}

function renamed(text: string, thing: Named, to: string, options: RenameOptions = {}): string {
  const done = rename([{ name: "spec.md", text }], thing, to, options);
  if ("refused" in done) throw new Error(done.refused);
  return done.sources[0]!.text;
}

const errors = (text: string): string[] => compile([{ name: "spec.md", text }]).diagnostics.map((d) => `${d.code} ${d.message}`);

describe("rename", () => {
  test("a field, in expressions, screens, rules, permissions and messages", () => {
    const out = renamed(desk, { kind: "field", entity: "Loan", name: "end date" }, "last day");
    expect(changes(desk, out)).toEqual([
      "+ | /calendar | Calendar | calendar of Loan from start date to last day | everyone |",
      '+ - Number "Overdue": `count(Loan[state = "out" and last day < today()])`',
      '+ - List "Due back today": Loan where `state = "out" and last day = today()`, columns number, item, borrower',
      "+ - Columns: number, item, borrower, start date, last day, fee, state",
      '+ - Highlight: red when `state = "out" and last day < today()`',
      '+ - Step "When": start date, last day, purpose',
      '+ - Section "Loan": number, item, borrower, start date, last day, purpose',
      "+ - last day: date, required",
      "+ - days: integer = `(last day - start date).days + 1`",
      "+ | out | Extend | out | Borrower own, Clerk | `last day >= today()` | set last day = `asked.new end date` |",
      "+ | Dates in order | Loan | `last day >= start date` | DATES_REVERSED at last day |",
      '+ | One borrower at a time | Loan | no overlap of `[start date..last day]` per item among `state in ("requested", "approved", "out")` | ITEM_TAKEN |',
      '+ - Every: day at 07:00, for each Loan where `state = "out" and last day < today()`',
      "+ - Subject: {item.name} is overdue since {last day}",
      "+ | DATES_REVERSED | 422 | The end date {last day} is before the start date {start date}. |",
    ]);
  });

  test.each<[string, Named, string]>([
    ["an entity", { kind: "entity", name: "Item" }, "Thing"],
    ["a state", { kind: "state", entity: "Loan", name: "out" }, "handed out"],
    ["an action", { kind: "action", entity: "Loan", name: "Hand out" }, "Give out"],
    ["a role", { kind: "role", name: "Clerk" }, "Desk clerk"],
    ["a constant", { kind: "constant", name: "longest loan" }, "most days"],
    ["a code", { kind: "code", name: "ITEM_TAKEN" }, "NOT_FREE"],
    ["a call", { kind: "call", name: "Loan approved" }, "Good news"],
    ["a screen", { kind: "screen", name: "Catalogue" }, "All things"],
  ])("%s: there and back is the same text", (_, thing, to) => {
    const there = renamed(desk, thing, to);
    expect(errors(there)).toHaveLength(errors(desk).length);
    expect(there).not.toBe(desk);
    expect(renamed(there, { ...thing, name: to } as Named, thing.name)).toBe(desk);
  });

  test("an entity that is also referred to by its plural", () => {
    const withPlural = desk.replace("- purpose: long text", "- earlier: list of Loans\n- purpose: long text");
    expect(errors(withPlural)).toEqual(errors(desk));
    expect(renamed(withPlural, { kind: "entity", name: "Loan" }, "Booking")).toContain("- earlier: list of Bookings\n");
  });

  test("renaming back removes the `was` of the first renaming", () => {
    const there = renamed(desk, { kind: "entity", name: "Category" }, "Kind", { was: true });
    expect(renamed(there, { kind: "entity", name: "Kind" }, "Category", { was: true })).toBe(desk);
    const field = renamed(desk, { kind: "field", entity: "Loan", name: "purpose" }, "reason why", { was: true });
    expect(renamed(field, { kind: "field", entity: "Loan", name: "reason why" }, "purpose", { was: true })).toBe(desk);
  });

  test("a second renaming leaves the name under which records are stored", () => {
    const isStored = (name: string): boolean => ["Category", "purpose"].includes(name);
    const twice = (thing: Named, middle: string, last: string, options: RenameOptions): string =>
      renamed(renamed(desk, thing, middle, options), { ...thing, name: middle }, last, options);
    const notes = (text: string): readonly string[] => text.split("\n").filter((line) => /\bwas[: ] ?\p{L}/iu.test(line) && !desk.includes(line));
    const entity = { kind: "entity", name: "Category" } as const;
    expect(notes(twice(entity, "Kind", "Sort", { was: true, isStored }))).toEqual(["- Was: Category"]);
    const field = { kind: "field", entity: "Loan", name: "purpose" } as const;
    expect(notes(twice(field, "grounds given", "motive", { was: true, isStored }))).toEqual(["- motive: long text, at most 500 characters, was purpose"]);
    // Live under the name in between: the first note is replaced.
    expect(notes(twice(field, "grounds given", "motive", { was: true, isStored: (name) => name === "grounds given" }))).toEqual([
      "- motive: long text, at most 500 characters, was grounds given",
    ]);
    // Stored under none: there is nothing to follow.
    expect(notes(twice(field, "grounds given", "motive", { was: true, isStored: () => false }))).toEqual([]);
    // Not known: the checker lets the person choose.
    expect(errors(twice(entity, "Kind", "Sort", { was: true }))).toHaveLength(1);
  });

  test("`was` is added when data must be renamed", () => {
    expect(renamed(desk, { kind: "field", entity: "Loan", name: "purpose" }, "reason why", { was: true })).toContain(
      "- reason why: long text, at most 500 characters, was purpose\n",
    );
    expect(renamed(desk, { kind: "entity", name: "Category" }, "Kind", { was: true })).toContain("- name: text, required, unique\n- Was: Category\n");
  });

  test("a name that is already used is refused", () => {
    expect(rename([{ name: "spec.md", text: desk }], { kind: "field", entity: "Loan", name: "end date" }, "start date")).toHaveProperty("refused");
    expect(rename([{ name: "spec.md", text: desk }], { kind: "field", entity: "Loan", name: "end of days" }, "last day")).toEqual({ refused: 'There is no field "end of days".' });
  });

  test("in the document of the fixtures", () => {
    expect(errors(renamed(sound, { kind: "field", entity: "Repair", name: "promised on" }, "due day"))).toEqual([]);
    expect(errors(renamed(sound, { kind: "constant", name: "dear repair" }, "much"))).toEqual([]);
  });
});

describe("single lines", () => {
  const edited = (text: string, edit: (tree: Tree) => Edit | null): string => applyEdits([{ name: "spec.md", text }], [edit(readTree([{ name: "spec.md", text }]))!])[0]!.text;

  test("a field is added in the form that the entity uses", () => {
    expect(
      changes(
        sound,
        edited(sound, (tree) => addField(tree, "Bicycle", "bell", "yes/no", ["default no"])),
      ),
    ).toEqual(["+ - bell: yes/no, default no"]);
    expect(
      changes(
        sound,
        edited(sound, (tree) => addField(tree, "Part", "weight", "number", ["required", "default 1"])),
      ),
    ).toEqual(["+ | weight | number | yes | | 1 | |"]);
    expect(errors(edited(sound, (tree) => addField(tree, "Bicycle", "bell", "yes/no", ["default no"])))).toEqual([]);
  });

  test("a cell is set, whether filled or empty before", () => {
    const tableOf = (tree: Tree): Table => tree.points[4]!.blocks.find((block): block is Table => block.kind === "table")!;
    const set = (column: string, text: string): string[] =>
      changes(
        sound,
        edited(sound, (tree) => setCell(tableOf(tree), tableOf(tree).rows[0]!, column, text)),
      );
    expect(set("Otherwise", "PROMISED_TOO_SOON")).toEqual(["+ | In order | Repair | `promised on >= brought on` | PROMISED_TOO_SOON |"]);
    expect(
      changes(
        sound,
        edited(sound, (tree) => {
          const table = tree.points[7]!.blocks.find((block): block is Table => block.kind === "table")!;
          return setCell(table, table.rows[1]!, "Help", "a | b");
        }),
      ),
    ).toEqual(["+ | ALREADY_HERE | 409 | {bicycle.frame number} is here already. | | a \\| b |"]);
  });
});
