/** Whether a list can contain null: a sum over such a list can be null. */
import type { Expression } from "../types/expression.ts";
import { elementOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { factsOf } from "./null-facts.ts";

/** Whether the field with this folded name can be null in a value of this type. */
export type NullableElements = (owner: Type, folded: string) => boolean;

/** Functions that return elements of their lists. */
const returningElements: ReadonlySet<string> = new Set(["append", "concatenate", "union", "distinct values", "reverse", "sort", "sublist", "flatten", "insert before", "remove"]);

export function mayHoldNull(mayLack: NullableElements, list: Expression): boolean {
  switch (list.kind) {
    case "list":
      return list.items.some((item) => item.nullable);
    case "for":
      return list.result.nullable;
    case "filter":
      return mayHoldNull(mayLack, list.of) && !factsOf(list.condition, true).includes(`v:${list.item}`);
    case "path":
      return list.listed && !isFilteredNotNull(list.of, list.field) && (mayHoldNull(mayLack, list.of) || mayLack(elementOf(list.of.type), fold(list.field)));
    case "if":
      return mayHoldNull(mayLack, list.then) || mayHoldNull(mayLack, list.otherwise);
    case "call":
      return returningElements.has(list.function) && list.arguments.some((argument) => (argument.type.kind === "list" ? mayHoldNull(mayLack, argument) : argument.nullable));
    default:
      return false;
  }
}

/** Whether a filter excludes null: every element of `lines[price != null]` has a price, and every element of `lines[item.fee != null].item` a fee. */
function isFilteredNotNull(list: Expression, path: string): boolean {
  if (list.kind === "path") return list.listed && isFilteredNotNull(list.of, `${list.field}.${path}`);
  return list.kind === "filter" && (factsOf(list.condition, true).includes(`v:${list.item}.${path}`) || isFilteredNotNull(list.of, path));
}
