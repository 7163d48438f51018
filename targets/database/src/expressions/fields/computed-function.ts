/**
 * Long computed fields are SQL functions of the record's id. A statement calls the function instead of repeating its
 * text, and PostgreSQL keeps its plan for as long as the connection lives.
 *
 * A function is named after its text, so that those of two versions of a document exist side by side (decision 0008).
 */
import type { Type } from "@nonet/feel";
import type { Entity, Field, Product } from "@nonet/model";
import { sqlType } from "../../columns/column-type.ts";
import { mayBeNotShown } from "../../scope/not-shown-values.ts";
import { entityNamed, fromTable, newScope, type Scope, withVariables } from "../../scope/scope.ts";
import { hash, Parameters } from "../../sql/sql-text.ts";

/** Shorter expressions are inlined, where the planner can optimize them. */
const inlineLimit = 600;

export interface ComputedFunction {
  readonly name: string;
  readonly create: string;
  /** Whether it may depend on something not shown. Then the planner must not move the call. */
  readonly open: boolean;
}

const known = new WeakMap<Product, Map<Field, ComputedFunction | null>>();

/** `compileBody` returns the field's value for a row in scope. */
export function computedFunction(s: Scope, entity: Entity, field: Field, type: Type, compileBody: (s: Scope, alias: string) => string): ComputedFunction | null {
  const { product } = s;
  let functions = known.get(product);
  if (!functions) known.set(product, (functions = new Map()));
  let found = functions.get(field);
  if (found === undefined) functions.set(field, (found = makeFunction(s, entity, field, type, compileBody)));
  return found;
}

function makeFunction({ product, compiler }: Scope, entity: Entity, field: Field, type: Type, compileBody: (s: Scope, alias: string) => string): ComputedFunction | null {
  const base = newScope(product, compiler, {}, new Parameters(true));
  const s = withVariables(base, ["me", { kind: "id", entity: entityNamed(product, "User"), sql: "$2" }]);
  const body = compileBody(s, "r");
  if (body.length < inlineLimit) return null;
  const returns = sqlType(type);
  const text = `(uuid, uuid) returns ${returns} language plpgsql stable as $computed$ begin return (select ${body} from ${fromTable(entity, "r")} where r.id = $1); end $computed$`;
  const name = `nonet.c_${hash(text)}`;
  // Checked first, because two processes that start at once would replace it concurrently.
  const create = `do $make$ begin if to_regprocedure('${name}(uuid,uuid)') is null then create function ${name}${text}; end if; end $make$`;
  return { name, create, open: mayBeNotShown(product, field.computed!) };
}
