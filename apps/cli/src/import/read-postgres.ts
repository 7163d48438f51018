/** Reads the catalogue of a PostgreSQL database, and its rows where they come along. */
import { readCatalog, withForeignRows } from "@nonet/engine";
import { importPostgres } from "@nonet/import";
import { failure, success, type Result } from "../terminal/result.ts";
import type { ImportSource } from "./import-source.ts";

export async function readPostgres(url: string): Promise<Result<ImportSource>> {
  if (!/^postgres(?:ql)?:\/\//.test(url)) return failure("This isn't the address of a PostgreSQL database. Write it as postgres://USER:PASSWORD@HOST:5432/DATABASE.");
  const read = await readCatalog(url);
  if (!read.ok) return failure(read.refusal.errors.map(({ detail }) => detail).join("\n"));
  const facts = read.value;
  const name = facts.database[0]!.name;
  if (facts.tables.length === 0) return failure(`The database ${name} has no tables of its own. Check the name at the end of the address.`);
  return success({
    name,
    make: (options) => {
      const { draft, account, records } = importPostgres(facts, options);
      return { draft, account, load: (work) => withForeignRows(url, records, work) };
    },
  });
}
