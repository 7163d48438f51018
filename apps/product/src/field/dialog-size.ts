/** How wide the dialog of a form is: one with parts has several fields side by side. */
import type { FieldData } from "@nonet/screens";

export const dialogSize = (fields: readonly FieldData[]): "lg" | "xl" => (fields.some(({ control }) => control === "parts") ? "xl" : "lg");
