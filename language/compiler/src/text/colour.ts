/** Colours as people write them. */

const named: Readonly<Record<string, string>> = {
  red: "#dc2626",
  orange: "#ea580c",
  amber: "#d97706",
  yellow: "#ca8a04",
  lime: "#65a30d",
  green: "#16a34a",
  teal: "#0d9488",
  cyan: "#0891b2",
  blue: "#2563eb",
  indigo: "#4f46e5",
  violet: "#7c3aed",
  purple: "#9333ea",
  pink: "#db2777",
  grey: "#6b7280",
  gray: "#6b7280",
  black: "#111827",
};

export const colourNames: readonly string[] = Object.keys(named);

/** `#rrggbb` in lower case; undefined where it is no colour. */
export function readColour(text: string): string | undefined {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join("")}`.toLowerCase();
  if (/^#[0-9a-f]{6}$/i.test(text)) return text.toLowerCase();
  return named[text.toLowerCase()];
}
