/** Parses one value into its field's type: the forms of JSON, of HTML forms and of cells in a file alike. */
import { isDateText } from "@nonet/feel";
import { type Field, isId, type ListedType, readFormatted } from "@nonet/model";
import { characters } from "./field-constraints.ts";
import { cleanHtml } from "./rich-text.ts";
import { say } from "@nonet/texts";
import { currentLanguage } from "@nonet/texts";

/** `error` continues a sentence that begins with the field's name. */
export type ParsedValue = { readonly value: unknown } | { readonly error: string };
const error = (text: string): ParsedValue => ({ error: text });

export function parseValue(field: Field, value: unknown): ParsedValue {
  const type = field.type;
  switch (type.kind) {
    case "text":
      return type.form === "rich" ? rich(value) : text(value, type.form === "plain" ? 200 : 20_000, field.atMost !== null);
    case "number":
    case "money":
    case "percent":
      return decimal(value);
    case "integer":
      return integer(value);
    case "yes/no":
      if (value === true || value === "true" || value === "yes") return { value: true };
      return value === false || value === "false" || value === "no" ? { value: false } : error(say("must-be-yes-or-no"));
    case "date":
      return typeof value === "string" && isKeptDate(value) ? { value } : error(say("must-be-a-date-such-as-2026"));
    case "time":
      return typeof value === "string" && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value) ? { value } : error(say("must-be-a-time-such-as-08"));
    case "date and time":
      return instant(value);
    case "duration":
      return typeof value === "string" && /^-?P(?=.)(\d{1,6}W)?(\d{1,7}D)?(T(?=.)(\d{1,7}H)?(\d{1,7}M)?(\d{1,9}S)?)?$/.test(value)
        ? { value }
        : error(say("must-be-a-duration-such-as-p3d"));
    case "one of":
      return typeof value === "string" && type.choices.includes(value) ? { value } : error(say("must-be-one-of-choices", { choices: type.choices.join(", ") }));
    case "any of":
      return Array.isArray(value) && value.every((v) => type.choices.includes(v))
        ? { value: type.choices.filter((c) => value.includes(c)) }
        : error(say("must-be-a-list-of-choices", { choices: type.choices.join(", ") }));
    case "texts":
      return type.of ? listed(field, type.of, value) : texts(value);
    case "reference":
      return reference(false, value);
    case "file":
      return files(type.many, value);
    case "references":
      return reference(true, value);
    case "formatted":
      return formatted(type.format, value);
    case "inverse":
    case "sequence":
    case "random text":
    case "secret key":
    case "secret link":
      return error(say("is-set-by-the-product-and-cant"));
  }
}

function formatted(format: Parameters<typeof readFormatted>[0], value: unknown): ParsedValue {
  const read = readFormatted(format, value);
  return "wrong" in read ? error(read.wrong) : read;
}

function decimal(value: unknown): ParsedValue {
  if (typeof value !== "string" && !(typeof value === "number" && Number.isFinite(value))) return error(say("must-be-a-number-such-as-12"));
  const digits = String(value).trim();
  if (/^-?(\d{1,30})(\.\d{1,30})?$/.test(digits)) return { value: digits };
  return error(/^-?\d+(\.\d+)?$/.test(digits) ? say("must-have-at-most-30-digits-before") : say("must-be-a-number-such-as-12"));
}

function integer(value: unknown): ParsedValue {
  const digits = String(value).trim();
  if (/^-?\d{1,15}$/.test(digits) && typeof value !== "boolean") return { value: digits };
  return error(/^-?\d+$/.test(digits) ? say("must-be-a-whole-number-of-at") : say("must-be-a-whole-number"));
}

/** Sanitized before anything else sees it. */
function rich(value: unknown): ParsedValue {
  const read = text(value, 40_000, false);
  if ("error" in read) return read;
  const clean = cleanHtml(value as string);
  return [...clean].length > 40_000 ? error(say("must-be-at-most-40-000-characters")) : { value: clean === "" ? null : clean };
}

function texts(value: unknown): ParsedValue {
  if (!Array.isArray(value) || !value.every((v): v is string => typeof v === "string")) return error(say("must-be-a-list-of-texts"));
  const items = value.map((v) => v.trim()).filter((v) => v !== "");
  if (items.some((v) => v.includes("\u0000"))) return error(say("contains-the-character-u-0000-which-cant"));
  return items.some((v) => [...v].length > 200)
    ? error(say("must-have-items-of-at-most-200"))
    : items.length > 1000
      ? error(say("must-have-at-most-1-000-items"))
      : { value: items };
}

/** A list of values of a simple type. */
function listed(field: Field, type: ListedType, value: unknown): ParsedValue {
  if (!Array.isArray(value)) return error(say("must-be-a-list"));
  if (value.length > 1000) return error(say("must-have-at-most-1-000-items"));
  const items = value.filter((item) => item !== "").map((item) => parseValue({ ...field, type, atLeast: null, atMost: null, matching: null }, item));
  const wrong = items.find((item) => "error" in item);
  return wrong && "error" in wrong ? error(`has a value that ${wrong.error}`) : { value: items.map((item) => (item as { value: unknown }).value) };
}

function text(value: unknown, max: number, bounded: boolean): ParsedValue {
  if (typeof value !== "string") return error(say("must-be-text"));
  if (value.includes("\u0000")) return error(say("contains-the-character-u-0000-which-cant"));
  if (!bounded && value.length > max && characters(value) > max) return error(say("must-be-at-most-max-characters-long", { max: max.toLocaleString(currentLanguage()) }));
  return { value };
}

/** Files are referred to by their ids alone. */
function files(many: boolean, value: unknown): ParsedValue {
  const read = reference(many, value);
  if ("error" in read) return many && !Array.isArray(value) ? read : error(say("must-be-an-id-or-id-of"));
  return [read.value].flat().every(isId) ? read : error(say("must-be-an-id-or-id-of"));
}

function reference(many: boolean, value: unknown): ParsedValue {
  if (many) {
    if (!Array.isArray(value)) return error(say("must-be-a-list"));
    const items = value.map((v) => reference(false, v));
    return items.find((i) => "error" in i) ?? { value: items.map((i) => (i as { value: unknown }).value) };
  }
  if (isId(value)) return { value };
  if (value !== null && typeof value === "object" && !Array.isArray(value)) {
    const entries = Object.entries(value);
    if ("id" in value) return isId(value.id) ? { value: value.id } : error(say("must-be-an-id"));
    if (entries.length === 1 && typeof entries[0]![1] === "string") return { value: { find: entries[0]![0], value: entries[0]![1] } };
  }
  return error(say("must-be-an-id-id-or-an"));
}

/** A date of a year from 1 to 9999. */
export const isKeptDate = (text: string): boolean => isDateText(text) && /^(?!0000)\d{4}-/.test(text);

const [firstInstant, lastInstant] = [Date.parse("0001-01-01T00:00:00Z"), Date.parse("9999-12-31T23:59:59.999Z")];

/** With an offset, which may not move it out of the years from 1 to 9999. */
function instant(value: unknown): ParsedValue {
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?:.*)(?:Z|[+-]\d\d:\d\d)$/.test(value) && isKeptDate(value.slice(0, 10))) {
    const at = Date.parse(value);
    if (at >= firstInstant && at <= lastInstant) return { value: new Date(at).toISOString() };
  }
  return error(say("must-be-an-instant-such-as-2026"));
}
