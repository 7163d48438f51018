/** Point 9: decision tables. Cells are unary tests over the input of their column; results are expressions over all inputs. */
import { describe, type Expression, fold, join, possibleTexts, type Type, valuesAgree } from "@nonet/feel";
import type { DecisionTable } from "@nonet/model";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { Callable } from "../declare/callables.ts";
import { cellOf, type RawTable } from "../syntax/constants/decision-tables.ts";
import { testChildren, variablesIn } from "../trees/walk.ts";
import { reportBareTexts } from "./cells.ts";
import { hitPolicy } from "./hit-policy.ts";
import { compileRow } from "./table-cells.ts";
import { inputType } from "./table-input-type.ts";
import { checkShape } from "./table-shape.ts";

export const isTable = (one: Callable): one is Callable & { readonly kind: "table" } => one.kind === "table";

export function compileTables(ctx: PointCompiler): DecisionTable[] {
  return [...ctx.business.callables.values()].filter(isTable).map(({ raw }) => compileTable(ctx, raw));
}

function compileTable(ctx: PointCompiler, raw: RawTable): DecisionTable {
  checkShape(ctx, raw);
  const inputs = raw.inputs.map((column) => ({ name: column.name.text, type: inputType(ctx, raw, column.name.text) }));
  const use: Use = { what: raw.name.text, variables: Object.fromEntries(inputs.map((i) => [i.name, i.type])) };
  const rows = raw.table.rows.map((row) => compileRow(ctx, raw, row, inputs, use));
  noUnusedInput(ctx, raw, rows);
  raw.results.forEach((column, i) =>
    resultsAgree(
      ctx,
      column.name.text,
      rows.flatMap((row) => valuesIn(row.results[i]!)),
    ),
  );
  const results = raw.results.map((column, i) => ({
    name: column.name.text,
    type: possibleTexts(
      rows
        .map((r) => r.results[i]!.type)
        .filter((t) => t.kind !== "open")
        .reduce<Type>(join, { kind: "null" }),
      rows.map((r) => r.results[i]!),
    ),
  }));
  return {
    name: raw.name.text,
    inputs,
    results: results.map((r) => (r.type.kind === "null" ? { ...r, type: { kind: "any" } } : r)),
    hitPolicy: hitPolicy(ctx, raw),
    rows,
    source: raw.section.title.span,
  };
}

/** An input column that accepts any value in every row is unused, unless a test or result reads it. */
function noUnusedInput(ctx: PointCompiler, raw: RawTable, rows: DecisionTable["rows"]): void {
  const read = variablesIn(rows.flatMap((row) => [...row.results, ...row.tests.flat().flatMap(testChildren)]));
  if (read === null || rows.length === 0) return;
  raw.inputs.forEach((column, i) => {
    const { name } = column;
    const isSound = column.at < raw.results[0]!.at && raw.table.rows.every((row) => cellOf(row, column).text !== "");
    if (isSound && !read.has(fold(name.text)) && rows.every((row) => row.tests[i]!.every((test) => test.kind === "any")))
      ctx.report("unused-input", name.span, `The result of "${raw.name.text}" doesn't depend on "${name.text}".`);
  });
}

/** All results of a column have the same type and currency, so that callers know what they get. */
function resultsAgree(ctx: PointCompiler, column: string, values: readonly Expression[]): void {
  const types = values.map(({ type }) => type).filter((type) => !hasNoType(type));
  const agreeing = (type: Type): number => types.filter((other) => valuesAgree(type, other)).length;
  // A number without a unit agrees with any currency, so only values that disagree show which type is usual.
  const telling = types.filter((type) => agreeing(type) < types.length);
  const usual = telling.reduce<Type | null>((most, type) => (most === null || agreeing(type) > agreeing(most) ? type : most), null);
  if (!usual) return;
  for (const value of values) {
    const { type, span } = value;
    if (hasNoType(type) || valuesAgree(usual, type)) continue;
    const words = { text: ctx.layout.text(span), span };
    const bare = value.kind === "literal" && type.kind === "string" && !words.text.includes('"');
    if (bare) {
      reportBareTexts(ctx, words, [value], usual);
      continue;
    }
    ctx.report("values-differ", span, `This is ${describe(type)}, but ${column} is ${describe(usual)} in other rows.`, {
      hint: [usual, type].every(({ kind }) => kind.endsWith(" duration"))
        ? "A month has no fixed number of days: write all of them as days or weeks, such as `30 days`, or all as months."
        : "Use a column for each type, or write `null` if the row has no result.",
    });
  }
}

const hasNoType = (type: Type): boolean => type.kind === "any" || type.kind === "open" || type.kind === "null";

/** Each value of a cell that changes over time. */
const valuesIn = (result: Expression): readonly Expression[] => (result.kind === "if" ? [...valuesIn(result.then), ...valuesIn(result.otherwise)] : [result]);

/** The result type of a call of the table. */
export function tableResult(table: DecisionTable): Type {
  const one: Type = table.results.length === 1 ? table.results[0]!.type : { kind: "context", entries: Object.fromEntries(table.results.map((r) => [r.name, r.type])) };
  if (table.hitPolicy === "collect") return { kind: "list", of: one };
  return table.hitPolicy === "collect count" ? { kind: "number", integer: true } : one;
}
