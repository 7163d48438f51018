/** The name by which a record is shown. */
import type { Row } from "../api/queries.ts";

/** What a record is called in a picker: the server's words, else its best field. */
export function recordName(row: Row, titleKey: string | null, kind = "Record"): string {
  for (const key of ["shownAs", titleKey ?? "name", "name", "title", "number", "code", "email"]) {
    const value = row[key];
    if (typeof value === "string" && value !== "") return value;
  }
  return kind;
}
