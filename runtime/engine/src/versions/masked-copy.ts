/**
 * Copies the records of a running product into a folder, with every personal and secret value replaced, for a preview of
 * another version. It is one snapshot, taken while people work; passwords, sessions, history, comments and messages stay behind.
 */
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { backup, masksOf, openMaskedRows, system } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";
import type { MaskedCopy } from "../contract/versions.ts";
import { finishBackup, saveTables } from "../maintenance/backup.ts";

/** `next`: the version to preview, whose personal and secret fields are masked too. `to`: a folder that `readBackup` reads afterwards. */
export async function saveMaskedCopy(database: Database, next: Product, to: string): Promise<MaskedCopy> {
  const at = new Date().toISOString();
  const saved = await database.transaction(async (connection) => {
    // The transaction may be repeated.
    await rm(to, { recursive: true, force: true });
    for (const folder of ["specification", "data"]) await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
    // The version that this snapshot has: another process may have gone on.
    const product = (await connection.row(system.readMeta))!["product"] as Product;
    const masks = masksOf(product, [next]);
    const joins = backup.joinTables(product);
    const tables = await saveTables(connection, to, (table, columns) => {
      const masked = masks.get(table);
      return masked ? openMaskedRows(table, columns, masked) : joins.includes(table) ? backup.openRows(table, columns) : null;
    });
    return { commit: false, value: { product, tables } };
  });
  const { product, tables } = saved;
  await finishBackup({ draft: to, product, paths: tables.map(({ file }) => file), specification: { name: "preview.md", folder: true }, tables });
  return { records: tables.filter(({ name }) => name.startsWith("app.")).reduce((sum, { rows }) => sum + rows, 0), at };
}
