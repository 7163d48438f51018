/** A schedule or a timer that deletes records to which others refer: those are kept, because a reference forbids it unless its entity says otherwise. */
import type { Expression } from "@nonet/feel";
import { type Field, isNesting, type Product, type Statement } from "@nonet/model";
import type { Fix, Span } from "@nonet/source";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { article, capital, list } from "../../text/english.ts";
import { expressionsIn, walk } from "../../trees/walk.ts";
import { fieldsOf, indexOf } from "../access/may-read.ts";
import { runsOf } from "./statements.ts";

export const noDeleteOfReferred = (ctx: PointCompiler, product: Product): void =>
  ctx.unit("records to which others refer", product.machines, [fieldsOf(ctx, product), product.calls], () => check(ctx, product));

function check(ctx: PointCompiler, product: Product): void {
  for (const call of product.calls) {
    const { schedule } = call;
    if (!schedule) continue;
    const where = schedule.forEach?.where?.expression;
    for (const run of runsOf(call)) checkRun(ctx, product, run, where ? [where] : []);
  }
  for (const { entity, transitions } of product.machines)
    for (const { to, trigger, guard, then, source } of transitions) {
      if (to !== null || trigger.kind === "action") continue;
      const read = [...(guard ? [guard.expression] : []), ...(trigger.kind === "when" ? [trigger.condition] : []), ...expressionsIn(then)];
      report(ctx, product, entity, read, source);
    }
}

/** `before`: what is read or done before, which may see to the records that refer. */
function checkRun(ctx: PointCompiler, product: Product, run: readonly Statement[], before: readonly Expression[]): void {
  const read = [...before];
  for (const statement of run) {
    if (isNesting(statement)) checkRun(ctx, product, statement.body, [...read, ...expressionsIn({ ...statement, body: [] })]);
    else if (statement.kind === "delete") {
      const { type } = statement.of;
      const of = type.kind === "list" ? type.of : type;
      if (of.kind === "record") report(ctx, product, of.name, [...read, ...(statement.of.kind === "variable" ? [] : [statement.of])], statement.source);
    }
    read.push(...expressionsIn(statement));
  }
}

function report(ctx: PointCompiler, product: Product, entity: string, read: readonly Expression[], place: Span): void {
  const deleted = indexOf(product).entities.get(entity);
  if (!deleted || deleted.builtIn || entity === "User" || deleted.deleting.allowed !== "always") return;
  // Where the entity says when it can be deleted, it may name them there.
  const known = [...read, ...[deleted.deleting.notWhile, deleted.deleting.onlyWhile].flatMap((one) => (one ? [one.expression] : []))];
  const referring = product.entities.flatMap((other) =>
    other.name === entity || known.some((one) => mentions(one, other.name))
      ? []
      : other.fields.flatMap((field) => (refers(field, entity) && other.partOf?.field !== field.name ? [{ other, field }] : [])),
  );
  const [first] = referring;
  if (!first) return;
  const others = [...new Set(referring.map(({ other }) => other))];
  const line = ({ name, required }: Field): string => `When ${name} is deleted: ${required === true ? "delete too" : "empty it"}`;
  const edits = referring.map(({ field }) => lineBehind(ctx, field, line(field)));
  const names = list(
    others.map(({ name }) => article(name)),
    "or",
  );
  const forbids = referring.length === 1 ? `its "${first.field.name}" forbids it` : "the reference forbids it";
  ctx.report("referred-is-kept", place, `${capital(article(entity))} to which ${names} refers is never deleted: ${forbids}.`, {
    hint: `Write \`${line(first.field)}\` below ${first.other.name}${referring.length > 1 ? ", and the like for the others" : ""}, or delete ${list(others.map(({ plural }) => plural))} first.`,
    fixes: edits.includes(null)
      ? []
      : [
          {
            title: `Write ${referring.length > 1 ? "what happens to them" : `"${line(first.field)}"`} below ${list(others.map(({ name }) => name))}`,
            edits: edits.flatMap((edit) => edit ?? []),
          },
        ],
  });
}

const refers = ({ type, whenDeleted, computed, source }: Field, entity: string): boolean =>
  type.kind === "reference" && type.entity === entity && whenDeleted === "forbid" && computed === null && source !== null;

/** A line behind the field's; null for a row of a table of fields. */
function lineBehind(ctx: PointCompiler, { source }: Field, line: string): Fix["edits"][number] | null {
  return source && /^\s*[-*]\s/.test(lineOf(ctx, source)) ? { span: { ...source, from: source.to, to: source.to }, text: `\n- ${line}` } : null;
}

/** The text from the start of the line to the end of the span. */
function lineOf(ctx: PointCompiler, { file, from, to }: Span): string {
  const before = ctx.layout.text({ file, from: Math.max(0, from - 200), to: from });
  return before.slice(before.lastIndexOf("\n") + 1) + ctx.layout.text({ file, from, to });
}

function mentions(expression: Expression, entity: string): boolean {
  let found = false;
  walk(expression, ({ type }) => {
    const of = type.kind === "list" ? type.of : type;
    found ||= of.kind === "record" && of.name === entity;
  });
  return found;
}
