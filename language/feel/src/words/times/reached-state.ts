/**
 * Reads `has arrived` of a record with a field `arrived at` as a question about that field: it stays true when the record
 * goes on to another state.
 */
import { fieldNames, fieldOf } from "../../syntax/names.ts";
import type { Reader } from "../../syntax/reader.ts";
import type { Expression } from "../../types/expression.ts";
import { fold } from "../../types/scope.ts";
import { buildPath } from "../../typing/path.ts";
import { isNull, negated } from "../emptiness.ts";

/** Whether the record has been in the state, by the field that holds the moment; undefined where no field does. */
export function reachedState(r: Reader, value: Expression, state: string, not: boolean, from: number): Expression | undefined {
  const moment = fieldNames(r, value.type).find((name) => {
    if (fold(name) !== `${fold(state)} at` && fold(name) !== `${fold(state)} on`) return false;
    const { typed } = fieldOf(r, value.type, fold(name))!;
    return typed.nullable && /^date(?: and time)?$/.test(typed.type.kind);
  });
  if (moment === undefined) return undefined;
  const none = isNull(r, buildPath(r, value, moment, fold(moment), value.span, value.span), from);
  return not ? none : negated(r, none, from);
}
