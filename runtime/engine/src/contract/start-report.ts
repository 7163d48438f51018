/** What whoever starts a product learns once it runs. */
export interface StartReport {
  /** What became of the Owner asked for; null where none was asked for. */
  readonly owner: OwnerOutcome | null;
  /** For an Owner who was created without a password: the path of a link that works once, within an hour. */
  readonly ownerLink: string | null;
  /** A sentence each. */
  readonly notes: readonly string[];
  /** Why the product runs the version that the database has, and not the document's; null where it runs the document's. */
  readonly draft: string | null;
  /** The id of the database, which stays the same for as long as it exists. */
  readonly databaseId: string;
}

/**
 * Nothing was changed where the account is an Owner's already (active or not), where
 * it isn't an Owner's, or where there is no such account and another Owner exists.
 */
export type OwnerOutcome = "created" | "already-owner" | "inactive-owner" | "not-owner" | "other-owner";
