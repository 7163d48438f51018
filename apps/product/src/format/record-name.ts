/** The name by which a record is shown. */
import type { EntityData } from "@nonet/screens";
import { t } from "../texts/texts.ts";

const byWhom = new Set(["createdBy", "updatedBy"]);

/** The fields to request beside `shownAs`, for records that nothing names. */
export const namingKeys = ({ fields }: EntityData): readonly string[] => fields.flatMap(({ control, key }) => (control === "reference" ? [key] : [])).slice(0, 2);

/** Uses the server's title, else the field that names the record best, else what the record refers to. An id is no name. */
export function recordName(row: Readonly<Record<string, unknown>>, titleKey: string | null, kind = t("record")): string {
  for (const key of ["shownAs", titleKey ?? "name", "name", "title", "number", "code", "email"]) {
    const value = row[key];
    if (typeof value === "string" && value !== "" && value !== row["id"]) return value;
  }
  const referred = Object.entries(row).flatMap(([key, value]) => (byWhom.has(key) ? [] : nameIn(value)));
  return referred.length > 0 ? referred.slice(0, 2).join(" · ") : kind;
}

function nameIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, shownAs } = value as { readonly id?: unknown; readonly shownAs?: unknown };
  return typeof shownAs === "string" && shownAs !== "" && shownAs !== id ? [shownAs] : [];
}
