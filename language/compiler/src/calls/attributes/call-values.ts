/** Point 7: the values that attributes of calls consist of: lengths of time, statuses, counts, secrets, names of headers. Each is null if the text is no such value. */
import { readValue } from "@nonet/feel";
import type { SlotTests } from "@nonet/forms";
import type { StatusRange } from "@nonet/model";

const counts: readonly string[] = ["never", "once", "twice", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Seconds of `5 seconds`, `2 minutes`, `an hour`, `half an hour`. */
export function secondsOf(text: string): number | null {
  if (/^half an hour$/i.test(text.trim())) return 1800;
  const written = text
    .trim()
    .replace(/^(?:an?|one|the)\s+/i, "1 ")
    .replace(/^(?=\p{L})(\p{L}+)\s+(?=\p{L}+$)/iu, (whole, word: string) => (counts.indexOf(word.toLowerCase()) > 2 ? `${counts.indexOf(word.toLowerCase())} ` : whole))
    .replace(/\b(sec|min|hr)s?\.?$/i, (unit) => ({ s: "seconds", m: "minutes", h: "hours" })[unit[0]!.toLowerCase()]!)
    .replace(/^(\d+)\s*(s|m|h|d)$/i, (_, n: string, unit: string) => `${n} ${{ s: "seconds", m: "minutes", h: "hours", d: "days" }[unit.toLowerCase()]!}`)
    .replace(/^(?=\p{L})/u, "1 ");
  const value = readValue(written);
  const match = typeof value?.value === "string" && /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(value.value);
  if (!match) return null;
  const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = match;
  return Number(days) * 86_400 + Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}

/** A list doesn't begin or end with what separates its parts. */
const openEnded = /^[,;/]|[,;/]$|^(?:and|or|then)\b|\b(?:and|or|then)$/i;

/** Seconds of `1, 5 and 30 minutes`, `10 seconds, 1 minute, 1 hour`: a number without a unit has that of the next. */
export function lengthsOf(text: string): readonly number[] | null {
  if (openEnded.test(text)) return null;
  const parts = text.split(/\s*(?:,\s*(?:and|then)\s+|,|;|\band\b|\bthen\b|\/)\s*/i).filter((part) => part !== "");
  const found: number[] = [];
  let unit = "";
  for (const part of parts.reverse()) {
    unit = /^\d+\s*(\p{L}+)$/u.exec(part)?.[1] ?? unit;
    const seconds = secondsOf(/^\d+$/.test(part) ? `${part} ${unit}` : part);
    if (seconds === null || seconds <= 0) return null;
    found.unshift(seconds);
  }
  return found.length === 0 ? null : found;
}

/** `204`, `200 to 299`, `201 or 202`, `2xx`, `success`. Numbers that are no status are kept, so that they can be reported. */
export function statusesOf(text: string): readonly StatusRange[] | null {
  if (openEnded.test(text)) return null;
  const parts = text.split(/\s*(?:,\s*(?:and|or)\s+|,|\/|\band\b|\bor\b)\s*/i).filter((part) => part !== "");
  const found = parts.map((part): StatusRange | null => {
    const bare = part.replace(/^(?:status|statuses|code|any|a|an)\s+/i, "");
    const family = /^([1-5])xx$/i.exec(bare);
    if (family) return { low: Number(family[1]) * 100, high: Number(family[1]) * 100 + 99 };
    if (/^(?:success|ok|successful)$/i.test(bare)) return { low: 200, high: 299 };
    const range = /^(?:from\s+)?(\d{3})(?:\s*(?:to|until|through|[-–—]|\.\.)\s*(\d{3}))?$/i.exec(bare);
    return range ? { low: Number(range[1]), high: Number(range[2] ?? range[1]) } : null;
  });
  return found.length === 0 || found.includes(null) ? null : (found as readonly StatusRange[]);
}

/** `6`, `6x`, `six`, `once`. */
export function countOf(text: string): number | null {
  if (/^\d{1,3}\s?[x×]?$/i.test(text)) return Number.parseInt(text, 10);
  const at = counts.indexOf(text.toLowerCase());
  return at < 0 ? null : at;
}

/** The name in `secret NAME`, in backticks or not, or in a name of capitals alone. */
export function secretNameOf(text: string): string | null {
  const named = /^(?:`secret\s+([^`{}]+)`|secret\s+`?([\p{L}\p{N}_][\p{L}\p{N}_ .-]*)`?)$/iu.exec(text);
  return named?.[1] ?? named?.[2] ?? /^`?([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)`?$/.exec(text)?.[1] ?? null;
}

export const headerNameOf = (text: string): string | null => /^`?"?([A-Za-z][\w-]*)"?`?$/.exec(text)?.[1] ?? null;

export const algorithmOf = (text: string): "sha1" | "sha256" | "sha512" | null => {
  const found = /^\(?sha[- ]?(1|256|512)\)?$/i.exec(text);
  return found ? `sha${found[1]! as "1" | "256" | "512"}` : null;
};

export const encodingOf = (text: string): "hex" | "base64" | null => (/^hex(?:adecimal)?$/i.test(text) ? "hex" : /^base[- ]?64$/i.test(text) ? "base64" : null);

/** What fills the slots of the forms of calls. */
export const callTests: SlotTests = {
  algorithm: (text) => algorithmOf(text) !== null,
  encoding: (text) => encodingOf(text) !== null,
  secret: (text) => secretNameOf(text) !== null && (text.startsWith("`") || !/[,;]|\s(?:in|as|by|with|of|over|carried|sent|passed)(?:\s|$)/i.test(text)),
  header: (text) => headerNameOf(text) !== null,
  times: (text) => countOf(text) !== null,
  length: (text) => secondsOf(text) !== null,
  lengths: (text) => lengthsOf(text) !== null,
  statuses: (text) => statusesOf(text) !== null,
  word: (text) => /^[\w-]+$/.test(text) && !/^(?:token|key)$/.test(text),
  placeholder: (text) => /^(?:…|\.\.\.|<?\w+>?)$/.test(text),
};
