/**
 * Reads the rows of a table with the personal and secret values replaced inside the query, so that they never leave the
 * database. An empty value stays empty, so that rules about required values judge the copy as they judge the records.
 */
import type { Expression } from "@nonet/feel";
import type { Entity, Field, Product } from "@nonet/model";
import { columnsOf, tableOf } from "../columns/columns.ts";
import { columnType } from "../columns/column-type.ts";
import { plainQuery, type Query } from "../sql/query.ts";
import { ident, literal } from "../sql/sql-text.ts";
import { sampleOf } from "./sample-text.ts";

/** The SQL that stands in for a column, by table and column. */
export type Masks = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** `n` numbers the rows of a table. */
const n = "row_number() over (order by id)";

/** Tables of Nonet that a copy gets, and the columns that are replaced there. Accounts, sessions, history, comments, messages and logs stay behind. */
const ownTables: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "nonet.meta": { address: "null", approvals: "0", id: "gen_random_uuid()" },
  "nonet.user_role": {},
  "nonet.sequence": {},
  "nonet.schedule": {},
  "nonet.decision": { watched: "null" },
  "nonet.blocked_transition": {},
  "nonet.reevaluation": {},
  "nonet.timer_run": {},
  "nonet.file": { name: `'file-' || ${n} || coalesce(substring(name from '\\.[A-Za-z0-9]{1,5}$'), '')` },
};

/** `others`: versions whose personal and secret fields count too. */
export function masksOf(product: Product, others: readonly Product[]): Masks {
  const masks = new Map<string, ReadonlyMap<string, string>>(Object.entries(ownTables).map(([table, columns]) => [table, new Map(Object.entries(columns))]));
  for (const entity of product.entities) {
    const columns = new Map<string, string>();
    for (const { column, field, states } of columnsOf(product, entity))
      if (states === null && (field ? isConfidential(field) || others.some((other) => isConfidentialIn(other, entity, field)) : false))
        columns.set(column, replacement(column, field!));
    if (entity.name === "User") for (const [column, sql] of personColumns) columns.set(column, sql);
    masks.set(tableOf(entity), columns);
  }
  return masks;
}

const personColumns: readonly (readonly [string, string])[] = [
  ["name", `'Person ' || ${n}`],
  ["email", `'person-' || ${n} || '@example.test'`],
];

const isConfidential = ({ personalOf, secret, type }: Field): boolean => personalOf !== null || secret || type.kind === "secret key" || type.kind === "secret link";

/** By its present or its former name. */
function isConfidentialIn(product: Product, entity: Entity, field: Field): boolean {
  const same = product.entities.find(({ name, was }) => name === entity.name || was === entity.name);
  return same?.fields.some((one) => (one.name === field.name || one.was === field.name) && isConfidential(one)) ?? false;
}

const replacement = (column: string, field: Field): string => `case when ${ident(column)} is null then null else ${standIn(column, field)} end`;

function standIn(column: string, field: Field): string {
  const { type } = field;
  const sql = columnType(field);
  switch (type.kind) {
    case "text":
    case "sequence":
      return field.matching === null ? shortened(`${literal(`${field.name[0]!.toUpperCase()}${field.name.slice(1)} `)} || ${n}`, field) : sameForm(column, field);
    case "random text":
      return `substr(md5(random()::text) || md5(random()::text), 1, ${Math.min(type.length, 64)})`;
    case "secret key":
    case "secret link":
      return "md5(random()::text) || md5(random()::text)";
    case "formatted":
      return sampleOf(type.format, field.unique, n);
    case "number":
    case "integer":
    case "money":
    case "percent":
      return field.unique ? n : String(numberWithin(field));
    case "yes/no":
      return "false";
    case "date":
    case "date and time":
      return `${sql} '2000-01-01'`;
    case "time":
      return "time '12:00'";
    case "duration":
      return "interval '1 day'";
    case "one of":
      return type.choices[0] === undefined ? "null" : literal(type.choices[0]);
    case "any of":
      return `array[${type.choices.slice(0, 1).map(literal).join(", ")}]::text[]`;
    case "texts":
      return type.of ? "null" : `array['${field.name.replaceAll("'", "''")}']`;
    case "file":
      return "null";
    // The record that it names is masked itself.
    case "reference":
    case "references":
    case "inverse":
      return ident(column);
  }
}

/** Letters become x and digits 0, so that a pattern of kinds of characters still matches. */
const sameForm = (column: string, field: Field): string =>
  field.unique ? "null" : `regexp_replace(regexp_replace(regexp_replace(${ident(column)}, '[[:upper:]]', 'X', 'g'), '[[:lower:]]', 'x', 'g'), '[0-9]', '0', 'g')`;

const shortened = (sql: string, field: Field): string => {
  const most = boundOf(field.atMost);
  return most === null ? sql : `right(${sql}, ${most})`;
};

function numberWithin(field: Field): number {
  if (field.onlyValues) return Number(field.onlyValues[0]);
  const [low, high] = [boundOf(field.atLeast), boundOf(field.atMost)];
  if (low !== null && field.excludesLeast) return high === null || low + 1 < high ? low + 1 : (low + high) / 2;
  return low ?? (high === null ? 1 : field.excludesMost && high <= 1 ? high - 1 : Math.min(high, 1));
}

const boundOf = (bound: Expression | null): number | null =>
  bound?.kind === "literal" && typeof bound.value !== "boolean" && bound.value !== null && /^\d{1,12}(\.\d+)?$/.test(String(bound.value)) ? Number(bound.value) : null;

/** As `backup.openRows`, with the masks of the table in place of its columns. */
export function openMaskedRows(table: string, columns: readonly string[], masks: ReadonlyMap<string, string>): Query {
  const list = columns.map((column) => (masks.has(column) ? `${masks.get(column)!} as ${ident(column)}` : ident(column)));
  return plainQuery(`declare backup no scroll cursor for select to_json(x)::text as row from (select ${list.join(", ")} from ${table}) x`);
}
