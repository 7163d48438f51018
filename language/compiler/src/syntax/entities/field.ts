/** Reads a field into its name, type and attributes, without checking anything. */
import { fieldAttributeForms, lasting, readForm } from "@nonet/forms";
import { codeOf as code, type TextSpan } from "@nonet/notation";
import { nearest, type Span } from "@nonet/source";
import { cut, findTop, slice, split } from "../../text/split.ts";
import { characterWords } from "./characters.ts";
import { isMeasure } from "./measures.ts";

export type AttributeKind = keyof typeof fieldAttributeForms.forms | "unknown";

export interface RawAttribute {
  readonly kind: AttributeKind;
  /** What follows the attribute's words; empty if nothing does. The lower end of a range. */
  readonly value: TextSpan;
  /** The upper end of a range. */
  readonly to?: TextSpan;
  readonly words: TextSpan;
  /** For a cell that is not shown, the attribute of its column. */
  readonly column?: string;
}

export interface RawField {
  readonly name: TextSpan;
  readonly type: TextSpan;
  readonly computed: TextSpan | null;
  readonly attributes: readonly RawAttribute[];
  /** Attributes before which a comma is missing. They are among `attributes` as well. */
  readonly lacksComma?: readonly TextSpan[];
  readonly span: Span;
}

/** A value that needs no word before it, as in `1 to 5`. */
const isNumber = (text: string): boolean => /^-?\d[\d.,:-]*(?:\s*(?:%|[\p{L}]{1,12}))?$/u.test(text) && !/\d\s+(?:digits?|figures?|letters?|capitals?)$/i.test(text);
/** What follows `>`, and isn't `>=`. */
const isEnd = (text: string): boolean => !/^[=<>]/.test(text);
const isDigits = (text: string): boolean => /^(?:\d|one|two|three|four|no)$/i.test(text);
/** One condition, so that a `not` before it can only deny all of it. */
const isSingle = (text: string): boolean => !/\s(?:and|or|but)\s|,/i.test(text) && !/^(?:in|the|yet|before|after)$/i.test(text);
/** `(30, 45, 60)`, `30 or 60`: whole numbers. */
const areNumbers = (text: string): boolean => /^-?\d{1,9}(?:\s*[,/]\s*(?:or\s+)?-?\d{1,9}|\s+or\s+-?\d{1,9})+$/i.test(text.replace(/^\(\s*(.*?)\s*\)$/, "$1"));
const attributeTests = lasting({ numbers: areNumbers, single: isSingle, number: isNumber, end: isEnd, digits: isDigits, characters: (text) => characterWords(text) !== null });

/** The attributes' own words, for "did you mean". */
export const attributeNames: readonly string[] = Object.keys(fieldAttributeForms.forms).filter(
  (name) => !name.startsWith("rounded") && name !== "optional" && name !== "of characters" && name !== "computed" && name !== "not shown" && name !== "non-negative",
);

/** One attribute. `at least: 2` below the field means the same as `at least 2` in its line. */
export function readAttribute(written: TextSpan): RawAttribute {
  const inner = code(written);
  const mark = /^([*_])[^*_]+\1$/.test(written.text) ? 1 : 0;
  // `>= 0` means the same in backticks.
  const words = /^[<>≥≤]/.test(inner.text) ? inner : slice(written, mark, written.text.length - mark);
  const reading = readForm(
    fieldAttributeForms,
    words.text
      .replace(/^([\p{L} -]+):(?=\s)/u, "$1 ")
      .replace(/^(\d[\d.,]*?\s?)(-|\.{2,3}|…)(?=\s?\d[\d.,]*$)/, (_, from: string, dash: string) => `${from}${"–".padStart(dash.length)}`),
    attributeTests,
  );
  // `must be at least 5`.
  const said = reading.kind === "match" ? null : /^(?:must|has to|shall|should)\s+(?:always\s+)?be\s+(?=\S)/i.exec(words.text);
  const inside = said ? readAttribute(slice(words, said[0].length)) : undefined;
  if (inside && inside.kind !== "unknown") return { ...inside, words };
  if (reading.kind !== "match") return { kind: "unknown", value: words, words };
  const kind = reading.name as AttributeKind;
  // A full stop at the end belongs to a text or pattern.
  const keepsStop = kind === "default" || kind === "matching";
  const [value, to] = Object.values(reading.slots).map(({ from, to: end }) =>
    slice(words, from, keepsStop && words.text.slice(end) === "." && words.text[end - 1] !== "`" ? end + 1 : end),
  );
  return { kind, value: (value && slice(value, /^[=:]\s+/.exec(value.text)?.[0].length ?? 0)) ?? slice(words, words.text.length), words, ...(to ? { to } : {}) };
}

