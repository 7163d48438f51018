/** What the server needs to offer the studio: the command line gives it, because it knows the files and the compiler. */
import type { ImpactLine, StudioData, StudioFile } from "@nonet/api";

export type SaveResult = { readonly ok: true; readonly version: string } | { readonly ok: false; readonly why: "changed" | "unknown" | "unwritable"; readonly message: string };

export interface StudioHost {
  data(): Promise<StudioData>;
  /** Writes the files. Refused if they changed on disk since `base`. */
  save(files: readonly StudioFile[], base: string): Promise<SaveResult>;
  /** Keeps what isn't saved yet; the draft before is replaced. */
  keepDraft(files: readonly StudioFile[], base: string): Promise<void>;
  dropDraft(): Promise<void>;
  /** What the change would do, line by line; nothing is written. Ends early when the signal aborts. */
  impact(files: readonly StudioFile[], send: (line: ImpactLine) => void, signal: AbortSignal): Promise<void>;
}
