/** The value that a name is bound to, as SQL, and new bindings for a function's parameters. */
import type { Expression, Type } from "@nonet/feel";
import { convert } from "./coerce.ts";
import { compile } from "./compile.ts";
import { type Bound, type Scope, withVariables } from "./scope.ts";

export function boundAs(s: Scope, bound: Bound, type: Type): string {
  if (bound.kind === "value") return convert(s, bound.sql, bound.type, type);
  const id = bound.kind === "row" ? `${bound.alias}.id` : bound.kind === "id" ? bound.sql : `nonet.json_id(${bound.sql})`;
  return type.kind === "record" ? id : convert(s, id, { kind: "record", name: bound.entity.name }, type);
}

export function bindFunction(s: Scope, f: Expression & { kind: "function" }, args: readonly Expression[]): Scope {
  return withVariables(
    s,
    ...f.parameters.map((name, i): readonly [string, Bound] => {
      const argument = args[i];
      return [name, argument ? valueBound(s, compile(s, argument), argument.type) : { kind: "value", sql: "null::jsonb", type: { kind: "any" } }];
    }),
  );
}

export function valueBound(s: Scope, sql: string, type: Type): Bound {
  const entity = type.kind === "record" ? s.product.entities.find((x) => x.name === type.name) : undefined;
  return entity ? { kind: "id", entity, sql } : { kind: "value", sql, type };
}
