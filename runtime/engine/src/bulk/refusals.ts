/** Why records were refused: all are counted, and the first ones are kept. */
import type { BulkRefusal, BulkTable } from "../contract/bulk.ts";
import { idOfKey } from "./record-key.ts";

const kept = 200;

/** A row's key; its number, where it has none. */
export const keyOfRow = (key: string | null, row: number): string => key ?? `row ${row}`;

/** The rows of a table, of which only the keys are kept: there may be millions, and few are refused. */
interface Rows {
  readonly table: BulkTable;
  readonly keys: (string | null)[];
}

export class Refusals {
  count = 0;
  readonly first: BulkRefusal[] = [];
  private readonly rows = new Map<string, Rows[]>();
  /** By entity: its rows by their records' ids, made when the database refuses the first one. */
  private readonly labels = new Map<string, ReadonlyMap<string, string>>();

  /** Where the keys of a table's rows go, in their order. */
  keysOf(entity: string, table: BulkTable): (string | null)[] {
    const rows: Rows = { table, keys: [] };
    this.rows.set(entity, [...(this.rows.get(entity) ?? []), rows]);
    return rows.keys;
  }

  addRow(label: string, reason: string): void {
    this.count++;
    if (this.first.length < kept) this.first.push({ label, reason });
  }

  add(entity: string, id: string, reason: string): void {
    this.addRow(this.first.length < kept ? (this.labelsOf(entity).get(id) ?? `${entity} ${id}`) : "", reason);
  }

  private labelsOf(entity: string): ReadonlyMap<string, string> {
    let labels = this.labels.get(entity);
    if (!labels) {
      const made = new Map<string, string>();
      for (const { table, keys } of this.rows.get(entity) ?? [])
        for (const [row, key] of keys.entries()) made.set(idOfKey(table.source, keyOfRow(key, row)), table.label(key, row));
      this.labels.set(entity, (labels = made));
    }
    return labels;
  }
}
