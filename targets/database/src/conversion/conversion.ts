/** How the values of a column are converted to the type that it has in a new version. */
import type { Entity, Product } from "@nonet/model";
import type { Column } from "../columns/columns.ts";
import { literal } from "../sql/sql-text.ts";

export interface Conversion {
  /** SQL of the new value. It never fails: a value that can't be read becomes null. */
  readonly value: (former: string) => string;
  /** Immutable SQL that is true where something is lost; null: nothing is ever lost. */
  readonly lost: ((former: string, value: string) => string) | null;
  /** A description of what is lost. */
  readonly loses: string | null;
}

const unchanged: Conversion = { value: (former) => former, lost: null, loses: null };

/** By types alone; null: no value of the former type can be read as the new one. */
export function conversionOf(product: Product, entity: Entity, former: Column, column: Column): Conversion | null {
  if (isNewSecret(former, column)) return null;
  if (former.sql === column.sql) return former.sql !== "uuid" || sameTarget(product, former, column) ? unchanged : null;
  const whole = `${column.name} of`;
  const unreadable = `the values of ${whole} ${entity.name} that can't be read as its new type`;
  if (column.sql === "text") {
    const text = textOf(former);
    return text && { ...unchanged, value: text, ...asChoice(former, column, text, unreadable) };
  }
  switch (`${former.sql}>${column.sql}`) {
    case "bigint>numeric":
      return { ...unchanged, value: (x) => `${x}::numeric` };
    case "date>timestamptz":
      // The day begins in the product's time zone.
      return { ...unchanged, value: (x) => `(${x}::timestamp at time zone ${literal(product.about.timeZone)})` };
    case "numeric>bigint":
      return {
        value: (x) => `case when abs(${x}) < 9223372036854775807 then trunc(${x})::bigint end`,
        lost: (x, value) => `${x} is distinct from ${value}`,
        loses: `the fractions of ${whole} every ${entity.name}`,
      };
  }
  const readable = former.sql === "text" ? readableAs(column.sql) : null;
  return (
    readable && {
      value: (x) => `case when ${readable(x)} then trim(${x})::${column.sql} end`,
      lost: (x, value) => `trim(${x}) <> '' and ${value} is null`,
      loses: unreadable,
    }
  );
}

/**
 * A secret key is stored as its hash, which can't become readable text, nor can text become a key. Text that people
 * wrote isn't an unguessable link either.
 */
function isNewSecret(former: Column, column: Column): boolean {
  const [was, is] = [former, column].map((c) => c.field?.type.kind);
  return was !== is && (was === "secret key" || is === "secret key" || is === "secret link");
}

/** As the API writes it; null: an id means nothing to people. */
function textOf(former: Column): ((sql: string) => string) | null {
  switch (former.sql) {
    case "uuid":
    case "uuid[]":
      return null;
    case "text[]":
      return (x) => `nullif(array_to_string(${x}, ', '), '')`;
    case "timestamptz":
      return (x) => `nonet.instant_text(${x})`;
    case "time":
      return (x) => `nonet.time_text(${x})`;
    case "interval":
      return (x) => `nonet.duration_text(${x})`;
    default:
      return (x) => `${x}::text`;
  }
}

/** A value that isn't one of the choices, under their present or previous names, is lost. */
function asChoice(former: Column, column: Column, text: (sql: string) => string, loses: string): Partial<Conversion> {
  const type = column.field?.type;
  if (type?.kind !== "one of" || column.states) return {};
  const choices = `(${[...type.choices, ...(type.renamed ?? []).map(({ from }) => from)].map(literal).join(", ")})`;
  const isList = former.sql === "text[]";
  return {
    value: isList ? (x) => `case when cardinality(${x}) = 1 and ${x}[1] in ${choices} then ${x}[1] end` : (x) => `case when ${text(x)} in ${choices} then ${text(x)} end`,
    lost: (x, value) => `${isList ? `cardinality(${x}) > 0` : `${x} is not null`} and ${value} is null`,
    loses,
  };
}

/** Whether both refer to the same entity, also after a rename. */
function sameTarget(product: Product, former: Column, column: Column): boolean {
  const [was, is] = [former, column].map((c) => (c.field?.type.kind === "reference" ? c.field.type.entity : null));
  return was === is || (was !== null && product.entities.find((e) => e.name === is)?.was === was);
}

/** SQL that is true where a text can be read as a value of the type; null where no text can. */
function readableAs(sql: string): ((name: string) => string) | null {
  const forms: Readonly<Record<string, string>> = {
    numeric: "^[+-]?[0-9]+([.][0-9]+)?$",
    bigint: "^[+-]?[0-9]{1,18}$",
    date: "^[0-9]{4}-[0-9]{2}-[0-9]{2}$",
    boolean: "^(true|false|yes|no)$",
  };
  const form = forms[sql];
  return form === undefined ? null : (name) => `(trim(${name}) ~* '${form}' and pg_input_is_valid(trim(${name}), '${sql}'))`;
}
