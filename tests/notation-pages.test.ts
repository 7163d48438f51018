/**
 * The reference for people (docs/notation): each of its examples is checked as it stands there.
 *
 * On a page, the first example that begins with `# ` is the whole specification that the others change: an example
 * that begins with `## N.` takes the place of that point. `markdown refused CODE` after the fence says that the
 * example is one that the checker refuses, with that code.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "./nonet-process.ts";
import { notationWords } from "./notation-words.ts";
import { compile } from "./compile-again.ts";

const folder = join(root, "docs/notation");

interface Shown {
  readonly line: number;
  readonly refused: string | null;
  readonly text: string;
}

test("every page of a point has its list of forms", () => expect(readdirSync(folder).filter((page) => /^\d/.test(page) && !notationWords[page])).toEqual([]));

for (const page of readdirSync(folder).filter((name) => name.endsWith(".md"))) {
  const shown = examplesOf(readFileSync(join(folder, page), "utf8"));
  const frame = shown.find((one) => one.text.startsWith("# "));
  describe(page, () => {
    test("has a frame and examples", () => {
      expect(frame, "an example that begins with `# `").toBeDefined();
      expect(shown.length).toBeGreaterThan(1);
    });
    test("has an example of each form of its point", () => {
      const taken = shown
        .filter((one) => one.refused === null)
        .map((one) => one.text)
        .join("\n");
      expect((notationWords[page] ?? []).filter((form) => !form.test(taken)).map(String)).toEqual([]);
    });
    for (const one of shown) test(`line ${one.line}`, () => judge(page, one, frame?.text ?? ""));
  });
}

function judge(page: string, one: Shown, frame: string): void {
  const text = one.text.startsWith("# ") ? one.text : joined(frame, one.text);
  const { diagnostics } = compile([{ name: page, text }]);
  const said = diagnostics.filter((d) => d.severity === "error");
  if (one.refused === null) expect(said.map((d) => `${d.code}: ${d.message}`)).toEqual([]);
  else expect(said.map((d) => d.code)).toEqual([one.refused]);
}

function examplesOf(page: string): Shown[] {
  const fences = page.matchAll(/^```markdown(?: refused (\S+))?\n([\s\S]*?)^```$/gm);
  return [...fences].map((match) => ({ line: page.slice(0, match.index).split("\n").length, refused: match[1] ?? null, text: match[2]! }));
}

/** Each point of the example instead of the frame's. */
function joined(frame: string, example: string): string {
  const points = (text: string): Map<string, string> => new Map(text.split(/^(?=## )/m).map((part) => [/^## (\d)/.exec(part)?.[1] ?? "", part.trimEnd()]));
  const all = points(frame);
  for (const [number, text] of points(example)) if (number !== "") all.set(number, text);
  return `${[...all]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([, text]) => text)
    .join("\n\n")}\n`;
}
