/** Reads a constant in the form in which people write it: `14 days`, `5 %`, `1,250.50`, `10 MB`, `250 EUR`, `2026-03-01`, `08:30`, `yes`. */
import type { LiteralValue } from "../types/expression.ts";
import { boolean, date, days, integer, local, months, number, string, time } from "../types/relations.ts";
import type { Type } from "../types/type.ts";
import { dateInWords } from "../values/date-in-words.ts";
import { isDateText, temporalType, whyUnsupported } from "../values/temporal-format.ts";

export interface ReadValue {
  readonly type: Type;
  readonly value: LiteralValue;
}

const amount = /^([+-]?)(\d{1,3}(?:[,_]\d{3})+|\d+)?(\.\d+)?(?:\s*(%|[A-Za-z]+|[€£]))?$/;

/** The signs that stand for one currency only, before or after the digits. */
export const currencySigns: ReadonlyMap<string, string> = new Map([
  ["€", "EUR"],
  ["£", "GBP"],
]);

const currencyWords: ReadonlyMap<string, string> = new Map([...currencySigns, ["euro", "EUR"], ["euros", "EUR"], ["pound", "GBP"], ["pounds", "GBP"]]);

/** The currency that a sign, a word or a code stands for: `£`, `euros`, `CHF`. */
export const currencyNamed = (text: string): string | undefined => currencyWords.get(text.toLowerCase()) ?? (isCurrency(text) ? text : undefined);

/** The type and the plain data of a value; undefined if the text isn't a value, but an expression or an error. */
export function readValue(written: string): ReadValue | undefined {
  const read = readWritten(written.trim());
  return read && reasonUnsupported(read) === undefined ? read : undefined;
}

/** Why a text that looks like a date, time or duration isn't a value, as a sentence; undefined for any other text. */
export function whyNoValue(written: string): string | undefined {
  const text = written.trim();
  const read = readWritten(text);
  const reason = read && reasonUnsupported(read);
  if (reason !== undefined) return `${text} is not supported: ${reason}.`;
  return read === undefined && /^\d{4,}-\d\d-\d\d$/.test(text) ? `${text} is not a date.` : undefined;
}

const reasonUnsupported = (read: ReadValue): string | undefined => (typeof read.value === "string" && read.type.kind !== "string" ? whyUnsupported(read.value) : undefined);

