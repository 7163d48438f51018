/** Tests as data: blocks of a text and what comes out of it. A missing expectation is written; UPDATE=1 writes all anew. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";

/** Each block of the file begins with a line `> text` and ends with what `run` makes of it; blank lines part blocks. */
export function expectFile(path: string, run: (text: string) => string): void {
  const blocks = readFileSync(path, "utf8")
    .split(/\n(?=> )/)
    .map((block) => block.trim())
    .filter((block) => block.startsWith("> "));
  const results: string[] = [];
  let changed = false;
  for (const block of blocks) {
    const [first = "", ...rest] = block.split("\n");
    const text = first.slice(2).replaceAll("⏎", "\n");
    const wanted = rest.join("\n").trim();
    const got = run(text).trim();
    if (wanted === "" || process.env.UPDATE === "1") changed = true;
    else test(text, () => expect(got).toBe(wanted));
    results.push(`${first}\n${got}\n`);
  }
  if (changed) {
    writeFileSync(path, results.join("\n"));
    test("expectations were written", () => expect(blocks.length).toBeGreaterThan(0));
  }
}
