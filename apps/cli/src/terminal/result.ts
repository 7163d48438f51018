/** The result of a step of a command: a value, or a message that says what is wrong and what to do about it. */

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });
export const failure = (message: string): { readonly ok: false; readonly message: string } => ({ ok: false, message });
