/** Reads the words of a field's type: `one of (good, worn)`, `list of Loan by item`, ``sequence `IT-{0000}` ``. */
import { fold } from "@nonet/feel";
import type { FieldType, SequencePart } from "@nonet/model";
import type { Words } from "@nonet/notation";
import { code, slice, split } from "../words.ts";

/** What a type's words may refer to. */
export interface TypeNames {
  /** The defined name of the entity that is called so, in singular or plural. */
  entity(name: string): string | undefined;
  readonly currency: string | null;
}

/** `unsupported`: a type of the notation that this version can't hold; `unknown`: no type. */
export type TypeReading = { readonly type: FieldType } | { readonly unsupported: string } | { readonly unknown: string };

const simple: Readonly<Record<string, FieldType>> = {
  text: { kind: "text", form: "plain" },
  "long text": { kind: "text", form: "long" },
  number: { kind: "number" },
  integer: { kind: "integer" },
  percent: { kind: "percent" },
  "yes/no": { kind: "yes/no" },
  date: { kind: "date" },
  time: { kind: "time" },
  "date and time": { kind: "date and time" },
  email: { kind: "formatted", format: "email" },
  phone: { kind: "formatted", format: "phone" },
  "web address": { kind: "formatted", format: "web address" },
  colour: { kind: "formatted", format: "colour" },
  country: { kind: "formatted", format: "country" },
  language: { kind: "formatted", format: "language" },
  currency: { kind: "formatted", format: "currency" },
  "time zone": { kind: "formatted", format: "time zone" },
  file: { kind: "file", many: false, image: false },
  files: { kind: "file", many: true, image: false },
  image: { kind: "file", many: false, image: true },
  images: { kind: "file", many: true, image: true },
};

const synonyms: Readonly<Record<string, string>> = {
  string: "text", "multiline text": "long text", decimal: "number", int: "integer", "whole number": "integer", percentage: "percent",
  boolean: "yes/no", bool: "yes/no", "yes / no": "yes/no", "yes or no": "yes/no", datetime: "date and time", timestamp: "date and time",
  instant: "date and time", "e mail": "email", "email address": "email", "phone number": "phone", url: "web address", link: "web address",
  color: "colour", photo: "image", picture: "image", photos: "images", pictures: "images", attachment: "file", attachments: "files",
};

const later = /^(rich text|duration|address|location|list of text|any of|random text|secret key|secret link)\b/;

/** Names of every simple type, for "did you mean". */
export const typeNames: readonly string[] = [...Object.keys(simple), "money", "one of", "list of", "sequence", "gapless sequence"];

export function readFieldType(words: Words, names: TypeNames): TypeReading {
  const name = fold(words.text);
  const known = simple[synonyms[name] ?? name];
  if (known) return { type: known };
  if (later.test(name)) return { unsupported: later.exec(name)![1]! };
  return readMoney(words, names) ?? readChoice(words) ?? readSequence(words) ?? readReference(words, names) ?? { unknown: words.text };
}

function readMoney(words: Words, names: TypeNames): TypeReading | null {
  const match = /^money(?:\s+in\s+(.+))?$/i.exec(words.text);
  if (!match) return null;
  if (match[1] === undefined) return { type: { kind: "money", currency: names.currency } };
  return /^[A-Z]{3}$/.test(match[1]) ? { type: { kind: "money", currency: match[1] } } : { unsupported: "money in a field's currency" };
}

function readChoice(words: Words): TypeReading | null {
  const match = /^(?:one of|enum|choice of)\s*:?\s*\((.*)\)$/is.exec(words.text);
  if (!match) return null;
  const at = words.text.indexOf("(") + 1;
  const choices = split(slice(words, at, words.text.length - 1), ",/").map((w) => w.text.replace(/^["`](.*)["`]$/, "$1"));
  return choices.length > 0 ? { type: { kind: "one of", choices } } : null;
}

function readSequence(words: Words): TypeReading | null {
  const match = /^(gapless\s+)?sequence\s+(.+)$/i.exec(words.text);
  if (!match) return null;
  const pattern = code(slice(words, words.text.length - match[2]!.length)).text;
  return { type: { kind: "sequence", gapless: match[1] !== undefined, pattern: sequencePattern(pattern), takenOn: null } };
}

function sequencePattern(pattern: string): SequencePart[] {
  return pattern.split(/(\{[^{}]*\})/).filter((part) => part !== "").map((part): SequencePart => {
    const inner = /^\{(.*)\}$/.exec(part)?.[1]?.trim();
    if (inner === undefined) return { kind: "text", text: part };
    if (/^0+$/.test(inner)) return { kind: "counter", digits: inner.length };
    if (inner === "year" || inner === "month") return { kind: inner };
    return { kind: "field", field: inner };
  });
}

function readReference(words: Words, names: TypeNames): TypeReading | null {
  const list = /^list of\s+(.+?)(?:\s+by\s+(.+))?$/i.exec(words.text);
  if (list) {
    const entity = names.entity(list[1]!);
    if (entity === undefined) return null;
    return { type: list[2] === undefined ? { kind: "references", entity } : { kind: "inverse", entity, by: list[2].trim() } };
  }
  const role = /^(.+?)\s+with role\s+(.+)$/i.exec(words.text);
  const entity = names.entity(role ? role[1]! : words.text);
  if (entity === undefined) return null;
  return { type: role ? { kind: "reference", entity, role: role[2]!.trim() } : { kind: "reference", entity } };
}
