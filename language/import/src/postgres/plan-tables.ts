/** Decides what each table becomes: an entity, a list of references in another entity, or nothing; and what its columns become. */
import { grouped } from "../account/grouped.ts";
import { capitalized, singularOf, wordsOf } from "../names/spelling.ts";
import { entityNames, fieldNames, isOwnField, type Names } from "../names/names.ts";
import { choice } from "../document/choice.ts";
import { parseSql } from "../sql/parse-sql.ts";
import type { SqlExpression } from "../sql/tree.ts";
import type { FeelColumn } from "../sql/to-feel.ts";
import { readType, type ReadType } from "./column-type.ts";
import type { ColumnFacts, ConstraintFacts, TableFacts } from "./facts.ts";
import { type Catalog, idOfColumn, idOfTable } from "./objects.ts";

export interface ImportOptions {
  /** What the checker refused, by its mark, with the reason: it is quoted or open now. */
  readonly refused: ReadonlyMap<string, string>;
  /** Names that people have given in the document, by the marks of entities and fields. */
  readonly names: ReadonlyMap<string, string>;
}

export interface ReferencePlan {
  readonly constraint: ConstraintFacts;
  readonly name: string;
  readonly target: TablePlan;
  /** The columns of this table, in the order of the columns they refer to. */
  readonly columns: readonly ColumnFacts[];
  readonly required: boolean;
}

export type ColumnPlan =
  /** The number or UUID that the database gives a row by itself: a record has its own. */
  | { readonly kind: "identity" }
  | { readonly kind: "field"; readonly name: string; readonly type: ReadType; readonly isOwn: boolean }
  | { readonly kind: "reference"; readonly reference: ReferencePlan }
  | { readonly kind: "open"; readonly reason: string };

export interface TablePlan {
  readonly facts: TableFacts;
  readonly id: string;
  readonly entity: string;
  readonly columns: readonly ColumnFacts[];
  readonly constraints: readonly ConstraintFacts[];
  /** By the number of the column. */
  readonly plans: Map<number, ColumnPlan>;
  /** Of several columns. */
  readonly composite: ReferencePlan[];
  readonly names: Names;
}

export interface JoinPlan {
  readonly facts: TableFacts;
  readonly id: string;
  readonly columns: readonly ColumnFacts[];
  readonly from: ConstraintFacts;
  readonly to: ConstraintFacts;
  readonly owner: TablePlan;
  readonly target: TablePlan;
  readonly name: string;
}

export interface TablesPlan {
  readonly entities: readonly TablePlan[];
  readonly joins: readonly JoinPlan[];
  readonly byTable: ReadonlyMap<string, TablePlan>;
}

export function planTables(catalog: Catalog, options: ImportOptions): TablesPlan {
  const tables = catalog.facts.tables.filter((table) => catalog.hasColumns(table) && !options.refused.has(idOfTable(table)));
  const columns = grouped(catalog.facts.columns, ({ table }) => table);
  const constraints = grouped(catalog.constraints(), ({ table }) => table);
  const joining = new Set(tables.filter((table) => isJoin(catalog, table, columns.get(table.oid) ?? [], constraints.get(table.oid) ?? [])).map(({ oid }) => oid));
  const names = entityNames();
  const given = new Set<string>();
  const entityTables = tables.filter(({ oid }) => !joining.has(oid));
  for (const table of entityTables) if (options.names.has(idOfTable(table))) given.add(names.take(options.names.get(idOfTable(table))!));
  const entities = entityTables.map((facts): TablePlan => ({
    facts,
    id: idOfTable(facts),
    entity: options.names.get(idOfTable(facts)) ?? entityName(facts, names),
    columns: columns.get(facts.oid) ?? [],
    constraints: constraints.get(facts.oid) ?? [],
    plans: new Map(),
    composite: [],
    names: fieldNames(),
  }));
  const byTable = new Map(entities.map((one) => [one.facts.oid, one]));
  for (const entity of entities) planColumns(catalog, entity, byTable, options);
  const joins = tables.filter(({ oid }) => joining.has(oid)).map((facts) => planJoin(facts, columns.get(facts.oid) ?? [], constraints.get(facts.oid) ?? [], byTable, options));
  return { entities, joins, byTable };
}

