/** The people whom the text of a comment mentions, as `@[id]`. */

const mention = /@\[([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\]/gi;

/** Each once, in the order of the text. */
export const mentionedPeople = (text: string): readonly string[] => [...new Set([...text.matchAll(mention)].map(([, id]) => id!.toLowerCase()))];
