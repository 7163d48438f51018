/** The guide for assistants (docs/assistants.md): its document is sound, each of its mistakes is one, and what it says to write is accepted. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test } from "vitest";
import { root } from "./nonet-process.ts";
import { compile } from "./compile-again.ts";

const guide = readFileSync(join(root, "docs/assistants.md"), "utf8");
const base = /^```markdown\n(# [\s\S]*?)^```$/m.exec(guide)![1]!;
const mistakes = [...guide.matchAll(/^\*\*(Point \d|Examples): (.+?)\*\*[^\n]*\n\n```diff\n([\s\S]*?)^```$/gm)].map(([, place, title, diff]) => ({
  place: place!,
  title: `${place}: ${title}`,
  wrong: linesOf(diff!, "- "),
  right: linesOf(diff!, "+ "),
}));

test("the guide has at most 5,000 tokens, of three and a half letters each", () => expect(guide.length / 3.5).toBeLessThanOrEqual(5_000));

test("its document has no problems", () => expect(problems(base)).toEqual([]));

test("it shows at least twenty mistakes, and each block is one of them", () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(20);
  expect(guide.match(/^```diff$/gm)).toHaveLength(mistakes.length);
});

describe.each(mistakes)("$title", ({ place, wrong, right }) => {
  it("is an error", () => expect(problems(withLines(place, wrong)).some((one) => one.startsWith("error"))).toBe(true));
  it("is accepted as it should be written", () => expect(problems(withLines(place, right))).toEqual([]));
});

function linesOf(diff: string, sign: string): readonly string[] {
  // A bullet keeps its hyphen: `- - name: text`.
  return diff.split("\n").flatMap((line) => (line.startsWith(sign) ? [line.slice(2)] : []));
}

function problems(text: string): readonly string[] {
  return compile([{ name: "guide.md", text }])
    .diagnostics.filter(({ severity }) => severity !== "hint")
    .map(({ severity, code, message }) => `${severity} ${code}: ${message}`);
}

/** The guide's document with more lines in one of its points; a row of point 9 takes the place of the one with its name. */
function withLines(place: string, lines: readonly string[]): string {
  const rows = lines.filter((line) => line.startsWith("|"));
  const others = lines.filter((line) => !line.startsWith("|"));
  const anchors: Readonly<Record<string, readonly [RegExp, RegExp]>> = {
    "Point 2": [/^\| \/wish .*$/m, /^$/m],
    "Point 3": [/^$/m, /^- note: long text.*$/m],
    "Point 4": [/^\| out \| Take back.*$/m, /^- Take back asks for.*$/m],
    "Point 5": [/^\| In order.*$/m, /^$/m],
    "Point 6": [/^\| Tool \| read.*$/m, /^Own:.*$/m],
    "Point 7": [/^$/m, /^- Email to.*$/m],
    Examples: [/^$/m, /^- Then TOOL_TAKEN$/m],
  };
  if (place === "Point 9") return base.replace(/^\| longest lending.*$/m, () => lines.join("\n"));
  const [row, other] = anchors[place]!;
  const add = (text: string, at: RegExp, more: readonly string[]): string => (more.length === 0 ? text : text.replace(at, (line) => [line, ...more].join("\n")));
  return add(add(base, row, rows), other, others);
}
