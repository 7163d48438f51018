/** Whether a list may hold nulls among its elements: a sum over such a list may be null. */
import { factsOf } from "./facts.ts";
import { fieldOf } from "./names.ts";
import type { Reader } from "./reader.ts";
import { elementOf } from "./relate.ts";
import { fold } from "./scope.ts";
import type { Expression } from "./tree.ts";

/** Those that give a list of what their lists hold. */
const ofTheirs: ReadonlySet<string> = new Set(["append", "concatenate", "union", "distinct values", "reverse", "sort", "sublist", "flatten", "insert before", "remove"]);

export function mayHoldNull(r: Reader, list: Expression): boolean {
  switch (list.kind) {
    case "list":
      return list.items.some((item) => item.nullable);
    case "for":
      return list.result.nullable;
    case "filter":
      return mayHoldNull(r, list.of) && !factsOf(list.condition, true).includes(`v:${list.item}`);
    case "path":
      return list.listed && (mayHoldNull(r, list.of) || (fieldOf(r, elementOf(list.of.type), fold(list.field))?.typed.nullable === true && !isThere(list.of, list.field)));
    case "if":
      return mayHoldNull(r, list.then) || mayHoldNull(r, list.otherwise);
    case "call":
      return ofTheirs.has(list.function) && list.arguments.some((argument) => (argument.type.kind === "list" ? mayHoldNull(r, argument) : argument.nullable));
    default:
      return false;
  }
}

/** `lines[price != null]` has a price in each. */
function isThere(list: Expression, field: string): boolean {
  return list.kind === "filter" && (factsOf(list.condition, true).includes(`v:${list.item}.${field}`) || isThere(list.of, field));
}
