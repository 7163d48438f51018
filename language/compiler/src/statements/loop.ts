/** Compiles `for each x in LIST: STATEMENTS`: which records, and what `it` and `its` are in the statements. */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import { codeOf, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { givenOfEach } from "../resolve/amount-currency.ts";
import { cut } from "../text/split.ts";
import { renameVariable } from "../trees/rename-variable.ts";
import { reportLooseStatement } from "./loose-statement.ts";
import { ownRecords } from "./own-records.ts";
import type { StatementBase, StatementScope } from "./scene.ts";
import { possessive, withElementsFields } from "./whose-field.ts";

/** How the statements of the loop are read. */
interface Reading {
  readonly parts: (ctx: PointCompiler, words: TextSpan) => readonly TextSpan[];
  readonly compile: (statements: TextSpan, scene: StatementScope) => Statement[];
}

const plain = (text: string): string => text.replace(/^[`"*]+|[`"*]+$/g, "");

/** The list of a loop, which may be limited: `line in lines where line.amount > 0`. */
function listOf(ctx: PointCompiler, list: TextSpan, variable: string, scene: StatementScope): Expression {
  const parts = cut(list, /,?\s+where\s+/i);
  if (!parts) return ctx.expression(list, scene);
  const of = ctx.expression(parts.before, scene);
  if (of.type.kind !== "list") return of;
  const element = of.type.of;
  // The element's fields are names in the condition, as in a filter, unless it names the loop's variable itself.
  const isNamed =
    new RegExp(`(?<![\\p{L}\\p{N}])${variable.replace(/[^\p{L}\p{N} ]/gu, ".")}(?![\\p{L}\\p{N}])`, "iu").test(parts.after.text) &&
    ctx.tryExpression(parts.after, { ...scene, expect: { kind: "boolean" }, variables: { ...scene.variables, [variable]: element } }) !== null;
  if (!isNamed && element.kind === "record") {
    const filtered = `${parts.before.text}[`;
    const gap = parts.after.span.from - list.span.from - filtered.length;
    return ctx.expression({ text: `${filtered}${" ".repeat(Math.max(0, gap))}${codeOf(parts.after).text}]`, span: list.span }, scene);
  }
  const condition = ctx.expression(parts.after, { ...scene, expect: { kind: "boolean" }, variables: { ...scene.variables, [variable]: element } });
  return condition.kind === "hole" ? condition : { kind: "filter", of, item: variable, condition, type: of.type, nullable: of.nullable, span: list.span };
}

/** `visit` of `for each Visit that is in the future`, unless the name is taken. */
function elementName(element: Type, { self, variables }: StatementScope): string {
  const name = element.kind === "record" ? fold(element.name) : "element";
  return name === fold(self ?? "") || Object.keys(variables ?? {}).some((one) => fold(one) === name) ? "element" : name;
}

interface Loop {
  readonly variable: TextSpan | null;
  readonly list: TextSpan;
  readonly statements: TextSpan;
  readonly words: TextSpan;
}

export function compileLoop(
  ctx: PointCompiler,
  base: StatementBase,
  { variable: written, list, statements, words }: Loop,
  scene: StatementScope,
  { parts, compile }: Reading,
): Statement {
  // `for each open Order of it`: what stands before `of` is no variable.
  // `the Firm` is the record itself, though `Firm` alone is all of them.
  const mayBeOwner = !/\sof\s/i.test(list.text) && (/^(?:the|this)\s/i.test(list.text) || ctx.tryExpression(list, scene)?.type.kind !== "list");
  const own = written && mayBeOwner ? ownRecords(ctx, { text: `${written.text} of ${list.text}`, span: written.span }, scene) : null;
  const variable = own ? null : written;
  const described = own ?? (ctx.tryExpression(list, scene) ? null : ownRecords(ctx, list, scene));
  const of = described ?? (variable ? listOf(ctx, list, plain(variable.text), scene) : ctx.expression(list, scene));
  const element: Type = of.type.kind === "list" ? of.type.of : { kind: "any" };
  if (of.type.kind !== "list" && of.type.kind !== "any" && of.kind !== "hole") ctx.report("not-a-record", list.span, `"${list.text}" isn't a list.`);
  const name = variable ? plain(variable.text) : elementName(element, scene);
  const empty: Statement = { ...base, kind: "for each", variable: name, of, body: [] };
  const inner = withElementsFields(ctx, statements, name, element, scene);
  if (!inner) return empty;
  // In its statements, `it` is the element; in a filter it is the filter's.
  const it: Readonly<Record<string, Type>> = {
    ...(/\bit\b/i.test(inner.text) && !/\[|\bwhere\b/i.test(inner.text) && name !== "it" ? { it: element } : {}),
    ...(inner === statements ? {} : { [possessive]: element }),
  };
  const pieces = ctx.silently(() => parts(ctx, codeOf(inner)));
  if (reportLooseStatement(ctx, words, inner, pieces, name)) return empty;
  const renamed = (body: Statement[]): Statement[] => Object.keys(it).reduce((all, one) => renameVariable(all, one, name), body);
  const draft = element.kind === "record" ? ctx.drafts.get(fold(element.name)) : undefined;
  const loops = draft ? { loops: { ...scene.loops, [name]: draft } } : {};
  const read = (): Statement[] => renamed(compile(inner, { ...scene, ...givenOfEach(of, name, scene), ...loops, variables: { ...scene.variables, [name]: element, ...it } }));
  // Nothing can be reported about an element of unknown type.
  const body = of.type.kind === "list" || of.kind === "hole" || of.type.kind === "any" ? read() : ctx.silently(read);
  return { ...empty, body };
}
