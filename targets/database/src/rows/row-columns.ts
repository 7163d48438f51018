/** The columns of a statement whose rows are records, and how each row is read. */
import type { ReadRow } from "../sql/query.ts";
import { jsonOf, type RowReference, type RowValue } from "./row-value.ts";

type Fields = Parameters<ReadRow>[0];
export type RecordWriter = (fields: Fields) => string;

export interface RowEntry {
  readonly key: string;
  readonly value: RowValue | RowReference;
}

/** What a record's JSON is written from. */
interface RecordColumns {
  readonly entries: readonly RowEntry[];
  /** SQL of JSON objects, whose entries follow; null or empty where the reader may not read them. */
  readonly merged: readonly string[];
}

/** SQL expressions by their place; the first two columns are the record's id and version. */
export class RowColumns {
  readonly #sql: string[];
  readonly #places = new Map<string, number>();

  constructor(alias: string) {
    this.#sql = [`${alias}.id`, `${alias}.version`];
    this.#sql.forEach((sql, i) => this.#places.set(sql, i));
  }

  /** The place of the expression; equal expressions share one. */
  add(sql: string): number {
    const known = this.#places.get(sql);
    if (known !== undefined) return known;
    this.#places.set(sql, this.#sql.length);
    return this.#sql.push(sql) - 1;
  }

  /** For a select list. */
  get list(): string {
    return this.#sql.map((sql, i) => (i < 2 ? sql : `${sql} as ${this.nameAt(i)}`)).join(", ");
  }

  get names(): readonly string[] {
    return this.#sql.map((_, i) => this.nameAt(i));
  }

  nameAt(i: number): string {
    return ["id", "version"][i] ?? `c${i}`;
  }

  /** Rows `{id, version, record, keys}`; `keys`: the places of the sort keys. */
  reader(record: RecordWriter, keys: readonly number[] = []): ReadRow {
    return (fields) => ({ id: fields[0], version: Number(fields[1]), record: record(fields), keys: keys.map((at) => fields[at] ?? null) });
  }
}

/** Writes the JSON of a record. */
export function recordWriter(columns: RowColumns, { entries, merged }: RecordColumns): RecordWriter {
  const writers = entries.map(({ key, value }) => entryWriter(columns, `${JSON.stringify(key)}:`, value));
  const further = merged.map((sql) => columns.add(sql));
  return (fields) => {
    let json = "{";
    for (let i = 0; i < writers.length; i++) json += i === 0 ? writers[i]!(fields) : `,${writers[i]!(fields)}`;
    for (const at of further) {
      const inner = fields[at]?.slice(1, -1).trim();
      if (inner) json += `,${inner}`;
    }
    return `${json}}`;
  };
}

/** The JSON of a record as PostgreSQL has built it. */
export function wholeWriter(columns: RowColumns, sql: string): RecordWriter {
  const at = columns.add(sql);
  return (fields) => fields[at]!;
}

function entryWriter(columns: RowColumns, name: string, value: RowEntry["value"]): RecordWriter {
  const nothing = `${name}null`;
  if ("form" in value) {
    const at = columns.add(value.sql);
    const { form } = value;
    return (fields) => {
      const text = fields[at];
      return text === null || text === undefined ? nothing : name + jsonOf(form, text);
    };
  }
  const id = columns.add(value.id);
  const shownAs = columns.add(value.shownAs);
  return (fields) => {
    const text = fields[id];
    return text === null || text === undefined ? nothing : `${name}{"id":"${text}","shownAs":${jsonOf("text", fields[shownAs] ?? "")}}`;
  };
}
