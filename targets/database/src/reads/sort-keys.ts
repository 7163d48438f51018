/** The sort keys of a list, and the condition for the rows after a cursor. */
import type { Expression } from "@nonet/feel";
import { camel, type Entity, type Product } from "@nonet/model";
import { sqlType } from "../columns/column-type.ts";
import { type Column, columnsOf } from "../columns/columns.ts";
import { isNeverEmpty, orderKey } from "../columns/sort-key.ts";
import { pathExpression } from "../expressions/path-expression.ts";
import { compile } from "../scope/compile.ts";
import { valueIfShown } from "../scope/not-shown-values.ts";
import type { Scope } from "../scope/scope.ts";
import { ownField } from "../scope/walk.ts";
import { and, ident, or } from "../sql/sql-text.ts";
import type { ListOptions } from "./list-request.ts";
import { periodLabel } from "./group-labels.ts";
import { shownText } from "./row-scope.ts";

export interface Key {
  readonly sql: string;
  readonly type: string;
  readonly descending: boolean;
  /** Never null: PostgreSQL ensures it. */
  readonly never?: boolean;
  /** Every record has a value, as the engine ensures (`isNeverEmpty`). */
  readonly filled?: boolean;
  /** Null comes first: the key is descending, in an order with PostgreSQL's own place for nulls. */
  readonly nullsFirst?: boolean;
}

/** `order by` of a key; `sql` is the key itself, or the name of a column that holds it. */
export const orderBy = ({ descending, nullsFirst }: Key, sql: string): string => `${sql} ${descending ? "desc" : "asc"} nulls ${nullsFirst ? "first" : "last"}`;

export function sortKeys(product: Product, s: Scope, entity: Entity, ask: ListOptions): Key[] {
  const asked = ask.sort?.length
    ? ask.sort
    : entity.sort.flatMap((k) => {
        const key = columnsOf(product, entity).find((c) => c.name === k.field)?.key ?? entity.fields.find((f) => f.name === k.field)?.key ?? camel(k.field);
        const expression = pathExpression(product, entity.name, key);
        return expression ? [{ expression, descending: k.descending }] : [];
      });
  const keys = groupKey(s, entity, ask).concat(
    asked.map(({ expression, descending }): Key => {
      const { sql, filled } = inIndexForm(s, entity, expression, sortable(s, expression));
      const shown = valueIfShown(s, expression, sql);
      return { sql: shown, type: expression.type.kind === "record" ? "text" : sqlType(expression.type), descending, filled: filled && shown === sql };
    }),
  );
  if (keys.length === 0) keys.push({ sql: "r.created_at", type: "timestamptz", descending: true, never: true, filled: true });
  keys.push({ sql: "r.id", type: "uuid", descending: keys.at(-1)!.descending, never: true, filled: true });
  return keys.every((k) => k.filled) ? keys.map((k) => ({ ...k, nullsFirst: k.descending })) : keys;
}

/** Groups come before any other order. */
function groupKey(s: Scope, entity: Entity, { group }: ListOptions): Key[] {
  if (!group) return [];
  const { expression, period, descending } = group;
  if (period) return [{ sql: periodLabel(s, expression, period), type: "text", descending }];
  return [{ ...inIndexForm(s, entity, expression, sortable(s, expression)), type: expression.type.kind === "record" ? "text" : sqlType(expression.type), descending }];
}

/** A stored column in the form of its index; other expressions unchanged. What the reader may not see of it makes it another expression. */
function inIndexForm(s: Scope, entity: Entity, e: Expression, sql: string): { readonly sql: string; readonly filled: boolean } {
  const name = ownField(e);
  if (name === "created at") return { sql, filled: sql === "r.created_at" };
  const column = name === null ? undefined : columnsOf(s.product, entity).find((c) => c.name === name);
  if (!column) return { sql, filled: false };
  return { sql: column.sql === "bigint" ? sql : orderKey(column, sql), filled: readsOnly(column, sql) && isNeverEmpty(column) };
}

/** Whether the SQL is the column as a query reads it from `r`, and no more. */
const readsOnly = (column: Column, sql: string): boolean =>
  [`r.${ident(column.column)}`, `(r.${ident(column.column)})::numeric`, `r.${ident(column.column)}::numeric`, orderKey(column, `r.${ident(column.column)}`)].includes(sql);

const sortable = (s: Scope, e: Expression): string => (e.type.kind === "record" ? shownText(s, e) : e.type.kind === "list" ? `cardinality(${compile(s, e)})` : compile(s, e));

/**
 * The rows after a cursor, as conditions that an index in that order can start at; null sorts last, or first where the key
 * says so. A cursor that isn't of the keys' types finds nothing.
 */
export function afterCursor(s: Scope, keys: readonly Key[], after: readonly (string | null)[]): string[] {
  const bound = keys.map((k, i) => (after[i] === null || after[i] === undefined ? null : s.params.bind(after[i], k.type)));
  const behind = (k: Key, i: number): string => (bound[i] === null ? (k.nullsFirst ? `${k.sql} is not null` : "false") : `${k.sql} ${k.descending ? "<" : ">"} ${bound[i]}`);
  const [first, ...rest] = keys;
  // Rows equal in the first key: compared by the others.
  const tied = or(
    rest.map((k, i) => {
      const same = rest.slice(0, i).map((p, j) => (bound[j + 1] === null ? `${p.sql} is null` : `${p.sql} = ${bound[j + 1]}`));
      return and([...same, bound[i + 1] === null || k.never || k.nullsFirst ? behind(k, i + 1) : `(${behind(k, i + 1)} or ${k.sql} is null)`]);
    }),
  );
  if (bound[0] === null) return [and([`${first!.sql} is null`, tied]), ...(first!.nullsFirst ? [`${first!.sql} is not null`] : [])];
  const pair = keys.length === 2 && bound[1] !== null;
  const here = pair
    ? `(${first!.sql}, ${rest[0]!.sql}) ${first!.descending ? "<" : ">"} (${bound[0]}, ${bound[1]})`
    : and([`${first!.sql} ${first!.descending ? "<=" : ">="} ${bound[0]}`, or([behind(first!, 0), and([`${first!.sql} = ${bound[0]}`, tied])])]);
  return first!.never || first!.nullsFirst ? [here] : [here, `${first!.sql} is null`];
}
