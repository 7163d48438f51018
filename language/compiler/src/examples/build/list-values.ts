/**
 * Values of a list in an example: `a and b`, `(a, b)`, `["x", "y"]`, `"Ada" and "Bo"`. A comma separates the fields of
 * a step, so members are joined with `and` or put in brackets.
 */
import { fold } from "@nonet/feel";
import type { FieldType, Given } from "@nonet/model";
import { splitAtWord, type TextSpan } from "@nonet/notation";
import { valueOf } from "../../entities/field-value.ts";
import { text as textOf } from "../../expressions/build.ts";
import { typeOf } from "../../expressions/field-type.ts";
import { bare, slice, split } from "../../text/split.ts";
import { whatOf } from "../scope/example-name.ts";
import type { Story } from "../scope/example-scope.ts";

/** Whether a field holds several values that a step can list. */
export const isListed = (type: FieldType): type is Extract<FieldType, { kind: "any of" | "texts" }> => type.kind === "any of" || type.kind === "texts";

export function listedValue(story: Story, type: Extract<FieldType, { kind: "any of" | "texts" }>, words: TextSpan): Given["value"] {
  const choices = type.kind === "any of" ? type.choices : [];
  const items = membersOf(words, (text) => choices.some((choice) => fold(choice) === fold(text))).map((member) =>
    type.kind === "any of"
      ? valueOf(story.ctx, { kind: "one of", choices }, bare(member), { what: whatOf(story) }, true)
      : type.of
        ? valueOf(story.ctx, type.of, bare(member), { what: whatOf(story) }, true)
        : textOf(bare(member).text, member.span),
  );
  return { kind: "expression", expression: { kind: "list", items, type: typeOf(type), nullable: false, span: words.span } };
}

/** The members as written; a member that contains `and` stays whole. */
export function membersOf(words: TextSpan, isWhole: (text: string) => boolean = () => false): TextSpan[] {
  const inside = /^(\(.*\)|\[.*\])$/s.test(words.text) ? slice(words, 1, words.text.length - 1) : words;
  return split(inside, ",/;").flatMap((piece) => apart(piece, isWhole));
}

function apart(piece: TextSpan, isWhole: (text: string) => boolean): TextSpan[] {
  const parts = isWhole(piece.text) ? null : splitAtWord(piece, "and");
  return parts ? [parts.before, ...apart(parts.after, isWhole)].filter((part) => part.text !== "") : [piece];
}
