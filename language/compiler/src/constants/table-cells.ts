/** Point 9: the cells of a decision table as tests and results. */
import { cellForms, readForm } from "@nonet/forms";
import { type Expression, fold, join, type Type, type UnaryTest } from "@nonet/feel";
import type { DecisionTable } from "@nonet/model";
import { isNone, type Row, splitTop, type TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import { text } from "../expressions/build.ts";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { dateFrom } from "../syntax/constants/constant-rows.ts";
import { cellOf, columnOf, type RawTable } from "../syntax/constants/decision-tables.ts";
import { cut, isNotShown } from "../text/split.ts";
import { bareTexts, keywords, reportBareTexts, saysOrder, testsAsCondition, today, withCommas } from "./cells.ts";

export function compileRow(
  ctx: PointCompiler,
  raw: RawTable,
  row: Row,
  inputs: readonly { readonly name: string; readonly type: Type }[],
  use: Use,
): DecisionTable["rows"][number] {
  ctx.markEnforced(row.span);
  const tests = raw.inputs.map((column, i) =>
    dated(
      ctx,
      cellOf(row, column),
      (cell) => {
        const found = testsOf(ctx, cell, inputs[i]!.type, use);
        for (const result of raw.results) ctx.recordTests(found, { ...use, what: columnOf(raw.name.text, result.name.text) });
        return found;
      },
      (at, then, otherwise) => [testsAsCondition(at, then, otherwise, inputs[i]!.type)],
    ),
  );
  const results = raw.results.map((column) => result(ctx, raw, row, column, use));
  return { tests, results, source: row.span };
}

/** The tests of one cell; an empty cell is an error, since `-` means any value. */
export function testsOf(ctx: PointCompiler, words: TextSpan, input: Type, use: Use): readonly UnaryTest[] {
  if (words.text === "") {
    ctx.report("empty-cell", words.span, "The cell is empty.", { hint: "Write `-` for any value, or `not shown` if it isn't known." });
    return [{ kind: "any" }];
  }
  if (isNotShown(words)) return [{ kind: "member", of: ctx.notShown(`a cell of ${use.what}`, words.span) }];
  const form = readForm(cellForms, words.text);
  if (form.kind === "match" && form.name === "any" && choiceCalled(ctx, words.text, input) === undefined) return [{ kind: "any" }];
  if (/^none$/i.test(words.text)) {
    const choice = choiceCalled(ctx, words.text, input);
    if (choice !== undefined) return [{ kind: "member", of: { kind: "literal", value: choice, type: { kind: "string" }, nullable: false, span: words.span } }];
    ctx.report("misleading-dash", words.span, `"${words.text}" could mean no value or any value.`, {
      hint: "Write `null` if the input has no value, or `-` for any value.",
      fixes: [
        { title: "Write null", edits: [{ span: words.span, text: "null" }] },
        { title: "Write -", edits: [{ span: words.span, text: "-" }] },
      ],
    });
    return [{ kind: "member", of: placeholder(words.span) }];
  }
  if (/^(yes|no|true|false)$/i.test(words.text))
    return [{ kind: "member", of: { kind: "literal", value: /^(yes|true)$/i.test(words.text), type: { kind: "boolean" }, nullable: false, span: words.span } }];
  const bare = input.kind !== "string" && saysOrder(ctx, words, use) ? null : bareTexts(ctx, words, use, input.kind === "string");
  if (bare && input.kind !== "string" && input.kind !== "any" && input.kind !== "open") {
    reportBareTexts(ctx, words, bare, input);
    return [{ kind: "member", of: placeholder(words.span) }];
  }
  if (bare) return bare.map((of) => ({ kind: "member", of }));
  return ctx.tests(form.kind === "match" ? withSign(words, form.name, form.slots["value"]!.from) : withCommas(words), input, use);
}

/** The choice of some field, as in `one of (none, student)`, for an input that holds texts. */
function choiceCalled(ctx: PointCompiler, word: string, input: Type): string | undefined {
  if (input.kind !== "string") return undefined;
  return [...ctx.declared.entities.values()]
    .flatMap(({ fields }) => [...fields.values()].flatMap(({ type }) => (type.kind === "one of" || type.kind === "any of" ? type.choices : [])))
    .find((choice) => fold(choice) === fold(word));
}

/** `below 1,000 EUR` as `<     1,000 EUR`: the value stays in its place. */
const withSign = (words: TextSpan, sign: string, at: number): TextSpan => ({ ...words, text: `${sign.padEnd(at)}${words.text.slice(at)}` });

function result(ctx: PointCompiler, raw: RawTable, row: Row, column: RawTable["results"][number], use: Use): Expression {
  const what = columnOf(raw.name.text, column.name.text);
  return dated(
    ctx,
    cellOf(row, column),
    (cell) => {
      if (cell.text === "") ctx.report("empty-cell", row.span, `The row has no ${column.name.text}.`, { hint: "Write `null` for no value, or `not shown` if it isn't known." });
      if (cell.text === "") return { kind: "hole", open: null, type: { kind: "any" }, nullable: true, span: row.span };
      if (isNone(cell)) return reportMisleading(ctx, cell, column.name.text);
      const bare = isNotShown(cell) ? null : bareTexts(ctx, cell, use);
      if (bare?.length === 1) return bare[0]!;
      if (isProse(ctx, cell, use)) return isOfTexts(ctx, raw, column, use) ? text(cell.text, cell.span) : reportProse(ctx, cell);
      if (isSentence(ctx, cell, use) && isOfTexts(ctx, raw, column, use)) return reportProse(ctx, cell);
      if (!isNotShown(cell)) return ctx.expression(cell, { ...use, what, workingDays: true });
      const open = openName(what, raw, row);
      ctx.affects(open, what, raw.section.title.span);
      return ctx.notShown(open, cell.span);
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

/** `§ 111a EnWG`, `Art. 12 (3) GDPR`, `0–30`, `90+`: words with signs that no expression has. */
const isProse = (ctx: PointCompiler, cell: TextSpan, use: Use): boolean =>
  (["§", ". ", "…"].some((sign) => cell.text.includes(sign)) || /^\d[\d.,]*\s*(?:–\s*\d[\d.,]*|\+)$/.test(cell.text)) &&
  !cell.text.includes('"') &&
  ctx.tryExpression(cell, use) === null;

/** `not rated`, `no rating for now`: words that would be a text if none of them were a word of expressions. */
const isSentence = (ctx: PointCompiler, cell: TextSpan, use: Use): boolean =>
  /^\p{L}[\p{L}\d'’-]*(?: [\p{L}\d'’-]+)+$/u.test(cell.text) && keywords.test(cell.text) && !isNotShown(cell) && ctx.tryExpression(cell, use) === null;

/** Whether no cell of the column is anything but a text: then prose needs no quotation marks. */
const isOfTexts = (ctx: PointCompiler, raw: RawTable, column: RawTable["results"][number], use: Use): boolean =>
  raw.table.rows.every((row) => {
    const cell = cellOf(row, column);
    if (isNotShown(cell) || isProse(ctx, cell, use) || isSentence(ctx, cell, use) || bareTexts(ctx, cell, use)) return true;
    return ctx.tryExpression(cell, use)?.type.kind === "string";
  });

function reportProse(ctx: PointCompiler, cell: TextSpan): Expression {
  const quoted = JSON.stringify(cell.text);
  ctx.report("unquoted-text", cell.span, `"${cell.text}" is a text, so it needs quotation marks.`, {
    hint: `Write \`${quoted}\`.`,
    fixes: [{ title: `Write ${quoted}`, edits: [{ span: cell.span, text: quoted }] }],
  });
  return text(cell.text, cell.span);
}

/** `-` means "any value" in tests and "nothing" elsewhere, so it is refused as a result. */
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

/** A cell that changes over time is read once for each of its values; the latest one that applies is used. */
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

export function versionsOf(words: TextSpan): { cell: TextSpan; from: TextSpan | null }[] {
  const parts = splitTop(words, ";");
  return (parts.length === 0 ? [words] : parts).map((part) => {
    const parted = cut(part, /\s+from\s+/i);
    const from = parted && dateFrom(parted.after);
    return parted && from ? { cell: parted.before, from } : { cell: part, from: null };
  });
}
