/** Checks decision tables against the whole document: impossible texts, gaps, overlaps and unreachable rows. */
import type { UnaryTest } from "@nonet/feel";
import type { DecisionTable, Product } from "@nonet/model";
import { nearest, type Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { analyzeRows, meetsAny } from "../../tables/check-rows.ts";
import type { Interval, Known } from "../../tables/intervals.ts";
import { knownInputs, withConstants } from "./table-inputs.ts";

export function checkDecisionTables(ctx: PointCompiler, product: Product): void {
  for (const written of product.tables) {
    const table = withConstants(written, product.constants);
    const known = knownInputs(ctx, product, table);
    const unknown = table.rows.flatMap((row) =>
      row.tests.flatMap((tests, i) => tests.flatMap((test) => (known[i]?.choices ? unknownChoices(ctx, test, known[i].choices, table.inputs[i]!.name) : []))),
    );
    if (unknown.length === 0) checkCoverage(ctx, table, known);
  }
}

function unknownChoices(ctx: PointCompiler, test: UnaryTest, choices: readonly string[], input: string): Span[] {
  if (test.kind === "not") return test.tests.flatMap((t) => unknownChoices(ctx, t, choices, input));
  const of = test.kind === "member" ? test.of : test.kind === "compare" ? test.value : null;
  if (of?.kind !== "literal" || typeof of.value !== "string" || of.type.kind !== "string" || choices.includes(of.value)) return [];
  const near = nearest(of.value, choices);
  ctx.report("unknown-choice", of.span, `${input} is never "${of.value}" where the table is used.${near === undefined ? "" : ` Did you mean "${near}"?`}`, {
    ...(near === undefined ? { hint: `Use one of ${choices.join(", ")}.` } : {}),
    fixes: near === undefined ? [] : [{ title: `Write "${near}"`, edits: [{ span: of.span, text: `"${near}"` }] }],
  });
  return [of.span];
}

function checkCoverage(ctx: PointCompiler, table: DecisionTable, known: readonly Known[]): void {
  const analysis = analyzeRows(table, known);
  const { hitPolicy, rows } = table;
  if (analysis.gap && !hitPolicy.startsWith("collect"))
    ctx.report("table-gap", rows[rowNear(table, analysis.gap)]?.source ?? table.source, `No row of "${table.name}" matches ${words(table, analysis.gap)}, so the result is null.`, {
      hint: "Add a row, or widen this one.",
    });
  for (const [a, b] of analysis.overlaps) {
    if (hitPolicy !== "unique" && !(hitPolicy === "any" && differ(table, a, b)) && !(hitPolicy === "most specific" && specific(table, a) === specific(table, b))) continue;
    ctx.report(
      "table-overlap",
      rows[b]!.source,
      `Row ${b + 1} and row ${a + 1} of "${table.name}" can match the same inputs${hitPolicy === "any" ? " with different results" : ""}.`,
    );
  }
  // With hit policy first, a later row may match the rest; two ranges that share one boundary value are usually a mistake.
  if (hitPolicy === "first")
    for (const [a, b] of analysis.touching)
      if (!analysis.unreached.includes(b) && differ(table, a, b))
        ctx.report("table-overlap", rows[b]!.source, `Row ${b + 1} of "${table.name}" begins where row ${a + 1} ends, and both include that value. Row ${a + 1} is used for it.`, {
          hint: "Exclude the value from one of them: `>` instead of `>=`, or `[a..b)`.",
        });
  if (hitPolicy === "first")
    for (const row of analysis.unreached)
      ctx.report("row-never-reached", rows[row]!.source, `Row ${row + 1} of "${table.name}" is never used: rows above it match whenever it does.`);
}

/** The row that misses the gap in the fewest cells; of several, the last. */
function rowNear(table: DecisionTable, gap: readonly Interval[]): number {
  const missed = table.rows.map((row) => row.tests.filter((tests, i) => meetsAny(tests, gap[i]!) === false).length);
  return missed.lastIndexOf(Math.min(...missed));
}

/** Leaves out columns in which every row accepts any value. */
const words = (table: DecisionTable, gap: readonly Interval[]): string =>
  gap.flatMap((s, i) => (table.rows.every((row) => row.tests[i]!.some((t) => t.kind === "any")) ? [] : [`${table.inputs[i]!.name} ${valueWords(s)}`])).join(" with ");

function valueWords(s: Interval): string {
  if (s.kind === "order") return s.words;
  if (s.kind === "opaque" || s.text === null) return "anything else";
  return s.text === "true" ? "yes" : s.text === "false" ? "no" : `"${s.text}"`;
}

const specific = (table: DecisionTable, row: number): number => table.rows[row]!.tests.filter((tests) => !tests.some((t) => t.kind === "any")).length;

function differ(table: DecisionTable, a: number, b: number): boolean {
  const plain = (row: number): string => JSON.stringify(table.rows[row]!.results, (key, value: unknown) => (key === "span" ? undefined : value));
  return plain(a) !== plain(b);
}
