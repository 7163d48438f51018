/** A record as JSON in the API's form, restricted to what the reader may see. */
import { fold } from "@nonet/feel";
import { type Entity, type Field, fieldOf, fieldType } from "@nonet/model";
import { type Column, columnsOf } from "../columns/columns.ts";
import { computedSql, fieldSql, minorUnitSql } from "../expressions/fields/fields.ts";
import { listField } from "../expressions/fields/record-lists.ts";
import { recordWriter, type RecordWriter, type RowColumns, type RowEntry, wholeWriter } from "../rows/row-columns.ts";
import { anyValue, momentValue, type RowReference, type RowValue, rowValue, textValue } from "../rows/row-value.ts";
import { whereText } from "../scope/coerce.ts";
import { compile } from "../scope/compile.ts";
import { toJson } from "../scope/conversions.ts";
import { joined } from "../scope/joined-references.ts";
import { mayBeNotShown, textIfShown } from "../scope/not-shown-values.ts";
import { entityNamed, fromTable, type Scope, withVariables } from "../scope/scope.ts";
import { and, ident, literal } from "../sql/sql-text.ts";
import { fieldPredicate, recordPredicate } from "../visibility/predicates.ts";

/** One key of a record: its field's name, and the SQL of its JSON. */
interface Piece {
  readonly key: string;
  readonly name: string;
  readonly json: string;
  /** The SQL for `json_build_object`, where it differs. */
  readonly answer?: string;
  /** The columns from which its JSON is written, where they are cheaper. */
  readonly row?: RowEntry["value"];
  /** Whether it may depend on something not shown. */
  readonly open?: boolean;
}

/** `keys`: dotted JSON keys; absent: everything except lists of other entities. */
export function recordJson(s: Scope, entity: Entity, alias: string, keys?: readonly string[], depth = 0): string {
  return assemble(partsOf(s, entity, alias, keys, depth));
}

/** The record as `json` instead of `jsonb`, which costs a third, where no parts have to be merged. */
export function recordAnswer(s: Scope, entity: Entity, alias: string, keys?: readonly string[]): string {
  const parts = partsOf(s, entity, alias, keys, 0);
  return parts.groups.size === 1 && parts.open.length === 0 && chunks(parts.answer).length === 1 ? `json_build_object(${parts.answer.join(", ")})` : assemble(parts);
}

/** The record as columns of a statement's rows; the writer makes its JSON of what PostgreSQL sends. */
export function recordInColumns(columns: RowColumns, s: Scope, entity: Entity, alias: string, keys?: readonly string[], further: readonly RowEntry[] = []): RecordWriter {
  const parts = partsOf(s, entity, alias, keys, 0);
  const { groups, open, entries } = parts;
  // What depends on something not shown is named in the record itself, by PostgreSQL.
  if (open.length > 0) return wholeWriter(columns, withFurther(assemble(parts), further));
  const merged = [...groups].flatMap(([may, pairs]) => (may === "true" ? [] : chunks(pairs).map((c) => `case when ${may} then json_build_object(${c.join(", ")}) end`)));
  return recordWriter(columns, { entries: [...entries, ...further], merged });
}

const withFurther = (json: string, further: readonly RowEntry[]): string =>
  [json, ...further.map(({ key, value }) => `jsonb_build_object(${literal(key)}, ${(value as RowValue).sql})`)].join(" || ");

interface Parts {
  /** Pairs of key and value, by the condition under which they may be read. */
  readonly groups: ReadonlyMap<string, readonly string[]>;
  readonly open: readonly string[];
  /** The pairs that may always be read, for `json_build_object`. */
  readonly answer: readonly string[];
  /** The same as columns. */
  readonly entries: readonly RowEntry[];
}

