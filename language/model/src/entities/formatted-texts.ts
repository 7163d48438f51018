/** Texts with a form of their own: email, phone, address, location, country and the like. */
import { countryCodes } from "./country-codes.ts";

type One = { readonly value: unknown } | { readonly wrong: string };

/** The normal form, or null where the text has no such form. */
type Reader = (text: string) => string | null;
const by =
  (form: RegExp): Reader =>
  (text) =>
    form.test(text) ? text : null;
const tried =
  (make: (text: string) => string | undefined): Reader =>
  (text) => {
    try {
      return make(text) ?? null;
    } catch {
      return null;
    }
  };

/** `sample` stands in for a value that an example doesn't give. */
interface Form {
  readonly read: Reader;
  readonly maxCharacters: number;
  /** Continues a sentence that begins with the field's name. */
  readonly message: string;
  readonly sample: string;
}

/** The one list of formats. Their types in the notation, in the API and on forms follow from it. */
const forms = {
  email: {
    read: by(/^[^\s@<>()[\],;:"]+@[^\s@<>()[\],;:"]+\.[^\s@.<>()[\],;:"]+$/),
    maxCharacters: 254,
    message: "must be an email address such as ada@example.com.",
    sample: "stand-in@example.test",
  },
  phone: { read: by(/^\+?[0-9 ()/.-]{3,30}$/), maxCharacters: 31, message: "must be a phone number such as +49 30 123456.", sample: "+49 30 000000" },
  "web address": { read: by(/^https?:\/\/[^\s]+$/), maxCharacters: 2000, message: "must be a web address such as https://example.com.", sample: "https://example.test" },
  colour: { read: by(/^#[0-9a-f]{6}$/i), maxCharacters: 7, message: "must be a colour such as #0f766e.", sample: "#000000" },
  country: {
    read: (text: string) => (countryCodes.includes(text.toUpperCase()) ? text.toUpperCase() : null),
    maxCharacters: 2,
    message: "must be a country's two letters (ISO 3166), such as DE.",
    sample: "DE",
  },
  language: {
    read: tried((text) => (/^[a-z]{2,3}(-|$)/i.test(text) ? Intl.getCanonicalLocales(text)[0] : undefined)),
    maxCharacters: 35,
    message: "must be a language's code, such as en.",
    sample: "en",
  },
  currency: {
    read: (text: string) => (currencies.has(text.toUpperCase()) ? text.toUpperCase() : null),
    maxCharacters: 3,
    message: "must be a currency's three letters (ISO 4217), such as EUR.",
    sample: "EUR",
  },
  "time zone": {
    read: tried((text) => (/^(UTC|[A-Za-z_]+\/[A-Za-z0-9_+/-]+)$/.test(text) ? new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone && text : undefined)),
    maxCharacters: 60,
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
    maxCharacters: 500,
    message: "must be an address, its lines one below the other.",
    sample: "Stand-in",
  },
  location: { read: readLocation, maxCharacters: 60, message: "must be latitude and longitude, such as 52.52, 13.405.", sample: "0, 0" },
} as const satisfies Readonly<Record<string, Form>>;

export type TextFormat = keyof typeof forms;

export const textFormats = Object.keys(forms) as readonly TextFormat[];

/** A valid text of the format. */
export const sampleText = (format: TextFormat): string => forms[format].sample;

const currencies = new Set(Intl.supportedValuesOf("currency"));

/** `52.52, 13.405`: degrees, north and east positive. */
function readLocation(text: string): string | null {
  const found = /^(-?\d{1,3}(?:\.\d{1,10})?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d{1,10})?)$/.exec(text);
  if (!found) return null;
  const [latitude, longitude] = [Number(found[1]), Number(found[2])];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? `${latitude}, ${longitude}` : null;
}

export function readFormatted(format: TextFormat, value: unknown): One {
  const form: Form = forms[format];
  const text = format === "location" ? locationText(value) : value;
  if (typeof text !== "string") return { wrong: form.message };
  if (text.includes("\u0000")) return { wrong: "has a character that can't be kept." };
  if ([...text].length > form.maxCharacters) return { wrong: `has at most ${form.maxCharacters} characters.` };
  const read = form.read(text.trim());
  return read === null ? { wrong: form.message } : { value: read };
}

/** A location may be sent as `{latitude, longitude}` too. */
function locationText(value: unknown): unknown {
  if (value === null || typeof value !== "object" || !("latitude" in value) || !("longitude" in value)) return value;
  return `${String(value.latitude)}, ${String(value.longitude)}`;
}
