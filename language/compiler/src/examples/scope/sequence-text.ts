/** Whether a text could be a number of a sequence: `LN-2026-00001`. */
import type { Field } from "@nonet/model";

export function sequenceFits(field: Field, name: string): boolean {
  if (field.type.kind !== "sequence") return false;
  const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const pattern = field.type.pattern
    .map((p) => (p.kind === "text" ? escape(p.text) : p.kind === "year" ? "\\d{4}" : p.kind === "month" ? "\\d{2}" : p.kind === "counter" ? `\\d{${p.digits},}` : ".*"))
    .join("");
  return new RegExp(`^${pattern}$`).test(name);
}
