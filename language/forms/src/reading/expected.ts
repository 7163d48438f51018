/** What a form has at the place where it and a line part. */
export type Expected = { readonly slot: string; readonly of: string } | { readonly words: readonly string[] } | "end";
