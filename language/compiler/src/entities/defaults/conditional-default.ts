/** Reads a default that a condition decides about, where values stand as names or texts: `default post if urgent, otherwise pick-up`. */
import { type Expression, fold } from "@nonet/feel";
import type { FieldType } from "@nonet/model";
import { isCode, type TextSpan } from "@nonet/notation";
import type { Use } from "../../context/context.ts";
import type { PointCompiler } from "../../context/point-compiler.ts";
import { placeholder } from "../../context/placeholder.ts";
import { boolean } from "../../expressions/field-type.ts";
import { bare, cut, slice } from "../../text/split.ts";

/** Other values are expressions, which read the condition themselves. */
const readByName: ReadonlySet<FieldType["kind"]> = new Set<FieldType["kind"]>(["one of", "text"]);

interface Cases {
  readonly then: TextSpan;
  readonly condition: TextSpan;
  readonly other: TextSpan;
}

type Rest = Pick<NonNullable<ReturnType<typeof cut>>, "before" | "after">;

function casesOf(words: TextSpan): Cases | null {
  const first = isCode(words) ? null : cut(words, /\s+(?:if|when)\s+/i);
  // `post if urgent, van if heavy, otherwise pick-up`.
  const next = first && cut(first.after, /[,;]\s+(?!(?:else|otherwise)\b)(?=[^,;]{1,200}\s(?:if|when)\s)/i);
  const rest: Rest | null = next && casesOf(next.after) ? next : first && (cut(first.after, /\s*[,;]?\s+(?:else|otherwise)[,:]?\s+/i) ?? lastOtherwise(first.after));
  return (first && rest && { then: first.before, condition: rest.before, other: rest.after }) ?? otherValueOf(words);
}

/** `pick-up, or post if urgent`: the value for all other cases stands in front. */
function otherValueOf(words: TextSpan): Cases | null {
  const parts = isCode(words) ? null : cut(words, /,\s+or\s+/i);
  const behind = parts && cut(parts.after, /\s+(?:if|when)\s+/i);
  if (!behind || /\s(?:if|when)\s/i.test(parts.before.text) || /\s(?:otherwise|else)\b/i.test(behind.after.text)) return null;
  return { then: behind.before, condition: behind.after, other: parts.before };
}

/** `urgent, pick-up otherwise`. */
function lastOtherwise(words: TextSpan): Rest | null {
  const end = /\s(?:otherwise|if not)$/i.exec(words.text);
  const parts = end && cut(words, /[,;]\s+/);
  return parts && { before: parts.before, after: slice(parts.after, 0, parts.after.text.length - end[0].length) };
}

/** `read` reads one value; null if the words name no condition. */
export function conditionalDefault(ctx: PointCompiler, type: FieldType, words: TextSpan, use: Use, read: (words: TextSpan) => Expression): Expression | null {
  const cases = readByName.has(type.kind) ? casesOf(words) : null;
  if (!cases) return readByName.has(type.kind) ? onlyWhere(ctx, type, words, use, read) : null;
  const isText = type.kind !== "one of";
  const isBare = (one: TextSpan): boolean => bare(one) === one;
  if (isText && (isBare(cases.then) || (isBare(cases.other) && !casesOf(cases.other)))) return reportText(ctx, words, cases);
  const condition = ctx.expression(cases.condition, { ...use, expect: boolean });
  const then = read(cases.then);
  const otherwise = conditionalDefault(ctx, type, cases.other, use, read) ?? read(cases.other);
  if ([condition, then, otherwise].some(({ kind }) => kind === "hole")) return placeholder(words.span);
  return { kind: "if", condition, then, otherwise, type: then.type, nullable: then.nullable || otherwise.nullable, span: words.span };
}

/** `"red" if urgent`: without the condition, there is no default. An unquoted text can be all of the words. */
function onlyWhere(ctx: PointCompiler, type: FieldType, words: TextSpan, use: Use, read: (words: TextSpan) => Expression): Expression | null {
  const parts = isCode(words) ? null : cut(words, /\s+(?:if|when|unless)\s+/i);
  if (!parts || parts.before.text === "" || parts.after.text === "") return null;
  const isDenied = /\sunless\s+$/i.test(words.text.slice(0, parts.after.span.from - words.span.from));
  const isQuoted = /^(?:"[^"]*"|“[^”]*”)$/.test(parts.before.text);
  const isChoice = type.kind === "one of" && type.choices.some((choice) => fold(choice) === fold(bare(parts.before).text));
  if (!isQuoted && !isChoice) return type.kind === "text" && isCondition(ctx, parts.after, use) ? reportOnlyWhere(ctx, words, parts, isDenied) : null;
  const condition = ctx.expression(parts.after, { ...use, expect: boolean });
  const then = read(parts.before);
  if (condition.kind === "hole" || then.kind === "hole") return placeholder(words.span);
  const nothing: Expression = { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span: words.span };
  const [yes, no] = isDenied ? [nothing, then] : [then, nothing];
  return { kind: "if", condition, then: yes, otherwise: no, type: then.type, nullable: true, span: words.span };
}

/** A condition, or what would be one with its texts in quotation marks: `kind is car`. */
function isCondition(ctx: PointCompiler, words: TextSpan, use: Use): boolean {
  if (ctx.tryExpression(words, { ...use, expect: boolean }) !== null) return true;
  const compared = cut(words, /\s+(?:is|are|=|!=)\s+/i);
  return compared !== null && ctx.tryExpression(compared.before, use) !== null;
}

function reportOnlyWhere(ctx: PointCompiler, words: TextSpan, { before, after }: Rest, isDenied: boolean): Expression {
  const then = `"${before.text.replace(/["`]/g, "")}"`;
  const condition =
    ctx.tryExpression(after, { what: "a default" }) === null ? after.text.replace(/(\s(?:is|are|=|!=)\s+(?:not\s+)?)([\p{L}][\p{L}\d -]*)$/u, '$1"$2"') : after.text;
  const whole = `"${words.text.replace(/["`]/g, "")}"`;
  const cases = `\`if ${condition} then ${isDenied ? "null" : then} else ${isDenied ? then : "null"}\``;
  ctx.report("unreadable-value", words.span, `The text ${whole}, or ${then} ${isDenied ? "except" : "only"} where ${after.text}? Both can be meant.`, {
    hint: `Write ${whole} for the text, or ${cases}.`,
    fixes: [whole, cases].map((form) => ({ title: `Write default ${form}`, edits: [{ span: words.span, text: form }] })),
  });
  return placeholder(words.span);
}

/** A text without quotation marks can be all of the words. */
function reportText(ctx: PointCompiler, words: TextSpan, { then, condition, other }: Cases): Expression {
  const quoted = ({ text }: TextSpan): string => `"${text.replace(/["`]/g, "")}"`;
  const forms = [quoted(words), `\`if ${condition.text} then ${quoted(then)} else ${quoted(other)}\``];
  ctx.report("unreadable-value", words.span, `The text ${forms[0]!}, or one of ${quoted(then)} and ${quoted(other)}? Both can be meant.`, {
    hint: `Write ${forms[0]!} for the text, or ${forms[1]!}.`,
    fixes: forms.map((form) => ({ title: `Write default ${form}`, edits: [{ span: words.span, text: form }] })),
  });
  return placeholder(words.span);
}
