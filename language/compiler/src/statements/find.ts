/** Compiles `find ENTITY where … as x, else CODE`. */
import { fold } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { entityNames } from "../resolve/names.ts";
import { didYouMean } from "../resolve/report-nearest.ts";
import { bare } from "../text/split.ts";
import { stopNotShown, type StatementBase, type StatementScope } from "./scene.ts";

export interface Found {
  readonly entity: TextSpan;
  readonly filter: TextSpan | null;
  readonly as: TextSpan;
  readonly code: TextSpan | null;
  /** The whole statement. */
  readonly words: TextSpan;
}

export function findStatement(ctx: PointCompiler, base: StatementBase, { entity, filter, as, code, words }: Found, scene: StatementScope): Statement | null {
  const name = ctx.typeNames.entity(bare(entity).text) ?? ctx.drafts.get(fold(bare(entity).text))?.name;
  if (name === undefined) {
    ctx.report("unknown-entity", entity.span, `There is no entity "${entity.text}".${didYouMean(entity.text, entityNames(ctx))}`);
    return null;
  }
  const of = ctx.expression(filter ? filtered(entity, filter, words, name) : { ...bare(entity), text: name }, scene);
  const used = code && ctx.markCodeUsed(bare(code).text, code.span);
  if (of.kind === "hole") return of.open === null ? null : stopNotShown(base, of);
  return { ...base, kind: "find", of, as: bare(as).text, else: used };
}

/** `Fee where number = body.reference` as the expression `Fee[number = body.reference]`, with each word of the condition in its place. */
function filtered(entity: TextSpan, filter: TextSpan, { text, span }: TextSpan, name: string): TextSpan {
  const at = filter.span.from - span.from;
  const from = entity.span.from - span.from;
  const head = `${name}[`;
  const between = Math.max(0, at - from - head.length);
  const condition = text.slice(at, at + filter.text.length).replaceAll("`", " ");
  return { text: `${head}${" ".repeat(between)}${condition}]`, span: { ...span, from: span.from + from } };
}
