/** Reads the rows of a foreign table as texts that the product's own input understands. */
import { ident } from "../sql/sql-text.ts";

/** How a column's values become text. */
export type ForeignForm = "text" | "number" | "boolean" | "instant" | "local instant" | "list";

export interface ForeignColumn {
  readonly name: string;
  readonly form: ForeignForm;
  /** The column of the table that a foreign key of this one leads to, where its key isn't what refers to it. */
  readonly through?: { readonly schema: string; readonly table: string; readonly on: readonly (readonly [own: string, other: string])[] };
}

function textOf(x: string, form: ForeignForm): string {
  switch (form) {
    case "text":
      return `${x}::text`;
    case "number":
      return `case when ${x}::text ~ '^-?[0-9.]+$' then ${x}::text when ${x}::text ~ '^-?[0-9.]+e[+-]?[0-9]+$' then ${x}::text::numeric::text else regexp_replace(${x}::text, '[^0-9.A-Za-z-]', '', 'g') end`;
    case "boolean":
      return `case when ${x} then 'true' when not ${x} then 'false' end`;
    case "instant":
    case "local instant":
      return `case when isfinite(${x}) and extract(year from ${x}) between 1 and 9999 then to_char(${form === "instant" ? `${x} at time zone 'UTC'` : x}, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') else ${x}::text end`;
    case "list":
      return `to_json(${x})::text`;
  }
}

/** Each row is a list of texts, in the order of the columns. */
export function foreignRows(schema: string, table: string, columns: readonly ForeignColumn[]): string {
  const joins: string[] = [];
  const selected = columns.map(({ name, form, through }) => {
    if (!through) return textOf(`s.${ident(name)}`, form);
    const alias = `j${joins.length}`;
    joins.push(
      `left join ${ident(through.schema)}.${ident(through.table)} ${alias} on ${through.on.map(([own, other]) => `s.${ident(own)} = ${alias}.${ident(other)}`).join(" and ")}`,
    );
    return textOf(`${alias}.${ident(name)}`, form);
  });
  return `select ${selected.length === 0 ? "null" : selected.join(", ")} from ${ident(schema)}.${ident(table)} s ${joins.join(" ")}`;
}

export const foreignCursor = {
  open: (rows: string): string => `declare nonet_import no scroll cursor for ${rows}`,
  fetch: (count: number): string => `fetch ${Math.trunc(count)} from nonet_import`,
  close: "close nonet_import",
};
