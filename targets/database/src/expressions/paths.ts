/** Compiles `a.b`: a field of a record, an entry of JSON, a property of a range, a date or a duration. */
import { type Expression, fold } from "@nonet/feel";
import { sqlType } from "../columns/column-type.ts";
import { compileAs } from "../scope/coerce.ts";
import { compile } from "../scope/compile.ts";
import { daysBetween, readsText, type Scope, unsupported, variable } from "../scope/scope.ts";
import { compileCallMember } from "./calls/apply.ts";
import { member, recordOf } from "./fields/fields.ts";
import { property } from "./fields/properties.ts";
import { listField } from "./fields/record-lists.ts";
import { arrayOf } from "./fields/row-source.ts";
import { rowsOf } from "./fields/rows.ts";
import { sharedValue } from "./fields/shared-values.ts";

export function compilePath(s: Scope, e: Expression & { kind: "path" }): string {
  const ofCall = compileCallMember(s, e, compilePath);
  if (ofCall !== undefined) return ofCall;
  if (e.listed) return arrayOf(s, rowsOf(s, e), e.type);
  const of = e.of.type;
  if (of.kind === "record") {
    const shared = sharedValue(s, e);
    if (shared !== null) return shared;
    const self = recordOf(s, e.of);
    return listField(s, self, e.field) ? arrayOf(s, rowsOf(s, e), e.type) : member(s, self, of, e.field, e.type);
  }
  if (of.kind === "range") return rangeMember(s, e);
  if (readsText(e.of)) return unsupported("a part of what a text is read as");
  const between = daysBetween(e);
  if (between) return `(${compile(s, between[0])} - ${compile(s, between[1])})::numeric`;
  if (of.kind === "context" || sqlType(of) === "jsonb") {
    if (e.of.kind === "variable") {
      const bound = variable(s, e.of.name, of);
      if (bound.kind !== "value") return member(s, bound, { kind: "record", name: bound.entity.name }, e.field, e.type);
    }
    const value = member(s, { kind: "value", sql: compile(s, e.of), type: of }, of, e.field, e.type);
    if (e.type.kind !== "list" || e.of.kind === "variable") return value;
    // A null list in JSON isn't an empty list.
    return `(case when nullif(${member(s, { kind: "value", sql: compile(s, e.of), type: of }, of, e.field, { kind: "any" })}, 'null'::jsonb) is not null then ${value} end)`;
  }
  return property(s, compile(s, e.of), of, fold(e.field));
}

function rangeMember(s: Scope, e: Expression & { kind: "path" }): string {
  if (e.of.kind !== "range") return unsupported("a property of a range that isn't written out");
  const name = fold(e.field);
  if (name === "start included") return String(e.of.lowClosed);
  if (name === "end included") return String(e.of.highClosed);
  const end = name === "start" ? e.of.low : e.of.high;
  return end ? compileAs(s, end, e.type) : `null::${sqlType(e.type)}`;
}
