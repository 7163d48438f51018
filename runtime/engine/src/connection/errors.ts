/** Errors of PostgreSQL and of lost connections. */

/** The SQLSTATE. */
export const stateOf = (error: unknown): string | undefined => (error as { code?: string }).code;
export const constraintOf = (error: unknown): string | undefined => (error as { constraint?: string }).constraint;

export const isDatabaseError = (error: unknown): boolean => /^[0-9A-Z]{5}$/.test(stateOf(error) ?? "");

export const isLost = (error: unknown): boolean => /terminated|ECONN|closed/i.test(String((error as Error).message));
