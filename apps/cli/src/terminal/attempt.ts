/** What a step of a command comes to: a value, or one sentence that says what is wrong and the way out. */

export type Attempt<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly sentence: string };

export const done = <T>(value: T): Attempt<T> => ({ ok: true, value });
export const mistake = (sentence: string): { readonly ok: false; readonly sentence: string } => ({ ok: false, sentence });
