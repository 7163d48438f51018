/** How much space the texts of a diagram take. */

export const lineHeight = 17;
/** The width of a letter on average, of the font in which the diagram is drawn. */
const letter = 7.4;
const longest = 44;

export const textWidth = (text: string): number => Math.min(text.length, longest) * letter;

/** What doesn't fit is cut; the whole is the line's. */
export const fitted = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
