/** Infers the types of functions, decision tables and computed constants in several rounds, because they depend on each other. */
import { fold } from "@nonet/feel";
import type { PointCompiler } from "../context/point-compiler.ts";
import { analyzeRows } from "../tables/check-rows.ts";
import { compileConstants } from "./constants.ts";
import { compileTables, tableResult } from "./decision-tables.ts";
import { compileFunctions } from "./functions.ts";

const rounds = 6;

export function settleBusiness(ctx: PointCompiler): void {
  const { business } = ctx;
  if (business.callables.size === 0 && business.computed.size === 0) return;
  for (let round = 0; round < rounds; round++) {
    const before = JSON.stringify([...business.types, ...business.computed]);
    ctx.silently(() => settleOnce(ctx));
    if (JSON.stringify([...business.types, ...business.computed]) === before) return;
  }
}

function settleOnce(ctx: PointCompiler): void {
  const { types, computed } = ctx.business;
  for (const f of compileFunctions(ctx))
    types.set(fold(f.name), { kind: "function", parameters: f.parameters.map(({ name, type }) => ({ name, type })), result: f.result, ...(f.nullable ? { nullable: true } : {}) });
  for (const table of compileTables(ctx)) {
    const leaves =
      table.hitPolicy !== "collect" &&
      table.hitPolicy !== "collect count" &&
      (!analyzeRows(table, []).complete || table.rows.some((row) => row.results.some((r) => r.nullable && r.kind !== "hole")));
    types.set(fold(table.name), {
      kind: "function",
      parameters: table.inputs.map(({ name, type }) => ({ name, type })),
      result: tableResult(table),
      ...(table.results.length === 1 && table.hitPolicy !== "collect" ? { resultName: table.results[0]!.name } : {}),
      ...(leaves ? { nullable: true } : {}),
    });
  }
  for (const constant of compileConstants(ctx)) if (computed.has(fold(constant.name)) && constant.values) computed.set(fold(constant.name), constant.type);
}