function entityName({ schema, name }: TableFacts, names: Names): string {
  const words = singularOf(wordsOf(name));
  return names.give(capitalized(words), ...(schema === "public" ? [] : [capitalized(`${wordsOf(schema)} ${words}`)]), capitalized(`${words} record`));
}

/** Two foreign keys, which together are the key, and nothing else. */
function isJoin(catalog: Catalog, table: TableFacts, columns: readonly ColumnFacts[], constraints: readonly ConstraintFacts[]): boolean {
  const ties = constraints.filter(({ kind }) => kind === "f");
  if (ties.length !== 2 || columns.length !== 2 || ties.some((tie) => tie.columns!.length !== 1) || ties[0]!.columns![0] === ties[1]!.columns![0]) return false;
  const isTarget = (oid: string): boolean => catalog.tables.has(oid) && oid !== table.oid && catalog.hasColumns(catalog.tables.get(oid)!);
  const others = constraints.filter(({ kind }) => kind !== "f");
  return (
    ties.every(({ target }) => isTarget(target)) &&
    others.length === 1 &&
    (others[0]!.kind === "p" || others[0]!.kind === "u") &&
    others[0]!.columns!.length === 2 &&
    columns.every((column) => column.default === null && !column.generated) &&
    !catalog.facts.constraints.some(({ kind, target }) => kind === "f" && target === table.oid)
  );
}

function planJoin(facts: TableFacts, columns: readonly ColumnFacts[], constraints: readonly ConstraintFacts[], byTable: TablesPlan["byTable"], { names }: ImportOptions): JoinPlan {
  const ties = constraints.filter(({ kind }) => kind === "f");
  const [from, to] = columns.map(({ number }) => ties.find((tie) => tie.columns![0] === number)!) as [ConstraintFacts, ConstraintFacts];
  const [owner, target] = [byTable.get(from.target)!, byTable.get(to.target)!];
  const id = idOfTable(facts);
  const own = names.get(id);
  const plural = wordsOf(target.facts.name);
  const name = own ?? owner.names.give(plural.endsWith("s") ? plural : `${plural} list`, wordsOf(facts.name));
  return { facts, id, columns, from, to, owner, target, name };
}

