/** Reading the nine-point tree: exact spans, all nine points, and no exception for any text. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import fc from "fast-check";
import { attributeOf } from "../src/text/attribute.ts";
import { codeOf, isNone, isNotShown, slice } from "../src/text/text-span.ts";
import { columnsOf } from "../src/text/columns.ts";
import { format } from "../src/format/format.ts";
import { readTree } from "../src/read/read-tree.ts";
import { splitTop } from "../src/text/scan.ts";
import { type Block, type Tree, type TextSpan } from "../src/tree/tree.ts";

const equipmentDesk = readFileSync(fileURLToPath(new URL("../../../examples/equipment-desk/equipment-desk.md", import.meta.url)), "utf8");
const read = (...texts: string[]): Tree => readTree(texts.map((text, i) => ({ name: `${i}.md`, text })));

function wordsIn(blocks: readonly Block[]): TextSpan[] {
  return blocks.flatMap((block): TextSpan[] => {
    switch (block.kind) {
      case "paragraph":
      case "other":
        return [block.words];
      case "bullet":
        return [block.words, ...(block.label ? [block.label] : []), ...(block.value ? [block.value] : []), ...wordsIn(block.children)];
      case "table":
        return [...block.headers, ...block.rows.flatMap((row) => row.cells)];
      case "example":
        return [block.title, ...block.steps];
    }
  });
}

const allWords = (tree: Tree): TextSpan[] => [
  ...wordsIn(tree.opening),
  ...tree.points.flatMap((p) => [...wordsIn(p.blocks), ...p.sections.flatMap((s) => [s.title, ...wordsIn(s.blocks)])]),
];
const place = (text: string): TextSpan => ({ text, span: { file: 0, from: 0, to: text.length } });
const codes = (tree: Tree): string[] => tree.diagnostics.map((d) => d.code);

describe("reading", () => {
  test("a line that begins with Example is one where steps follow it, with or without a colon", () => {
    const exampleTitles = (text: string): string[] => read(text).points.flatMap((p) => p.blocks.flatMap((b) => (b.kind === "example" ? [b.title.text] : [])));
    expect(exampleTitles("## 5. Rules\n\nExample twice is too often\n- Given an Item\n- Then it is refused\n")).toEqual(["twice is too often"]);
    expect(exampleTitles("## 5. Rules\n\nExample: twice\n- Given an Item\n")).toEqual(["twice"]);
    expect(exampleTitles("## 5. Rules\n\nExample rules from the handbook\n\n- one\n- another\n")).toEqual([]);
  });

  test("the Equipment Desk has nine written points, no diagnostics, and exact spans", () => {
    const tree = read(equipmentDesk);
    expect(tree.title?.text).toBe("Equipment Desk");
    expect(tree.diagnostics).toEqual([]);
    expect(tree.points.map((p) => p.state)).toEqual(Array(9).fill("written"));
    const words = allWords(tree);
    expect(words.length).toBeGreaterThan(400);
    for (const one of words) expect(equipmentDesk.slice(one.span.from, one.span.to).replaceAll("\\|", "|")).toBe(one.text);
  });

  test("empty, missing and escaped cells", () => {
    const text = "## 8. The error catalogue\n\n| Code | Status | Message |\n|---|---|---|\n| A | | `x \\| y` |\n| B |\n";
    const table = read(text).points[7]!.blocks[0]!;
    if (table.kind !== "table") throw new Error("no table");
    expect(table.rows.map((row) => row.cells.map((cell) => cell.text))).toEqual([
      ["A", "", "`x | y`"],
      ["B", "", ""],
    ]);
    const code = codeOf(table.rows[0]!.cells[2]!);
    expect(text.slice(code.span.from, code.span.to)).toBe("x \\| y");
    expect(text.slice(slice(code, 4, 5).span.from, slice(code, 4, 5).span.to)).toBe("y");
    const empty = table.rows[0]!.cells[1]!.span;
    expect([empty.to - empty.from, text.slice(empty.from - 2, empty.from)]).toEqual([0, "| "]);
  });

  test("points are found by number or title in any letter case, have states, and are merged across files", () => {
    const tree = read("## SCREENS AND ROUTES\n\nNot shown.\n\n## 3) Data\n\n- a: b\n\n## 7. The calls it makes — none\n", "## 3. Entities and their fields\n\n### Loan\n");
    expect(tree.points.map((p) => p.state)).toEqual(["missing", "not shown", "written", "missing", "missing", "missing", "none", "missing", "missing"]);
    expect(tree.points[2]!.sections.map((s) => [s.title.text, s.span.file])).toEqual([["Loan", 1]]);
    expect(codes(tree)).toEqual(["missing-point"]);
    expect(tree.diagnostics[0]!.message).toBe("Points 1, 4, 5, 6, 8 and 9 are missing and count as not shown.");
  });

  test("a point without other content can contain an example", () => {
    const tree = read(
      "## 5. Validation rules\n\nnone\n\nExample: free\n- It is 2026-03-01 09:00\n\n## 7. The calls it makes\n\nnot shown\n\n### Example: silent\n\n- It is 2026-03-01 09:00\n",
    );
    expect([tree.points[4]!, tree.points[6]!].map((p) => [p.state, p.sections.length, p.blocks.map((b) => b.kind)])).toEqual([
      ["none", 0, ["paragraph", "example"]],
      ["not shown", 0, ["paragraph", "example"]],
    ]);
    expect(codes(tree)).toEqual(["missing-point"]);
  });

  test("`Initial records:` alone in a line begins a paragraph, also directly below a bullet; any other line belongs to the bullet", () => {
    for (const label of ["Initial records:", "**Initial records:**"]) {
      const text = `## 3. Entities\n\n### User\n\n- phone: phone\n${label}\n\n| phone |\n|---|\n| 1 |\n`;
      expect(read(text).points[2]!.sections[0]!.blocks.map(({ kind }) => kind)).toEqual(["bullet", "paragraph", "table"]);
    }
    const mail = "## 7. Calls\n\n### Tell\n\n- Body: Hello,\nYour items:\nall of them\n";
    const [bullet, ...more] = read(mail).points[6]!.sections[0]!.blocks;
    expect(more).toEqual([]);
    expect(bullet).toMatchObject({ kind: "bullet", words: { text: "Body: Hello,\nYour items:\nall of them" } });
  });

  test("text directly below a table isn't a row of it, unless a row follows", () => {
    const blocks = (below: string) => read(`# T\n\n## 6. Roles and permissions\n\n| | Clerk |\n|---|---|\n| Loan | read |\n${below}\n`).points[5]!.blocks;
    expect(blocks("Own: a Loan is its borrower's.").map(({ kind }) => kind)).toEqual(["table", "paragraph"]);
    expect(blocks("Own: a Loan is its borrower's.\nOwn: an Item is mine.").at(-1)).toMatchObject({
      kind: "paragraph",
      words: { text: "Own: a Loan is its borrower's.\nOwn: an Item is mine." },
    });
    expect(blocks("Item\n| Fee | read |").map((block) => block.kind === "table" && block.rows.length)).toEqual([3]);
  });

  test("`Example:` at the start of a line begins an example, also directly below a list, a table or a paragraph", () => {
    const above = { list: "- phone: phone\n", nested: "- a: text\n  - required\n", table: "| a |\n|---|\n| b |\n", text: "Prose\n", steps: "Example: before\n- c\n" };
    for (const [what, lines] of Object.entries(above))
      for (const title of ["Example: one", "**Example:** one", "**Example: one**", "example: one"]) {
        const text = `## 3.\n\n### User\n\n${lines}${title}\n- It is 2026-03-01\n- Then **A**\nExample: two\n\n- Then B\n`;
        const blocks = read(text).points[2]!.sections[0]!.blocks;
        const examples = blocks.flatMap((block) => (block.kind === "example" ? [[block.title.text, block.steps.length]] : []));
        expect(examples.slice(-2), what).toEqual([
          ["one", 2],
          ["two", 1],
        ]);
        expect(
          wordsIn(blocks.filter((block) => block.kind !== "example"))
            .map((words) => words.text)
            .join("|"),
          what,
        ).not.toMatch(/example/i);
        expect(format(read(text))).toContain(`${lines}\n${title}\n- It is 2026-03-01\n- Then **A**\n\nExample: two\n`);
      }
  });

  test("one fix adds all missing points in order", () => {
    const text = "# Specification: X\n\n## 3. Entities and their fields\n\nnot shown\n\n## 7. The calls it makes\n\nnone\n";
    const edits = [...read(text).diagnostics[0]!.fixes[0]!.edits].sort((a, b) => b.span.from - a.span.from);
    const fixed = edits.reduce((whole, edit) => whole.slice(0, edit.span.from) + edit.text + whole.slice(edit.span.to), text);
    expect(codes(read(fixed))).toEqual([]);
    expect(read(fixed).points.map((p) => p.state)).toEqual(["not shown", "not shown", "not shown", "not shown", "not shown", "not shown", "none", "not shown", "not shown"]);
    expect(fixed).not.toContain("\n\n\n");
  });

  test("duplicate, misplaced, unknown and contradictory points are reported", () => {
    const rest = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `## ${n}.\n\nnot shown\n`);
    expect(codes(read(rest.join("\n")))).toEqual([]);
    expect(codes(read([...rest, "## 9.\n\nx\n"].join("\n")))).toEqual(["doubled-point"]);
    expect(codes(read([rest[1], rest[0], ...rest.slice(2)].join("\n")))).toEqual(["point-out-of-order"]);
    expect(codes(read([...rest, "## Screen and routes\n"].join("\n")))).toEqual(["unknown-point"]);
    expect(codes(read(rest.join("\n").replace("## 2.\n", "## 2. Validation rules\n")))).toContain("point-number-mismatch");
    expect(codes(read(rest.join("\n").replace("not shown", "not shown\n\n- **Name**: X")))).toEqual(["state-with-content"]);
  });

  test("any part of a document and any text is read without an exception", () => {
    fc.assert(
      fc.property(fc.nat(equipmentDesk.length), fc.nat(equipmentDesk.length), fc.string(), (a, b, noise) => {
        const text = equipmentDesk.slice(Math.min(a, b), Math.max(a, b)) + noise;
        const tree = read(text);
        for (const one of allWords(tree)) expect(text.slice(one.span.from, one.span.to).replaceAll("\\|", "|")).toBe(one.text.replaceAll("\\|", "|"));
        const once = format(tree);
        expect(format(read(once))).toBe(once);
      }),
      { numRuns: 150 },
    );
  });
});

describe("scanning", () => {
  test("a text is split at top-level separators", () => {
    const texts = (text: string, separator: "," | ";"): string[] => splitTop(place(text), separator).map((w) => w.text);
    expect(texts('a, f(b, c), "d, e", `g, h`, 1,250.50', ",")).toEqual(["a", "f(b, c)", '"d, e"', "`g, h`", "1,250.50"]);
    expect(texts('set a = `x; y`; send "B; c"', ";")).toEqual(["set a = `x; y`", 'send "B; c"']);
    expect(texts("one of (a, b), default a", ",")).toEqual(["one of (a, b)", "default a"]);
  });

  test("`none` and `not shown` are recognized", () => {
    expect(["not shown", "Not Shown.", "NOT SHOWN"].every((t) => isNotShown(place(t)))).toBe(true);
    expect(["none", "–", "—", "-", "None"].every((t) => isNone(place(t)))).toBe(true);
    expect(isNotShown(place("not shown yet"))).toBe(false);
  });

  test("attributes can have titles, and headers synonyms", () => {
    const tree = read(
      '## 2.\n\n- Number "Out: now": `a`\n- **Colour:** red\n\n## 4.\n\n| Current state | Trigger | Next state | Guard | Side effects | Odd |\n|---|---|---|---|---|---|\n| a | b | c | d | e | f |\n',
    );
    const [number, colour] = tree.points[1]!.blocks.map((b) => (b.kind === "bullet" ? attributeOf(b) : null));
    expect([number?.key, number?.title?.text, number?.value.text, colour?.key, colour?.value.text]).toEqual(["number", "Out: now", "`a`", "colour", "red"]);
    const table = tree.points[3]!.blocks[0]!;
    if (table.kind !== "table") throw new Error("no table");
    const columns = columnsOf(table, ["From", "Action", "To", "Who", "When", "Then"]);
    expect([...columns.positions.keys()]).toEqual(["From", "Action", "To", "When", "Then"]);
    expect(columns.unknown.map((w) => w.text)).toEqual(["Odd"]);
    expect(columns.cell(table.rows[0]!, "Then")?.text).toBe("e");
  });
});

describe("formatting", () => {
  test("titles, headers and white space become canonical, prose stays", () => {
    const text = "# T\n\n## screens AND routes\n\nSome  prose | here.\n\n|Path|Page|Shows|For whom|\n|:--|--|---|---:|\n|/|Home|dashboard||\n";
    expect(format(read(text))).toBe(
      "# T\n\n## 2. Screens and routes\n\nSome  prose | here.\n\n| Route | Screen | Shows | For |\n|:---|---|---|---:|\n| / | Home | dashboard | |\n",
    );
  });

  test("the Equipment Desk is already in its canonical form", () => expect(format(read(equipmentDesk))).toBe(equipmentDesk));
});
