/** An expression of a statement that must give a record or a list of records. */
import type { Expression } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import { placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { ownRecords } from "./own-records.ts";
import type { StatementScope } from "./scene.ts";

export function recordsOf(ctx: PointCompiler, words: TextSpan, scene: StatementScope): Expression {
  const own = ctx.tryExpression(words, scene) ? null : ownRecords(ctx, words, scene);
  const records = own ?? ctx.expression(asThis(ctx, words, scene), scene);
  if (records.kind === "hole" || entityOfRecords(records) !== null || records.type.kind === "any") return records;
  ctx.report("not-a-record", words.span, `"${words.text}" isn't a record or a list of records.`);
  return placeholder(words.span);
}

/** `it` is the record that the statement is about. */
const asThis = (ctx: PointCompiler, words: TextSpan, scene: StatementScope): TextSpan =>
  scene.self !== undefined && /^(?:it|itself|the record)$/i.test(words.text) && !ctx.tryExpression(words, scene) ? { ...words, text: "this" } : words;

/** The name of the entity whose records it gives. */
export function entityOfRecords({ type }: Expression): string | null {
  const one = type.kind === "list" ? type.of : type;
  return one.kind === "record" ? one.name : null;
}
