/** A number of a dashboard without the records that leave it empty: the sum of the fees that are known, and how many aren't. */
import type { Expression } from "@nonet/feel";
import { recordsBehind } from "./records-behind.ts";

export interface KnownValues {
  /** The number over the records that have a value. */
  readonly known: Expression;
  /** How many records have one, and how many have none. */
  readonly there: Expression;
  readonly missing: Expression;
}

const item = "known#0";

/** Null where the number isn't made of one field of the records of one list. */
export function knownValues(value: Expression): KnownValues | null {
  if (value.kind !== "call" || value.function === "count" || recordsBehind(value) === null) return null;
  const [list] = value.arguments;
  if (list?.kind !== "path" || list.of.type.kind !== "list" || list.type.kind !== "list") return null;
  const { span } = value;
  const one: Expression = {
    kind: "path",
    of: { kind: "variable", name: item, type: list.of.type.of, nullable: false, span },
    field: list.field,
    listed: false,
    type: list.type.of,
    nullable: true,
    span,
  };
  const nothing: Expression = { kind: "literal", value: null, type: { kind: "null" }, nullable: true, span };
  const where = (operator: "=" | "!="): Expression => ({
    kind: "filter",
    of: list.of,
    item,
    condition: { kind: "binary", operator, left: one, right: nothing, type: { kind: "boolean" }, nullable: false, span },
    type: list.of.type,
    nullable: false,
    span,
  });
  const count = (of: Expression): Expression => ({ kind: "call", function: "count", arguments: [of], type: { kind: "number" }, nullable: false, span });
  return {
    known: { ...value, arguments: [{ ...list, of: where("!=") }] },
    there: count(where("!=")),
    missing: count(where("=")),
  };
}
