/** Reads texts of the formatted types: email, phone, web address, country, location and the like. */
import { countryCodes } from "./country-codes.ts";

type FormattedText = { readonly value: unknown } | { readonly wrong: string };

/** Returns the text in its normal form, or null if it isn't in this format. */
type Reader = (text: string) => string | null;
const matching =
  (form: RegExp): Reader =>
  (text) =>
    form.test(text) ? text : null;
const orNullOnError =
  (make: (text: string) => string | undefined): Reader =>
  (text) => {
    try {
      return make(text) ?? null;
    } catch {
      return null;
    }
  };

/** `sample` stands in for a value that an example doesn't give. */
interface Format {
  readonly read: Reader;
  readonly maxLength: number;
  /** Continues a sentence that begins with the field's name. */
  readonly message: string;
  readonly sample: string;
}

/** The one list of formats. Their types in the notation, in the API and on forms follow from it. */
const formats = {
  email: {
    read: matching(/^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@.<>()[\],;:"]+$/),
    maxLength: 254,
    message: "must be an email address such as ada@example.com.",
    sample: "stand-in@example.test",
  },
  phone: { read: matching(/^\+?[0-9 ()/.-]{3,30}$/), maxLength: 31, message: "must be a phone number such as +49 30 123456.", sample: "+49 30 000000" },
  "web address": { read: matching(/^https?:\/\/[^\s]+$/), maxLength: 2000, message: "must be a web address such as https://example.com.", sample: "https://example.test" },
  colour: { read: matching(/^#[0-9a-f]{6}$/i), maxLength: 7, message: "must be a colour such as #0f766e.", sample: "#000000" },
  country: {
    read: (text: string) => (countryCodes.includes(text.toUpperCase()) ? text.toUpperCase() : null),
    maxLength: 2,
    message: "must be a country's two letters (ISO 3166), such as DE.",
    sample: "DE",
  },
  language: {
    read: orNullOnError((text) => (/^[a-z]{2,3}(-|$)/i.test(text) ? Intl.getCanonicalLocales(text)[0] : undefined)),
    maxLength: 35,
    message: "must be a language's code, such as en.",
    sample: "en",
  },
  currency: {
    read: (text: string) => (currencies.has(text.toUpperCase()) ? text.toUpperCase() : null),
    maxLength: 3,
    message: "must be a currency's three letters (ISO 4217), such as EUR.",
    sample: "EUR",
  },
  "time zone": {
    read: orNullOnError((text) =>
      /^(UTC|[A-Za-z_]+\/[A-Za-z0-9_+/-]+)$/.test(text) ? new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone && text : undefined,
    ),
    maxLength: 60,
    message: "must be a time zone such as Europe/Berlin.",
    sample: "UTC",
  },
  address: {
    read: (text: string) =>
      text
        .split(/\r\n|\r|\n/)
        .map((line) => line.trim())
        .join("\n")
        .trim() || null,
    maxLength: 500,
    message: "must be an address, its lines one below the other.",
    sample: "Stand-in",
  },
  location: { read: readLocation, maxLength: 60, message: "must be latitude and longitude, such as 52.52, 13.405.", sample: "0, 0" },
} as const satisfies Readonly<Record<string, Format>>;

export type TextFormat = keyof typeof formats;

export const textFormats = Object.keys(formats) as readonly TextFormat[];

/** A valid text of the format. */
export const sampleText = (format: TextFormat): string => formats[format].sample;

/** The ISO 4217 codes that a field of type `currency` takes. */
export const currencyCodes: readonly string[] = Intl.supportedValuesOf("currency");
const currencies: ReadonlySet<string> = new Set(currencyCodes);

/** `52.52, 13.405`: latitude and longitude in degrees, positive to the north and east. */
function readLocation(text: string): string | null {
  const match = /^(-?\d{1,3}(?:\.\d{1,10})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,10})?)$/.exec(text);
  if (!match) return null;
  const [latitude, longitude] = [Number(match[1]), Number(match[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? `${latitude}, ${longitude}` : null;
}

/** The value in its normal form, or the end of an error message about the field. */
export function readFormatted(format: TextFormat, value: unknown): FormattedText {
  const form: Format = formats[format];
  const text = format === "location" ? locationText(value) : value;
  if (typeof text !== "string") return { wrong: form.message };
  if (text.includes("\u0000")) return { wrong: "has a character that can't be kept." };
  if ([...text].length > form.maxLength) return { wrong: `has at most ${form.maxLength} characters.` };
  const read = form.read(text.trim());
  return read === null ? { wrong: form.message } : { value: read };
}

/** Also accepts a location as `{latitude, longitude}`. */
function locationText(value: unknown): unknown {
  if (value === null || typeof value !== "object" || !("latitude" in value) || !("longitude" in value)) return value;
  return `${String(value.latitude)}, ${String(value.longitude)}`;
}
