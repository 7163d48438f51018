/** An instant as the user's browser writes it. */
export const whenText = (at: string): string => new Date(at).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
