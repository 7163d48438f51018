/** The page of what isn't supported yet agrees with the code, in both directions, and has fewer than ten cases. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { causeOf, everyCause } from "../targets/database/src/expressions/causes.ts";
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

/** At which step the compiler of expressions gave up. */
const reasons = sourcesIn("targets/database/src").flatMap((text) => [...text.matchAll(new RegExp(`\\bunsupported\\(${literal}`, "g"))].map((match) => plain(match[1]!)));

/** What other checks report before, so that no author sees it. */
const internal = [/^there is no /, /has no field /, /has no value here/, /can't be called/, /^it holds a mistake/, /calls itself without end/, /^a due moment of a transition/];

const refused = everyCause.map(({ says }) => `\`…\` can't be computed yet: ${says}.`);

describe("docs/not-yet.md", () => {
  it("has fewer than ten cases", () => expect([...page.matchAll(/^## /gm)].length).toBeLessThan(10));

  it("lists each cause for which PostgreSQL can't compute an expression", () => {
    expect(reasons.length).toBeGreaterThan(20);
    expect(reasons.filter((reason) => causeOf(reason) === undefined && !internal.some((one) => one.test(reason)))).toEqual([]);
    expect(everyCause.filter((cause) => !reasons.some((reason) => causeOf(reason) === cause))).toEqual([]);
    expect(refused.filter((message) => !listed.includes(message))).toEqual([]);
  });

  it("lists what the compiler reports", () => {
    expect(reported.length).toBeGreaterThan(0);
    expect(reported.filter((message) => !listed.some((line) => message.startsWith(line.replace(/…$/, ""))))).toEqual([]);
  });

  it("lists nothing else", () => expect(listed.filter((line) => !refused.includes(line) && !reported.some((message) => message.startsWith(line.replace(/…$/, ""))))).toEqual([]));
});
