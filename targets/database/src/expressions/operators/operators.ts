/** Compiles a binary operator: logic here, comparison and arithmetic by their own files. */
import type { Expression } from "@nonet/feel";
import { compileAs } from "../../scope/coerce.ts";
import { compile, condition } from "../../scope/compile.ts";
import { isNull, type Scope } from "../../scope/scope.ts";
import { boolean } from "../../scope/type-kinds.ts";
import { arithmetic } from "./arithmetic.ts";
import { compare, different, equal } from "./comparison.ts";

type Binary = Expression & { kind: "binary" };

/** `asFilter`: null may count as false. */
export function compileBinary(s: Scope, e: Binary, asFilter: boolean): string {
  switch (e.operator) {
    case "and":
    case "or": {
      const one = (x: Expression): string => (asFilter ? condition(s, x) : compileAs(s, x, boolean));
      return `(${one(e.left)} ${e.operator} ${one(e.right)})`;
    }
    case "=":
      return equal(s, e.left, e.right, asFilter);
    case "!=":
      return isNull(e.right) ? `(${compile(s, e.left)} is not null)` : isNull(e.left) ? `(${compile(s, e.right)} is not null)` : different(s, e.left, e.right);
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compare(s, e.operator, e.left, e.right);
    default:
      return arithmetic(s, e);
  }
}
