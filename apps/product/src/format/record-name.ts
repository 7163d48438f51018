/** The name by which a record is shown. */
import type { Row } from "../api/queries.ts";

/** Uses the server's title, else the field that names the record best. */
export function recordName(row: Row, titleKey: string | null, kind = "Record"): string {
  for (const key of ["shownAs", titleKey ?? "name", "name", "title", "number", "code", "email"]) {
    const value = row[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return kind;
}
