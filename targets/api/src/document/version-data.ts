/** The versions of the document as the studio shows them: the list, the difference of two, and what one needs to go live. */
export interface VersionData {
  /** Counts from 1. */
  readonly number: number;
  /** The hash of the files. */
  readonly version: string;
  readonly at: string;
  /** Who made it live: a person's name, or the command with the user of the machine. */
  readonly by: string;
  readonly reason: string;
  /** What it changed, in sentences. */
  readonly plan: readonly string[];
  readonly losses: readonly string[];
  readonly approvedBy: readonly string[];
  readonly isRunning: boolean;
}

export interface DifferenceLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
}

export interface VersionDifference {
  /** Of each file that differs, the lines around each change. */
  readonly text: readonly { readonly file: string; readonly parts: readonly { readonly line: number; readonly lines: readonly DifferenceLine[] }[] }[];
  /** What the product does: null before for what is new, null after for what is gone. */
  readonly sentences: readonly { readonly before: string | null; readonly after: string | null }[];
  readonly permissions: readonly { readonly kind: "gains" | "loses"; readonly sentence: string }[];
  /** Why only the text is compared; null where all is. */
  readonly textOnly: string | null;
}

/** A saved text that isn't live. */
export interface ReviewData {
  readonly version: string;
  /** The hash of what would change, which an approval names. */
  readonly plan: string;
  readonly losses: readonly string[];
  /** How many approvals it needs. */
  readonly required: number;
  readonly author: string | null;
  /** The author's own approval doesn't count. */
  readonly isAuthor: boolean;
  readonly approvals: readonly { readonly name: string; readonly at: string; /** Why it doesn't count. */ readonly lapsed: string | null; readonly isOwn: boolean }[];
}

export interface VersionsData {
  /** Newest first. */
  readonly versions: readonly VersionData[];
  /** The saved text, where it isn't live and has no errors. */
  readonly review: ReviewData | null;
}
