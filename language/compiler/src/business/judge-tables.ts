/** What the whole document shows about decision tables: texts that can't come, gaps, overlaps, rows never reached, and tables that nothing calls. */
import { fold, type Type, type UnaryTest } from "@nonet/feel";
import type { DecisionTable } from "@nonet/model";
import { nearest, type Span } from "@nonet/source";
import { typesGiven } from "../findings.ts";
import type { Workshop } from "../make-context.ts";
import { judgeRows, meetsAny } from "./judge-rows.ts";
import type { Stretch } from "./stretches.ts";

export function judgeTables(ctx: Workshop, tables: readonly DecisionTable[]): void {
  for (const table of tables) {
    const choices = table.inputs.map((input) => choicesGiven(typesGiven(ctx.findings, `${fold(table.name)}/${fold(input.name)}`)));
    const odd = table.rows.flatMap((row) =>
      row.tests.flatMap((tests, i) => tests.flatMap((test) => (choices[i] ? unknownChoices(ctx, test, choices[i], table.inputs[i]!.name) : []))),
    );
    if (odd.length === 0) judgeCover(ctx, table, choices);
  }
  const used = new Set(ctx.findings.usedConstants);
  for (const one of ctx.business.callables.values()) if (!used.has(fold(one.name))) ctx.report("unused-constant", one.span, `Nothing uses "${one.name}".`);
}

/** The values that alone can come, where every caller gives a choice. */
function choicesGiven(types: readonly Type[]): readonly string[] | null {
  if (types.length === 0 || !types.every((t) => t.kind === "string" && t.choices)) return null;
  return [...new Set(types.flatMap((t) => (t.kind === "string" ? (t.choices ?? []) : [])))];
}

function unknownChoices(ctx: Workshop, test: UnaryTest, choices: readonly string[], input: string): Span[] {
  if (test.kind === "not") return test.tests.flatMap((t) => unknownChoices(ctx, t, choices, input));
  const of = test.kind === "member" ? test.of : test.kind === "compare" ? test.value : null;
  if (of?.kind !== "literal" || typeof of.value !== "string" || of.type.kind !== "string" || choices.includes(of.value)) return [];
  const near = nearest(of.value, choices);
  ctx.report("unknown-choice", of.span, `${input} is never "${of.value}" where the table is used.${near === undefined ? "" : ` Did you mean "${near}"?`}`, {
    ...(near === undefined ? { hint: `It is one of ${choices.join(", ")}.` } : {}),
    fixes: near === undefined ? [] : [{ title: `Write "${near}"`, edits: [{ span: of.span, text: `"${near}"` }] }],
  });
  return [of.span];
}

function judgeCover(ctx: Workshop, table: DecisionTable, choices: readonly (readonly string[] | null)[]): void {
  const judged = judgeRows(table, choices);
  const { hitPolicy, rows } = table;
  if (judged.gap && !hitPolicy.startsWith("collect"))
    ctx.report("table-gap", rows[rowNear(table, judged.gap)]?.source ?? table.source, `No row of "${table.name}" holds for ${words(table, judged.gap)}; it gives nothing then.`, {
      hint: "Add a row, or close the gap beside this one.",
    });
  for (const [a, b] of judged.overlaps) {
    if (hitPolicy !== "unique" && !(hitPolicy === "any" && differ(table, a, b)) && !(hitPolicy === "most specific" && specific(table, a) === specific(table, b))) continue;
    ctx.report("table-overlap", rows[b]!.source, `Row ${b + 1} of "${table.name}" and row ${a + 1} can hold together${hitPolicy === "any" ? " and say different things" : ""}.`);
  }
  if (hitPolicy === "first")
    for (const row of judged.unreached) ctx.report("row-never-reached", rows[row]!.source, `Row ${row + 1} of "${table.name}" never counts: rows above it hold whenever it does.`);
}

/** The row that misses it by one cell only, the later the better. */
function rowNear(table: DecisionTable, gap: readonly Stretch[]): number {
  const missed = table.rows.map((row) => row.tests.filter((tests, i) => meetsAny(tests, gap[i]!) === false).length);
  return missed.lastIndexOf(Math.min(...missed));
}

const words = (table: DecisionTable, gap: readonly Stretch[]): string =>
  gap
    .map(
      (s, i) =>
        `${table.inputs[i]!.name} ${s.kind === "order" ? s.words : s.text === null ? "anything else" : s.text === "true" ? "yes" : s.text === "false" ? "no" : `"${s.text}"`}`,
    )
    .join(" with ");
const specific = (table: DecisionTable, row: number): number => table.rows[row]!.tests.filter((tests) => !tests.some((t) => t.kind === "any")).length;

function differ(table: DecisionTable, a: number, b: number): boolean {
  const plain = (row: number): string => JSON.stringify(table.rows[row]!.results, (key, value: unknown) => (key === "span" ? undefined : value));
  return plain(a) !== plain(b);
}
