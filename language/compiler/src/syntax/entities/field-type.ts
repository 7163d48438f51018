/** Reads the words of a field's type: `one of (good, worn)`, `list of Loan by item`, ``sequence `IT-{0000}` ``. */
import { currencyNamed, fold } from "@nonet/feel";
import { fieldTypeForms, readForm, simpleTypeForms, type SlotTests } from "@nonet/forms";
import { type FieldType, type ListedType, type SequencePart, textFormats } from "@nonet/model";
import { codeOf as code, type TextSpan } from "@nonet/notation";
import { tryForm } from "../../text/form-line.ts";
import { bare, cut, partsAt, slice, spaced, split } from "../../text/split.ts";

/** The names that a type can refer to. */
export interface TypeNames extends TypeWords {
  /** All names as one text. If it is the same, types are read the same. */
  readonly all: string;
}

export interface TypeWords {
  /** The defined name of the entity with that singular or plural. */
  entity(name: string): string | undefined;
  /** The role with that singular or plural. */
  role?(name: string): string | undefined;
  readonly currency: string | null;
}

/** `unknown`: not a type; `inferred`: the type follows from the field's expression. */
export type TypeReading = { readonly type: FieldType } | { readonly unknown: string } | { readonly inferred: true };

const simple: Readonly<Record<keyof (typeof simpleTypeForms)["forms"], FieldType>> = {
  text: { kind: "text", form: "plain" },
  "long text": { kind: "text", form: "long" },
  "rich text": { kind: "text", form: "rich" },
  number: { kind: "number" },
  integer: { kind: "integer" },
  percent: { kind: "percent" },
  "yes/no": { kind: "yes/no" },
  duration: { kind: "duration" },
  date: { kind: "date" },
  time: { kind: "time" },
  "date and time": { kind: "date and time" },
  ...(Object.fromEntries(textFormats.map((format) => [format, { kind: "formatted" as const, format }])) as Record<(typeof textFormats)[number], FieldType>),
  "secret key": { kind: "secret key" },
  file: { kind: "file", many: false, image: false },
  files: { kind: "file", many: true, image: false },
  image: { kind: "file", many: false, image: true },
  images: { kind: "file", many: true, image: true },
};

/** Names of every type, for "did you mean". */
export const typeNames: readonly string[] = [
  ...Object.keys(simple),
  "list of text",
  "money",
  "one of",
  "any of",
  "list of",
  "sequence",
  "gapless sequence",
  "random text of 12 characters",
  "secret link to",
];

/** Cached by text. */
const simpleBefore = new Map<string, FieldType | null>();

function simpleType(text: string): FieldType | null {
  const known = simpleBefore.get(text);
  if (known !== undefined) return known;
  const reading = readForm(simpleTypeForms, text);
  const type = reading.kind === "match" ? simple[reading.name] : null;
  if (simpleBefore.size < 1000) simpleBefore.set(text, type);
  return type;
}

export function readFieldType(written: TextSpan, names: TypeWords): TypeReading {
  const words = bare(written);
  // If the document has an entity Country, `Country` is the entity and `country` the type. It also takes precedence over other words for a type.
  const entity = Object.hasOwn(simple, fold(words.text)) && !/^\p{Lu}/u.test(words.text) ? undefined : names.entity(words.text);
  if (entity !== undefined) return { type: { kind: "reference", entity } };
  const type = simpleType(words.text) ?? simpleType(wordsFirst(words.text)) ?? typeByForm(words, names) ?? byRole(words.text, names) ?? personWithRole(words.text, names);
  return type ? { type } : { unknown: written.text };
}

/** `Referrer`, `list of Referrers`: where no entity is called so, the people with that role. */
function byRole(text: string, names: TypeWords): FieldType | null {
  const many = /^(?:list of|several|many|multiple)\s+(.+)$/i.exec(text);
  const name = bareText(many?.[1] ?? text);
  // `rider` in small letters is rather a field.
  const role = /^\p{Lu}/u.test(name) ? names.role?.(name) : undefined;
  const entity = names.entity("User");
  return role === undefined || entity === undefined ? null : { kind: many ? "references" : "reference", entity, role };
}

