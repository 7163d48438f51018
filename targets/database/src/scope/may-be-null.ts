/** Whether an expression can come to null, whatever the checker says of it: what can't is compared so that an index serves it. */
import type { Expression, Type } from "@nonet/feel";
import type { Scope } from "./scope.ts";
import { isDuration } from "./type-kinds.ts";
import { descend } from "./walk.ts";

/** An element of a list can be null whatever its type says, and so can what is made of it; a row and its required fields can't. */
export function mayBeNull(s: Scope, e: Expression): boolean {
  const loose = (x: Expression): boolean => x.kind === "variable" && x.name !== "this" && s.variables.has(x.name) && s.variables.get(x.name)!.kind !== "row";
  return e.nullable || descend(e).some((x) => loose(x) || isBeyond(x) || isWithin(x) || isLostInCall(x) || isComputedNull(s, x));
}

const ofLists = /^(sum|min|max|mean|median|mode|stddev|product|sort)$/;
const isLostInCall = (x: Expression): boolean => x.kind === "call" && (ofLists.test(x.function) || x.arguments.some((each) => each.nullable));

/** A list of an element that may be null: then there is no list. */
const isWithin = (x: Expression): boolean =>
  (x.kind === "for" || x.kind === "quantified") && x.bindings.some((b) => descend(b.of).some((of) => of.kind === "variable" && x.bindings.some((other) => other.name === of.name)));

/** A computed field is what its own expression is. */
function isComputedNull(s: Scope, x: Expression): boolean {
  if (x.kind !== "path" || x.of.type.kind !== "record") return false;
  const owner = x.of.type.name;
  const field = s.product.entities.find((each) => each.name === owner)?.fields.find((each) => each.name === x.field);
  return !!field?.computed && mayBeNull(s, field.computed);
}

const isTime = (t: Type): boolean => isDuration(t) || t.kind === "date" || t.kind === "date and time";

/** So long that it is no duration, so far that it is no date, so large that it is no number, or divided by what may be nothing. */
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

/** Some short times from now, or together: always a moment, always a duration. */
function isNear(e: Expression): boolean {
  if (e.kind === "binary" && (e.operator === "+" || e.operator === "-")) return isNear(e.left) && isNear(e.right);
  return isShort(e) || (e.kind === "call" && (e.function === "today" || e.function === "now"));
}

/** A literal so short that another such literal's multiple is a duration. */
function isShort(e: Expression): boolean {
  if (e.kind !== "literal" || typeof e.value !== "string") return false;
  return e.type.kind === "number" ? /^-?\d{1,3}(\.\d+)?$/.test(e.value) : e.value.length <= (e.type.kind === "years and months duration" ? 4 : 6);
}

const isSomething = (e: Expression): boolean => e.kind === "literal" && typeof e.value === "string" && /[1-9]/.test(e.value);
const isAtLeastOne = (e: Expression): boolean => e.kind === "literal" && typeof e.value === "string" && /^-?[1-9]\d{0,2}(\.\d+)?$/.test(e.value);
