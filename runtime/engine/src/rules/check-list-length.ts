/** Lists without a bound of their own hold at most as many items as the limit `list length` of point 9 says. */
import { type Field, sourceLocation } from "@nonet/model";
import type { ChangeContext } from "../change/change-context.ts";
import { limitInForce } from "../limits/product-limits.ts";
import type { FieldError } from "../contract/outcome.ts";
import { violationMessage } from "../input/constraint-messages.ts";
import { isList } from "../input/list-field.ts";
import { problem } from "../refusals/refusal.ts";

export async function checkListLength(context: ChangeContext, fields: readonly Field[], values: (field: Field) => unknown): Promise<FieldError[]> {
  if (!fields.some(isUnbounded)) return [];
  const limit = await limitInForce(context.connection, context.product, "list length");
  if (!limit) return [];
  return fields.flatMap((field) => {
    const value = values(field);
    if (!isUnbounded(field) || !Array.isArray(value) || value.length <= Number(limit.value)) return [];
    const detail = violationMessage({ field, kind: "at most", bound: limit.value });
    return [problem("invalid-value", detail, { field: field.key, ...sourceLocation(context.product, limit.constant.source) })];
  });
}

const isUnbounded = (field: Field): boolean => !field.atMost && !field.computed && isList(field);