/** How people say which role somebody has: `(Teacher)`, `where "Teacher" in roles`, `only users with the role Teacher`. */
const havingRole: readonly RegExp[] = [
  /^\(\s*(?:(?:with\s+)?(?:the\s+)?role:?\s+)?([^()]+?)\s*\)$/i,
  /^(?:where|whose|if)\s+`?"([^"`]+)"\s+(?:is\s+)?in\s+(?:its\s+|their\s+|the\s+)?roles`?$/i,
  /^(?:where|whose|if)\s+`?(?:the\s+|its\s+|their\s+)?(?:roles?\s+(?:contains?|includes?|is|are|=)|list contains\(\s*roles\s*,)\s*"?([^"`()]+?)"?\s*\)?`?$/i,
  /^(?:(?:only|must be)\s+)?(?:an?\s+)?(?:(?:users?|persons?|people|those|one)\s+)?(?:with|of|in|who have|who has|having|must have)\s+(?:the\s+)?role\s+(?:of\s+)?"?([^"()]+?)"?$/i,
];

/** The defined name of the role that the words behind a person demand. */
export function roleDemanded(text: string, names: TypeWords): string | undefined {
  for (const pattern of havingRole) {
    const role = pattern.exec(text)?.[1];
    const known = role === undefined ? undefined : names.role?.(role);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** `User (Teacher)`, ``list of Users where `"Teacher" in roles` ``. */
function personWithRole(text: string, names: TypeWords): FieldType | null {
  const parts = /^((?:list of|several|many|multiple)\s+)?(?:an?\s+)?(?:users?|persons?|people)\s*(?=\s|\()/i.exec(text);
  const entity = names.entity("User");
  const role = parts ? roleDemanded(text.slice(parts[0].length).trim(), names) : undefined;
  return role === undefined || entity === undefined ? null : { kind: parts![1] === undefined ? "reference" : "references", entity, role };
}

/** The tests of what stands in a type. A comma would end it, so choices stand in parentheses or between slashes. */
const testsFor = (names: TypeWords): SlotTests => ({
  entity: (text) => entityIn(names, bareText(text)) !== undefined,
  choices: (text) => /^\(.*\)$/s.test(text) || /^[^():\s][^()]*(?:\s\/|,)\s[^()]+$/.test(text),
  // The pattern is what the backticks contain, and nothing after them.
  numbers: (text) => /^(`+[^`]+`+|[^`]+)$/.test(text),
  count: (text) => /^\d{1,4}$/.test(text),
  code: (text) => /^[A-Z]{3}$/.test(text),
  known: isCurrency,
});

/** A person is a User, unless an entity is called so. */
const entityIn = (names: TypeWords, name: string): string | undefined => names.entity(name) ?? (/^(?:person|people|persons)$/i.test(name) ? names.entity("User") : undefined);

const bareText = (text: string): string => text.replace(/^["`*]+|["`*]+$/g, "");

const currencyIn = (text: string): string | undefined => currencyNamed(/^\(\s*([^()]*?)\s*\)$/.exec(text)?.[1] ?? text);

/** A currency by its code, its sign or its name: `EUR`, `£`, `(euros)`. */
export const isCurrency = (text: string): boolean => currencyIn(text) !== undefined;

/** `text (long)` as `long text`, `photo(s)` as `photos`. */
function wordsFirst(text: string): string {
  const found = /^(\p{L}[^()]*?)(\s*)\(\s*([\p{L}\s-]+?)\s*\)$/u.exec(text);
  if (!found) return text;
  return found[2] === "" && found[3] === "s" ? `${found[1]}s` : `${found[3]} ${found[1]}`;
}

type Slot = (name: string) => TextSpan | undefined;

const makers: Record<keyof (typeof fieldTypeForms)["forms"], (slot: Slot, names: TypeWords) => FieldType | null> = {
  money: (slot, names) => {
    const written = slot("currency") && bare(slot("currency")!).text;
    const named = written && (currencyIn(written) ?? written);
    if (named === undefined) return { kind: "money", currency: names.currency };
    return /^[A-Z]{3}$/.test(named) ? { kind: "money", currency: named } : { kind: "money", currency: null, currencyField: named };
  },
  "one of": (slot) => choiceType("one of", slot("choices")!),
  "any of": (slot) => choiceType("any of", slot("choices")!),
  random: (slot) => ({ kind: "random text", length: Number(slot("length")?.text ?? 12) }),
  link: (slot) => ({ kind: "secret link", screen: bare(slot("screen")!).text }),
  sequence: (slot) => ({ kind: "sequence", gapless: false, pattern: sequencePattern(code(slot("pattern")!).text), takenOn: null }),
  gapless: (slot) => ({ kind: "sequence", gapless: true, pattern: sequencePattern(code(slot("pattern")!).text), takenOn: null }),
  inverse: (slot, names) => ({ kind: "inverse", entity: entityIn(names, bareText(slot("entity")!.text))!, by: bare(slot("field")!).text }),
  references: (slot, names) => {
    const entity = entityIn(names, bareText(slot("entity")!.text))!;
    return slot("role") ? { kind: "references", entity, role: slot("role")!.text } : { kind: "references", entity };
  },
  list: (slot, names) => listOf(bare(slot("type")!), names),
  reference: (slot, names) => {
    const entity = entityIn(names, bareText(slot("entity")!.text))!;
    return slot("role") ? { kind: "reference", entity, role: slot("role")!.text } : { kind: "reference", entity };
  },
};

function typeByForm(words: TextSpan, names: TypeWords): FieldType | null {
  const line = tryForm(fieldTypeForms, words, testsFor(names));
  return line && makers[line.name]((name) => line.slots[name], names);
}

function choiceType(kind: "one of" | "any of", words: TextSpan): FieldType | null {
  const parts = choicesOf(words);
  if (parts.length === 0) return null;
  const renamed = parts.flatMap((part) => (part.was === null ? [] : [{ from: part.was.text, to: part.choice }]));
  const choices = parts.map((part) => part.choice).filter((choice, i, all) => all.findIndex((one) => fold(one) === fold(choice)) === i);
  return { kind, choices, ...(renamed.length > 0 ? { renamed } : {}) };
}

interface Choice {
  readonly choice: string;
  readonly words: TextSpan;
  /** Its former name. */
  readonly was: TextSpan | null;
}

/** The choices of `one of (…)`; null if the words aren't such a type. */
export function choicesIn(words: TextSpan): readonly Choice[] | null {
  const line = tryForm(fieldTypeForms, words, testsFor({ entity: () => undefined, currency: null }));
  const choices = line?.slots["choices"];
  return choices ? choicesOf(choices) : null;
}

/** Without parentheses, `or` stands before the last choice. */
const choicesOf = (words: TextSpan): readonly Choice[] =>
  (words.text.startsWith("(") ? split(slice(words, 1, words.text.length - 1), ",/") : split(words, ",/").flatMap((part) => partsAt(part, /(?:^|\s+)(?:or|and)\s+/gi))).map(
    choiceWords,
  );

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
function listOf(item: TextSpan, names: TypeWords): FieldType | null {
  const singular = slice(item, 0, /s$/i.test(item.text) ? item.text.length - 1 : item.text.length);
  for (const words of [item, singular]) {
    const reading = words.text === "" ? null : readFieldType(words, names);
    if (!reading || !("type" in reading)) continue;
    const { type } = reading;
    if (type.kind === "text") return { kind: "texts" };
    if (type.kind === "one of") return { ...type, kind: "any of" };
    if (type.kind === "file" && !type.many) return { ...type, many: true };
    const of = listed(type);
    if (of) return { kind: "texts", of };
  }
  return null;
}

/** Whether the text begins with a type, as far as that shows without the document's entities: up to a comma or `=`. */
export function beginsWithType(text: string): boolean {
  const first = /^[^,;=]*/.exec(text)![0].trim();
  return (
    simpleType(first) !== null ||
    /^(?:one of|any of|several of|enum|choice of|lists? of|many|sequence|gapless sequence|random text|secret link to|money(?: in)?)(?:[\s:(]|$)/i.test(first) ||
    /^(?:\p{Lu}\p{L}*)(?:[\s-]\p{L}+){0,3}\s*(?:,\s*(?:required|optional|read-only|unique|default|set once|personal|hidden)\b|$|with role)/u.test(text)
  );
}
