/** Reads a value for a field as people write it: a default, a cell of the initial records. */
import { type Expression, fits, fold } from "@nonet/feel";
import { type FieldType, namesRecords } from "@nonet/model";
import { isCode, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import type { Use } from "../context/context.ts";
import { literal, placeholder } from "../context/placeholder.ts";
import type { PointCompiler } from "../context/point-compiler.ts";
import { text, truth } from "../expressions/build.ts";
import { listOf, typeOf } from "../expressions/field-type.ts";
import { bare, isNotShown, slice, split } from "../text/split.ts";

/** `plain`: a bare word is text, as in cells, where a text also names a reference. `expect`: the expected type, if more is known than the field's. */
export function valueOf(ctx: PointCompiler, type: FieldType, words: TextSpan, use: Use, plain = false, expect = typeOf(type)): Expression {
  if (isNotShown(words) || isCode(words)) return ctx.expression(words, { ...use, expect });
  const unquoted = bare(words);
  if (namesRecords(type) || (plain && (type.kind === "reference" || type.kind === "file"))) return text(unquoted.text, unquoted.span);
  const inside = /^\(.*\)$/s.test(words.text) ? slice(words, 1, words.text.length - 1) : words;
  if (!plain && (type.kind === "texts" || type.kind === "any of") && (inside !== words || type.kind === "any of" || words !== unquoted))
    return valueOf(ctx, type, inside, use, true, expect);
  if (type.kind === "one of") return choiceOf(ctx, type.choices, unquoted);
  if (plain && (type.kind === "texts" || type.kind === "any of" || type.kind === "references")) {
    const items = split(words, ",/").map((w) => itemOf(ctx, type, w, use));
    // Records are named by their texts; they are found when the record is created.
    return { kind: "list", items, type: type.kind === "references" ? listOf({ kind: "string" }) : expect, nullable: false, span: words.span };
  }
  if (type.kind === "yes/no" && /^[✅❌]$/u.test(unquoted.text)) return truth(unquoted.text === "✅", unquoted.span);
  const value = literal(words, expect.kind === "number" && type.kind === "percent" ? { kind: "number" } : expect);
  return value && value.type.kind === expect.kind && (expect.kind !== "number" || fits(value.type, expect))
    ? { ...value, type: expect }
    : ctx.expression(words, { ...use, expect });
}

function itemOf(ctx: PointCompiler, type: FieldType, words: TextSpan, use: Use): Expression {
  if (type.kind === "any of") return choiceOf(ctx, type.choices, bare(words));
  return type.kind === "texts" && type.of ? valueOf(ctx, type.of, words, use, true) : text(bare(words).text, words.span);
}

function choiceOf(ctx: PointCompiler, choices: readonly string[], words: TextSpan): Expression {
  const choice = choices.find((one) => fold(one) === fold(words.text));
  if (choice !== undefined) return text(choice, words.span, { kind: "string", choices });
  const near = nearest(words.text, choices);
  ctx.report(
    "unknown-choice",
    words.span,
    `"${words.text}" isn't one of the choices ${choices.join(", ")}.${near === undefined ? "" : ` Did you mean "${near}"?`}`,
    near === undefined ? {} : { fixes: [{ title: `Write ${near}`, edits: [{ span: words.span, text: near }] }] },
  );
  return placeholder(words.span);
}
