/** Reading CSV: rows with their lines, separators, errors, large files. */
import { expect, it } from "vitest";
import { readCsv } from "../../src/files/csv-reader.ts";

const read = (text: string | Uint8Array) => readCsv(typeof text === "string" ? Buffer.from(text) : text);

it("reads each row with the line in which it begins, for every kind of line end", async () => {
  expect(await read('\uFEFFa,b\r\n1,"two\r\nlines"\r\n\r\nä,"x\ny"\ny,\r"q""",z')).toEqual({
    rows: [
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["1", "two\r\nlines"] },
      { line: 4, cells: [""] },
      { line: 5, cells: ["ä", "x\ny"] },
      { line: 7, cells: ["y", ""] },
      { line: 8, cells: ['q"', "z"] },
    ],
  });
  expect(await read('"a;x";b\tc;d\n1;2;3')).toEqual({
    rows: [
      { line: 1, cells: ["a;x", "b\tc", "d"] },
      { line: 2, cells: ["1", "2", "3"] },
    ],
  });
  expect(await read("a\tb\n1\t2")).toEqual({
    rows: [
      { line: 1, cells: ["a", "b"] },
      { line: 2, cells: ["1", "2"] },
    ],
  });
});

it("names the line of an error", async () => {
  const invalid = ['a,b\r\n"x\r\ny",2\r\n3,"open\r\n', 'a,b\n1,2\n"a"b,c\n', 'a,b\n1,"x\ny" ,c\n', 'a,b\n1,2\n3,5" d\n', new Uint8Array([0x61, 0xff]), "a\0b"];
  const problems = await Promise.all(invalid.map(async (one) => Object.values(await read(one))[0]));
  const fix = "Put the value in quotation marks, and double each quotation mark inside it.";
  expect(problems).toEqual([
    "Line 4 opens a quotation mark that is never closed.",
    `Line 3 has text after a closing quotation mark. ${fix}`,
    `Line 2 has text after a closing quotation mark. ${fix}`,
    `Line 3 has a quotation mark inside a value that doesn't begin with one. ${fix}`,
    "The file isn't UTF-8 text. Save it as CSV UTF-8.",
    "The file isn't text.",
  ]);
});

it("reads a large file completely, and stops after the limit", async () => {
  const table = await read(Array.from({ length: 40_000 }, (_, i) => `${i},"line ${i}\nsecond"\n`).join(""));
  expect("rows" in table && [table.rows.length, table.rows.at(-1)]).toEqual([40_000, { line: 79_999, cells: ["39999", "line 39999\nsecond"] }]);
  expect(await read("x\n".repeat(2_000_000))).toMatchObject({ code: "too-many-rows" });
});
