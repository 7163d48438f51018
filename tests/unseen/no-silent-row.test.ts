/** Each row that is enforced is explained: none is read and then left out. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";
import { sentences } from "../../language/compiler/src/explain/explain.ts";
import { sentencesAt } from "../../language/compiler/src/explain/at-line.ts";

const folder = new URL("./", import.meta.url);

/** The lines of points 3 to 9 that are rows of a table, without its head and its rule. */
function rowsOf(text: string): { readonly row: string; readonly from: number; readonly to: number }[] {
  const rows: { row: string; from: number; to: number }[] = [];
  let [point, from] = [0, 0];
  for (const line of text.split("\n")) {
    point = Number(/^##\s+(\d)/.exec(line)?.[1] ?? point);
    if (point >= 3 && /^\s*\|/.test(line)) {
      // What stands above the rule is the head.
      if (/^\s*\|[\s\-:|]+\|\s*$/.test(line)) rows.pop();
      else rows.push({ row: line, from, to: from + line.length });
    }
    from += line.length + 1;
  }
  return rows;
}

test.each(readdirSync(folder).filter((name) => name.endsWith(".md")))("%s", (name) => {
  const text = readFileSync(new URL(name, folder), "utf8");
  const compiled = compile([{ name, text }]);
  const all = sentences(compiled.product);
  const silent = rowsOf(text).filter(
    ({ from, to }) =>
      compiled.readsAt(0, from, to) && sentencesAt(all, { file: 0, from, to }).length === 0 && !compiled.diagnostics.some(({ span }) => span.from <= to && span.to >= from),
  );
  expect(silent.map(({ row }) => row)).toEqual([]);
});
