/** The size of a file as people read it: "640 KB", "2.4 MB". */
import { numberFormat } from "./formatters.ts";

const units = ["bytes", "KB", "MB", "GB"] as const;

/** Decimal units, as file managers and the notation's own sizes have them. */
export function sizeText(bytes: number): string {
  const step = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** step;
  return `${numberFormat("en", { maximumFractionDigits: value < 10 && step > 0 ? 1 : 0 }).format(value)} ${units[step]}`;
}
