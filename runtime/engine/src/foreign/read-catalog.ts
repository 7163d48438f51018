/** Reads what a foreign database contains, in one read-only snapshot. */
import { catalog } from "@nonet/database";
import type { PostgresFacts } from "@nonet/import";
import type { Outcome } from "../contract/outcome.ts";
import { inForeignDatabase } from "./foreign-database.ts";

export const readCatalog = (url: string): Promise<Outcome<PostgresFacts>> =>
  inForeignDatabase(url, async (client) => {
    const facts: Record<string, unknown> = {};
    for (const [name, query] of Object.entries(catalog.queries)) facts[name] = (await client.query(query.text)).rows[0].rows;
    return facts as unknown as PostgresFacts;
  });
