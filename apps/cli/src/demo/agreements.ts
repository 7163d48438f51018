/**
 * What a document's rules want to be the same: a field and a field of a record that the form refers to, as in
 * `supplier = purchase order.supplier` or `every l in lines satisfies l.order line.purchase order = purchase order`.
 */
import type { Expression } from "@nonet/feel";
import { type Entity, entityOf, fieldOf, type Product } from "@nonet/model";

/** Keys of fields, from the record or from each part in its `list`: `["purchaseOrder", "supplier"]`. */
export interface Side {
  readonly list: string | null;
  readonly path: readonly string[];
}

export interface Agreement {
  readonly entity: string;
  readonly sides: readonly [Side, Side];
}

export const agreements = (product: Product): readonly Agreement[] =>
  product.rules.flatMap(({ entity: name, holds, warns }) => {
    const entity = entityOf(product, name);
    if (!entity || warns || holds.kind !== "expression") return [];
    return equalities(holds.expression, new Map([["this", null]])).flatMap(([left, right]): Agreement[] => {
      const sides = [keysOf(product, entity, left), keysOf(product, entity, right)] as const;
      return sides[0] && sides[1] ? [{ entity: name, sides: [sides[0], sides[1]] }] : [];
    });
  });

/** Names of fields, from the variable of the record or of a part. */
interface Named {
  readonly list: string | null;
  readonly names: readonly string[];
}

/** `variables`: the list of parts to which each variable belongs, null for the record itself. */
function equalities(expression: Expression, variables: ReadonlyMap<string, string | null>): readonly (readonly [Named, Named])[] {
  if (expression.kind === "quantified" && expression.quantifier === "every") {
    const lists = expression.bindings.flatMap(({ name, of }): [string, string][] => {
      const found = namesIn(of, variables);
      return found?.list === null && found.names.length === 1 ? [[name, found.names[0]!]] : [];
    });
    return equalities(expression.condition, new Map([...variables, ...lists]));
  }
  if (expression.kind !== "binary") return [];
  if (expression.operator === "and") return [...equalities(expression.left, variables), ...equalities(expression.right, variables)];
  if (expression.operator !== "=") return [];
  const [left, right] = [namesIn(expression.left, variables), namesIn(expression.right, variables)];
  return left && right ? [[left, right]] : [];
}

function namesIn(expression: Expression, variables: ReadonlyMap<string, string | null>): Named | null {
  if (expression.kind === "variable") {
    const list = variables.get(expression.name);
    return list === undefined ? null : { list, names: [] };
  }
  const of = expression.kind === "path" && !expression.listed ? namesIn(expression.of, variables) : null;
  return of && expression.kind === "path" ? { list: of.list, names: [...of.names, expression.field] } : null;
}

/** Null where a form can't fill the side in: it needs a field, or a field of the record to which one refers. */
function keysOf(product: Product, record: Entity, { list, names }: Named): Side | null {
  const listField = list === null ? undefined : fieldOf(record, list);
  const start = list === null ? record : listField?.type.kind === "inverse" ? entityOf(product, listField.type.entity) : undefined;
  if (!start || names.length === 0 || names.length > 2) return null;
  const first = fieldOf(start, names[0]!);
  if (!first || names.length === 1) return first ? { list: listField?.key ?? null, path: [first.key] } : null;
  const second = first.type.kind === "reference" ? fieldOf(entityOf(product, first.type.entity)!, names[1]!) : undefined;
  return second ? { list: listField?.key ?? null, path: [first.key, second.key] } : null;
}
