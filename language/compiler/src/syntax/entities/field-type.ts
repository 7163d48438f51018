/** Reads the words of a field's type: `one of (good, worn)`, `list of Loan by item`, ``sequence `IT-{0000}` ``. */
import { fold } from "@nonet/feel";
import { type FieldType, type ListedType, type SequencePart, textFormats } from "@nonet/model";
import { codeOf as code, type TextSpan, typeSynonyms } from "@nonet/notation";
import { after, bare, cut, slice, spaced, split } from "../../text/split.ts";

/** The names that a type can refer to. */
export interface TypeNames extends TypeWords {
  /** All names as one text. If it is the same, types are read the same. */
  readonly all: string;
}

export interface TypeWords {
  /** The defined name of the entity with that singular or plural. */
  entity(name: string): string | undefined;
  readonly currency: string | null;
}

/** `unknown`: not a type; `inferred`: the type follows from the field's expression. */
export type TypeReading = { readonly type: FieldType } | { readonly unknown: string } | { readonly inferred: true };

const simple: Readonly<Record<string, FieldType>> = {
  text: { kind: "text", form: "plain" },
  "long text": { kind: "text", form: "long" },
  number: { kind: "number" },
  integer: { kind: "integer" },
  percent: { kind: "percent" },
  "yes/no": { kind: "yes/no" },
  "rich text": { kind: "text", form: "rich" },
  duration: { kind: "duration" },
  ...Object.fromEntries(textFormats.map((format) => [format, { kind: "formatted" as const, format }])),
  "list of text": { kind: "texts" },
  "secret key": { kind: "secret key" },
  date: { kind: "date" },
  time: { kind: "time" },
  "date and time": { kind: "date and time" },
  file: { kind: "file", many: false, image: false },
  files: { kind: "file", many: true, image: false },
  image: { kind: "file", many: false, image: true },
  images: { kind: "file", many: true, image: true },
};

/** Names of every simple type, for "did you mean". */
export const typeNames: readonly string[] = [
  ...Object.keys(simple),
  "money",
  "one of",
  "any of",
  "list of",
  "sequence",
  "gapless sequence",
  "random text of 12 characters",
  "secret link to",
];

export function readFieldType(words: TextSpan, names: TypeWords): TypeReading {
  const name = fold(words.text);
  // If the document has an entity Country, `Country` is the entity and `country` the type.
  const entity = /^\p{Lu}/u.test(words.text) ? names.entity(words.text) : undefined;
  if (entity !== undefined) return { type: { kind: "reference", entity } };
  const known = simple[typeSynonyms[name] ?? name];
  if (known) return { type: known };
  const read = readByWord(words, names);
  if (read) return read;
  const article = /^(?:an?|the)\s+/i.exec(words.text);
  return article ? readFieldType(slice(words, article[0].length), names) : { unknown: words.text };
}

function readByWord(words: TextSpan, names: TypeWords): TypeReading | null {
  return readMoney(words, names) ?? readChoice(words) ?? readRandom(words) ?? readSequence(words) ?? readReference(words, names);
}

function readMoney(words: TextSpan, names: TypeWords): TypeReading | null {
  const match = /^money(?:\s+in\s+(.+))?$/i.exec(words.text);
  if (!match) return null;
  if (match[1] === undefined) return { type: { kind: "money", currency: names.currency } };
  const named = bare(slice(words, words.text.length - match[1].length)).text;
  return { type: /^[A-Z]{3}$/.test(named) ? { kind: "money", currency: named } : { kind: "money", currency: null, currencyField: named } };
}

function readRandom(words: TextSpan): TypeReading | null {
  const random = /^random text(?:\s+of\s+(\d{1,4})(?:\s+(?:characters?|chars?))?)?$/i.exec(words.text);
  if (random) return { type: { kind: "random text", length: Number(random[1] ?? 12) } };
  const link = /^secret link to\s+(.+)$/i.exec(words.text);
  return link ? { type: { kind: "secret link", screen: bare(slice(words, words.text.length - link[1]!.length)).text } } : null;
}

function readChoice(words: TextSpan): TypeReading | null {
  const parts = choicesIn(words);
  if (!parts || parts.length === 0) return null;
  const renamed = parts.flatMap((part) => (part.was === null ? [] : [{ from: part.was.text, to: part.choice }]));
  const kind = /^(any|several) of/i.test(words.text) ? "any of" : "one of";
  const choices = parts.map((part) => part.choice).filter((choice, i, all) => all.findIndex((one) => fold(one) === fold(choice)) === i);
  return { type: { kind, choices, ...(renamed.length > 0 ? { renamed } : {}) } };
}

interface Choice {
  readonly choice: string;
  readonly words: TextSpan;
  /** Its former name. */
  readonly was: TextSpan | null;
}

/** The choices of `one of (…)`; null if the words aren't such a type. */
export function choicesIn(words: TextSpan): readonly Choice[] | null {
  const match = /^(one of|any of|enum|choice of|several of)\s*:?\s*\((.*)\)$/is.exec(words.text);
  // Without parentheses a comma ends the type. `a / b` can only be choices.
  const slashed = /^(one of|any of|enum|choice of|several of)\s*:?\s*(?=[^()]*\s\/\s)[^()]+$/i.exec(words.text);
  if (!match && !slashed) return null;
  const inside = match ? slice(words, words.text.indexOf("(") + 1, words.text.length - 1) : after(words, /(?:one of|any of|enum|choice of|several of)\s*:?\s*/i)!;
  return split(inside, ",/").map(choiceWords);
}

