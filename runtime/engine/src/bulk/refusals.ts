/** Why records were refused: all are counted, and the first ones are kept. */
import type { BulkRefusal } from "../contract/bulk.ts";

const kept = 200;

export class Refusals {
  count = 0;
  readonly first: BulkRefusal[] = [];
  /** By entity and id: one text for both would be made for each row. */
  private readonly labels = new Map<string, Map<string, string>>();

  /** What a person calls the row, by its record's id. */
  label(entity: string, id: string, label: string): void {
    let labels = this.labels.get(entity);
    if (!labels) this.labels.set(entity, (labels = new Map()));
    labels.set(id, label);
  }

  add(entity: string, id: string, reason: string): void {
    this.count++;
    if (this.first.length < kept) this.first.push({ label: this.labels.get(entity)?.get(id) ?? `${entity} ${id}`, reason });
  }
}
