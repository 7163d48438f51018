/**
 * Whether a database holds a rehearsal or real data: it is marked when it is made, and only runs of that kind may use it.
 * A rehearsal has accounts whose password everybody knows, and empties its database when it is reset.
 */
import { dataKindStatements } from "@nonet/database";
import type { Product } from "@nonet/model";
import type { Database } from "../connection/contract.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, problem, refuse } from "../refusals/refusal.ts";

export type DataKind = "real" | "rehearsal";

export const dataKindOf = (rehearse: boolean): DataKind => (rehearse ? "rehearsal" : "real");

export interface StoredKind {
  readonly kind: DataKind;
  /** Accounts of a rehearsal in a database that an earlier version made without a mark; null where it has a mark. */
  readonly accounts: readonly string[] | null;
}

/** `rehearsalAccounts`: the email addresses that a rehearsal of the product gives its people. Null: no product is stored. */
export async function storedKind(database: Database, rehearsalAccounts: (product: Product) => readonly string[]): Promise<StoredKind | null> {
  if ((await database.row(dataKindStatements.hasProduct))?.["there"] !== true) return null;
  const row = await database.row(dataKindStatements.read);
  if (!row) return null;
  if (row["kind"] !== null) return { kind: row["kind"] as DataKind, accounts: null };
  const found = await database.rows(dataKindStatements.accounts(rehearsalAccounts(row["product"] as Product)));
  const accounts = found.map((one) => String(one["email"]));
  return { kind: dataKindOf(accounts.length > 0), accounts };
}

/** Refuses a run of the other kind, before it changes anything. */
export function refuseOtherKind(stored: StoredKind | null, wanted: DataKind): Outcome<null> {
  if (stored === null || stored.kind === wanted) return done(null);
  const guessed = stored.accounts && stored.accounts.length > 0 ? ` (it has no mark, but the rehearsal's account ${stored.accounts[0]})` : "";
  const detail =
    stored.kind === "rehearsal"
      ? `This data belongs to a rehearsal${guessed}, whose accounts have a password that everybody knows. Add --rehearse to run it, or choose another folder with --data (or another database with --database) for real use.`
      : "This data is real. A rehearsal would add accounts with a known password to it, and could delete it. Leave out --rehearse to run it, or choose another folder with --data (or another database with --database) for the rehearsal.";
  return refuse("conflict", problem("conflict", detail));
}

/** The sentence for a database that gets its mark now, after an earlier version made it. */
export function markNote({ kind, accounts }: StoredKind): string | null {
  if (accounts === null) return null;
  return kind === "rehearsal"
    ? `The database was made by an earlier version of Nonet. It has the rehearsal's account ${accounts[0]}, so it is now marked as a rehearsal's.`
    : "The database was made by an earlier version of Nonet. It has no account of a rehearsal, so it is now marked as real data.";
}
