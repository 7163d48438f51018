/** Builds literals from plain values, and the placeholder for an expression that isn't known. */
import { type Expression, fold, readValue, type Type } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";

export const placeholder = (span: Span, open: string | null = null): Expression => ({
  kind: "hole",
  open,
  type: open === null ? { kind: "any" } : { kind: "open" },
  nullable: true,
  span,
});

/** A plain value as a literal: `14 days`, `yes`, `2026-03-01`. */
export function literal(words: TextSpan, expect?: Type): Expression | null {
  const value = readValue(words.text);
  if (value) {
    const money = value.type.kind === "number" && value.type.unit === undefined && expect?.kind === "number" && expect.unit !== undefined;
    return {
      kind: "literal",
      value: value.value,
      type: money ? { ...value.type, unit: (expect as { unit: string }).unit } : value.type,
      nullable: value.value === null,
      span: words.span,
    };
  }
  if (expect?.kind !== "string" || !expect.choices) return null;
  const choice = expect.choices.find((one) => fold(one) === fold(words.text));
  return choice === undefined ? null : { kind: "literal", value: choice, type: expect, nullable: false, span: words.span };
}
