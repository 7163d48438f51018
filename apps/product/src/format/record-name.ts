/** The name by which a record is shown. */
import { t } from "../texts/texts.ts";

/** Uses the server's title, else the field that names the record best. */
export function recordName(row: Readonly<Record<string, unknown>>, titleKey: string | null, kind = t("record")): string {
  for (const key of ["shownAs", titleKey ?? "name", "name", "title", "number", "code", "email"]) {
    const value = row[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return kind;
}