/** `new end date: date, required`, as the input of an action. */
export function rawInputField(words: TextSpan): RawField | null {
  const parts = cut(words, /:\s*/) ?? bracketed(words);
  return parts && parts.before.text !== "" && parts.after.text !== "" ? fieldFrom(parts.before, parts.after, words.span) : null;
}

/** `reason (text, required)`. */
function bracketed(words: TextSpan): { readonly before: TextSpan; readonly after: TextSpan } | null {
  const found = /^[^()]+\s\(.*\)$/s.test(words.text) ? words.text.indexOf("(") : -1;
  return found < 0 ? null : { before: slice(words, 0, found), after: slice(words, found + 1, words.text.length - 1) };
}

export function fieldFrom(name: TextSpan, written: TextSpan, span: Span): RawField {
  // `` `integer, required` `` and `` `= a + b` `` mean the same without backticks.
  const plain = withoutRemark(written);
  const value = /^`(?:=|[^`]*[,;])/.test(plain.text) ? code(plain) : plain;
  const [first, ...more] = withOtherCases(value, withOpenNumbers(value, withOpenChoices(value, split(value, ",;"))));
  if (!first) return { name, type: value, computed: null, attributes: [], span };
  const quoted = /(?:^|\s)`=\s*[^`]+`$/.exec(first.text);
  if (quoted) {
    const at = first.text.indexOf("`", quoted.index);
    const computed = slice(first, at + 2, first.text.length - 1);
    return { name, type: withoutComputed(slice(first, 0, at)), computed, attributes: more.flatMap(attributesIn), span };
  }
  const equals = findTop(first, /(?:^|\s)=\s+/);
  if (!equals) return withFormula({ name, type: first, computed: null, attributes: more.flatMap(attributesIn), span });
  const formula = slice(value, equals.index + equals[0].length);
  const [computed, ...attributes] = withOtherCases(formula, split(formula, ",;"), true);
  return { name, type: withoutComputed(slice(first, 0, equals.index)), computed: computed ?? null, attributes: attributes.flatMap(attributesIn), span };
}

/** `money (calculated) = …`: what the formula says already. */
function withoutComputed(type: TextSpan): TextSpan {
  const open = type.text.lastIndexOf(" (");
  const isSaid = open > 0 && ["(calculated)", "(computed)", "(derived)", "(automatic)", "(formula)"].includes(type.text.slice(open + 1).toLowerCase());
  return isSaid ? slice(type, 0, open) : type;
}

