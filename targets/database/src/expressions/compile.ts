/** Compiles a typed FEEL tree to an SQL expression. Every scope carries this compiler, so that the files of its parts don't import it. */
import { type Expression, fold, type Type } from "@nonet/feel";
import { absurd, sqlType } from "../columns/column-type.ts";
import { boundAs, valueBound } from "../scope/bound-values.ts";
import { compileAs, convert, isMixed, whereText } from "../scope/coerce.ts";
import { compile, condition } from "../scope/compile.ts";
import { exactJson } from "../scope/conversions.ts";
import { compileLiteral } from "../scope/literals.ts";
import { notShown, notShownInside } from "../scope/not-shown-values.ts";
import { type ExpressionCompiler, isNull, type Scope, unsupported, validOn, variable, withVariables } from "../scope/scope.ts";
import { compileApply } from "./calls/apply.ts";
import { compileCall } from "./calls/calls.ts";
import { constantAt } from "./calls/constants.ts";
import { arrayOf, type Rows } from "./fields/row-source.ts";
import { missingIn, rowsOf } from "./fields/rows.ts";
import { compileNegate } from "./operators/arithmetic.ts";
import { compileBetween, compileIn } from "./operators/membership.ts";
import { compileBinary } from "./operators/operators.ts";
import { compilePath } from "./paths.ts";

export const expressionCompiler: ExpressionCompiler = { value: compileValue, condition: compileCondition };

function compileCondition(s: Scope, e: Expression): string {
  if (e.kind === "binary") return compileBinary(s, e, true);
  if (e.kind === "in") return compileIn(s, e.value, e.tests, true);
  return e.type.kind === "boolean" ? compile(s, e) : compileAs(s, e, { kind: "boolean" });
}

function compileValue(s: Scope, e: Expression): string {
  const open = e.type.kind === "open" && e.kind !== "hole" ? notShownInside(e) : null;
  if (open !== null) return notShown(s, open, e.type);
  if (isMixed(e)) return unsupported("values of several kinds in one list");
  switch (e.kind) {
    case "literal":
      return compileLiteral(s, e.value, e.type);
    case "variable":
      return boundAs(s, variable(s, e.name, e.type), e.type);
    case "global":
      return compileGlobal(s, e);
    case "path":
      return compilePath(s, e);
    case "filter":
    case "list":
    case "for":
      return arrayOf(s, rowsOf(s, e), e.type);
    case "index":
      return compileIndex(s, e);
    case "binary":
      return compileBinary(s, e, false);
    case "negate":
      return compileNegate(s, e);
    case "between":
      return compileBetween(s, e);
    case "in":
      return compileIn(s, e.value, e.tests);
    case "if":
      return `(case when ${condition(s, e.condition)} then ${compileAs(s, e.then, e.type)} else ${compileAs(s, e.otherwise, e.type)} end)`;
    case "quantified":
      return compileQuantified(s, e);
    case "context":
      return compileContext(s, e);
    case "call":
      return compileCall(s, e);
    case "apply":
      return compileApply(s, e);
    case "instance of":
      return e.value.type.kind === "any"
        ? unsupported("`instance of` on a value of unknown type")
        : `(${e.of.kind === e.value.type.kind || e.of.kind === "any" ? "true" : "false"} and ${compile(s, e.value)} is not null)`;
    case "hole":
      return e.open === null ? unsupported("it holds a mistake") : notShown(s, e.open, e.type);
    case "range":
      return unsupported("a range as a value");
    case "function":
      return unsupported("a function as a value");
    default:
      return absurd(e);
  }
}

function compileGlobal(s: Scope, e: Expression & { kind: "global" }): string {
  const constant = s.product.constants.find((c) => fold(c.name) === fold(e.name));
  if (!constant) return arrayOf(s, rowsOf(s, e), e.type);
  return constantAt(s, e.name, e.type, validOn(s));
}

function compileIndex(s: Scope, e: Expression & { kind: "index" }): string {
  const item = s.params.alias("i");
  const list = e.of.type.kind === "list" ? compile(s, e.of) : `array[${compile(s, e.of)}]`;
  const n = indexSql(s, e.index);
  const stored: Type = e.of.type.kind === "list" && sqlType(e.of.type) === "jsonb[]" ? { kind: "any" } : e.type;
  const sql = `(select ${item}.v[case when ${item}.n > 0 then ${item}.n else cardinality(${item}.v) + 1 + ${item}.n end] from (select ${list} as v, ${n} as n) ${item})`;
  return e.type.kind === "list" && stored !== e.type ? `(case when ${sql} is not null then ${convert(s, sql, stored, e.type)} end)` : convert(s, sql, stored, e.type);
}

/** An index into an array; null where the number isn't whole or is too large. */
function indexSql(s: Scope, index: Expression): string {
  if (index.kind === "literal" && typeof index.value === "string" && /^-?\d{1,9}$/.test(index.value)) return `${index.value}`;
  const n = compileAs(s, index, { kind: "number" });
  return index.type.kind === "number" && index.type.integer ? `nonet.to_int(${n})` : `(case when ${n} = trunc(${n}) then nonet.to_int(${n}) end)`;
}

function compileContext(s: Scope, e: Expression & { kind: "context" }): string {
  let inner = s;
  const pairs = e.entries.map(({ name, as = name, value }) => {
    const sql = compile(inner, value);
    inner = withVariables(inner, [name, valueBound(inner, sql, value.type)]);
    const json = isNull(value) ? "null" : exactJson(s, sql, value.type);
    return `${s.params.bind(as, "text")}, ${value.nullable && value.type.kind === "list" ? `case when ${sql} is not null then ${json} end` : json}`;
  });
  return `jsonb_build_object(${pairs.join(", ")})`;
}

/** Three-valued, by DMN 1.5, table 49. */
function compileQuantified(s: Scope, e: Expression & { kind: "quantified" }): string {
  let inner = s;
  const all: Rows[] = e.bindings.map((b) => {
    const rows = rowsOf(inner, b.of, b.to);
    inner = withVariables(inner, [b.name, rows.item]);
    return rows;
  });
  const missing = missingIn(all).filter((m) => m !== undefined);
  const unknown = (sql: string): string =>
    missing.length === 0
      ? sql
      : `(${sql} ${e.quantifier === "some" ? "or" : "and"} case when ${missing.join(" or ")} then null else ${e.quantifier === "some" ? "false" : "true"} end)`;
  const c = s.params.alias("q");
  const from = `from (select ${compile(inner, e.condition)} as c from ${all.map((r) => r.from).join(", ")}${whereText(all.flatMap((r) => r.where))}) ${c}`;
  return unknown(
    e.quantifier === "some"
      ? `(select case when bool_or(${c}.c) then true when bool_or(${c}.c is null) then null else false end ${from})`
      : `(select case when not bool_and(${c}.c) then false when bool_or(${c}.c is null) then null else true end ${from})`,
  );
}
