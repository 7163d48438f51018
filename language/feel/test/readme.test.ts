/** Runs the example of the README: a line `// …` directly after an expression is its expected value. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import * as feel from "../src/index.ts";

const readme = readFileSync(join(import.meta.dirname, "../README.md"), "utf8");
const source = join(import.meta.dirname, "../src/index.ts");

test("the example gives the values in its comments", async () => {
  const lines = /```ts\n([\s\S]*?)```/.exec(readme)![1]!.trimEnd().split("\n");
  const expected: string[] = [];
  const code = lines.map((line, i) => {
    const next = lines[i + 1] ?? "";
    if (!line.endsWith(";") || !next.startsWith("// ")) return line.replace("@nonet/feel", pathToFileURL(source).href);
    expected.push(next.slice(3));
    return `results.push(String(${line.slice(0, -1)}));`;
  });
  const folder = mkdtempSync(join(tmpdir(), "feel-readme-"));
  const file = join(folder, "example.ts");
  writeFileSync(file, `export const results: string[] = [];\n${code.join("\n")}\n`);
  try {
    const { results } = (await import(/* @vite-ignore */ pathToFileURL(file).href)) as { results: string[] };
    expect(results).toEqual(expected);
    expect(expected.length).toBeGreaterThanOrEqual(8);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("every name in the README is exported", () => {
  const table = readme.slice(readme.indexOf("## Exports"), readme.indexOf("## Two dialects"));
  const types = new Set(["Type", "Typed", "Expression", "UnaryTest", "Scope", "Symbol", "Environment", "Dialect"]);
  const names = table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...line.split("|")[1]!.matchAll(/`(\w+)`/g)].map((found) => found[1]!));
  expect(names.filter((name) => !types.has(name) && !(name in feel))).toEqual([]);
});

test("the README describes every setting of a dialect", () => {
  for (const name of Object.keys(feel.nonet)) expect(readme).toContain(`| \`${name}\` |`);
});
