/** Documents, and reproducible cuts and mutations of them: the same seed gives the same ones. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export const paths = [...below(join(root, "examples")), join(root, "fixtures/sound.md")];
export const documents = paths.map((path) => readFileSync(path, "utf8"));

function below(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? below(path) : name.endsWith(".md") ? [path] : [];
  });
}

/** The same numbers every time (Park and Miller's generator). */
export function dice(seed: number): (below: number) => number {
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

export type Mutation = (lines: string[], roll: (below: number) => number) => string;
const join_ = (lines: readonly string[]): string => lines.join("\n");

export const mutations: Readonly<Record<string, Mutation>> = {
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
