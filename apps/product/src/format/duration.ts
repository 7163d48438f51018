/** Converts durations between the API's `P1DT2H30M` and text. */
import { numberFormat } from "./formatters.ts";

export interface DurationParts {
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
}

/** Null if it isn't a duration of days, hours and minutes. */
export function durationParts(value: unknown): DurationParts | null {
  const found = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?$/.exec(String(value ?? ""));
  return found ? { days: Number(found[2] ?? 0) + 7 * Number(found[1] ?? 0), hours: Number(found[3] ?? 0), minutes: Number(found[4] ?? 0) } : null;
}

/** Null for a duration of zero. */
export function durationOf({ days, hours, minutes }: DurationParts): string | null {
  const time = `${hours ? `${hours}H` : ""}${minutes ? `${minutes}M` : ""}`;
  return days || time ? `P${days ? `${days}D` : ""}${time ? `T${time}` : ""}` : null;
}

/** `1 day 2 hours`, in the given language. */
export function durationText(value: unknown, language: string): string {
  const parts = durationParts(value);
  if (!parts) return String(value);
  const shown = (["day", "hour", "minute"] as const).map((unit) => [unit, parts[`${unit}s`]] as const).filter(([, n]) => n > 0);
  return (
    shown.map(([unit, n]) => numberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(n)).join(" ") ||
    numberFormat(language, { style: "unit", unit: "minute", unitDisplay: "long" }).format(0)
  );
}
