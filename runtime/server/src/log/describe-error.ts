/** An error as fields of the log, without values that people have entered. */

export interface DescribedError {
  readonly type: string;
  readonly code?: string;
  readonly constraint?: string;
  readonly message: string;
  /** The frames of the stack, without the message above them. */
  readonly stack: readonly string[];
}

const isSqlState = (code: unknown): boolean => typeof code === "string" && /^[0-9A-Z]{5}$/.test(code);

export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: "", stack: [] };
  const { code, constraint } = error as { readonly code?: unknown; readonly constraint?: unknown };
  return {
    type: error.name,
    ...(typeof code === "string" ? { code } : {}),
    ...(typeof constraint === "string" ? { constraint } : {}),
    // PostgreSQL's messages cite stored values in any form; other messages cite them in quotation marks.
    message: isSqlState(code) ? `SQLSTATE ${String(code)}` : withoutQuotes(error.message),
    stack: (error.stack ?? "")
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line.startsWith("at ")),
  };
}

const withoutQuotes = (message: string): string => message.slice(0, 500).replace(/"[^"]*"?|'[^']*'|`[^`]*`?/g, "…");
