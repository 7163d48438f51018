/** The colour with which a list's or board's `Highlight` marks a record. */
import type { Row } from "../api/queries.ts";

const namedColors: Readonly<Record<string, string>> = {
  red: "#e03131",
  orange: "#e8590c",
  yellow: "#f08c00",
  green: "#2f9e44",
  blue: "#1971c2",
  grey: "#868e96",
  gray: "#868e96",
  purple: "#9c36b5",
};

export const rowColour = (row: Row): string | null => (typeof row._highlight === "string" ? (namedColors[row._highlight] ?? row._highlight) : null);
