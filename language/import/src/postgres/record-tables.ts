/** Which columns of the source fill which fields of the product, for the records that come along. */
import type { ColumnFacts, ConstraintFacts } from "./facts.ts";
import type { Catalog } from "./objects.ts";
import type { ReferencePlan, TablePlan, TablesPlan } from "./plan-tables.ts";

/** How a column's values become text. */
export type ValueForm = "text" | "number" | "boolean" | "instant" | "local instant" | "list";

export interface SelectedColumn {
  readonly name: string;
  readonly form: ValueForm;
  /** The table that a foreign key leads to, where it doesn't lead to that table's key. */
  readonly through?: { readonly schema: string; readonly table: string; readonly on: readonly (readonly [own: string, other: string])[] };
}

export interface RecordTable {
  readonly entity: string;
  /** What the keys belong to. */
  readonly source: string;
  readonly schema: string;
  readonly table: string;
  readonly select: readonly SelectedColumn[];
  /** The places of the key in the selection; none where the table has no key. */
  readonly key: readonly number[];
  /** The fields, each with the places of its value, or of the key of the record it refers to. */
  readonly fields: readonly { readonly field: string; readonly target: string | null; readonly at: readonly number[] }[];
}

export interface RecordList {
  readonly entity: string;
  readonly field: string;
  readonly source: string;
  readonly target: string;
  readonly schema: string;
  readonly table: string;
  readonly select: readonly SelectedColumn[];
  /** How many of the selection are the first key. */
  readonly split: number;
}

/** Those that refer to no other come first, so that progress can be read from the order. */
export function recordTables(catalog: Catalog, plan: TablesPlan): { readonly tables: readonly RecordTable[]; readonly lists: readonly RecordList[] } {
  return {
    tables: plan.entities.map((table) => recordTable(catalog, table)),
    lists: plan.joins.map((join) => {
      const from = keyThrough(catalog, join.columns, join.from, join.owner);
      return {
        entity: join.owner.entity,
        field: join.name,
        source: join.owner.id,
        target: join.target.id,
        schema: join.facts.schema,
        table: join.facts.name,
        select: [...from, ...keyThrough(catalog, join.columns, join.to, join.target)],
        split: from.length,
      };
    }),
  };
}

function recordTable(catalog: Catalog, table: TablePlan): RecordTable {
  const select: SelectedColumn[] = [];
  const add = (columns: readonly SelectedColumn[]): readonly number[] => columns.map((column) => select.push(column) - 1);
  const key = add(keyOf(table).map(({ name }) => ({ name, form: "text" })));
  const fields: { field: string; target: string | null; at: readonly number[] }[] = [];
  const refer = (reference: ReferencePlan): void =>
    void fields.push({ field: reference.name, target: reference.target.id, at: add(keyThrough(catalog, table.columns, reference.constraint, reference.target)) });
  for (const column of table.columns) {
    const one = table.plans.get(column.number)!;
    if (one.kind === "reference") refer(one.reference);
    if (one.kind === "field" && !column.generated) fields.push({ field: one.name, target: null, at: add([selected(catalog, column)]) });
  }
  table.composite.forEach(refer);
  return { entity: table.entity, source: table.id, schema: table.facts.schema, table: table.facts.name, select, key, fields };
}

/** The columns of the primary key. */
function keyOf(table: TablePlan): readonly ColumnFacts[] {
  const key = table.constraints.find(({ kind }) => kind === "p");
  return (key?.columns ?? []).map((number) => table.columns.find((column) => column.number === number)!);
}

/** The target's key: in this table's own columns where the foreign key refers to it, else by way of the target. */
function keyThrough(catalog: Catalog, columns: readonly ColumnFacts[], constraint: ConstraintFacts, target: TablePlan): readonly SelectedColumn[] {
  const key = keyOf(target);
  const named = (number: number): ColumnFacts => columns.find((column) => column.number === number)!;
  const isDirect = key.length === constraint.targetColumns!.length && key.every((column) => constraint.targetColumns!.includes(column.number));
  if (isDirect) return key.map((column) => ({ name: named(constraint.columns![constraint.targetColumns!.indexOf(column.number)]!).name, form: "text" }));
  const on = constraint.columns!.map((number, i) => [named(number).name, target.columns.find((column) => column.number === constraint.targetColumns![i])!.name] as const);
  return key.map((column) => ({ name: column.name, form: "text", through: { schema: target.facts.schema, table: target.facts.name, on } }));
}

function selected(catalog: Catalog, column: ColumnFacts): SelectedColumn {
  let type = catalog.types.get(column.type);
  for (let steps = 0; type?.kind === "d" && steps < 20; steps++) type = catalog.types.get(type.base);
  const name = type?.name ?? "";
  const form: ValueForm =
    type?.category === "A"
      ? "list"
      : name === "bool"
        ? "boolean"
        : name === "timestamptz"
          ? "instant"
          : name === "timestamp"
            ? "local instant"
            : ["float4", "float8", "money", "numeric"].includes(name)
              ? "number"
              : "text";
  return { name: column.name, form };
}
