/** An effect that gives a required field no value (`null`) is always refused when it runs. */
import type { Expression } from "@nonet/feel";
import { type Field, isNesting, type Product, type Statement } from "@nonet/model";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article } from "../../text/english.ts";
import { isSameExpression } from "../../trees/same-expression.ts";
import { ownerOf } from "../../trees/walk.ts";
import { indexOf } from "../access/may-read.ts";

/** `statements`: in the order in which they run. */
export function noRequiredEmptied(ctx: PointCompiler, product: Product, statements: readonly Statement[]): void {
  statements.forEach((s, i) => {
    if (isNesting(s)) noRequiredEmptied(ctx, product, s.body);
    if (s.kind === "set" && isNull(s.value) && !isSetIn(statements.slice(i + 1), s.target)) checkSet(ctx, product, s);
    if (s.kind === "create") checkCreate(ctx, product, s);
    if (s.kind === "do") checkDo(ctx, product, s);
  });
}

function checkSet(ctx: PointCompiler, product: Product, s: Statement & { readonly kind: "set" }): void {
  if (s.target.kind !== "path") return;
  const entity = ownerOf(s.target);
  const field = entity === undefined ? undefined : requiredField(product, entity, s.target.field);
  if (!field) return;
  const isOwn = s.target.of.kind === "variable" && s.target.of.name === "this";
  const fix = { title: `Write forget ${field.name}`, edits: [{ span: s.source, text: `forget ${field.name}` }], isTentative: true as const };
  const forget = isOwn && s.when === null ? ` or \`forget ${field.name}\`, which erases it from the history too` : "";
  ctx.report("empties-required", s.source, `This is refused whenever it runs: "${field.name}" of ${article(entity!)} is required.`, {
    hint: `Write \`set ${field.name} = …\` with a value${forget}, or remove \`required\` from the field.`,
    ...(forget === "" ? {} : { fixes: [fix] }),
  });
}

function checkCreate(ctx: PointCompiler, product: Product, s: Statement & { readonly kind: "create" }): void {
  for (const { field, value } of s.values) if (isNull(value) && requiredField(product, s.entity, field)) report(ctx, value, `"${field}" of ${article(s.entity)}`, field);
}

function checkDo(ctx: PointCompiler, product: Product, s: Statement & { readonly kind: "do" }): void {
  const type = s.on.type.kind === "list" ? s.on.type.of : s.on.type;
  const entity = type.kind === "record" ? type.name : "";
  const action = (indexOf(product).machines.get(entity) ?? []).flatMap(({ actions }) => actions).find(({ name }) => name === s.action);
  for (const { field, value } of s.asked)
    if (isNull(value) && action?.asks.some((one) => one.field.name === field && one.field.required === true)) report(ctx, value, `"${s.action}" requires "${field}"`, field, "");
}

function report(ctx: PointCompiler, value: Expression, what: string, field: string, is = " is required"): void {
  ctx.report("empties-required", value.span, `This is refused whenever it runs: ${what}${is}.`, { hint: `Give a value, \`${field} = …\`, or remove \`required\` from the field.` });
}

const requiredField = (product: Product, entity: string, name: string): Field | undefined =>
  indexOf(product)
    .entities.get(entity)
    ?.fields.find((field) => field.name === name && field.required === true && field.computed === null);

const isNull = (e: Expression): boolean => e.kind === "literal" && e.value === null;

/** A later statement sets the same field again. */
const isSetIn = (statements: readonly Statement[], target: Expression): boolean =>
  statements.some((s) => (isNesting(s) ? isSetIn(s.body, target) : s.kind === "set" && isSameExpression(s.target, target)));
