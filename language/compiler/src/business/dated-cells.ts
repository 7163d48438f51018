/** Builds what a cell that changes over time means: a question about today's date. */
import type { Expression, Type, UnaryTest } from "@nonet/feel";
import type { Span } from "@nonet/source";
import { boolean } from "../type-of.ts";

const date: Type = { kind: "date" };

/** Whether today the value that holds from that date holds. */
export function today(from: string, span: Span): Expression {
  const now: Expression = { kind: "call", function: "today", arguments: [], type: date, nullable: false, span };
  return { kind: "binary", operator: ">=", left: now, right: { kind: "literal", value: from, type: date, nullable: false, span }, type: boolean, nullable: false, span };
}

/** The later tests where their time has come, else the earlier ones. */
export function testsAsCondition(begun: Expression, later: readonly UnaryTest[], earlier: readonly UnaryTest[], input: Type): UnaryTest {
  const { span } = begun;
  const value: Expression = { kind: "variable", name: "?", type: input, nullable: true, span };
  const test = (tests: readonly UnaryTest[]): Expression => ({ kind: "in", value, tests, type: boolean, nullable: true, span });
  return { kind: "condition", condition: { kind: "if", condition: begun, then: test(later), otherwise: test(earlier), type: boolean, nullable: true, span } };
}
