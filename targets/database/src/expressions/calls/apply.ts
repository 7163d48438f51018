/** Compiles calls of functions, decision tables, values at a date and calendars in place, so that the caller's visibility applies inside. */
import { durationInCalendar, type Expression, fold, type Type } from "@nonet/feel";
import type { DecisionTable, NamedFunction } from "@nonet/model";
import { bindFunction, boundAs, valueBound } from "../../scope/bound-values.ts";
import { compileAs, convert } from "../../scope/coerce.ts";
import { isCalendarCall } from "../../scope/calendar-names.ts";
import { compile } from "../../scope/compile.ts";
import { noSpan } from "../../scope/no-span.ts";
import { type Bound, type Scope, unsupported, withVariables } from "../../scope/scope.ts";
import { compileCalendarCall } from "./calendar-calls.ts";
import { constantAt } from "./constants.ts";
import { compileTable, compileTableColumn } from "./decision-tables.ts";

type Apply = Expression & { readonly kind: "apply" };
type Path = Expression & { readonly kind: "path" };

export function compileApply(s: Scope, e: Apply): string {
  if (e.function.kind === "function") return compile(bindFunction(s, e.function, e.arguments), e.function.body);
  if (e.function.kind !== "global") return unsupported("a call of a function value");
  const name = e.function.name;
  // The calendar matters where the duration is added: there it is taken apart.
  if (name === durationInCalendar) return compile(s, e.arguments[0]!);
  if (isCalendarCall(name)) return compileCalendarCall(s, name, e.arguments, e.type);
  const named = functionOf(s, name);
  if (named) return withArguments(s, named.parameters, e.arguments, (inner) => compileAs(inner, named.body, e.type));
  const table = tableOf(s, name);
  if (table) return withArguments(s, table.inputs, e.arguments, (inner) => compileTable(inner, table, e.type));
  const at = e.arguments[0];
  const constant = s.product.constants.find((c) => fold(c.name) === fold(name) || `${fold(c.name)} at` === fold(name));
  if (constant && at) {
    const day = compileAs(s, at, { kind: "date" });
    const value = constantAt(s, constant.name, e.type, day);
    return at.nullable ? `(case when ${day} is not null then ${value} end)` : value;
  }
  return compileDated(s, e, (inner, call) => compileApply(inner, call)) ?? unsupported(`${name} can't be called`);
}

const dayName = "(valid on)";

/** `euro rate(currency) at (paid on)`: the call, with all values that change over time as of that date. */
function compileDated(s: Scope, e: Apply, inside: (inner: Scope, call: Apply) => string): string | undefined {
  const { function: called } = e;
  const base = called.kind === "global" ? / at$/i.exec(called.name) && called.name.slice(0, -3) : null;
  const parameters = base ? (functionOf(s, base)?.parameters ?? tableOf(s, base)?.inputs) : undefined;
  if (!base || !parameters || called.kind !== "global") return undefined;
  const all = [...parameters, { name: dayName, type: { kind: "date" } as const }];
  return withArguments(s, all, e.arguments, (inner) => {
    const day = boundAs(inner, inner.variables.get(dayName)!, { kind: "date" });
    const given = parameters.map(({ name, type }, i): Expression => ({ kind: "variable", name, type: e.arguments[i]?.type ?? type, nullable: true, span: e.span }));
    const call: Apply = { ...e, function: { ...called, name: base }, arguments: given };
    return `(case when ${day} is not null then ${inside({ ...inner, validOn: day, cache: new Map() }, call)} end)`;
  });
}

/** `exchange(currency).rate`: compiles only that result, so that another result that isn't shown doesn't matter. Undefined for other calls. */
export function compileCallMember(s: Scope, e: Path, compilePath: (inner: Scope, path: Path) => string): string | undefined {
  if (e.of.kind !== "apply" || e.of.function.kind !== "global" || e.listed) return undefined;
  const { name } = e.of.function;
  const dated =
    / at$/i.test(name) && !functionOf(s, name) && !tableOf(s, name)
      ? compileDated(s, e.of, (inner, call) => compileCallMember(inner, { ...e, of: call }, compilePath) ?? compilePath(inner, { ...e, of: call }))
      : undefined;
  if (dated !== undefined) return dated;
  const named = functionOf(s, name);
  if (named) return withArguments(s, named.parameters, e.of.arguments, (inner) => compilePath(inner, { ...e, of: named.body }));
  const table = tableOf(s, name);
  const column = table && table.results.length > 1 && !table.hitPolicy.startsWith("collect") ? table.results.findIndex((r) => fold(r.name) === fold(e.field)) : -1;
  return table && column >= 0
    ? withArguments(s, table.inputs, e.of.arguments, (inner) => convert(inner, compileTableColumn(inner, table, column, e.type), e.type, e.type))
    : undefined;
}

const functionOf = (s: Scope, name: string): NamedFunction | undefined => s.product.functions.find((f) => fold(f.name) === fold(name));
const tableOf = (s: Scope, name: string): DecisionTable | undefined => s.product.tables.find((t) => fold(t.name) === fold(name));

const maxDepth = 40;

/** An argument that is more than a name is computed once, and referred to by a name inside. */
function withArguments(s: Scope, parameters: readonly { readonly name: string; readonly type: Type }[], args: readonly Expression[], body: (inner: Scope) => string): string {
  if (s.depth >= maxDepth) return unsupported("a function that calls itself without end");
  const p = s.params.alias("p");
  const computed: string[] = [];
  const bound = parameters.map((parameter, i): readonly [string, Bound] => {
    const argument = args[i];
    const type = parameter.type.kind === "any" || parameter.type.kind === "context" ? (argument?.type ?? parameter.type) : parameter.type;
    const sql = argument ? compileAs(s, argument, type) : compileAs(s, { kind: "literal", value: null, type, nullable: true, span: noSpan }, type);
    if (sql.length <= 48 && !sql.includes("(")) return [parameter.name, valueBound(s, sql, type)];
    computed.push(`${sql} as a${i + 1}`);
    return [parameter.name, valueBound(s, `${p}.a${i + 1}`, type)];
  });
  const sql = body(withVariables({ ...s, depth: s.depth + 1 }, ...bound));
  return computed.length === 0 ? sql : `(select ${sql} from (select ${computed.join(", ")} offset 0) ${p})`;
}
