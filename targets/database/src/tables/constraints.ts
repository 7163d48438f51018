/** The constraints and indexes of an entity's table, each by its name. */
import { type Entity, type Field, type Product } from "@nonet/model";
import { type Column, columnsOf, tableOf } from "../columns/columns.ts";
import { isCaseless, uniqueSets } from "../columns/unique-sets.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { compile } from "../scope/compile.ts";
import { ident, literal, Parameters } from "../sql/sql-text.ts";
import { nameOf } from "./constraint-names.ts";
import { overlap } from "./overlap-constraint.ts";
import { constraint, exclusion, index, type Part } from "./part.ts";
import { wantedIndexes } from "./wanted-indexes.ts";

export function partsOf(product: Product, entity: Entity): Part[] {
  const columns = columnsOf(product, entity);
  return [
    ...columns.flatMap((c) => checks(product, entity, c)),
    ...columns.flatMap((c) => references(product, entity, c)),
    ...uniqueSets(entity).flatMap((fields) => unique(product, entity, columns, fields)),
    ...product.rules.filter((r) => r.entity === entity.name).flatMap((r) => overlap(product, entity, r)),
    ...indexes(product, entity, columns),
  ];
}

/** The checks of a column's values. A check that is added to a table with records applies only to new values of that column. */
function checks(product: Product, entity: Entity, column: Column): Part[] {
  const field = column.field;
  const listed = (texts: readonly string[]): string => texts.map(literal).join(", ");
  const isOneOf = (x: string, texts: readonly string[]): string => `${x} in (${listed(texts)})`;
  // No record is in a removed state: the upgrade refuses that.
  if (column.states) return [constraint("check", entity, nameOf.check(product, entity, column.column), `check (${isOneOf(ident(column.column), column.states)}) not valid`)];
  const parts: Part[] = [];
  const add = (end: "" | "least" | "most", holds: (x: string) => string): void => void parts.push(check(entity, column, nameOf.check(product, entity, column.column, end), holds));
  const type = field?.type;
  if (type?.kind === "one of") add("", (x) => isOneOf(x, type.choices));
  if (type?.kind === "any of") add("", (x) => `${x} <@ array[${listed(type.choices)}]::text[]`);
  if (field?.onlyValues && field.personalOf === null) add("", (x) => `${x} in (${field.onlyValues!.join(", ")})`);
  if (!field || (type?.kind === "text" && type.form === "rich") || field.personalOf !== null) return parts;
  const measure = (x: string): string => (column.sql.endsWith("[]") ? `cardinality(${x})` : column.sql === "text" ? `char_length(${x})` : x);
  for (const [bound, operator, end] of [
    [field.atLeast, field.excludesLeast ? ">" : ">=", "least"],
    [field.atMost, field.excludesMost ? "<" : "<=", "most"],
  ] as const)
    if (bound?.kind === "literal" && bound.value !== null) add(end, (x) => `${measure(x)} ${operator} ${compile(systemScope(product, {}, new Parameters(true)), bound)}`);
  return parts;
}

function check(entity: Entity, column: Column, name: string, holds: (x: string) => string): Part {
  const x = ident(column.column);
  const part = constraint("check", entity, name, `check (${holds(x)}) not valid`);
  const [own, table] = [ident(name), tableOf(entity)];
  return {
    ...part,
    late: {
      trigger: `create trigger ${own} before insert or update of ${x} on ${table} for each row when (not (${holds(`new.${x}`)})) execute function nonet.refuse_value()`,
      against: `select 1 from ${table} where not (${holds(x)}) limit 1`,
      settle: `${part.add};\ndrop trigger ${own} on ${table}`,
    },
    drop: `drop trigger if exists ${own} on ${table};\n${part.drop}`,
  };
}

/** The engine deletes and empties references itself, with rules and history; the constraint covers what it leaves. */
const onDelete = (field: Field): string => (field.whenDeleted === "delete too" ? "cascade" : field.whenDeleted === "empty it" ? "set null" : "restrict");

function references(product: Product, entity: Entity, column: Column): Part[] {
  const type = column.field?.type;
  if (type?.kind !== "reference") return [];
  const target = product.entities.find((e) => e.name === type.entity);
  if (!target) return [];
  const owned = entity.partOf?.field === column.name;
  return [
    constraint(
      "reference",
      entity,
      nameOf.reference(product, entity, column.column),
      `foreign key (${ident(column.column)}) references ${tableOf(target)}(id) on delete ${owned ? "cascade" : onDelete(column.field!)}`,
    ),
  ];
}

/**
 * Checked at commit, so that rules are checked first and all violations are reported at once. Exclusion by `=` is
 * deferrable uniqueness over expressions.
 */
function unique(product: Product, entity: Entity, columns: readonly Column[], fields: readonly string[]): Part[] {
  const found = fields.map((f) => columns.find((c) => c.name === f));
  if (found.some((c) => c === undefined)) return [];
  const name = nameOf.unique(
    product,
    entity,
    found.map((c) => c!.column),
  );
  const names = found.map((c) => ident(c!.column));
  const caseless = found.map((c) => isCaseless(entity, c!.name));
  if (!caseless.includes(true)) return [constraint("unique", entity, name, `unique (${names.join(", ")}) deferrable initially deferred`)];
  const keys = (prefix: string): string[] => names.map((n, i) => (caseless[i] ? `lower(${prefix}${n})` : `${prefix}${n}`));
  return [
    exclusion(
      product,
      entity,
      name,
      `exclude using btree (${keys("")
        .map((k) => `(${k}) with =`)
        .join(", ")}) deferrable initially deferred`,
      `(${keys("")
        .map((k) => `(${k})`)
        .join(", ")})`,
      (one, other) =>
        keys(`${one}.`)
          .map((k, i) => `${k} = ${keys(`${other}.`)[i]}`)
          .join(" and "),
    ),
  ];
}

const indexes = (product: Product, entity: Entity, columns: readonly Column[]): Part[] =>
  [...wantedIndexes(product, entity, columns)].map(([what, body]) => index(entity, nameOf.index(product, entity, what), body));
