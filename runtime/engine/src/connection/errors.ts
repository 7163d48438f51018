/** Errors of PostgreSQL and of lost connections. */

/** The SQLSTATE. */
export const stateOf = (error: unknown): string | undefined => (error as { code?: string }).code;
export const constraintOf = (error: unknown): string | undefined => (error as { constraint?: string }).constraint;

export const isDatabaseError = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(stateOf(error) ?? "");

/**
 * Values that PostgreSQL can't process, where the statement itself is right: numbers, dates and patterns out of range
 * (class 22), limits of its programs such as the size of a text or an index entry (class 54), and more memory than a
 * value may have, which has no class of its own.
 */
export function isDataError(error: unknown): boolean {
  const state = stateOf(error) ?? "";
  return isDatabaseError(error) && (/^(22|54)/.test(state) || (state === "XX000" && /invalid memory alloc request size|out of memory/.test(String((error as Error).message))));
}

/** Says what is wrong without PostgreSQL's own message, which may cite stored values. */
export function dataErrorText(error: unknown): string {
  switch (stateOf(error)) {
    case "22003":
    case "2201E":
    case "2201F":
      return "A number is outside the range that the database can hold.";
    case "22007":
    case "22008":
    case "22015":
      return "A date, time or duration is outside the range that the database can hold.";
    case "2201B":
      return "A pattern is too complex or invalid.";
    case "54001":
      return "It is nested too deeply.";
    default:
      return "A value is larger than what the database can hold, or has the wrong form.";
  }
}

export const isLost = (error: unknown): boolean => /terminated|ECONN|closed/i.test(String((error as Error).message));
