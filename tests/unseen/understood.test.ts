/** Specifications by authors who knew only the notation: a music school's secretary, a developer, a lawyer. Each is understood as it is written. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compile } from "@nonet/compiler";

const folder = new URL("./", import.meta.url);
const documents = readdirSync(folder).filter((name) => name.endsWith(".md"));

/** Warnings with which the authors would agree. */
const warnings: Readonly<Record<string, readonly string[]>> = {
  "festival-desk.md": ["role-without-audience", "screen-without-right", "unusable-grant"],
  "lease-desk.md": [],
  "music-school.md": ["mail-not-readable", "mail-not-readable", "mail-not-readable"],
};

test.each(documents)("%s", (name) => {
  const { diagnostics } = compile([{ name, text: readFileSync(new URL(name, folder), "utf8") }]);
  const found = diagnostics.filter(({ severity }) => severity !== "hint");
  expect(found.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  expect(found.map(({ code }) => code).sort()).toEqual(warnings[name]);
});