function readWritten(text: string): ReadValue | undefined {
  if (/^(yes|true)$/i.test(text)) return { type: boolean, value: true };
  if (/^(no|false)$/i.test(text)) return { type: boolean, value: false };
  if (text === "null") return { type: { kind: "null" }, value: null };
  const quoted = /^"((?:[^"\\]|\\.)*)"$/s.exec(text);
  if (quoted) return { type: string, value: quoted[1]!.replace(/\\(["\\])/g, "$1").replace(/\\n/g, "\n") };
  return readMoment(text) ?? readAmount(text);
}

function readMoment(text: string): ReadValue | undefined {
  if (isDateText(text)) return withType(date, text);
  const day = dateInWords(text);
  if (day !== undefined) return withType(date, day);
  const clock = /^(\d\d):(\d\d)(:\d\d(?:\.\d+)?)?$/.exec(text);
  if (clock) return withType(time, `${clock[1]}:${clock[2]}${clock[3] ?? ":00"}`);
  const both = /^(\d{4,}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text);
  if (both) return withType(both[4] === undefined ? local : { kind: "date and time", zoned: true }, `${both[1]}T${both[2]}${both[3] ?? ":00"}${both[4] ?? ""}`);
  const duration = temporalType(text);
  return duration && /^-?P/.test(text) ? withType(duration, text) : undefined;
}

function withType(type: Type, value: string): ReadValue | undefined {
  return temporalType(value) === undefined ? undefined : { type, value };
}

function readAmount(text: string): ReadValue | undefined {
  const currency = currencySigns.get(text[0] ?? "") ?? currencyCodeAt(text);
  const match = amount.exec(currency === undefined ? text : `${text.slice(currencySigns.has(text[0]!) ? 1 : currency.length).trim()} ${currency}`);
  if (!match || (match[2] === undefined && match[3] === undefined)) return undefined;
  const digits = `${match[1] === "-" ? "-" : ""}${(match[2] ?? "0").replaceAll(",", "").replaceAll("_", "")}${match[3] ?? ""}`;
  return match[4] === undefined ? plainNumber(digits) : withUnit(digits, match[4]);
}

/** `EUR` of `EUR 100`, the currency before the digits. */
function currencyCodeAt(text: string): string | undefined {
  const code = text.slice(0, 3);
  return isCurrency(code) && text.length > code.length ? code : undefined;
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

export const isCurrency = (code: string): boolean => currencies.has(code);

function plainNumber(digits: string): ReadValue {
  return { type: digits.includes(".") ? number : integer, value: digits };
}

const sizes: Readonly<Record<string, bigint>> = {
  b: 1n,
  byte: 1n,
  bytes: 1n,
  kb: 1000n,
  mb: 1000_000n,
  gb: 1000_000_000n,
  tb: 1000_000_000_000n,
  kib: 1024n,
  mib: 1024n ** 2n,
  gib: 1024n ** 3n,
};

type WrittenValue = ReadValue & { readonly value: string };

/** A number with its unit, as in `14 days`: a duration, a size in bytes, a percentage, or an amount of money. */
export function withUnit(digits: string, unit: string): WrittenValue | undefined {
  if (unit === "%" || unit === "percent") return { type: { kind: "number", unit: "%" }, value: shift(digits, -2) };
  const currency = currencyWords.get(unit.toLowerCase());
  if (currency !== undefined) return { type: { kind: "number", unit: currency }, value: digits };
  const word = unit.toLowerCase();
  const sign = digits.startsWith("-") ? "-" : "";
  const whole = digits.replace("-", "");
  const isWhole = /^\d+$/.test(whole);
  const duration = (type: Type, value: string) => (isWhole ? { type, value: `${sign}${value}` } : undefined);
  switch (word.replace(/s$/, "")) {
    case "day":
      return duration(days, `P${whole}D`);
    case "wk":
    case "week":
      return duration(days, `P${BigInt(isWhole ? whole : 0) * 7n}D`);
    case "h":
    case "hr":
    case "hour":
      return isWhole ? duration(days, `PT${whole}H`) : fractionOf(sign, whole, 3600);
    case "min":
    case "minute":
      return isWhole ? duration(days, `PT${whole}M`) : fractionOf(sign, whole, 60);
    case "sec":
    case "second":
      return { type: days, value: `${sign}PT${whole}S` };
    case "month":
      return duration(months, `P${whole}M`);
    case "yr":
    case "year":
      return duration(months, `P${whole}Y`);
  }
  const size = sizes[word];
  if (size !== undefined && (word.length > 1 || unit === "B")) return { type: integer, value: times(digits, size) };
  return /^[A-Z]{3}$/.test(unit) ? { type: { kind: "number", unit }, value: digits } : undefined;
}

/** `1.5 hours` in seconds. */
function fractionOf(sign: string, digits: string, seconds: number): WrittenValue {
  return { type: days, value: `${sign}PT${times(digits, BigInt(seconds))}S` };
}

/** Moves the decimal point by a number of places, exactly. */
function shift(digits: string, places: number): string {
  const sign = digits.startsWith("-") ? "-" : "";
  const [whole = "0", fraction = ""] = digits.replace("-", "").split(".");
  const padded = whole.padStart(1 - places, "0");
  const text = `${padded.slice(0, places)}.${padded.slice(places)}${fraction}`;
  return (
    sign +
    text
      .replace(/0+$/, "")
      .replace(/\.$/, "")
      .replace(/^0+(?=\d)/, "")
  );
}

function times(digits: string, factor: bigint): string {
  const sign = digits.startsWith("-") ? "-" : "";
  const [whole = "0", fraction = ""] = digits.replace("-", "").split(".");
  const product = (BigInt(whole + fraction) * factor).toString().padStart(fraction.length + 1, "0");
  if (fraction.length === 0) return sign + product;
  return sign + `${product.slice(0, -fraction.length)}.${product.slice(-fraction.length)}`.replace(/\.?0+$/, "");
}
