/**
 * An aggregate is null if one of its values is null (FEEL's `sum`, `mean`, `min`, …): reports aggregates over fields
 * that can be empty, with a fix that leaves out the empty ones. `no-null-rule.ts` covers rules.
 */
import { type Expression, factsOf, fold, keyOf, mayHoldNull, type NullableElements, nullCause } from "@nonet/feel";
import { type Aggregate, alwaysHasValue, type Condition, type Entity, type Field, type Product, type Screen, valueElements } from "@nonet/model";
import type { Fix, Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { compiledFields } from "../../resolve/published.ts";
import { expressionsIn, walk } from "../../trees/walk.ts";

type Call = Expression & { readonly kind: "call" };
type Path = Expression & { readonly kind: "path" };

const whole: ReadonlySet<string> = new Set(["sum", "mean", "median", "min", "max", "mode", "stddev", "product"]);

/** Matches texts that call one of these functions. */
const total = new RegExp(`\\b(?:${[...whole].join("|")})\\s*\\(`, "i");

/** `filled`: fields that are never empty although they aren't required, as `Entity.field`. */
export function noNullInAggregate(ctx: PointCompiler, product: Product, filled: ReadonlySet<string>): void {
  const known = [...filled].join();
  const depends = (): readonly unknown[] => [known];
  const isTotal = (span: Span | null): boolean => span !== null && total.test(ctx.layout.text(span));
  const check = (node: unknown): void => expressionsIn(node).forEach((expression) => walk(expression, (e) => e.kind === "call" && checkCall(ctx, e, filled)));
  ctx.each("totals of an entity", product.entities, { of: ({ fields }) => fields, depends }, ({ fields }: Entity) =>
    fields.forEach((field) => field.computed && isTotal(field.source) && check(field.computed)),
  );
  ctx.each("totals of a machine", product.machines, { of: (machine) => machine, depends }, (machine) => isTotal(machine.source) && check(machine));
  ctx.each("totals of a call", product.calls, { of: (call) => call, depends }, (call) => isTotal(call.source) && check(call));
  let sections: ReadonlySet<string> | undefined;
  const withTotals = (): ReadonlySet<string> =>
    (sections ??= new Set((ctx.tree.points[1]?.sections ?? []).filter(({ span }) => isTotal(span)).map(({ title }) => fold(title.text))));
  ctx.each("totals of a screen", product.screens, { of: (screen) => screen, depends }, (screen) => {
    if (isTotal(screen.source) || withTotals().has(fold(screen.name))) check(screen);
    checkGroups(ctx, screen, filled);
  });
}

function checkCall(ctx: PointCompiler, call: Call, filled: ReadonlySet<string>): void {
  const [list] = call.arguments;
  if (!whole.has(call.function) || list?.type.kind !== "list" || list.kind === "list" || !mayHoldNull(lackedIn({ ctx, filled, seen: [] }), list)) return;
  const path = list.kind === "path" ? stepsFrom(list) : null;
  const callText = ctx.layout.text(call.span);
  const named = path ? path.steps.join(".") : ctx.layout.text(list.span);
  const fix = path && onlyFilled(ctx, path.records, named);
  ctx.report("total-can-be-empty", call.span, `\`${callText}\` is empty if one \`${named}\` is empty.`, {
    hint: fix ? `Leave out the empty ones: \`${fix.written(call)}\`.` : "Leave out empty values with `[… != null]`, or replace them with `if … = null then … else …`.",
    fixes: fix ? [fix.fix] : [],
  });
}

/** Charts and reports aggregate one path over the records of their condition. */
function checkGroups(ctx: PointCompiler, { shows }: Screen, filled: ReadonlySet<string>): void {
  const check = (value: Aggregate, where: Condition | null, way: (path: string) => string): void => {
    const of = value.of?.expression;
    if (!of?.nullable || of.kind !== "path" || value.function === "count") return;
    const isThere = where && factsOf(where.expression, true).includes(keyOf(of) ?? "");
    if (isThere || !isEmptied({ ctx, filled, seen: [] }, of)) return;
    const path = value.of!.path.join(".");
    ctx.report("total-can-be-empty", of.span, `The ${value.function} is empty if one \`${path}\` is empty.`, { hint: way(path) });
  };
  if (shows.kind === "report")
    for (const value of shows.values)
      check(value, shows.where, (path) => `Leave out the empty ones with \`where ${path} != null\` in the table of screens, or replace them in a computed field.`);
  for (const element of valueElements(shows))
    if (element.kind === "chart")
      check(
        element.value,
        element.where,
        (path) => `Leave out the empty ones: \`${element.value.function}(${element.entity}[${element.where ? "… and " : ""}${path} != null].${path})\`.`,
      );
}

/** `Job[…].item.fee`: the records, and the steps from each. */
function stepsFrom(path: Path): { readonly records: Expression; readonly steps: readonly string[] } {
  const before = path.of.kind === "path" && path.of.listed ? stepsFrom(path.of) : { records: path.of, steps: [] };
  return { records: before.records, steps: [...before.steps, path.field] };
}

/** Adds the condition to the existing one, because a chart allows only one filter. */
function onlyFilled(ctx: PointCompiler, records: Expression, path: string): { readonly fix: Fix; written(call: Call): string } {
  const { span } = records;
  const condition = records.kind === "filter" ? records.condition : null;
  const isLoose = condition !== null && !(condition.kind === "binary" && condition.operator !== "or") && condition.kind !== "path" && condition.kind !== "call";
  const at = condition ? condition.span.to : span.to;
  const text = condition ? `${isLoose ? ")" : ""} and ${path} != null` : `[${path} != null]`;
  const opening = condition && isLoose ? [{ span: { ...span, from: condition.span.from, to: condition.span.from }, text: "(" }] : [];
  const edits = [...opening, { span: { ...span, from: at, to: at }, text }];
  return {
    fix: { title: `Leave out records without ${path}`, edits },
    written: (call) =>
      edits.toReversed().reduce((all, edit) => all.slice(0, edit.span.from - call.span.from) + edit.text + all.slice(edit.span.from - call.span.from), ctx.layout.text(call.span)),
  };
}

interface Search {
  readonly ctx: PointCompiler;
  readonly filled: ReadonlySet<string>;
  /** The computed fields on the path to this one. */
  readonly seen: readonly Field[];
}

const lackedIn =
  (search: Search): NullableElements =>
  (owner, folded) => {
    const field = owner.kind === "record" ? compiledFields(search.ctx, owner.name)?.find((one) => fold(one.name) === folded) : undefined;
    return field !== undefined && owner.kind === "record" && !search.filled.has(`${owner.name}.${field.name}`) && mayLack(search, field);
  };

/** A computed value is null if something that it reads is null; mistakes in it are reported separately. */
function mayLack(search: Search, field: Field): boolean {
  if (!field.computed) return field.required !== true && !alwaysHasValue(field.type);
  return field.computed.nullable && !search.seen.includes(field) && isEmptied({ ...search, seen: [...search.seen, field] }, field.computed);
}

function isEmptied(search: Search, expression: Expression): boolean {
  let isSpoiled = false;
  walk(expression, (e) => void (isSpoiled ||= e.kind === "hole"));
  return !isSpoiled && nullCause(expression).some((cause) => isCause(search, cause));
}

function isCause(search: Search, cause: Expression): boolean {
  if (cause.kind === "path" && !cause.listed) return cause.of.type.kind !== "record" || lackedIn(search)(cause.of.type, fold(cause.field));
  const [list] = cause.kind === "call" ? cause.arguments : [];
  // Reported at its own place.
  if (cause.kind === "call" && cause.function === "sum" && list?.kind !== "list") return false;
  // The other functions give null for an empty list.
  const isMade = cause.kind === "call" && whole.has(cause.function) && list?.kind === "list";
  return !isMade || (list !== undefined && mayHoldNull(lackedIn(search), list));
}
