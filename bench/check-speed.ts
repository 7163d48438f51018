/** `npx tsx bench/check-speed.ts`: how long a check takes from cold, and after a keystroke, for documents of growing length. */
import { compile } from "../language/compiler/src/index.ts";
import { grow } from "./grow.ts";

const sizes = process.argv.slice(2).map(Number);

console.log("lines      cold ms   keystroke ms   ms per 1,000 lines   diagnostics");
for (const size of sizes.length > 0 ? sizes : [500, 5_000, 50_000]) {
  const text = grow(size);
  const runs = size > 10_000 ? 1 : 5;
  compile([{ name: "warm.md", text: grow(500) }]);
  const cold = best(Array.from({ length: runs }, (_, i) => timed(() => compile([{ name: "grown.md", text: `${text}\n${" ".repeat(i)}` }]))));
  const { diagnostics } = compile([{ name: "grown.md", text }]);
  const stroke = best(Array.from({ length: runs }, (_, i) => timed(() => compile([{ name: "grown.md", text: typed(text, i) }]))));
  const lines = text.split("\n").length;
  console.log(
    `${String(lines).padEnd(8)} ${cold.toFixed(1).padStart(9)} ${stroke.toFixed(1).padStart(14)} ${((cold / lines) * 1000).toFixed(1).padStart(20)} ${String(diagnostics.length).padStart(13)}`,
  );
}

/** One more letter in the prose of an entity in the middle. */
function typed(text: string, i: number): string {
  const at = text.indexOf("What somebody asks for", text.length / 3);
  return text.slice(0, at) + "x".repeat(i + 1) + text.slice(at);
}

function timed(work: () => void): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

/** The least disturbed of several runs. */
function best(values: readonly number[]): number {
  return Math.min(...values);
}
