/** Distinguishes an entity's attributes (`Shown as: …`) from its fields (`name: text`). */
import { commentForms, type FormMatch, entityLabelForms, fieldAttributeForms, fieldTypeForms, readForm, simpleTypeForms } from "@nonet/forms";
import { characterWords } from "./characters.ts";
import { isCurrency } from "./field-type.ts";
import { type Block, type Bullet, splitTop, type TextSpan } from "@nonet/notation";
import { nearest } from "@nonet/source";
import { slice } from "../../text/split.ts";

export const entityAttributes = [
  "Shown as",
  "Unique",
  "Sort",
  "Locked while",
  "Deleting",
  "Plural",
  "History",
  "Comments",
  "Was",
  "Initial records",
  "On create",
  "Erasing",
] as const;

export type EntityAttribute = keyof (typeof entityLabelForms)["forms"];

/** Cached by label. */
const before = new Map<string, FormMatch<EntityAttribute> | null>();

function readLabel(label: string): FormMatch<EntityAttribute> | null {
  const known = before.get(label);
  if (known !== undefined) return known;
  const reading = readForm(entityLabelForms, label);
  const made = reading.kind === "match" ? reading : null;
  if (before.size < 2000) before.set(label, made);
  return made;
}

/** Which attribute the label is; null if it isn't one. */
export const entityAttribute = (label: string): EntityAttribute | null => readLabel(label)?.name ?? null;

/** Which event of the entity the bullet is about, wherever it stands: `On create`, `On change of price`, `On entering out`. */
export function eventOf({ label, value }: Pick<Bullet, "label" | "value">): EntityAttribute | null {
  const key = label && value && isEntityAttribute(label.text, value.text) ? entityAttribute(label.text) : null;
  return key?.startsWith("on ") ? key : null;
}

/** What the label names: the field of `When customer is deleted`, the states of `On entering out`. */
export function namedInLabel(label: TextSpan): TextSpan {
  const range = Object.values(readLabel(label.text)?.slots ?? {})[0];
  return range ? slice(label, range.from, range.to) : label;
}

/** Whether the bullet is an attribute: by its name and, if a field could have that name (`sort: integer`), by its capital letter or by a value that is no type. */
export function isEntityAttribute(label: string, value: string): boolean {
  const read = readLabel(label);
  if (!read) return false;
  if (read.name === "comments") return areCommentsAllowed(label, value);
  return (read.isCanonical && /^[A-Z]/.test(label)) || !isFieldType(value);
}

/** Many entities have a field of this name, also one that refers to an entity or lists records: `comments: list of Remark by loan`. */
const areCommentsAllowed = (label: string, value: string): boolean =>
  readForm(commentForms, value).kind === "match" ||
  /^not shown$/i.test(value.trim()) ||
  (/^[A-Z]/.test(label) && /^[a-z]/.test(value) && !/^list of /i.test(value) && !isFieldType(value));

/** Whether the text is a type with its attributes. */
function isFieldType(text: string): boolean {
  const [type, ...more] = splitTop({ text, span: { file: 0, from: 0, to: text.length } }, ",").map((part) => part.text);
  const areAttributes = more.every((one) => readForm(fieldAttributeForms, one, { characters: (text) => characterWords(text) !== null }).kind === "match");
  // `User, required` can't be anything else.
  const isType =
    type !== undefined &&
    ((more.length > 0 && /^\p{Lu}/u.test(type)) ||
      type === "User" ||
      readForm(simpleTypeForms, type).kind === "match" ||
      readForm(fieldTypeForms, type, { entity: () => false, known: isCurrency }).kind === "match");
  return isType && areAttributes;
}

/** The attribute nearest to a capitalized label whose value isn't a field type. */
export const nearestEntityAttribute = (label: string): string | undefined => nearest(label, entityAttributes);

/** Whether the block is prose. `Initial records:` before a table isn't. */
export const isProse = (block: Block): boolean => (block.kind === "paragraph" && !isInitial(block)) || block.kind === "other";

export const isInitial = (block: Block | undefined): boolean =>
  (block?.kind === "paragraph" || block?.kind === "bullet") && entityAttribute(block.words.text.replace(/\([^()]*\)/, "").replace(/^[\W_]+|[\W_]+$/g, "")) === "initial records";