function partsOf(s: Scope, entity: Entity, alias: string, keys: readonly string[] | undefined, depth: number): Parts {
  const fixed = [`'id', ${alias}.id`, `'version', ${alias}.version`];
  const entries: RowEntry[] = [
    { key: "id", value: { sql: `${alias}.id`, form: "plain" } },
    { key: "version", value: { sql: `${alias}.version`, form: "number" } },
  ];
  const addMoment = (key: string, column: string): void => {
    fixed.push(`${literal(key)}, nonet.instant_text(${alias}.${column})`);
    entries.push({ key, value: momentValue(`${alias}.${column}`) });
  };
  const pieces = keys ? keys.flatMap((key) => dotted(s, entity, alias, key) ?? []) : allPieces(s, entity, alias, depth);
  if (!keys && entity.deleting.allowed === "archives") addMoment("archivedAt", "archived_at");
  if (!keys)
    for (const [key, column] of [
      ["createdAt", "created_at"],
      ["updatedAt", "updated_at"],
    ] as const)
      addMoment(key, column);
  const answer = [...fixed];
  if (!keys) {
    const by = reference(s, entityNamed(s.product, "User"), `${alias}.created_by`);
    fixed.push(`'createdBy', ${by.json}`);
    answer.push(`'createdBy', ${by.answer}`);
    entries.push({ key: "createdBy", value: by.row });
  }
  const groups = new Map<string, string[]>([["true", fixed]]);
  const open: string[] = [];
  for (const piece of pieces) {
    const may = piece.name === "" ? "true" : fieldPredicate(s, entity, alias, piece.name, s.readable.has(alias));
    if (may === "false") continue;
    if (piece.open) open.push(notShownPiece(s, may, piece));
    else {
      const pair = (json: string): string => `${literal(piece.key)}, ${withoutCast(json)}`;
      groups.set(may, [...(groups.get(may) ?? []), pair(piece.json)]);
      if (may !== "true") continue;
      answer.push(pair(piece.answer ?? piece.json));
      entries.push({ key: piece.key, value: piece.row ?? anyValue(piece.answer ?? piece.json) });
    }
  }
  return { groups, open, answer, entries };
}

/** `jsonb_build_object` takes values of any type. */
function withoutCast(json: string): string {
  const inner = /^to_jsonb\((.*)\)$/s.exec(json)?.[1];
  if (inner === undefined || inner.includes("'")) return json;
  let depth = 0;
  for (const c of inner) if ((depth += c === "(" ? 1 : c === ")" ? -1 : 0) < 0) return json;
  return inner;
}

function assemble({ groups, open }: Parts): string {
  const shown = [...groups].flatMap(([may, pairs]) =>
    chunks(pairs).map((c) => (may === "true" ? `jsonb_build_object(${c.join(", ")})` : `(case when ${may} then jsonb_build_object(${c.join(", ")}) else '{}'::jsonb end)`)),
  );
  return open.length === 0 ? shown.join(" || ") : `nonet.with_not_shown(${[...shown, ...open].join(" || ")})`;
}

/** A field that may depend on something not shown; `_notShown` then names it. */
const notShownPiece = (s: Scope, may: string, piece: Piece): string =>
  `(case when not coalesce(${may}, false) then '{}'::jsonb when nonet.track_not_shown() then nonet.field_or_not_shown(${s.params.bind(piece.key, "text")}, to_jsonb(${piece.json})) end)`;

/** A function takes at most 100 arguments. */
const chunks = (pairs: readonly string[]): (readonly string[])[] => Array.from({ length: Math.ceil(pairs.length / 48) }, (_, i) => pairs.slice(i * 48, i * 48 + 48));

function allPieces(s: Scope, entity: Entity, alias: string, depth: number): Piece[] {
  const pieces: Piece[] = columnsOf(s.product, entity)
    .filter((c) => c.field === null || c.states !== null)
    .map((c) => ({ key: c.key, name: c.name, ...columnPiece(c, alias) }));
  for (const field of entity.fields) {
    if (pieces.some((p) => p.key === field.key) || (field.type.kind === "inverse" && !field.computed && !partField(s, entity, field.name))) continue;
    if (field.type.kind === "inverse" && depth > 3) continue;
    pieces.push(fieldPiece(s, entity, alias, field, depth));
  }
  for (const part of s.product.entities.filter((e) => e.partOf?.entity === entity.name && !fieldOf(entity, e.partOf.list))) {
    if (depth <= 3) pieces.push({ key: camelKey(part.partOf!.list), name: "", json: listJson(s, entity, alias, part.partOf!.list, depth) });
  }
  return pieces;
}

function columnPiece(c: Column, alias: string): Pick<Piece, "json" | "row"> {
  const json = `${alias}.${ident(c.column)}`;
  return { json, row: c.sql === "text" ? textValue(json) : anyValue(json) };
}

function fieldPiece(s: Scope, entity: Entity, alias: string, field: Field, depth: number): Piece {
  const piece = { key: field.key, name: field.name, open: dependsOnNotShown(s, field) };
  if (field.type.kind !== "reference") return { ...piece, json: fieldJson(s, entity, alias, field, depth), ...inRow(scalarRow(s, entity, alias, field)) };
  return { ...piece, ...reference(s, entityNamed(s.product, field.type.entity), referenceSql(s, entity, alias, field, field.type.entity)) };
}

