/** The name by which a record is shown. */
import type { EntityData } from "@nonet/screens";
import { t } from "../texts/texts.ts";
import { withDates } from "./dated-name.ts";
import type { Format } from "./format.ts";
import { valueAt } from "./value-at.ts";
import { type Shape, textOf } from "./value-text.ts";

const byWhom = new Set(["createdBy", "updatedBy"]);
const byWhen = new Set(["createdAt", "updatedAt"]);

/** The fields to request beside `shownAs`, for records that nothing names. */
export const namingKeys = ({ fields }: EntityData): readonly string[] => [
  ...fields.flatMap(({ control, key }) => (control === "reference" ? [key] : [])).slice(0, 2),
  ...fields.flatMap(({ control, key }) => (control.startsWith("date") && !byWhen.has(key) ? [key] : [])).slice(0, 1),
];

/**
 * Uses the server's title, else the field that names the record best, else what the record refers to, with its first date
 * if `format` is given: `Night · 3 Nov 2026` (default 6). An id is no name.
 */
export function recordName(row: Readonly<Record<string, unknown>>, titleKey: string | null, kind = t("record"), format?: Format): string {
  for (const key of ["shownAs", titleKey ?? "name", "name", "title", "number", "code", "email"]) {
    const value = row[key];
    if (typeof value === "string" && value !== "" && value !== row["id"]) return value;
  }
  const referred = Object.entries(row).flatMap(([key, value]) => (byWhom.has(key) ? [] : nameIn(value)));
  const date = format ? firstDate(row, format) : undefined;
  return (date ? [referred[0] ?? kind, date] : referred.slice(0, 2)).join(" · ") || kind;
}

function firstDate(row: Readonly<Record<string, unknown>>, format: Format): string | undefined {
  const found = Object.keys(row).find((key) => !byWhen.has(key) && /^\d{4}-\d\d-\d\d(?:T|$)/.test(String(row[key])));
  return found && withDates(String(row[found]), format);
}

const unspoken: ReadonlySet<string> = new Set(["image", "images", "file", "files", "yes/no", "colour", "parts"]);

/** Names a row by what a person sees in it: the record's name, else its first values, else its kind. */
export function rowName(row: Readonly<Record<string, unknown>>, columns: readonly Shape[], kind: string, format: Format): string {
  const { id, shownAs } = row;
  if (typeof shownAs === "string" && shownAs !== "" && shownAs !== id) return shownAs;
  const seen = columns.flatMap((column) => (unspoken.has(column.control) ? [] : textOf(column, valueAt(row, column.key), format) || []));
  return seen.length > 0 ? seen.slice(0, 2).join(", ") : kind;
}

function nameIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, shownAs } = value as { readonly id?: unknown; readonly shownAs?: unknown };
  return typeof shownAs === "string" && shownAs !== "" && shownAs !== id ? [shownAs] : [];
}
