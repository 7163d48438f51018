/** Point 9: functions with parameters, each over its parameters, the constants and what else can be called. */
import { builtins, type Expression, fold, possibleTexts, type Type } from "@nonet/feel";
import type { NamedFunction } from "@nonet/model";
import type { PointCompiler } from "../context/point-compiler.ts";
import type { Callable } from "../declare/callables.ts";
import { typeOf } from "../expressions/field-type.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { tablesIn } from "../syntax/constants/decision-tables.ts";
import { readFieldType, typeNames, type TypeReading } from "../syntax/entities/field-type.ts";
import { functionsIn, type RawFunction } from "../syntax/constants/functions.ts";
import { variablesIn } from "../trees/walk.ts";

export const isFunction = (one: Callable): one is Callable & { readonly kind: "function" } => one.kind === "function";

export function compileFunctions(ctx: PointCompiler): NamedFunction[] {
  return [...ctx.business.callables.values()].filter(isFunction).map(({ raw }) => compileFunction(ctx, raw));
}

function compileFunction(ctx: PointCompiler, raw: RawFunction): NamedFunction {
  ctx.markEnforced(raw.span);
  const parameters = raw.parameters.map((p) => ({ name: p.name.text, type: parameterType(ctx, raw, p), nullable: false }));
  const twice = raw.parameters.find((p, i) => raw.parameters.findIndex((other) => fold(other.name.text) === fold(p.name.text)) !== i);
  if (twice) ctx.report("doubled-name", twice.name.span, `"${raw.name.text}" has two parameters named "${twice.name.text}".`);
  const variables = Object.fromEntries(parameters.map((p) => [p.name, p.type]));
  const body = ctx.expression(raw.body, { what: `function "${raw.name.text}"`, variables, workingDays: true });
  checkParameters(ctx, raw, body);
  return { name: raw.name.text, parameters, result: possibleTexts(body.type, [body]), nullable: body.nullable, body, source: raw.span };
}

function checkParameters(ctx: PointCompiler, raw: RawFunction, body: Expression): void {
  const read = variablesIn([body]);
  if (read)
    for (const { name } of raw.parameters)
      if (!read.has(fold(name.text))) ctx.report("unused-input", name.span, `The result of "${raw.name.text}" doesn't depend on "${name.text}".`);
}

function parameterType(ctx: PointCompiler, raw: RawFunction, parameter: RawFunction["parameters"][number]): Type {
  if (!parameter.type || parameter.type.text === "") {
    ctx.report("unknown-type", parameter.name.span, `The parameter "${parameter.name.text}" of "${raw.name.text}" has no type.`, {
      hint: `Write \`${parameter.name.text}: number\`.`,
    });
    return { kind: "any" };
  }
  const reading: TypeReading = readFieldType(parameter.type, ctx.typeNames);
  if ("type" in reading) return typeOf(reading.type);
  ctx.report("unknown-type", parameter.type.span, `"${parameter.type.text}" is not a type.${didYouMean(parameter.type.text, typeNames)}`);
  return { kind: "any" };
}

/** Reports names that hide each other or a built-in function. */
export function checkCallableNames(ctx: PointCompiler): void {
  const taken = new Map<string, string>();
  for (const constant of ctx.declared.constants.values()) taken.set(fold(constant.name), "a constant");
  for (const entity of ctx.declared.entities.values()) taken.set(fold(entity.name), "an entity");
  const all = [...functionsIn(ctx.tree).map((f) => ({ name: f.name, what: "a function" })), ...tablesIn(ctx.tree).map((t) => ({ name: t.name, what: "a decision table" }))];
  for (const { name, what } of all) {
    const key = fold(name.text);
    const other = taken.get(key) ?? (builtins.has(key) || ["working days", "working time", "next working day"].includes(key) ? "a function of the expression language" : undefined);
    if (other !== undefined) ctx.report("doubled-name", name.span, `"${name.text}" is already the name of ${other}.`);
    taken.set(key, what);
  }
}
