/** The product's icon: its logo, or the first letter of its name on its colour. */
import type { EntranceData } from "@nonet/screens";
import { defaultColour } from "./shades.ts";

export const iconOf = (product: Pick<EntranceData, "logo" | "name" | "title" | "colour">): string =>
  product.logo ?? letterIcon(product.name || product.title, product.colour ?? defaultColour);

/** An SVG as a data address. */
function letterIcon(name: string, colour: string): string {
  const letter = [...name.trim()].find((character) => /[\p{L}\p{N}]/u.test(character))?.toLocaleUpperCase() ?? "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${colour}"/><text x="32" y="46" font-family="system-ui,sans-serif" font-size="40" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
