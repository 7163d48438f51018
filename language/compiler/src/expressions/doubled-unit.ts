/** An amount is shown with its currency and a duration with its unit, so `{amount} EUR` and `{longest loan} days` would show it twice: the written one goes. */
import type { Expression } from "@nonet/feel";
import type { Template } from "@nonet/model";

export function withoutDoubledUnit(template: Template): Template {
  const pieces = template.map((piece, i) => {
    if (typeof piece !== "string") return piece;
    const [before, after] = [currencyOf(template[i - 1]), currencyOf(template[i + 1])];
    const unit = unitOf(template[i - 1]);
    if (unit) return piece.replace(unit, "");
    const start = before === null ? 0 : (new RegExp(`^\\s?(?:${before})(?![\\p{L}\\p{N}])`, "u").exec(piece)?.[0].length ?? 0);
    const end = after === null ? piece.length : (new RegExp(`(?<![\\p{L}\\p{N}])(?:${after})\\s?$`, "u").exec(piece)?.index ?? piece.length);
    return start < end ? piece.slice(start, end) : "";
  });
  return pieces.filter((piece) => piece !== "");
}

/** What follows a duration or a percentage and says its unit again; null after anything else. */
function unitOf(piece: string | Expression | undefined): RegExp | null {
  if (piece === undefined || typeof piece === "string") return null;
  const { type } = piece;
  return type.kind === "number" && type.unit === "%" ? percent : type.kind.endsWith(" duration") ? length : null;
}

const percent = /^\s?(?:%|percent\b|per cent\b|Prozent\b)/;
const length =
  /^[\s-]?(?:(?:working )?(?:second|minute|hour|day|week|month|year)s?|Sekunden?|Minuten?|Stunden?|Tag(?:e|en)?|Wochen?|Monat(?:e|en)?|Jahr(?:e|en)?)(?![\p{L}\p{N}-])/u;

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
