/** What whoever starts a product learns once it runs. */
export interface StartReport {
  /** What became of the Owner asked for; null where none was asked for. */
  readonly owner: OwnerOutcome | null;
  /** A sentence each. */
  readonly notes: readonly string[];
  /** The id of the database, which stays the same for as long as it exists. */
  readonly databaseId: string;
}

/**
 * `created`: with the password given. Nothing was changed where the account is an Owner's already (active or not), where
 * it isn't an Owner's, or where there is no such account and another Owner exists.
 */
export type OwnerOutcome = "created" | "already-owner" | "inactive-owner" | "not-owner" | "other-owner";
