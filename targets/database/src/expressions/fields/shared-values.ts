/**
 * Reads a long computed field of a referenced record once for all rows of a statement that refer to it: where a hundred
 * requisitions are paid from one budget, what is committed of the budget is summed up once, not a hundred times.
 */
import type { Expression } from "@nonet/feel";
import { entityOf, fieldOf, fieldType } from "@nonet/model";
import { sqlType } from "../../columns/column-type.ts";
import { convert } from "../../scope/coerce.ts";
import { compile } from "../../scope/compile.ts";
import { mayBeNotShown, valueAndNotShown, valueOrNotShown } from "../../scope/not-shown-values.ts";
import { fromTable, type Scope, type SharedValues } from "../../scope/scope.ts";
import { descend } from "../../scope/walk.ts";
import { fieldSql, functionOf } from "./fields.ts";

/** The same scope, in which such values of the row's references are shared. */
export const sharing = (s: Scope, row: string): Scope & { readonly shared: SharedValues } => ({ ...s, shared: { row, made: new Map() } });

/** The SQL of the value; null where it isn't shared. */
export function sharedValue(s: Scope, e: Expression & { readonly kind: "path" }): string | null {
  if (!s.shared || s.visibility || !isOfRow(s, s.shared.row, e.of)) return null;
  const entity = entityOf(s.product, e.of.type.kind === "record" ? e.of.type.name : "");
  const field = entity && fieldOf(entity, e.field);
  const computing = entity && field?.computed && functionOf(s, entity, field);
  if (!entity || !field || !computing) return null;
  const alone: Scope = { ...s, shared: undefined };
  const id = compile(alone, e.of);
  const key = `${id} ${field.key}`;
  const type = fieldType(entity, field);
  let made = s.shared.made.get(key);
  if (!made) {
    const [alias, row] = [s.params.alias("v"), s.params.alias()];
    const value = fieldSql(alone, entity, row, field.name, type);
    made = {
      alias,
      id,
      values: (ids) => `select ${row}.id, ${computing.open ? valueAndNotShown(value) : value} as value from (${ids}) i join ${fromTable(entity, row)} on ${row}.id = i.id`,
    };
    s.shared.made.set(key, made);
  }
  const read = `${made.alias}.value`;
  return convert(s, computing.open ? valueOrNotShown(read, sqlType(type)) : read, type, e.type);
}

/** Whether the expression names a record that depends on nothing but the row and the reader. */
function isOfRow(s: Scope, row: string, e: Expression): boolean {
  if (e.kind === "variable") return false;
  const self = s.variables.get("this");
  if (self?.kind !== "row" || self.alias !== row) return false;
  const inside = descend(e);
  const items = inside.flatMap((x) => (x.kind === "filter" ? [x.item] : []));
  return (
    inside.every((x) =>
      x.kind === "variable" ? x.name === "this" || x.name === "me" || items.includes(x.name) : x.kind !== "apply" && x.kind !== "function" && x.kind !== "hole",
    ) && !mayBeNotShown(s.product, e)
  );
}

/** What goes before the statement and after its `from`; `ids(id)` selects the distinct values of an id over the statement's rows. */
export function sharedParts({ shared }: { readonly shared: SharedValues }, ids: (id: string) => string): { readonly before: string; readonly joins: string } {
  const made = [...shared.made.values()];
  return {
    before: made.length === 0 ? "" : `with ${made.map(({ alias, id, values }) => `${alias} as materialized (${values(ids(id))})`).join(", ")} `,
    joins: made.map(({ alias, id }) => ` left join ${alias} on ${alias}.id = ${id}`).join(""),
  };
}
