/** Every file that the documentation names exists. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "./source-files.ts";

const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ...["docs", "docs/decisions", "docs/notation"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

/** Paths in backticks that begin with one of the project's folders; words in capitals (`NAME.ts`) stand for any name. */
const named = /`((?:language|targets|runtime|apps|tests|scripts|docs|examples|fixtures|bench)\/[\w./-]+)`/g;

it.each(pages)("%s names files that exist", (page) => {
  const paths = [...readFileSync(join(root, page), "utf8").matchAll(named)].map((match) => match[1]!).filter((path) => !/\b[A-Z]{3,}\b/.test(path));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
