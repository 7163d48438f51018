/**
 * `npx tsx bench/check-speed.ts [lines …]`: how long a check takes, for documents of growing length.
 *
 * first: in a process that has checked nothing before, the starting of Node aside. cold: a document that is new to a process
 * that has checked another. Both with the product. Then, with a checker that has checked the document before, a letter more:
 * in the prose of an entity in the middle, inside a rule (which makes a mistake of it, and mends it again), and in the name
 * that a field is declared with, which all that is written may hang on; sixty letters aren't counted, while the engine learns,
 * as in a checker that somebody has been writing with for a minute. `product`: what the product costs besides, for whoever
 * asks for it. Each the least disturbed of several runs, in milliseconds. The checker is bundled first, as in a release:
 * run from its sources, each function costs more.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { compile, makeChecker } from "../language/compiler/src/checker.ts";
import { type Compiled } from "../language/compiler/src/compiled.ts";
import { grow } from "./grow.ts";

function table(sizes: readonly number[]): void {
  compile(named(grow(500)));
  console.log(["lines", "first", "cold", "per 1,000", "prose", "a rule", "a name", "product", "diagnostics"].map((head) => head.padStart(11)).join(""));
  for (const size of sizes) {
    const text = grow(size);
    const lines = text.split("\n").length;
    const runs = size > 10_000 ? 5 : 25;
    const cold = best(runs, (i) => timed(() => compile(named(`${text}\n${" ".repeat(i)}`)).product));
    const prose = strokes(text, runs, "What somebody asks for", ["x", "xy"]);
    const rule = strokes(text, runs, "due on >= opened", ["x", ""]);
    const name = strokes(text, runs, "- remark", ["s", ""]);
    const figures = [firstOf(size), cold, (cold / lines) * 1000, prose.check, rule.check, name.check, prose.product].map((figure) => figure.toFixed(1));
    console.log([String(lines), ...figures, String(compile(named(text)).diagnostics.length)].map((cell) => cell.padStart(11)).join(""));
  }
}

/** The texts in turn behind the words' middle place. */
function strokes(text: string, runs: number, words: string, texts: readonly string[]): { readonly check: number; readonly product: number } {
  const at = text.indexOf(words, text.indexOf(words) + (text.lastIndexOf(words) - text.indexOf(words)) / 2) + words.length;
  const checker = makeChecker();
  checker.check(named(text));
  const stroke = (i: number): readonly [number, number] => {
    const sources = named(text.slice(0, at) + texts[i % texts.length]! + text.slice(at));
    let compiled: Compiled | null = null;
    const check = timed(() => (compiled = checker.check(sources)).diagnostics);
    return [check, timed(() => compiled!.product)];
  };
  for (let i = 0; i < (text.length > 1_000_000 ? 4 : 60); i++) stroke(i);
  const figures = Array.from({ length: runs * 2 }, (_, i) => stroke(i));
  // Of strokes of two kinds the slower one counts.
  const slower = (of: 0 | 1): number => Math.max(...texts.map((_, kind) => Math.min(...figures.filter((__, i) => i % texts.length === kind).map((figure) => figure[of]))));
  return { check: slower(0), product: slower(1) };
}

const named = (text: string) => [{ name: "grown.md", text }];

function firstOf(size: number): number {
  const { stdout } = spawnSync(process.execPath, [...process.execArgv, process.argv[1]!, "--first", String(size)], { encoding: "utf8" });
  return Number(stdout);
}

function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

const best = (runs: number, run: (i: number) => number): number => Math.min(...Array.from({ length: runs }, (_, i) => run(i)));

/** Runs this benchmark from a bundle. */
async function runBundled(): Promise<void> {
  const { rolldown } = await import("rolldown");
  const folder = mkdtempSync(join(tmpdir(), "nonet-bench-"));
  try {
    const file = join(folder, "check-speed.mjs");
    const bundle = await rolldown({ input: fileURLToPath(import.meta.url), platform: "node", external: ["rolldown"] });
    await bundle.write({ file, format: "esm", codeSplitting: false });
    process.exitCode = spawnSync(process.execPath, [file, "--bundled", ...process.argv.slice(2)], { stdio: "inherit" }).status ?? 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const numbers = process.argv.slice(2).map(Number).filter(Number.isFinite);
if (process.argv.includes("--first")) console.log(timed(() => compile(named(grow(numbers[0]!))).product));
else if (!process.argv.includes("--bundled")) await runBundled();
else table(numbers.length > 0 ? numbers : [500, 5_000, 50_000]);
