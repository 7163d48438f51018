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
  /** `{bytes, mine, count}` uploaded within a day, by everybody and by the person. */
  uploadedToday: (person: string): Query =>
    statement(
      "select coalesce(sum(size), 0)::float8 as bytes, coalesce(sum(size) filter (where uploaded_by = $1::uuid), 0)::float8 as mine, (count(*) filter (where uploaded_by = $1::uuid))::int as count from nonet.file where at > nonet.now() - interval '1 day'",
      [person],
    ),
  /** Rows `{id}`. */
  knownFiles: (ids: readonly string[]): Query => statement("select id from nonet.file where id = any($1::uuid[])", [ids]),
  /** `{id, name, type, size, uploaded_by, path}` */
  file: (id: string): Query => statement("select id, name, type, size::int as size, uploaded_by, path from nonet.file where id = $1::uuid", [id]),
};
