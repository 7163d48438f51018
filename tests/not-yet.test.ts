/** The page of what isn't supported yet agrees with the code, in both directions, and has fewer than ten cases. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./nonet-process.ts";

const page = readFileSync(join(root, "docs/not-yet.md"), "utf8");
const listed = [...page.matchAll(/^- (.+)$/gm)].map((match) => match[1]!);

const sourcesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => readFileSync(join(root, folder, name), "utf8"));

/** The literal, with `…` for what is filled in. */
const plain = (literal: string): string =>
  literal
    .slice(1, -1)
    .replace(/\$\{[^}]*\}/g, "…")
    .replaceAll("\\`", "`");

const literal = /("(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`)/.source;

/** What the compiler reports; a message may go on with what depends on the document. */
const reported = sourcesIn("language/compiler/src").flatMap((text) =>
  [...text.matchAll(new RegExp(`report\\(\\s*"not-supported-yet",\\s*[\\w.]+,\\s*${literal}`, "g"))].map((match) => plain(match[1]!)),
);

/** Why PostgreSQL can't compute an expression. */
const refused = sourcesIn("targets/database/src").flatMap((text) => [...text.matchAll(new RegExp(`\\bunsupported\\(${literal}`, "g"))].map((match) => plain(match[1]!)));

/** What other checks report before, so that no author sees it. */
const internal = [/^there is no /, /has no field /, /has no value here/, /can't be called/, /^it holds a mistake/, /calls itself without end/, /^a due moment of a transition/];

describe("docs/not-yet.md", () => {
  it("has fewer than ten cases", () => expect([...page.matchAll(/^## /gm)].length).toBeLessThan(10));

  it("lists each reason that PostgreSQL has", () => {
    expect(refused.length).toBeGreaterThan(20);
    expect([...new Set(refused)].filter((reason) => !internal.some((one) => one.test(reason)) && !listed.includes(reason))).toEqual([]);
  });

  it("lists what the compiler reports", () => {
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.filter((message) => !listed.some((line) => message.startsWith(line.replace(/…$/, ""))))).toEqual([]);
  });

  it("lists nothing else", () => expect(listed.filter((line) => !refused.includes(line) && !reported.some((message) => message.startsWith(line.replace(/…$/, ""))))).toEqual([]));
});
