/** An amount is shown with its currency, so `{amount} EUR` would show it twice: the written one goes. */
import type { Expression } from "@nonet/feel";
import type { Template } from "@nonet/model";

export function withoutDoubledCurrency(template: Template): Template {
  const pieces = template.map((piece, i) => {
    if (typeof piece !== "string") return piece;
    const [before, after] = [currencyOf(template[i - 1]), currencyOf(template[i + 1])];
    const start = before === null ? 0 : (new RegExp(`^\\s?(?:${before})(?![\\p{L}\\p{N}])`, "u").exec(piece)?.[0].length ?? 0);
    const end = after === null ? piece.length : (new RegExp(`(?<![\\p{L}\\p{N}])(?:${after})\\s?$`, "u").exec(piece)?.index ?? piece.length);
    return start < end ? piece.slice(start, end) : "";
  });
  return pieces.filter((piece) => piece !== "");
}

/** A pattern for the code and symbol of an amount's currency; null for anything else. */
function currencyOf(piece: string | Expression | undefined): string | null {
  if (piece === undefined || typeof piece === "string" || piece.type.kind !== "number") return null;
  const { unit } = piece.type;
  if (unit === undefined || !/^[A-Z]{3}$/.test(unit)) return null;
  const known = patterns.get(unit);
  if (known !== undefined) return known;
  const symbol = new Intl.NumberFormat("en", { style: "currency", currency: unit }).formatToParts(0).find(({ type }) => type === "currency")!.value;
  const pattern = [unit, symbol].map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  patterns.set(unit, pattern);
  return pattern;
}

/** By currency: to make a number format takes long. */
const patterns = new Map<string, string>();