/** Default values by which a database gives a row its key. */
const givesKey = /^(?:nextval\(|gen_random_uuid\(\)|(?:\w+\.)?uuid_generate_v\d\w*\(|(?:\w+\.)?uuidv\d\()/;

function planColumns(catalog: Catalog, table: TablePlan, byTable: TablesPlan["byTable"], options: ImportOptions): void {
  const key = table.constraints.find(({ kind }) => kind === "p");
  const ties = table.constraints.filter(({ kind }) => kind === "f");
  const reserved = new Map(
    table.columns.flatMap((column) =>
      options.names.has(idOfColumn(table.facts, column.name)) ? [[column.number, table.names.take(options.names.get(idOfColumn(table.facts, column.name))!)]] : [],
    ),
  );
  // Fields first: a reference that would take the name of a field keeps the whole name of its column.
  const inOrder = [...table.columns].sort((a, b) => Number(isTied(ties, a)) - Number(isTied(ties, b)));
  for (const column of inOrder) {
    const id = idOfColumn(table.facts, column.name);
    const refused = options.refused.get(id);
    const tie = ties.find(
      ({ columns, target, name }) => columns!.length === 1 && columns![0] === column.number && byTable.has(target) && !options.refused.has(`${table.id} constraint ${name}`),
    );
    const isKey = key?.columns!.length === 1 && key.columns![0] === column.number;
    const given = reserved.get(column.number);
    if (refused !== undefined) table.plans.set(column.number, { kind: "open", reason: refused });
    else if (tie) table.plans.set(column.number, { kind: "reference", reference: referenceOf(table, tie, [column], byTable, given) });
    else if (isKey && (column.identity || givesKey.test(column.default ?? ""))) table.plans.set(column.number, { kind: "identity" });
    else table.plans.set(column.number, fieldOf(catalog, table, column, options, given));
  }
  for (const tie of ties) {
    if (tie.columns!.length === 1 || !byTable.has(tie.target) || options.refused.has(`${table.id} constraint ${tie.name}`)) continue;
    const columns = tie.columns!.map((number) => table.columns.find((column) => column.number === number)!);
    table.composite.push(referenceOf(table, tie, columns, byTable, options.names.get(`${table.id} constraint ${tie.name}`)));
  }
}

const isTied = (ties: readonly ConstraintFacts[], { number }: ColumnFacts): boolean => ties.some(({ columns }) => columns!.length === 1 && columns![0] === number);

function referenceOf(table: TablePlan, constraint: ConstraintFacts, columns: readonly ColumnFacts[], byTable: TablesPlan["byTable"], given: string | undefined): ReferencePlan {
  const target = byTable.get(constraint.target)!;
  const own = wordsOf(columns[0]!.name);
  const short = own.replace(/ (?:id|uuid|fk|key|no|code)$/, "");
  const candidates =
    columns.length === 1
      ? [...(isOwnField(short) ? [] : [short]), own, `source ${own}`]
      : [target.entity.toLowerCase(), `${target.entity.toLowerCase()} of ${wordsOf(constraint.name)}`];
  return { constraint, name: given ?? table.names.give(...candidates), target, columns, required: columns.every(({ required }) => required) };
}

function fieldOf(catalog: Catalog, table: TablePlan, column: ColumnFacts, { refused }: ImportOptions, given: string | undefined): ColumnPlan {
  const read = readType(catalog, column, (id) => refused.has(id));
  if ("reason" in read) return { kind: "open", reason: read.reason };
  const listed = choicesByCheck(table, column, refused);
  const type: ReadType =
    listed && read.feel === "text" && read.uses.length === 0 ? { ...read, parts: [`one of (${listed.values.map(choice).join(", ")})`], check: listed.check } : read;
  const words = wordsOf(column.name);
  const isOwn = (words === "created at" || words === "updated at") && type.parts[0] === "date and time" && !column.generated && given === undefined;
  const name = isOwn ? words : (given ?? table.names.give(words, `source ${words}`));
  return { kind: "field", name, type, isOwn };
}

/** A check that does nothing but list the texts of one column. */
function choicesByCheck(
  table: TablePlan,
  column: ColumnFacts,
  refused: ReadonlyMap<string, string>,
): { readonly values: readonly string[]; readonly check: ConstraintFacts } | null {
  for (const check of table.constraints) {
    if (check.kind !== "c" || check.columns?.length !== 1 || check.columns[0] !== column.number || refused.has(`${table.id} constraint ${check.name}`)) continue;
    const values = listedTexts(parseSql(check.expression ?? ""), column.name);
    if (values && values.every((value) => value.trim() !== "" && !/["\n\r`]/.test(value))) return { values, check };
  }
  return null;
}

/** `status = ANY (ARRAY['a', 'b'])` */
function listedTexts(tree: SqlExpression | null, column: string): readonly string[] | null {
  if (tree?.kind !== "any" || tree.operator !== "=" || tree.all || tree.items.length === 0) return null;
  const bare = (one: SqlExpression): SqlExpression => (one.kind === "cast" ? bare(one.of) : one);
  const subject = bare(tree.left);
  const values = tree.items.map(bare).map((item) => (item.kind === "string" ? item.value : null));
  return subject.kind === "column" && subject.name === column && !values.includes(null) ? (values as readonly string[]) : null;
}

/** How a condition of the table names its columns; null for one that isn't a field. */
export const columnsIn =
  (table: TablePlan) =>
  (name: string): FeelColumn | null => {
    const column = table.columns.find((one) => one.name === name);
    const plan = column && table.plans.get(column.number);
    if (!column || !plan) return null;
    if (plan.kind === "field") return { name: plan.name, kind: plan.type.feel, nullable: !column.required };
    return plan.kind === "reference" ? { name: plan.reference.name, kind: "reference", nullable: !column.required } : null;
  };

/** The field of a column that can be named in `Unique`; null if there is none. */
export function fieldOfColumn(table: TablePlan, number: number): string | null {
  const plan = table.plans.get(number);
  return plan?.kind === "field" && !plan.isOwn ? plan.name : plan?.kind === "reference" ? plan.reference.name : null;
}
