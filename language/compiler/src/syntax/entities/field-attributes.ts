/** Finds attributes that follow a field's type, or one another, without a comma: `date required`. */
import { scanTop, type TextSpan } from "@nonet/notation";
import { slice } from "../../text/split.ts";
import { readFieldType, roleDemanded, type TypeReading, type TypeWords } from "./field-type.ts";
import { type RawAttribute, type RawField, readAttribute } from "./field.ts";

/** A field with its type as it was read. */
export interface TypedField {
  readonly raw: RawField;
  readonly reading: TypeReading;
}

/** The field as if the commas were there; `raw.lacksComma` says where they are missing. */
export function readTyped(raw: RawField, names: TypeWords): TypedField {
  const read = raw.type.text === "" && raw.computed ? ({ inferred: true } as const) : readFieldType(raw.type, names);
  const demanded = withRole(raw, read, names);
  if (demanded) return demanded;
  const before = "unknown" in read ? limitBefore(raw.type, names) : null;
  if (before) return readTyped({ ...raw, type: before.type, attributes: [before.limit, ...raw.attributes] }, names);
  const behind = "unknown" in read || ("type" in read && takesAll(read.type)) ? behindType(raw.type, names, "type" in read) : null;
  const attributes = raw.attributes.map((one) => (one.kind === "unknown" ? attributesIn(one.words) : behindValue(one)) ?? [one]);
  const reading = behind?.reading ?? read;
  // `sequence PATTERN taken on ACTION` needs no comma.
  const first = behind?.attributes[0]!.kind;
  const isOneForm = "type" in reading && ((first === "taken on" && reading.type.kind === "sequence") || (first === "until" && reading.type.kind === "secret link"));
  const limits = "type" in reading && limitedTypes.has(reading.type.kind) ? (behind?.attributes.findIndex(({ kind }) => !isLimit(kind)) ?? 0) : 0;
  const own = isOneForm ? 1 : limits < 0 ? behind!.attributes.length : limits;
  const lacksComma = [...(behind?.attributes.slice(own) ?? []), ...attributes.flatMap((one) => one.slice(1))].map((one) => one.words);
  if (!behind && lacksComma.length === 0) return { raw, reading };
  return {
    raw: { ...raw, type: behind?.type ?? raw.type, attributes: [...(behind?.attributes ?? []), ...attributes.flat()], ...(lacksComma.length > 0 ? { lacksComma } : {}) },
    reading,
  };
}

/** `integer from 1 to 5`, `text of at most 40 characters`: the limits of a type need no comma. */
const isLimit = (kind: RawAttribute["kind"]): boolean => ["between", "at least", "at most", "more than", "less than", "positive", "negative", "of characters"].includes(kind);
const limitedTypes: ReadonlySet<string> = new Set(["number", "integer", "percent", "money", "text", "date", "time", "date and time", "duration"]);

/** `up to 6 images`: how many values the field may have, before a type of several values. */
function limitBefore(words: TextSpan, names: TypeWords): { readonly type: TextSpan; readonly limit: RawAttribute } | null {
  if (!/^(?:up to|at most|at least|max|maximum|between|from|no more than|not more than|\d)/i.test(words.text)) return null;
  for (const at of blanks(words)) {
    const limit = readAttribute(slice(words, 0, at));
    const reading = isLimit(limit.kind) ? readFieldType(slice(words, at), names) : null;
    const type = reading && "type" in reading ? reading.type : null;
    if (type && (type.kind === "texts" || type.kind === "references" || type.kind === "any of" || (type.kind === "file" && type.many))) return { type: slice(words, at), limit };
  }
  return null;
}

/** `User, only users with the role Teacher`: the role belongs to the type. */
function withRole(raw: RawField, reading: TypeReading, names: TypeWords): TypedField | null {
  if (!("type" in reading)) return null;
  const { type } = reading;
  if ((type.kind !== "reference" && type.kind !== "references") || type.entity !== names.entity("User") || type.role !== undefined) return null;
  const saying = raw.attributes.filter(({ kind, words }) => kind === "unknown" && roleDemanded(words.text, names) !== undefined);
  if (saying.length !== 1) return null;
  const role = roleDemanded(saying[0]!.words.text, names)!;
  return { ...readTyped({ ...raw, attributes: raw.attributes.filter((one) => one !== saying[0]) }, names), reading: { type: { ...type, role } } };
}

/** Types that take whatever follows as a name or a pattern. */
const takesAll = (type: Extract<TypeReading, { type: unknown }>["type"]): boolean =>
  type.kind === "sequence" ||
  type.kind === "secret link" ||
  type.kind === "inverse" ||
  (type.kind === "money" && type.currencyField !== undefined) ||
  (type.kind === "reference" && type.role !== undefined);

/** Only these can follow a name, because any other word may be part of the name. */
const plain: ReadonlySet<RawAttribute["kind"]> = new Set(["required", "unique", "made unique", "hidden", "set once", "read-only", "taken on", "until"]);

function behindType(
  words: TextSpan,
  names: TypeWords,
  isRead: boolean,
): { readonly type: TextSpan; readonly reading: TypeReading; readonly attributes: readonly RawAttribute[] } | null {
  for (const at of blanks(words)) {
    const attributes = attributesIn(slice(words, at));
    if (!attributes || (isRead && !attributes.every(({ kind }) => plain.has(kind)))) continue;
    const type = slice(words, 0, at);
    const reading = readFieldType(type, names);
    if (!("type" in reading)) continue;
    // A random text has a length, and characters of its own.
    if (reading.type.kind === "random text" && attributes.some(({ kind }) => kind === "of characters")) continue;
    return { type, reading, attributes };
  }
  return null;
}

/** The words as a series of attributes; null if they aren't one. */
function attributesIn(words: TextSpan): readonly RawAttribute[] | null {
  for (const at of blanks(words)) {
    const first = readAttribute(slice(words, 0, at));
    const more = first.kind === "unknown" || (/^(?:at|more|less) /.test(first.kind) && /(?:^|\s(?:and|but|or))$/.test(first.value.text)) ? null : attributesIn(slice(words, at));
    if (more) return [first, ...more];
  }
  const whole = readAttribute(words);
  return whole.kind === "unknown" ? null : [whole];
}

/** `at least 1 default 3`: after a number, a date or a text in quotation marks, another attribute begins. Other words may belong to the value. */
function behindValue(one: RawAttribute): readonly RawAttribute[] | null {
  if (one.to || !/^(?:at least|at most|more than|less than|between|default|matching)$/.test(one.kind) || !/["`\s]\s*\p{L}/u.test(one.value.text)) return null;
  const parted = attributesIn(one.words);
  return parted && parted.length > 1 && /^(?:-?\d[^`"]*|"[^"]*"|`[^`]*`)$/.test(parted[0]!.value.text) ? parted : null;
}

/** The offsets of blanks outside of backticks, quotes and brackets. */
function blanks({ text }: TextSpan): number[] {
  const found: number[] = [];
  scanTop(text, (at) => void (/\s/.test(text[at]!) && found.push(at)));
  return found;
}
