/** What one check of an installation found. */

export interface Finding {
  /** What was checked, in a word or two. */
  readonly check: string;
  /** `problem`: the product doesn't work, or data is at risk. `skipped`: it couldn't be checked, or doesn't apply. */
  readonly status: "ok" | "warning" | "problem" | "skipped";
  readonly message: string;
  /** What to do about it. */
  readonly fix?: string;
}

type Found = Omit<Finding, "check">;

export const ok = (message: string): Found => ({ status: "ok", message });
export const skipped = (message: string): Found => ({ status: "skipped", message });
export const warning = (message: string, fix: string): Found => ({ status: "warning", message, fix });
export const problem = (message: string, fix: string): Found => ({ status: "problem", message, fix });

export const named = (check: string, ...found: readonly Found[]): readonly Finding[] => found.map((one) => ({ check, ...one }));