const referenceSql = (s: Scope, entity: Entity, alias: string, field: Field, target: string): string =>
  field.computed ? computedSql(s, entity, alias, field, { kind: "record", name: target }) : `${alias}.${ident(field.column)}`;

const dependsOnNotShown = (s: Scope, field: Field): boolean => field.computed !== null && mayBeNotShown(s.product, field.computed);
const camelKey = (name: string): string => name.replace(/[\s_-]+(\w)/g, (_, c: string) => c.toUpperCase());
const partField = (s: Scope, entity: Entity, list: string): boolean => s.product.entities.some((e) => e.partOf?.entity === entity.name && fold(e.partOf.list) === fold(list));

export function fieldJson(s: Scope, entity: Entity, alias: string, field: Field, depth = 0): string {
  const type = field.type;
  const column = `${alias}.${ident(field.column)}`;
  if (entity.name === "User" && field.name === "roles") return `to_jsonb(array(select ur.role from nonet.user_role ur where ur.user_id = ${alias}.id order by ur.role))`;
  switch (type.kind) {
    case "reference":
      return referenceJson(s, entityNamed(s.product, type.entity), referenceSql(s, entity, alias, field, type.entity));
    case "references":
    case "inverse":
      return field.computed ? computedListJson(s, entity, alias, field, type.entity) : listJson(s, entity, alias, field.name, depth);
    case "file":
      return type.many
        ? `(case when cardinality(${column}) > 0 then (select coalesce(jsonb_agg(${fileObject} order by x.n), '[]'::jsonb) from unnest(${column}) with ordinality x(id, n) join nonet.file f on f.id = x.id) else '[]'::jsonb end)`
        : `(select ${fileObject} from nonet.file f where f.id = ${column})`;
    case "secret key":
      return "null";
    default:
      return scalarJson(s, entity, alias, field.computed ? computedSql(s, entity, alias, field, fieldType(entity, field)) : column, field);
  }
}

const inRow = (row: RowEntry["value"] | null): Pick<Piece, "row"> => (row ? { row } : {});

/** As `fieldJson` has it; null for what it builds JSON of. */
function scalarRow(s: Scope, entity: Entity, alias: string, field: Field): RowValue | null {
  if (!isScalar(entity, field)) return null;
  const sql = field.computed ? computedSql(s, entity, alias, field, fieldType(entity, field)) : `${alias}.${ident(field.column)}`;
  if (field.type.kind === "money") return { sql: `round(${sql}, ${minorUnitSql(s, entity, alias, field)})`, form: "plain" };
  return isTexts(field) ? null : rowValue(s, sql, fieldType(entity, field));
}

const isScalar = (entity: Entity, { type, name }: Field): boolean =>
  !(entity.name === "User" && name === "roles") && !["reference", "references", "inverse", "file", "secret key"].includes(type.kind);
const isTexts = ({ type }: Field): boolean => type.kind === "any of" || (type.kind === "texts" && !type.of);

const fileObject = "jsonb_build_object('id', f.id, 'name', f.name, 'type', f.type, 'size', f.size)";

function scalarJson(s: Scope, entity: Entity, alias: string, sql: string, field: Field): string {
  if (field.type.kind === "money") return `round(${sql}, ${minorUnitSql(s, entity, alias, field)})::text`;
  if (isTexts(field)) return `to_jsonb(${sql})`;
  return toJson(s, sql, fieldType(entity, field));
}

/** `{id, shownAs}`; null where there is no record or the reader may not see it. */
export const referenceJson = (s: Scope, entity: Entity, idSql: string): string => reference(s, entity, idSql).json;

interface ReferencePieces {
  readonly json: string;
  readonly answer: string;
  readonly row: RowEntry["value"];
}

function reference(s: Scope, entity: Entity, idSql: string): ReferencePieces {
  const j = joined(s, entity, idSql);
  if (j !== null) {
    const may = recordPredicate(s, entity, j);
    const is = and([`${j}.id is not null`, may]);
    // Readable only after this condition.
    const name = shownAs({ ...s, readable: new Set([...s.readable, j]) }, entity, j);
    const shown = `'id', ${j}.id, 'shownAs', ${name}`;
    const answer = `(case when ${is} then json_build_object(${shown}) end)`;
    return { json: `(case when ${is} then jsonb_build_object(${shown}) end)`, answer, row: referenceRow({ id: `${j}.id`, name, may, is }) ?? anyValue(answer) };
  }
  const x = s.params.alias("x");
  const may = recordPredicate(s, entity, x);
  s.readable.add(x);
  const object = `'id', ${x}.id, 'shownAs', ${shownAs(s, entity, x)}`;
  const from = `from ${fromTable(entity, x)} where ${x}.id = ${idSql}${may === "true" ? "" : ` and ${may}`}`;
  const answer = `(select json_build_object(${object}) ${from})`;
  return { json: `(select jsonb_build_object(${object}) ${from})`, answer, row: anyValue(answer) };
}

