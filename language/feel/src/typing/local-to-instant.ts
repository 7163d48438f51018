/** Converts a local date and time to an instant in the time zone of the product, if an instant is expected. */
import type { Expression } from "../types/expression.ts";
import { instant, isLoose } from "../types/relations.ts";
import type { Type } from "../types/type.ts";

/** The expression with the conversion, if it is a local date and time and an instant is expected; otherwise unchanged. */
export function asExpected(expression: Expression, expected: Type): Expression {
  if (isLoose(expression.type) || expression.type.kind !== "date and time" || expression.type.zoned) return expression;
  if (expected.kind !== "date and time" || !expected.zoned) return expression;
  return { kind: "call", function: "date and time", arguments: [expression], type: instant, nullable: expression.nullable, span: expression.span };
}

/** Whether a call reads a text of which only the value shows whether it has a zone. Without one, it is in the time zone of the product. */
export const readsInstant = (call: Expression & { kind: "call" }): boolean =>
  call.function === "date and time" && call.arguments.length === 1 && call.type.kind === "date and time" && call.type.zoned && call.arguments[0]!.type.kind === "string";

/** Whether a call is such a conversion: only its types distinguish it from `date and time(x)`, which changes nothing. */
export function isLocalToInstant(call: Expression & { kind: "call" }): boolean {
  const from = call.arguments[0]?.type;
  return call.function === "date and time" && call.arguments.length === 1 && call.type.kind === "date and time" && call.type.zoned && from?.kind === "date and time" && !from.zoned;
}
