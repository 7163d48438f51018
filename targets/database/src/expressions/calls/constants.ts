/** The value of a constant of point 9, which may have changed over time, as of a date. */
import { fold, type Type } from "@nonet/feel";
import { compileAs } from "../../scope/coerce.ts";
import { notShown } from "../../scope/not-shown-values.ts";
import type { Scope } from "../../scope/scope.ts";

/** A constant's value as of a date. */
export function constantAt(s: Scope, name: string, type: Type, at: string): string {
  const values = s.product.constants.find((c) => fold(c.name) === fold(name))?.values;
  if (!values) return notShown(s, name, type);
  if (values.length === 1) return compileAs(s, values[0]!.value, type);
  const later = values.filter((v) => v.from !== null).sort((a, b) => (a.from! < b.from! ? 1 : -1));
  const first = values.find((v) => v.from === null);
  return `(case ${later.map((v) => `when ${at} >= ${s.params.bind(v.from, "date")} then ${compileAs(s, v.value, type)}`).join(" ")} else ${first ? compileAs(s, first.value, type) : "null"} end)`;
}
