/** Point 9: the type of an input of a decision table, from its cells or its callers. */
import { elementOf, fold, join, type Type, type UnaryTest } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Use } from "../context/context.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { typesGiven } from "../incremental/findings.ts";
import { cellOf, type RawTable } from "../syntax/constants/decision-tables.ts";
import { bareTexts, saysOrder } from "./cells.ts";
import { testsOf, versionsOf } from "./table-cells.ts";

/** The type of the input, from all cells of the column; from the callers if no cell shows it. */
export function inputType(ctx: PointCompiler, raw: RawTable, name: string): Type {
  const column = raw.inputs.find((c) => c.name.text === name)!;
  const known = Object.fromEntries(raw.inputs.map((c): [string, Type] => [c.name.text, { kind: "any" }]));
  const use = { what: "", variables: known };
  const cells = raw.table.rows.flatMap((row) => versionsOf(cellOf(row, column)).map(({ cell }) => cell));
  const types = ctx.silently(() => cells.flatMap((cell) => (!saysOrder(ctx, cell, use) && bareTexts(ctx, cell, use) ? [] : typesOfCell(ctx, cell, use))));
  const given = typesGiven(ctx.findings, `${fold(raw.name.text)}/${fold(name)}`);
  // Words without quotation marks are texts where no other cell says what the column holds.
  const bare: Type[] =
    given.length === 0 &&
    ctx.silently(() => cells.some((cell) => cell.text !== "" && !/^(?:-|yes|no|true|false|any|none)$/i.test(cell.text) && !saysOrder(ctx, cell, use) && bareTexts(ctx, cell, use)))
      ? [{ kind: "string" }]
      : [];
  if (types.length > 0 && types.every(({ kind }) => kind === "number") && areChoices(ctx, name, cells)) return { kind: "string" };
  const found = (types.length > 0 ? types : given.length > 0 ? given : bare).map(general).reduce<Type>(join, { kind: "null" });
  return found.kind === "null" ? { kind: "any" } : found;
}

/** Whether the only field called like the input is one of some texts, and the numbers in the cells are among them: `tier: one of (1, 2, 3)`. */
function areChoices(ctx: PointCompiler, name: string, cells: readonly TextSpan[]): boolean {
  const fields = [...ctx.drafts.values()].flatMap(({ fields }) => fields.get(fold(name)) ?? []);
  const numbers = cells.flatMap(({ text }) => [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number));
  const isPlain = cells.every(({ text }) => /^(?:-|–|—|\d+(?:\.\d+)?(?:\s*(?:,|\/|or)\s*\d+(?:\.\d+)?)*)$/.test(text));
  return isPlain && fields.length > 0 && fields.every(({ type }) => type.kind === "one of" && numbers.every((one) => type.choices.includes(one)));
}

/** The type without refinements: an integer can be compared with a fraction, a choice with any text. */
function general(type: Type): Type {
  if (type.kind === "number") return type.unit === undefined ? { kind: "number" } : { kind: "number", unit: type.unit };
  return type.kind === "string" ? { kind: "string" } : type;
}

function typesOfCell(ctx: PointCompiler, words: TextSpan, use: Use): Type[] {
  return testsOf(ctx, words, { kind: "any" }, use)
    .flatMap(typesOfTest)
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
