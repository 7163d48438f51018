/** Errors of PostgreSQL, of lost connections and of a full disk. */

/** The SQLSTATE, or the code of a system error. */
export const stateOf = (error: unknown): string | undefined => (error as { code?: string } | null | undefined)?.code;
export const constraintOf = (error: unknown): string | undefined => (error as { constraint?: string }).constraint;

/** `EPIPE` looks like a SQLSTATE. */
export const isDatabaseError = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(stateOf(error) ?? "") && !connectionCodes.has(stateOf(error)!) && !isSystemError(error);

const isSystemError = (error: unknown): boolean => typeof (error as { syscall?: unknown }).syscall === "string";

/** Classes 08 (connection), 53 (no memory, disk or connections) and 58 (a failing disk), and a server that shuts down or recovers. */
const unavailableState = /^(08...|53...|58...|57P0[12345]|40001|40P01)$/;
const connectionCodes = new Set(["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENOTFOUND", "EAI_AGAIN"]);
const diskCodes = new Set(["ENOSPC", "EDQUOT"]);
/** `pg` gives these errors no code. */
const connectionMessages = /^Connection terminated|timeout exceeded when trying to connect|is not queryable$|^Cannot use a pool after calling end|^timeout expired$/;

/** No space is left, for PostgreSQL or for files. */
export const isDiskFull = (error: unknown): boolean => diskCodes.has(stateOf(error) ?? "") || stateOf(error) === "53100";

/** The database is away or overloaded, or the disk is full; it passes. */
export function isUnavailable(error: unknown): boolean {
  const code = stateOf(error);
  if (typeof code === "string" && (connectionCodes.has(code) || isDiskFull(error) || (!isSystemError(error) && unavailableState.test(code)) || isMissingSocket(error))) return true;
  return connectionMessages.test(String((error as { message?: unknown } | null | undefined)?.message ?? ""));
}

/** A server that listens on a Unix socket is down. */
const isMissingSocket = (error: unknown): boolean => stateOf(error) === "ENOENT" && (error as { syscall?: unknown }).syscall === "connect";

const lostStates = /^(08...|57P0[12345])$/;

/** The connection can't be used any more. */
export const isLost = (error: unknown): boolean =>
  isDatabaseError(error)
    ? lostStates.test(stateOf(error)!)
    : connectionCodes.has(stateOf(error) ?? "") || /terminated|ECONN|closed|not queryable/i.test(String((error as Error).message));

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
