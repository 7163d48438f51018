/** Cuts and mutations of the examples: none makes the compiler throw, hang, or go without a model. `NONET_LONG` makes it a thousand of each document. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { format } from "@nonet/notation";
import { describe, expect, test } from "vitest";
import { compile, sentences } from "../src/index.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const isLong = process.env["NONET_LONG"] !== undefined;
/** No document that a person could write by mistake takes longer, on a slow machine that has other things to do. */
const mostMilliseconds = 5_000;
const paths = [...below(join(root, "examples")), join(root, "fixtures/sound.md")];

function below(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? below(path) : name.endsWith(".md") ? [path] : [];
  });
}

/** The same numbers every time (Park and Miller's generator). */
function dice(seed: number): (below: number) => number {
  let at = seed * 2_654_435_761 + 1;
  return (limit) => {
    at = (Math.abs(at) * 48_271) % 2_147_483_647;
    return at % Math.max(1, limit);
  };
}

const bits = [
  "|",
  "`",
  "(",
  ")",
  "\n",
  ",",
  ";",
  ":",
  ": ",
  "- ",
  "  - ",
  "### ",
  "## ",
  "# ",
  "where ",
  "{",
  "}",
  "[",
  "]",
  '"',
  "“",
  "**",
  "<!--",
  "```\n",
  "\\|",
  "\\",
  "\u0000",
  "é",
  "🚲",
  "‮",
  "\ufeff",
  "\t",
  "\r",
  "not shown",
  "none",
  "own",
  "own ",
  "(part of Loan)",
  "list of Item by loan",
  "= `this`",
  "(new)",
  "any",
  "if then else",
  "for x in [1..1e9] return x",
  "1..",
  "..",
  "%",
  "0".repeat(400),
  "a ".repeat(400),
  "(".repeat(300),
  "{".repeat(200),
  "-".repeat(300),
  "| ".repeat(200),
  "[x](".repeat(100),
  "*".repeat(500),
  "> ".repeat(100),
];

type Mutation = (lines: string[], roll: (below: number) => number) => string;
const join_ = (lines: readonly string[]): string => lines.join("\n");

const mutations: Readonly<Record<string, Mutation>> = {
  "a line deleted": (lines, roll) => join_(lines.filter((_, i) => i !== picked(lines, roll))),
  "some lines deleted": (lines, roll) => join_(withoutRun(lines, roll(lines.length), 1 + roll(30))),
  "a line doubled": (lines, roll) => {
    const i = roll(lines.length);
    return join_([...lines.slice(0, i), lines[i]!, ...lines.slice(i)]);
  },
  "two lines swapped": (lines, roll) => {
    const [i, j] = [roll(lines.length), roll(lines.length)];
    return join_(lines.map((line, at) => (at === i ? lines[j]! : at === j ? lines[i]! : line)));
  },
  "cut off": (lines, roll) => join_(lines).slice(0, roll(join_(lines).length)),
  "begun in the middle": (lines, roll) => join_(lines).slice(roll(join_(lines).length)),
  "a piece cut out": (lines, roll) => {
    const text = join_(lines);
    const at = roll(text.length);
    return text.slice(0, at) + text.slice(at + roll(200));
  },
  "something put in": (lines, roll) => put(join_(lines), roll, 1),
  "several things put in": (lines, roll) => put(join_(lines), roll, 2 + roll(6)),
  "a very long line": (lines, roll) => {
    const i = roll(lines.length);
    return join_(lines.map((line, at) => (at === i ? `${line} ${line.repeat(40)}` : line)));
  },
  "words exchanged": (lines, roll) => {
    const words = join_(lines).split(/(\s+)/);
    const [i, j] = [roll(words.length), roll(words.length)];
    [words[i], words[j]] = [words[j]!, words[i]!];
    return words.join("");
  },
  "a cell emptied": (lines, roll) => join_(lines).replace(/\|[^|\n]+\|/g, (cell) => (roll(40) === 0 ? "| |" : cell)),
};

const picked = (lines: readonly string[], roll: (below: number) => number): number => roll(lines.length);
const withoutRun = (lines: readonly string[], from: number, count: number): string[] => lines.filter((_, i) => i < from || i >= from + count);

function put(text: string, roll: (below: number) => number, times: number): string {
  let out = text;
  for (let i = 0; i < times; i++) {
    const at = roll(out.length);
    out = out.slice(0, at) + bits[roll(bits.length)]! + out.slice(at);
  }
  return out;
}

/** What must hold for any text; gives how long it took. */
function judge(text: string, what: string): void {
  const from = performance.now();
  const out = compile([{ name: "mutated.md", text }]);
  expect(performance.now() - from, `${what}: takes too long`).toBeLessThan(mostMilliseconds);
  expect(out.product.format, what).toBe(1);
  expect(out.product.points, what).toHaveLength(9);
  expect(() => JSON.stringify(out.product), what).not.toThrow();
  expect(() => sentences(out.product), what).not.toThrow();
  for (const d of out.diagnostics) {
    expect(d.message, what).not.toMatch(/undefined|\[object|^\s*$/);
    for (const span of [d.span, ...d.fixes.flatMap((fix) => fix.edits.map((edit) => edit.span))])
      if (!(span.from >= 0 && span.from <= span.to && span.to <= text.length)) expect.fail(`${what}: ${d.code} stands outside of the text`);
  }
  expect(format(format(out.tree) === text ? out.tree : compile([{ name: "mutated.md", text: format(out.tree) }]).tree), `${what}: formatting twice`).toBe(format(out.tree));
}

const names = Object.keys(mutations);
/** Of each document: every mutation once, or a thousand and more. */
const rounds = isLong ? names.length * 84 : names.length;

describe("mutations", () => {
  test.each(paths.map((path, document) => ({ name: basename(path), path, document })))(
    "of $name never throw, never hang, always yield a model",
    ({ path, document }) => {
      const lines = readFileSync(path, "utf8").split("\n");
      for (let round = 0; round < rounds; round++) {
        const seed = document * 100_000 + round + 1;
        const name = names[round % names.length]!;
        judge(mutations[name]!(lines, dice(seed)), `seed ${seed}, ${name}`);
      }
    },
    isLong ? 60 * 60_000 : 120_000,
  );
});