/** `fair was ok`. */
function choiceWords(words: TextSpan): Choice {
  const renamed = cut(words, /\s+was\s+/i);
  return renamed ? { choice: choiceIn(renamed.before), words, was: plain(renamed.after) } : { choice: choiceIn(words), words, was: null };
}

/** A text in quotation marks is taken as it is written. */
const choiceIn = (words: TextSpan): string => (/^\s*["`]/.test(words.text) ? plain(words).text : spaced(plain(words).text));

/** Without quotation marks or backticks. */
function plain(words: TextSpan): TextSpan {
  const from = words.text.length - words.text.trimStart().length;
  const trimmed = slice(words, from, from + words.text.trim().length);
  return /^["`].*["`]$/.test(trimmed.text) ? slice(trimmed, 1, trimmed.text.length - 1) : trimmed;
}

function readSequence(words: TextSpan): TypeReading | null {
  // The pattern is what the backticks contain, and nothing after them.
  const match = /^(gapless\s+)?sequence\s+(`+[^`]+`+|[^`]+)$/i.exec(words.text);
  if (!match) return null;
  const pattern = code(slice(words, words.text.length - match[2]!.length)).text;
  return { type: { kind: "sequence", gapless: match[1] !== undefined, pattern: sequencePattern(pattern), takenOn: null } };
}

function sequencePattern(pattern: string): SequencePart[] {
  return pattern
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== "")
    .map((part): SequencePart => {
      const inner = /^\{(.*)\}$/.exec(part)?.[1]?.trim();
      if (inner === undefined) return { kind: "text", text: part };
      if (/^0+$/.test(inner)) return { kind: "counter", digits: inner.length };
      if (inner === "year" || inner === "month") return { kind: inner };
      return { kind: "field", field: inner.replace(/^this\.\s*/, "") };
    });
}

/** The type, if a list can hold values of it. */
export function listed(type: FieldType): ListedType | null {
  switch (type.kind) {
    case "number":
    case "integer":
    case "percent":
    case "yes/no":
    case "date":
    case "time":
    case "date and time":
    case "duration":
    case "formatted":
      return type;
    case "money":
      return type.currencyField === undefined ? type : null;
    default:
      return null;
  }
}

/** `list of date`, `list of one of (a, b)`, `several numbers`. */
function listOf(item: TextSpan, names: TypeWords): TypeReading | null {
  const singular = slice(item, 0, /s$/i.test(item.text) ? item.text.length - 1 : item.text.length);
  for (const words of [item, singular]) {
    const reading = words.text === "" ? null : readFieldType(words, names);
    if (!reading || !("type" in reading)) continue;
    const { type } = reading;
    if (type.kind === "text") return { type: { kind: "texts" } };
    if (type.kind === "one of") return { type: { ...type, kind: "any of" } };
    if (type.kind === "file" && !type.many) return { type: { ...type, many: true } };
    const of = listed(type);
    if (of) return { type: { kind: "texts", of } };
  }
  return null;
}

/** A person is a User, unless an entity is called so. */
const entityIn = (names: TypeWords, name: string): string | undefined => names.entity(name) ?? (/^(?:person|people|persons)$/i.test(name) ? names.entity("User") : undefined);

function readReference(words: TextSpan, names: TypeWords): TypeReading | null {
  const list = after(words, /(?:(?:an?|the)\s+)?(?:lists? of|many|several|multiple|any number of|set of|references to)\s+/i);
  if (list) {
    const parts = cut(list, /\s+by\s+(?:(?:its|their|the)\s+)?/i);
    const item = bare(parts?.before ?? list);
    const entity = entityIn(names, bare(item).text);
    if (entity === undefined) return parts ? null : listOf(item, names);
    return { type: parts ? { kind: "inverse", entity, by: bare(parts.after).text } : { kind: "references", entity } };
  }
  const plain = slice(words, /^(?:references? to|link to|one)\s+(?:an?\s+|the\s+|one\s+)?(?=\S)/i.exec(words.text)?.[0].length ?? 0);
  const role = /^(.+?)\s+with (?:the )?role\s+(.+)$/i.exec(plain.text);
  const entity = entityIn(names, bare(slice(plain, 0, role ? role[1]!.length : plain.text.length)).text);
  if (entity === undefined) return null;
  return { type: role ? { kind: "reference", entity, role: role[2]!.trim() } : { kind: "reference", entity } };
}

/** Whether the text begins with a type, as far as that shows without the document's entities: up to a comma or `=`. */
export function beginsWithType(text: string): boolean {
  const first = fold(/^[^,;=]*/.exec(text)![0]);
  return (
    (typeSynonyms[first] ?? first) in simple ||
    /^(?:one of|any of|enum|choice of|lists? of|many|sequence|gapless sequence|random text|secret link to|money(?: in)?)(?:\s|$)/.test(first) ||
    /^(?:\p{Lu}\p{L}*)(?:\s\p{L}+){0,3}\s*(?:,\s*(?:required|read-only|unique|default|set once|personal|hidden)\b|$|with role)/u.test(text)
  );
}