/** Null where the condition looks something up: two columns would look it up twice. */
function referenceRow({ id, name, may, is }: { readonly id: string; readonly name: string; readonly may: string; readonly is: string }): RowReference | null {
  const looksUp = (sql: string): boolean => /\bselect\b/.test(sql);
  if (may === "true") return { id, shownAs: looksUp(name) ? `case when ${is} then ${name} end` : name };
  return looksUp(may) ? null : { id: `case when ${is} then ${id} end`, shownAs: `case when ${is} then ${name} end` };
}

export const shownAs = (s: Scope, entity: Entity, alias: string): string =>
  `coalesce(${textIfShown(s, entity.shownAs, compile(withVariables(s, ["this", { kind: "row", entity, alias }]), entity.shownAs))}, '')`;

/** The visible records of a computed list, in its order. */
function computedListJson(s: Scope, entity: Entity, alias: string, field: Field, target: string): string {
  const u = s.params.alias("u");
  const ids = computedSql(s, entity, alias, field, { kind: "list", of: { kind: "record", name: target } });
  return `(select coalesce(jsonb_agg(${u}.j order by ${u}.n) filter (where ${u}.j is not null), '[]'::jsonb) from (select ${u}i.n, ${referenceJson(s, entityNamed(s.product, target), `${u}i.v`)} as j from unnest(${ids}) with ordinality ${u}i(v, n)) ${u})`;
}

/** Parts as whole records, other lists as references. */
function listJson(s: Scope, entity: Entity, alias: string, list: string, depth: number): string {
  const rows = listField(s, { kind: "row", entity, alias }, list)!;
  const item = rows.item as { entity: Entity; alias: string };
  const json =
    item.entity.partOf?.entity === entity.name
      ? recordJson(s, item.entity, item.alias, undefined, depth + 1)
      : `jsonb_build_object('id', ${item.alias}.id, 'shownAs', ${shownAs(s, item.entity, item.alias)})`;
  return `(select coalesce(jsonb_agg(${json}${rows.order ? ` order by ${rows.order}` : ""}), '[]'::jsonb) from ${rows.from}${whereText(rows.where)})`;
}

/** `item.category`: follows references; null where one isn't readable. Undefined for an unknown key. */
function dotted(s: Scope, entity: Entity, alias: string, key: string): Piece | undefined {
  const [first, ...rest] = key.split(".");
  const field = entity.fields.find((f) => f.key === first);
  if (rest.length === 0) {
    if (field && !columnsOf(s.product, entity).some((c) => c.field === field && c.states)) return fieldPiece(s, entity, alias, field, 0);
    const column = columnsOf(s.product, entity).find((c) => c.key === first);
    if (column) return { key, name: column.name, ...columnPiece(column, alias) };
    const moment = first === "createdAt" ? `${alias}.created_at` : first === "updatedAt" ? `${alias}.updated_at` : null;
    if (moment) return { key, name: "", json: `nonet.instant_text(${moment})`, row: momentValue(moment) };
    if (first === "shownAs") {
      const json = shownAs(s, entity, alias);
      return { key, name: "", json, row: textValue(json) };
    }
    return first === "createdBy" ? { key, name: "", ...reference(s, entityNamed(s.product, "User"), `${alias}.created_by`) } : undefined;
  }
  const target = field?.type.kind === "reference" ? field.type.entity : first === "createdBy" && !field ? "User" : null;
  if (target === null) return undefined;
  const other = entityNamed(s.product, target);
  const x = s.params.alias("x");
  const inner = dotted(s, other, x, rest.join("."));
  if (!inner) return undefined;
  const id = field ? fieldSql(s, entity, alias, field.name, { kind: "record", name: target }) : `${alias}.created_by`;
  const may = inner.name === "" ? recordPredicate(s, other, x) : fieldPredicate(s, other, x, inner.name, false);
  return {
    key,
    name: field?.name ?? "",
    json: `(select to_jsonb(${inner.json}) from ${fromTable(other, x)} where ${x}.id = ${id}${may === "true" ? "" : ` and ${may}`})`,
    open: inner.open === true || (field !== undefined && dependsOnNotShown(s, field)),
  };
}
