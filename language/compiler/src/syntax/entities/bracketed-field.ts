/** Fields whose type and attributes stand in brackets behind the name: `name (text, required)`, ``total (money, computed) = `sum(lines.amount)` ``, `**name** (text): what people see`. */
import { scanTop, type TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { slice, split } from "../../text/split.ts";
import { isEntityAttribute } from "./entity-attributes.ts";
import { beginsWithType } from "./field-type.ts";
import { attributesIn, fieldFrom, type RawAttribute, type RawField } from "./field.ts";

/** The parts of `name (inside) rest`; null if the words aren't built like that. */
export interface Bracketed {
  readonly name: TextSpan;
  readonly inside: TextSpan;
  readonly rest: TextSpan;
}

export function bracketed(words: TextSpan): Bracketed | null {
  const open = words.text.indexOf("(");
  const name = open > 0 ? slice(words, 0, open) : null;
  if (!name || !/^(?:\*\*|__|`|)\p{L}[\p{L}\p{N} _'’-]{0,60}(?:\*\*|__|`|)$/u.test(name.text)) return null;
  const end = closing(words.text.slice(open));
  return end < 0 ? null : { name, inside: slice(words, open + 1, open + end), rest: slice(words, open + end + 1) };
}

/** Where the bracket at the start is closed; -1 if it isn't. */
function closing(text: string): number {
  let behind = text.endsWith(")") ? text.length : 0;
  scanTop(text, (at) => {
    if (at === 0) return false;
    behind = at;
    return true;
  });
  return behind - 1;
}

/** What says that there is a formula, and nothing more. */
const saysComputed = /^(?:automatically\s+)?(?:computed|calculated|derived|automatic|formula)$/i;
/** Words of a remark that limit something, so that it may be meant as an attribute. */
const limiting =
  /\b(?:at (?:most|least)|up to|between|within|default|defaults|each|every|or|only|unless|except|if|when|while|without|not|no|never|always|must|may|can|cannot|max|min|maximum|minimum|unique|hidden|secret|personal|more|less|than|required|optional|mandatory|read-only|computed|calculated|=)\b|[<>=≤≥]/i;

/** The field in words without a colon; null where the brackets hold no type. */
export function bracketedField(words: TextSpan, span: Span): RawField | null {
  const parts = bracketed(words);
  if (!parts || !holdsType(parts)) return null;
  const field = fieldFrom(parts.name, parts.inside, span);
  if (parts.rest.text === "" || /^\s*(?:—|–|--)\s/.test(parts.rest.text)) return field;
  const formula = /^=\s/.test(parts.rest.text) ? fieldFrom(parts.name, parts.rest, span) : null;
  return formula?.computed && !field.computed && field.attributes.every(({ kind }) => kind !== "computed") ? withFormulaOf(field, formula) : null;
}

const withFormulaOf = (field: RawField, formula: RawField): RawField => ({
  ...field,
  computed: formula.computed,
  attributes: [...field.attributes.filter(({ kind, words }) => kind !== "unknown" || !saysComputed.test(words.text)), ...formula.attributes],
});

/** The field in a line with a colon behind the brackets: a remark follows, further attributes, or a formula. Null where the colon begins the type, as in `weight (kg): number`. */
export function bracketedLabel(label: TextSpan, value: TextSpan, span: Span): RawField | null {
  const parts = bracketed(label);
  if (!parts || parts.rest.text !== "" || !holdsType(parts) || beginsWithType(value.text)) return null;
  const field = fieldFrom(parts.name, parts.inside, span);
  if (/^`?=/.test(value.text)) {
    const formula = fieldFrom(parts.name, value, span);
    return formula.computed && !field.computed ? withFormulaOf(field, formula) : null;
  }
  const more: RawAttribute[] = split(value, ",;").flatMap(attributesIn);
  const isRemark = more.every(({ kind }) => kind === "unknown") && !limiting.test(value.text);
  return isRemark ? field : { ...field, attributes: [...field.attributes, ...more] };
}

/** `User, only users with the role Clerk`: an entity or a role, and attributes. */
const beginsWithName = /^\p{Lu}[\p{L}\p{N}]*(?:[\s-][\p{L}\p{N}]+){0,3}\s*(?:[,;]|$)/u;

/** A type stands in the brackets, and the name isn't that of an attribute of the entity. */
const holdsType = ({ name, inside }: Bracketed): boolean =>
  (beginsWithType(inside.text) || beginsWithName.test(inside.text)) && !isEntityAttribute(name.text.replace(/[*_`]/g, ""), inside.text);
