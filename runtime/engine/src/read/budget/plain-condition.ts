/** Whether a condition of a request reads no more than plain values of the record itself, by functions that cost no more than a comparison. */
import type { Expression, UnaryTest } from "@nonet/feel";
import { type Entity, fieldOf, isStored } from "@nonet/model";

const functions: ReadonlySet<string> = new Set(["contains", "starts with", "ends with", "lower case", "upper case", "string length", "not", "date"]);
const operators: ReadonlySet<string> = new Set(["=", "!=", "<", "<=", ">", ">=", "and", "or", "+", "-"]);
const types: ReadonlySet<string> = new Set(["text", "formatted", "one of", "yes/no", "integer", "number", "percent", "money", "date", "date and time", "sequence", "reference"]);
const mostParts = 30;

export function isPlainCondition(entity: Entity, condition: Expression): boolean {
  let parts = 0;
  const test = (one: UnaryTest): boolean =>
    one.kind === "not" ? one.tests.every(test) : one.kind === "member" ? plain(one.of) : one.kind === "compare" ? plain(one.value) : one.kind === "any";
  const plain = (e: Expression): boolean => {
    if (++parts > mostParts) return false;
    switch (e.kind) {
      case "literal":
        return true;
      case "variable":
        return e.name === "me";
      case "path": {
        const field = e.of.kind === "variable" && e.of.name === "this" ? fieldOf(entity, e.field) : undefined;
        return field
          ? isStored(field) && field.computed === null && types.has(field.type.kind)
          : e.of.kind === "variable" && e.of.name === "this" && e.type.kind === "string" && !entity.builtIn;
      }
      case "binary":
        return operators.has(e.operator) && plain(e.left) && plain(e.right);
      case "in":
        return plain(e.value) && e.tests.every(test);
      case "between":
        return [e.value, e.low, e.high].every(plain);
      case "range":
        return [e.low, e.high].every((end) => end === null || plain(end));
      case "list":
        return e.items.every(plain);
      case "call":
        return functions.has(e.function) && e.arguments.every(plain);
      default:
        return false;
    }
  };
  return plain(condition);
}
