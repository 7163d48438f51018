/** Files that records can hold. */
import type { Query } from "../sql/query.ts";
import { statement } from "./statement.ts";

export const fileStatements = {
  addFile: (file: { id: string; name: string; type: string; size: number; by: string | null; path: string }): Query =>
    statement("insert into nonet.file(id, name, type, size, uploaded_by, path, at) values ($1::uuid, $2, $3, $4::bigint, $5::uuid, $6, nonet.now())", [
      file.id,
      file.name,
      file.type,
      file.size,
      file.by,
      file.path,
    ]),
  /** `{id, name, type, size, uploaded_by, path}` */
  file: (id: string): Query => statement("select id, name, type, size::int as size, uploaded_by, path from nonet.file where id = $1::uuid", [id]),
};
