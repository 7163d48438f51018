/** Runs tests from a file of texts with their expected results. Missing results are added; UPDATE=1 rewrites all of them. */
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";

/** A block starts with a line `> text`, followed by the expected result of `run`. Blank lines separate blocks. */
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