/** `one of small, large, required`, `one of: small, large; required`: choices without parentheses go on to the first attribute, or to a semicolon behind a comma. */
function withOpenChoices(value: TextSpan, parts: readonly TextSpan[]): readonly TextSpan[] {
  if (!parts[0] || !/^(?:one of|any of|several of|choice of)(?:\s|\s?:)\s*[^()/`:]+$/i.test(parts[0].text)) return parts;
  const isBehind = (i: number, mark: string): boolean => value.text.slice(parts[i - 1]!.span.to - value.span.from, parts[i]!.span.from - value.span.from).includes(mark);
  const end = parts.findIndex((part, i) => i > 0 && (readAttribute(part).kind !== "unknown" || isMisspelt(part) || isBehind(i, ";")));
  const choices = end < 0 ? parts : parts.slice(0, end);
  if (choices.length < 2) return parts;
  return [slice(value, parts[0].span.from - value.span.from, choices.at(-1)!.span.to - value.span.from), ...parts.slice(choices.length)];
}

/** `integer, one of 30, 45, 60, default 30`: numbers without parentheses are one attribute. */
function withOpenNumbers(value: TextSpan, parts: readonly TextSpan[]): readonly TextSpan[] {
  const from = parts.findIndex(({ text }, i) => i > 0 && /^(?:(?:only|either|must be)\s+)?(?:one of\s*:?|only|either)\s+-?\d{1,9}$/i.test(text));
  if (from < 0) return parts;
  const rest = parts.slice(from + 1);
  const count = rest.findIndex(({ text }) => !/^(?:or\s+)?-?\d{1,9}(?:\s+or\s+-?\d{1,9})?$/i.test(text));
  const end = from + (count < 0 ? rest.length : count);
  if (end === from) return parts;
  return [...parts.slice(0, from), slice(value, parts[from]!.span.from - value.span.from, parts[end]!.span.to - value.span.from), ...parts.slice(end + 1)];
}

/**
 * `default 5 EUR if urgent, otherwise 0 EUR`: a value goes on to its other case. `isFormula`: the first part is a value; otherwise
 * values are defaults and formulas.
 */
function withOtherCases(value: TextSpan, parts: readonly TextSpan[], isFormula = false): readonly TextSpan[] {
  // `10 days, or 2 days if express`.
  const first = parts.findIndex(
    (part, i) =>
      i + 1 < parts.length &&
      isOtherValue(parts[i + 1]!) &&
      ((i === 0 && (isFormula || findTop(part, /(?:^|\s)=\s/) !== null)) || ["default", "computed"].includes(readAttribute(part).kind)),
  );
  if (first >= 0)
    return [...parts.slice(0, first), slice(value, parts[first]!.span.from - value.span.from, parts[first + 1]!.span.to - value.span.from), ...parts.slice(first + 2)];
  const last = parts.findLastIndex(({ text }, i) => i > 0 && /^(?:else|otherwise|then|in which case|in that case)\s|\s(?:otherwise|if not)$/i.test(text));
  if (last < 0) return parts;
  const isValue = (part: TextSpan, i: number): boolean =>
    (isFormula ? i === 0 : (i === 0 && findTop(part, /(?:^|\s)=\s/) !== null) || ["default", "computed"].includes(readAttribute(part).kind)) &&
    findTop(part, /(?:^|\s)(?:if|when|unless)[\s(]/i) !== null;
  const from = parts.findIndex((part, i) => i < last && isValue(part, i));
  if (from < 0) return parts;
  return [...parts.slice(0, from), slice(value, parts[from]!.span.from - value.span.from, parts[last]!.span.to - value.span.from), ...parts.slice(last + 1)];
}

/** `or 2 days if express`, behind the value for all other cases. */
const isOtherValue = (part: TextSpan): boolean =>
  /^(?:or\s+\S|["\d])/i.test(part.text) && findTop(part, /\s(?:if|when|unless)\s/i) !== null && readAttribute(part).kind === "unknown";

/** `requred`: rather a misspelt attribute than a choice. */
const isMisspelt = ({ text }: TextSpan): boolean => /^\p{Ll}{5,}$/u.test(text) && nearest(text, ["required", "unique", "optional", "hidden", "personal"]) !== undefined;

/** `User (required, default me)`: attributes in parentheses. */
function withBracketed(field: RawField): RawField {
  const open = /^[^()]+\s\((.+)\)$/.exec(field.type.text);
  const at = field.type.text.indexOf("(");
  const inside = open ? split(slice(field.type, at + 1, field.type.text.length - 1), ",;").flatMap(attributesIn) : [];
  if (inside.length === 0 || inside.some(({ kind }) => kind === "unknown")) return field;
  return { ...field, type: slice(field.type, 0, at), attributes: [...inside, ...field.attributes] };
}

/** `required text`, `text - required`: attributes in front of the type, or behind a hyphen. */
function withLooseAttributes(field: RawField): RawField {
  const before = /^(?:(?:a|an)\s+)?(required|mandatory|optional|unique)\s+(?=[a-z])/.exec(field.type.text);
  if (before)
    return withLooseAttributes({
      ...field,
      type: slice(field.type, before[0].length),
      attributes: [readAttribute(slice(field.type, before[0].indexOf(before[1]!), before[0].trimEnd().length)), ...field.attributes],
    });
  const hyphen = /^[^()`]+?\s-\s+(?=\p{L})/u.exec(field.type.text)?.[0];
  const behind = hyphen === undefined ? [] : attributesIn(slice(field.type, hyphen.length));
  if (behind.length === 0 || behind.some(({ kind }) => kind === "unknown")) return field;
  return { ...field, type: slice(field.type, 0, hyphen!.search(/\s-\s+$/)), attributes: [...behind, ...field.attributes] };
}

/** `number, computed as price * amount`: the attribute is the field's expression. */
export function withFormula(given: RawField): RawField {
  const field = withLooseAttributes(withBracketed(given));
  const formula = field.computed ? undefined : field.attributes.find(({ kind }) => kind === "computed");
  return formula ? { ...field, computed: formula.value, attributes: field.attributes.filter((one) => one !== formula) } : field;
}

/** `between 50 and 600 (square metres, as measured)`: words in parentheses after a number or `required`. */
const bracketedRemark = /(?<=(?:\d(?:\s?%|\s[A-Z]{3})?|\brequired|\boptional|\bdefault (?:yes|no)))\s+\([\p{L}§][^()`=<>]*\)$/u;
/** Words that limit something; what they stand in may be meant as an attribute, and stays an error. */
const limiting =
  /\b(?:at (?:most|least)|up to|between|within|per|for|from|until|till|after|before|since|on|in|by default|each|every|or|only|unless|except|excluding|exclusive|including|inclusive|if|when|while|where|with|without|not|no|max|min|maximum|minimum|default|unique|hidden|secret|personal|computed|over|under|more|less|than)\b/i;

function withoutBracketedRemark(value: TextSpan): TextSpan {
  const remark = bracketedRemark.exec(value.text);
  if (!remark || limiting.test(remark[0]) || findTop(value, /(?:^|\s)=\s+/)) return value;
  const inside = slice(value, remark.index + remark[0].indexOf("(") + 1, value.text.length - 1);
  if (isMeasure(inside.text.trim())) return value;
  return split(inside, ",;")
    .flatMap(attributesIn)
    .some(({ kind }) => kind !== "unknown")
    ? value
    : slice(value, 0, remark.index);
}

/** `required — estimated where nobody knows`: what follows a dash is prose. */
function withoutRemark(written: TextSpan): TextSpan {
  const value = withoutBracketedRemark(written);
  const dash = findTop(value, /\s(?:—|–|--)\s/);
  if (dash) return isRangeDash(value.text, dash.index) ? value : slice(value, 0, dash.index);
  const hyphen = findTop(value, /\s-\s+(?=\p{L})/u);
  if (!hyphen) return value;
  // A hyphen can be a minus, so it ends the attributes only where nothing else can follow.
  const before = slice(value, 0, hyphen.index);
  const last = split(before, ",;").at(-1);
  return last && last.text !== before.text && readAttribute(last).value.text === "" ? before : value;
}

/** `1 – 5` is a range. */
const isRangeDash = (text: string, at: number): boolean => /\d\s*$/.test(text.slice(0, at)) && /^\s*\S+\s*\d/.test(text.slice(at));

/** Attributes that one text holds: `min 2 chars and matching …`. */
export function attributesIn(words: TextSpan): RawAttribute[] {
  const one = readAttribute(words);
  if (one.kind !== "unknown") return [one];
  const both = cut(words, /\s+and\s+/i);
  const parts = both ? [readAttribute(both.before), ...attributesIn(both.after)] : [one];
  return parts.every(({ kind }) => kind !== "unknown") ? parts : [one];
}
