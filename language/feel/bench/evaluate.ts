/** Measures expressions: `npx tsx language/feel/bench/evaluate.ts` prints nanoseconds per evaluation and microseconds per check. */
import { check } from "../src/check/check.ts";
import { compile } from "../src/evaluate/compile.ts";
import { benchEnvironment, benchScope } from "./loan-fixture.ts";

const expressions = [
  "end date >= start date",
  "count(lines) >= 1 and total <= 500",
  "days <= longest loan",
  "not(retired)",
  'state in ("requested", "approved", "out")',
  "total * (1 + vat rate)",
  "end date - start date",
  "if total > 100 then total - 10 else total",
  'item.name = "Beamer"',
  "sum(lines.price)",
  "count(lines[price > 10])",
  "every l in lines satisfies l.price >= 0",
  "start date + 14 days",
  "end date in [2026-01-01..2026-12-31]",
  "upper case(item.name)",
  "total between 0 and 500",
];
const at = { file: 0, from: 0 };

process.stdout.write(`${"expression".padEnd(48)}${"ns".padStart(8)}${"check µs".padStart(10)}\n`);
for (const text of expressions) {
  const { expression, diagnostics } = check(text, at, benchScope);
  if (diagnostics.length > 0) throw new Error(`${text}: ${diagnostics[0]!.message}`);
  const run = compile(expression);
  const nanos = time(() => run(benchEnvironment));
  const micros = time(() => check(text, at, { ...benchScope })) / 1000;
  process.stdout.write(`${text.padEnd(48)}${nanos.toFixed(0).padStart(8)}${micros.toFixed(1).padStart(10)}\n`);
}

/** Nanoseconds per call, the best of five rounds. */
function time(work: () => unknown): number {
  let best = Infinity;
  for (let round = 0, count = 2000; round < 5; round++) {
    const begin = process.hrtime.bigint();
    for (let i = 0; i < count; i++) work();
    const spent = Number(process.hrtime.bigint() - begin);
    best = Math.min(best, spent / count);
    count = Math.max(1000, Math.round(20_000_000 / best));
  }
  return best;
}
