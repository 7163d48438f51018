/** Lists every object of a PostgreSQL database, with the name that is its mark. */
import type { SourceObject } from "../account/account.ts";
import type { ConstraintFacts, IndexFacts, PostgresFacts, TableFacts, TypeFacts } from "./facts.ts";

const tableKinds: Readonly<Record<TableFacts["kind"], string>> = { r: "table", p: "table", v: "view", m: "materialized view", f: "foreign table" };
const constraintKinds: Readonly<Record<ConstraintFacts["kind"], string>> = { p: "primary key", u: "unique constraint", f: "foreign key", c: "check", x: "exclusion constraint" };
const typeKinds: Readonly<Record<string, string>> = { e: "enum", d: "domain", r: "range type", c: "composite type" };

export const idOfTable = ({ schema, name }: { readonly schema: string; readonly name: string }): string => `${schema}.${name}`;
export const idOfColumn = (table: TableFacts, column: string): string => `${idOfTable(table)}.${column}`;
export const idOfType = (type: TypeFacts): string => `${typeKinds[type.kind]} ${type.schema}.${type.name}`;
export const idOfFunction = (one: PostgresFacts["functions"][number]): string => `function ${one.schema}.${one.name}(${one.arguments})`;
export const idOfSequence = (one: { readonly schema: string; readonly name: string }): string => `sequence ${one.schema}.${one.name}`;
export const idOfGrant = (one: PostgresFacts["grants"][number]): string => `grant on ${one.what} ${one.name} to ${one.grantee}`;

/** Finds tables and types by their numbers in the catalogue. */
export class Catalog {
  readonly tables: ReadonlyMap<string, TableFacts>;
  readonly types: ReadonlyMap<string, TypeFacts>;
  readonly facts: PostgresFacts;

  constructor(facts: PostgresFacts) {
    this.facts = facts;
    this.tables = new Map(facts.tables.map((one) => [one.oid, one]));
    this.types = new Map(facts.types.map((one) => [one.oid, one]));
  }

  /** Tables whose columns are objects of their own; a view's and a partition's belong to it. */
  readonly hasColumns = (table: TableFacts): boolean => (table.kind === "r" || table.kind === "p") && !table.isPartition;

  idOfConstraint(one: ConstraintFacts): string {
    const table = this.tables.get(one.table);
    const type = this.types.get(one.type);
    return `${table ? idOfTable(table) : type ? idOfType(type) : "?"} constraint ${one.name}`;
  }

  idOfIndex = (one: IndexFacts): string => `index ${this.tables.get(one.table)!.schema}.${one.name}`;
  idOfTrigger = (one: { readonly table: string; readonly name: string }): string => `${idOfTable(this.tables.get(one.table)!)} trigger ${one.name}`;
  idOfPolicy = (one: { readonly table: string; readonly name: string }): string => `${idOfTable(this.tables.get(one.table)!)} policy ${one.name}`;

  /** What a parent passes on to its partitions counts once, with the parent. */
  constraints = (): readonly ConstraintFacts[] => this.facts.constraints.filter(({ inherited }) => !inherited);
  indexes = (): readonly IndexFacts[] => this.facts.indexes.filter(({ inherited }) => !inherited);
  triggers = (): PostgresFacts["triggers"] => this.facts.triggers.filter(({ inherited }) => !inherited);
}

export function objectsOf(catalog: Catalog): readonly SourceObject[] {
  const { facts } = catalog;
  const tables = facts.tables.map((table) => ({ id: idOfTable(table), kind: table.isPartition ? "partition" : tableKinds[table.kind], comment: table.comment }));
  const columns = facts.columns.flatMap((column) => {
    const table = catalog.tables.get(column.table)!;
    if (!catalog.hasColumns(table)) return [];
    const id = idOfColumn(table, column.name);
    const formula = column.generated ? [] : column.default === null && !column.identity ? [] : [{ id: `${id} default`, kind: "default", comment: null }];
    return [{ id, kind: "column", comment: column.comment }, ...formula];
  });
  const all: readonly { readonly id: string; readonly kind: string; readonly comment: string | null }[] = [
    ...facts.database.map(({ name, comment }) => ({ id: `database ${name}`, kind: "database", comment })),
    ...facts.schemas.map(({ name, comment }) => ({ id: `schema ${name}`, kind: "schema", comment: name === "public" && comment === "standard public schema" ? null : comment })),
    ...tables,
    ...columns,
    ...catalog.constraints().map((one) => ({ id: catalog.idOfConstraint(one), kind: constraintKinds[one.kind], comment: one.comment })),
    ...catalog.indexes().map((one) => ({ id: catalog.idOfIndex(one), kind: "index", comment: one.comment })),
    ...facts.types.filter(({ isObject }) => isObject).map((one) => ({ id: idOfType(one), kind: typeKinds[one.kind]!, comment: one.comment })),
    ...facts.functions.map((one) => ({ id: idOfFunction(one), kind: "function", comment: one.comment })),
    ...catalog.triggers().map((one) => ({ id: catalog.idOfTrigger(one), kind: "trigger", comment: one.comment })),
    ...facts.tables.filter(({ rowSecurity }) => rowSecurity).map((one) => ({ id: `${idOfTable(one)} row security`, kind: "row-level security", comment: null })),
    ...facts.policies.map((one) => ({ id: catalog.idOfPolicy(one), kind: "policy", comment: one.comment })),
    ...facts.grants.map((one) => ({ id: idOfGrant(one), kind: "grant", comment: null })),
    ...facts.sequences.map((one) => ({ id: idOfSequence(one), kind: "sequence", comment: one.comment })),
    ...facts.extensions.map((one) => ({ id: `extension ${one.name}`, kind: "extension", comment: null })),
    ...facts.others.map((one) => ({ id: `${one.kind} ${one.name}`, kind: one.kind, comment: null })),
  ];
  const comments = all.filter(({ comment }) => comment !== null).map(({ id }) => ({ id: `${id} comment`, kind: "comment" }));
  return [...all.map(({ id, kind }) => ({ id, kind })), ...comments];
}
