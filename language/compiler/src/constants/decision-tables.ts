/** Point 9: decision tables. Cells are unary tests over the input of their column; results are expressions over all inputs. */
import { describe, elementOf, type Expression, fold, join, possibleTexts, type Type, type UnaryTest, valuesAgree } from "@nonet/feel";
import type { DecisionTable, HitPolicy } from "@nonet/model";
import { isNone, type Row, splitTop, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { Callable } from "../declare/callables.ts";
import { typesGiven } from "../incremental/findings.ts";
import { isCalendarLine, linesOf } from "../syntax/calendars.ts";
import { cellOf, columnOf, type RawTable } from "../syntax/decision-tables.ts";
import { bare, cut, isNotShown } from "../text/split.ts";
import { testChildren, variablesIn } from "../trees/walk.ts";
import { testsAsCondition, today, unquotedTexts } from "./cells.ts";

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

function checkShape(ctx: PointCompiler, raw: RawTable): void {
  ctx.enforced(raw.section.title.span);
  for (const block of raw.section.blocks) {
    if (block.kind === "table" && block !== raw.table)
      ctx.report("unreadable-table", block.span, `"${raw.name.text}" already has a table.`, { hint: "Give the second table its own heading." });
    const days = block.kind === "paragraph" ? linesOf(block).find(isCalendarLine) : undefined;
    if (days)
      ctx.report("unreadable-line", days.span, `This doesn't belong to the decision table "${raw.name.text}".`, {
        hint: "Write working time and holidays above the first heading of point 9, or below `### Calendar NAME`.",
      });
    if (block.kind === "bullet" && !/^\**hit policy/i.test(block.words.text))
      ctx.report("unreadable-line", block.span, `This doesn't belong to the decision table "${raw.name.text}".`, { hint: "Only `Hit policy: …` can be written here." });
  }
  const first = raw.results[0]!.at;
  for (const column of raw.inputs) {
    if (column.at > first)
      ctx.report("unknown-column", column.name.span, `The input "${column.name.text}" comes after a result.`, {
        hint: "Put inputs first and results last, each result with the header `→ name`.",
      });
    if (column.name.text === "") ctx.report("unknown-column", raw.table.span, "A column of the decision table has no name.");
  }
  const names = [...raw.inputs, ...raw.results].map((c) => fold(c.name.text));
  [...raw.inputs, ...raw.results].forEach((c, i) => {
    if (names.indexOf(names[i]!) !== i) ctx.report("doubled-column", c.name.span, `Two columns are named "${c.name.text}".`);
  });
}

/** A column in which every cell takes anything tells nothing, unless a test or result reads it. */
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

/** What a column gives is of one kind and in one currency, whichever row holds: nothing could be asked of a value that is a text or a number. */
function resultsAgree(ctx: PointCompiler, column: string, values: readonly Expression[]): void {
  const types = values.map(({ type }) => type).filter((type) => !hasNoType(type));
  const agreeing = (type: Type): number => types.filter((other) => valuesAgree(type, other)).length;
  // A number without a unit goes with any currency, so only what disagrees with something tells what is usual here.
  const telling = types.filter((type) => agreeing(type) < types.length);
  const usual = telling.reduce<Type | null>((most, type) => (most === null || agreeing(type) > agreeing(most) ? type : most), null);
  if (!usual) return;
  for (const { type, span } of values) {
    if (hasNoType(type) || valuesAgree(usual, type)) continue;
    ctx.report("values-differ", span, `This is ${describe(type)}, but ${column} is ${describe(usual)} in other rows.`, {
      hint: "Use a column for each type, or write `null` if the row has no result.",
    });
  }
}

const hasNoType = (type: Type): boolean => type.kind === "any" || type.kind === "open" || type.kind === "null";

/** Each value of a cell that changes over time. */
const valuesIn = (result: Expression): readonly Expression[] => (result.kind === "if" ? [...valuesIn(result.then), ...valuesIn(result.otherwise)] : [result]);

/** What the column's cells are about, all of them together; what callers give where no cell tells. */
function inputType(ctx: PointCompiler, raw: RawTable, name: string): Type {
  const column = raw.inputs.find((c) => c.name.text === name)!;
  const known = Object.fromEntries(raw.inputs.map((c): [string, Type] => [c.name.text, { kind: "any" }]));
  const types = ctx.quietly(() => raw.table.rows.flatMap((row) => typesOfCell(ctx, cellOf(row, column), { what: "", variables: known })));
  const given = typesGiven(ctx.findings, `${fold(raw.name.text)}/${fold(name)}`);
  const found = (types.length > 0 ? types : given).map(general).reduce<Type>(join, { kind: "null" });
  return found.kind === "null" ? { kind: "any" } : found;
}

/** A kind of value without what only this one is: a whole number may meet a fraction, a text another text. */
function general(type: Type): Type {
  if (type.kind === "number") return type.unit === undefined ? { kind: "number" } : { kind: "number", unit: type.unit };
  return type.kind === "string" ? { kind: "string" } : type;
}

function typesOfCell(ctx: PointCompiler, words: TextSpan, use: Use): Type[] {
  return versionsOf(words)
    .flatMap(({ cell }) => testsOf(ctx, cell, { kind: "any" }, use).flatMap(typesOfTest))
    .filter((t) => t.kind !== "any" && t.kind !== "null" && t.kind !== "open");
}

function typesOfTest(test: UnaryTest): Type[] {
  switch (test.kind) {
    case "any":
    case "condition":
      return [];
    case "not":
      return test.tests.flatMap(typesOfTest);
    case "compare":
      return [test.value.type];
    case "member":
      return [elementOf(test.of.type)];
  }
}

function compileRow(ctx: PointCompiler, raw: RawTable, row: Row, inputs: readonly { readonly name: string; readonly type: Type }[], use: Use): DecisionTable["rows"][number] {
  ctx.enforced(row.span);
  const tests = raw.inputs.map((column, i) =>
    dated(
      ctx,
      cellOf(row, column),
      (cell) => {
        const found = testsOf(ctx, cell, inputs[i]!.type, use);
        for (const result of raw.results) ctx.noteTests(found, { ...use, what: columnOf(raw.name.text, result.name.text) });
        return found;
      },
      (at, then, otherwise) => [testsAsCondition(at, then, otherwise, inputs[i]!.type)],
    ),
  );
  const results = raw.results.map((column) => result(ctx, raw, row, column, use));
  return { tests, results, source: row.span };
}

/** One cell's tests; an empty one says nothing, which `-` would say. */
function testsOf(ctx: PointCompiler, words: TextSpan, input: Type, use: Use): readonly UnaryTest[] {
  if (words.text === "") {
    ctx.report("empty-cell", words.span, "The cell is empty.", { hint: "Write `-` for any value, or `not shown` if it isn't known." });
    return [{ kind: "any" }];
  }
  if (isNotShown(words)) return [{ kind: "member", of: ctx.hole(`a cell of ${use.what}`, words.span) }];
  if (/^[–—-]$/.test(words.text) || /^(any|\*)$/i.test(words.text)) return [{ kind: "any" }];
  if (/^none$/i.test(words.text)) {
    ctx.report("misleading-dash", words.span, `"${words.text}" could mean no value or any value.`, {
      hint: "Write `null` if the input has no value, or `-` for any value.",
      fixes: [
        { title: "Write null", edits: [{ span: words.span, text: "null" }] },
        { title: "Write -", edits: [{ span: words.span, text: "-" }] },
      ],
    });
    return [{ kind: "any" }];
  }
  if (/^(yes|no|true|false)$/i.test(words.text))
    return [{ kind: "member", of: { kind: "literal", value: /^(yes|true)$/i.test(words.text), type: { kind: "boolean" }, nullable: false, span: words.span } }];
  const unquoted = unquotedTexts(ctx, words, use);
  if (unquoted) return unquoted.map((of) => ({ kind: "member", of }));
  return ctx.tests(withCommas(words), input, use);
}

/** `"a" / "b"`: texts are never divided, so the slash parts them as a comma does. */
function withCommas(words: TextSpan): TextSpan {
  const isOfTexts = /^\s*"[^"\\]*"(?:\s*\/\s*"[^"\\]*")+\s*$/.test(words.text);
  return isOfTexts ? { ...words, text: words.text.replace(/"[^"]*"|\//g, (piece) => (piece === "/" ? "," : piece)) } : words;
}

function result(ctx: PointCompiler, raw: RawTable, row: Row, column: RawTable["results"][number], use: Use): Expression {
  const what = columnOf(raw.name.text, column.name.text);
  return dated(
    ctx,
    cellOf(row, column),
    (cell) => {
      if (cell.text === "") ctx.report("empty-cell", row.span, `The row has no ${column.name.text}.`, { hint: "Write `null` for no value, or `not shown` if it isn't known." });
      if (cell.text === "") return { kind: "hole", open: null, type: { kind: "any" }, nullable: true, span: row.span };
      if (isNone(cell)) return reportMisleading(ctx, cell, column.name.text);
      const unquoted = isNotShown(cell) ? null : unquotedTexts(ctx, cell, use);
      // Whether it is a text or a misspelt name isn't known, so nothing is said of its kind besides.
      if (unquoted?.length === 1) return { ...unquoted[0]!, type: { kind: "any" } };
      if (!isNotShown(cell)) return ctx.expression(cell, { ...use, what });
      const open = openName(what, raw, row);
      ctx.affects(open, what, raw.section.title.span);
      return ctx.hole(open, cell.span);
    },
    (at, then, otherwise) => ({
      kind: "if",
      condition: at,
      then,
      otherwise,
      type: join(then.type, otherwise.type),
      nullable: then.nullable || otherwise.nullable,
      span: then.span,
    }),
  );
}

/** Elsewhere `-` says that there is nothing; among a table's tests it takes anything, and as a result it would be neither. */
function reportMisleading(ctx: PointCompiler, cell: TextSpan, column: string): Expression {
  ctx.report("misleading-dash", cell.span, `"${cell.text}" can't be used as a result: ${column} needs a value, \`null\` or \`not shown\`.`, {
    hint: "Write `null` for no value, or `not shown` if it isn't known.",
    fixes: [
      { title: "Write null", edits: [{ span: cell.span, text: "null" }] },
      { title: "Write not shown", edits: [{ span: cell.span, text: "not shown" }] },
    ],
  });
  return { kind: "hole", open: null, type: { kind: "any" }, nullable: true, span: cell.span };
}

/** `rate of Exchange for "CHF"`. */
function openName(what: string, raw: RawTable, row: Row): string {
  const tests = raw.inputs.map((c) => cellOf(row, c).text).filter((t) => !/^[–—-]?$/.test(t));
  return tests.length === 0 ? what : `${what} for ${tests.join(", ")}`;
}

/** A cell that changes over time is read once for each of its values; the latest that has begun holds. */
function dated<T>(ctx: PointCompiler, words: TextSpan, read: (cell: TextSpan) => T, choose: (begun: Expression, then: T, otherwise: T) => T): T {
  const [first, ...later] = versionsOf(words);
  let held = read(first!.cell);
  if (first!.from) ctx.report("values-out-of-order", first!.from.span, "The first value of a cell can't have a date, because it applies from the start.");
  let before = "";
  for (const { cell, from } of later) {
    const valid = from !== null && /^\d{4}-\d\d-\d\d$/.test(from.text) && from.text > before;
    if (!valid)
      ctx.report(
        "values-out-of-order",
        (from ?? cell).span,
        from ? `${from.text} is not a date later than the one before it.` : `The value ${cell.text} has no date from which it applies.`,
        {
          hint: "Write `20 % from 2027-01-01`.",
        },
      );
    else held = choose(today(from.text, from.span), read(cell), held);
    before = from?.text ?? before;
  }
  return held;
}

function versionsOf(words: TextSpan): { cell: TextSpan; from: TextSpan | null }[] {
  const parts = splitTop(words, ";");
  return (parts.length === 0 ? [words] : parts).map((part) => {
    const parted = cut(part, /\s+from\s+(?=\d{4}-)/i);
    return parted ? { cell: parted.before, from: parted.after } : { cell: part, from: null };
  });
}

const policies: Readonly<Record<string, HitPolicy>> = {
  f: "first",
  first: "first",
  u: "unique",
  unique: "unique",
  a: "any",
  any: "any",
  "most specific": "most specific",
  c: "collect",
  collect: "collect",
  "rule order": "collect",
  r: "collect",
  "c+": "collect sum",
  "collect sum": "collect sum",
  sum: "collect sum",
  "c<": "collect min",
  "collect min": "collect min",
  "c>": "collect max",
  "collect max": "collect max",
  "c#": "collect count",
  "collect count": "collect count",
};

function hitPolicy(ctx: PointCompiler, raw: RawTable): HitPolicy {
  const words = raw.hitPolicy;
  if (!words) return "first";
  ctx.enforced(words.span);
  const found = policies[fold(bare(words).text.replace(/[.]$/, "").replace(/[()]/g, ""))];
  if (found && found.startsWith("collect ") && raw.results.length > 1 && found !== "collect count")
    ctx.report("unknown-choice", words.span, `"${words.text}" needs a table with one result, but this one has ${raw.results.length}.`);
  if (!found) ctx.report("unknown-choice", words.span, `There is no hit policy "${words.text}".`, { hint: `Use one of ${[...new Set(Object.values(policies))].join(", ")}.` });
  return found ?? "first";
}

/** What a call of the table gives. */
export function tableResult(table: DecisionTable): Type {
  const one: Type = table.results.length === 1 ? table.results[0]!.type : { kind: "context", entries: Object.fromEntries(table.results.map((r) => [r.name, r.type])) };
  if (table.hitPolicy === "collect") return { kind: "list", of: one };
  return table.hitPolicy === "collect count" ? { kind: "number", integer: true } : one;
}
