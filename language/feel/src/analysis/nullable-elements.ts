/** Whether a list may hold nulls among its elements: a sum over such a list may be null. */
import type { Expression } from "../types/expression.ts";
import { elementOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { factsOf } from "./null-facts.ts";

/** Whether what has this type may lack its field of that folded name. */
export type NullableElements = (owner: Type, folded: string) => boolean;

/** Those that give a list of what their lists hold. */
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

/** `lines[price != null]` has a price in each, and `lines[item.fee != null].item` has a fee in each. */
function isFilteredNotNull(list: Expression, path: string): boolean {
  if (list.kind === "path") return list.listed && isFilteredNotNull(list.of, `${list.field}.${path}`);
  return list.kind === "filter" && (factsOf(list.condition, true).includes(`v:${list.item}.${path}`) || isFilteredNotNull(list.of, path));
}
