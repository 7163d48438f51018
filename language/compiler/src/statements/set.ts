/** Compiles `set F = …` and `forget F`. */
import { type Expression, fold } from "@nonet/feel";
import type { Statement } from "@nonet/model";
import { codeOf as code, isCode, type TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { typeOnSet } from "../resolve/amount-currency.ts";
import { fieldName } from "../resolve/names.ts";
import { after } from "../text/split.ts";
import { stopNotShown, type StatementBase, type StatementScope } from "./scene.ts";

/** `forget F`, for a stored field of the record itself. */
export function forgetStatement(ctx: PointCompiler, base: StatementBase, words: TextSpan, scene: StatementScope): Statement | null {
  const draft = scene.self === undefined ? undefined : ctx.drafts.get(fold(scene.self));
  if (!draft) {
    ctx.report("not-a-record", words.span, "`forget` needs a record, and there is none here.");
    return null;
  }
  const name = fieldName(ctx, draft, words);
  const field = name === null ? undefined : draft.fields.get(fold(name));
  if (name !== null && (!field || field.computed || field.machine || field.type.kind === "inverse" || field.type.kind === "sequence"))
    ctx.report("not-a-field", words.span, `"${name}" of ${draft.name} is managed by the product, so it can't be forgotten.`);
  else if (name !== null) return { ...base, kind: "forget", field: name };
  return null;
}

/** The record's own field comes before a variable that is called like it, such as `answer` in a call: a variable can't be set. */
function targetOf(ctx: PointCompiler, words: TextSpan, scene: StatementScope): Expression {
  const target = ctx.expression(words, { ...scene });
  const isOwn = target.kind === "variable" && ctx.drafts.get(fold(scene.self ?? ""))?.fields.has(fold(words.text)) === true;
  return isOwn ? ctx.expression({ text: `this.${words.text}`, span: { ...words.span, from: words.span.from - "this.".length } }, { ...scene }) : target;
}

/** `increase times lent by 1` as `set times lent = times lent + (1)`. What is wrong with the amount is reported where it stands. */
export function stepStatement(
  ctx: PointCompiler,
  base: StatementBase,
  { target, by, sign }: { readonly target: TextSpan; readonly by: TextSpan; readonly sign: "+" | "-" },
  scene: StatementScope,
): Statement | null {
  const amount = ctx.tryExpression(by, { ...scene });
  if (amount?.type.kind === "number" && amount.type.unit === "%") return reportPercent(ctx, base, { target, by, sign });
  const sum: TextSpan = { text: `${code(target).text} ${sign} (${code(by).text})`, span: by.span };
  return setStatement(ctx, base, { target, value: ctx.tryExpression(sum, { ...scene }) ? sum : by }, scene);
}

/** `increase price by 10%`: a tenth more, or 0.1 more. */
function reportPercent(ctx: PointCompiler, base: StatementBase, { target, by, sign }: { readonly target: TextSpan; readonly by: TextSpan; readonly sign: "+" | "-" }): null {
  const [field, amount] = [code(target).text, code(by).text];
  const percent = /^[\d.]+\s*%$/.test(amount) ? amount : `(${amount})`;
  const forms = [`set ${field} = ${field} * (1 ${sign} ${percent})`, `set ${field} = ${field} ${sign} ${percent}`];
  const place = { ...base.source, to: Math.max(target.span.to, by.span.to) };
  ctx.report("unreadable-statement", place, `A percentage of ${field}, or ${amount} added to it? Both can be meant.`, {
    hint: `Write \`${forms[0]!}\` or \`${forms[1]!}\`.`,
    fixes: forms.map((form) => ({ title: `Write ${form}`, edits: [{ span: place, text: form }] })),
  });
  return null;
}

export function setStatement(
  ctx: PointCompiler,
  base: StatementBase,
  { target: written, value }: { readonly target: TextSpan; readonly value: TextSpan },
  scene: StatementScope,
): Statement | null {
  const named = after(written, /(?:the|its|their)\s+(?=\S)/i) ?? written;
  const target = targetOf(ctx, isCode(named) ? code(named) : named, scene);
  if (target.kind === "hole") return target.open === null ? null : stopNotShown(base, target);
  if (target.kind !== "path" || target.listed) {
    ctx.report("not-a-field", written.span, `"${written.text}" isn't a field that can be set.`);
    return null;
  }
  if (target.of.kind === "variable" && (target.of.name === "old" || target.of.name === "asked")) {
    ctx.report("not-a-field", written.span, `"${written.text}" can't be set: it is ${target.of.name === "old" ? "a value from before the change" : "input of the action"}.`);
    return null;
  }
  const owner = target.of.type.kind === "record" ? ctx.drafts.get(fold(target.of.type.name)) : undefined;
  const field = owner?.fields.get(fold(target.field));
  if (!owner || !field || field.machine) {
    const isState = fold(target.field) === "state" || field?.machine === true;
    ctx.report(
      "not-a-field",
      written.span,
      isState ? "Only a transition of point 4 can change a state." : `"${written.text}" isn't a field that can be set.`,
      isState ? { hint: "Write `do ACTION on …`." } : {},
    );
    return null;
  }
  if (field.computed || field.type.kind === "inverse" || field.type.kind === "sequence") {
    ctx.report("not-a-field", written.span, `"${field.name}" of ${owner.name} is ${field.computed ? "computed" : "managed by the product"}, so it can't be set.`);
    return null;
  }
  return { ...base, kind: "set", target, value: ctx.expression(value, { ...scene, expect: typeOnSet(ctx, target, field.type, scene) }) };
}
