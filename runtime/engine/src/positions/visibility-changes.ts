/** Whether a change can hide something that somebody could read before it. */
import { visibilityReads } from "@nonet/database";
import { fold } from "@nonet/feel";
import { camel, entityOf, type Product } from "@nonet/model";

interface ChangedRecord {
  readonly entity: string;
  readonly kind: "created" | "changed" | "deleted";
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Every deletion, every change of a person, and every change of what a condition of point 6 reads. */
export function mayHide(product: Product, changed: readonly ChangedRecord[]): boolean {
  const reads = visibilityReads(product);
  return changed.some(({ entity: name, kind, before, after }) => {
    if (kind === "deleted" || name === "User") return true;
    const fields = reads.get(name);
    if (!fields) return false;
    if (kind === "created") return fields.has("id");
    if (!before || !after) return true;
    const keys = new Map((entityOf(product, name)?.fields ?? []).map((field) => [fold(field.name), field.key]));
    return [...fields].some((field) => {
      const key = keys.get(field) ?? camel(field);
      return JSON.stringify(before[key]) !== JSON.stringify(after[key]);
    });
  });
}
