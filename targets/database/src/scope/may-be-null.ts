/** Whether an expression can be null at run time. A comparison of what can't be null is compiled so that an index serves it. */
import type { Expression, Type } from "@nonet/feel";
import type { Scope } from "./scope.ts";
import { isDuration } from "./type-kinds.ts";
import { descend } from "./walk.ts";

/** Elements of lists can be null whatever their type says, and so can what is computed from them. A row and its required fields can't. */
export function mayBeNull(s: Scope, e: Expression): boolean {
  const loose = (x: Expression): boolean => x.kind === "variable" && x.name !== "this" && s.variables.has(x.name) && s.variables.get(x.name)!.kind !== "row";
  return e.nullable || descend(e).some((x) => loose(x) || isBeyond(x) || isWithin(x) || isLostInCall(x) || isComputedNull(s, x));
}

const ofLists = /^(sum|min|max|mean|median|mode|stddev|product|sort)$/;
const isLostInCall = (x: Expression): boolean => x.kind === "call" && (ofLists.test(x.function) || x.arguments.some((each) => each.nullable));

/** A loop over a list that belongs to an element that may be null. */
const isWithin = (x: Expression): boolean =>
  (x.kind === "for" || x.kind === "quantified") && x.bindings.some((b) => descend(b.of).some((of) => of.kind === "variable" && x.bindings.some((other) => other.name === of.name)));

/** A computed field can be null where its expression can. */
function isComputedNull(s: Scope, x: Expression): boolean {
  if (x.kind !== "path" || x.of.type.kind !== "record") return false;
  const owner = x.of.type.name;
  const field = s.product.entities.find((each) => each.name === owner)?.fields.find((each) => each.name === x.field);
  return !!field?.computed && mayBeNull(s, field.computed);
}

const isTime = (t: Type): boolean => isDuration(t) || t.kind === "date" || t.kind === "date and time";

/** Results out of range (a duration, a date or a number that is too large), and quotients by zero. */
function isBeyond(x: Expression): boolean {
  if (x.kind !== "binary") return false;
  switch (x.operator) {
    case "+":
    case "-":
      return isTime(x.type) && (isDuration(x.left.type) || isDuration(x.right.type)) && !isNear(x);
    case "*":
      return isDuration(x.type) && !(isShort(x.left) && isShort(x.right));
    case "/":
      return isDuration(x.type) ? !(isShort(x.left) && isAtLeastOne(x.right)) : !isSomething(x.right);
    default:
      return x.operator === "**";
  }
}

/** Now or today shifted by short durations, or sums of short durations: never out of range. */
function isNear(e: Expression): boolean {
  if (e.kind === "binary" && (e.operator === "+" || e.operator === "-")) return isNear(e.left) && isNear(e.right);
  return isShort(e) || (e.kind === "call" && ((e.function === "today" && e.arguments.length === 0) || e.function === "now"));
}

/** A literal so small that its product with another such literal stays in range. */
function isShort(e: Expression): boolean {
  if (e.kind !== "literal" || typeof e.value !== "string") return false;
  return e.type.kind === "number" ? /^-?\d{1,3}(\.\d+)?$/.test(e.value) : e.value.length <= (e.type.kind === "years and months duration" ? 4 : 6);
}

const isSomething = (e: Expression): boolean => e.kind === "literal" && typeof e.value === "string" && /[1-9]/.test(e.value);
const isAtLeastOne = (e: Expression): boolean => e.kind === "literal" && typeof e.value === "string" && /^-?[1-9]\d{0,2}(\.\d+)?$/.test(e.value);
