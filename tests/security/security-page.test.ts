/** The pages about security name tests that exist, and every chapter of the standard. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../nonet-process.ts";

const pages = ["docs/security.md", "docs/asvs.md"].filter((page) => existsSync(join(root, page)));
const read = (page: string): string => readFileSync(join(root, page), "utf8");

const tests = ["apps", "language", "runtime", "targets", "tests"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts") && !name.includes("node_modules"))
    .map((name) => `${folder}/${name}`),
);

test.each(pages)("%s names tests that exist", (page) => {
  const named = [...new Set([...read(page).matchAll(/`([\w/.-]+\.test\.ts)`/g)].map((found) => found[1]!))];
  expect(named.length).toBeGreaterThan(5);
  // A path names one test; a name alone is that of a test whose path stands elsewhere on the page.
  const missing = named.filter((name) => (name.includes("/") ? !tests.includes(name) : !named.some((other) => other.includes("/") && basename(other) === name)));
  expect(missing).toEqual([]);
});

test("every chapter of the standard has its place", () => {
  const page = read("docs/security.md");
  for (let chapter = 1; chapter <= 17; chapter++) expect([chapter, new RegExp(`^## .*\\bV${chapter}\\b`, "m").test(page)]).toEqual([chapter, true]);
});

test("what isn't met has the same words everywhere", () => {
  const rows = read("docs/security.md")
    .split("\n")
    .filter((line) => /^\| \d+\./.test(line));
  expect(rows.length).toBeGreaterThan(90);
  for (const row of rows) expect(row.split("|")).toHaveLength(5);
});
