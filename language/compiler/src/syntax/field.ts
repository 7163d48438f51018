/** Reads a field in a bullet into its name, type and attributes, without checking anything. */
import { type Block, type Bullet, codeOf as code, type TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { cut, findTop, slice, split } from "../text/split.ts";

export type AttributeKind =
  | "required"
  | "required when"
  | "optional"
  | "unique"
  | "unique within"
  | "default"
  | "set once"
  | "read-only"
  | "read-only when"
  | "at least"
  | "at most"
  | "between"
  | "matching"
  | "was"
  | "non-negative"
  | "hidden"
  | "personal"
  | "secret"
  | "taken on"
  | "not shown"
  | "unknown";

export interface RawAttribute {
  readonly kind: AttributeKind;
  /** What follows the attribute's words; empty if nothing does. */
  readonly value: TextSpan;
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

const forms: readonly (readonly [AttributeKind, RegExp])[] = [
  ["required when", /^(?:required|mandatory) (?:when|if)\s+/i],
  ["required", /^(?:required|mandatory|not null)$/i],
  ["optional", /^(?:optional|not required)$/i],
  ["unique within", /^unique (?:within|in|per)\s+/i],
  ["unique", /^unique$/i],
  ["default", /^defaults?(?: to)?\s*[:=]?\s+/i],
  ["set once", /^set once$/i],
  ["read-only when", /^read[- ]?only (?:when|if)\s+/i],
  ["read-only", /^read[- ]?only$/i],
  ["at least", /^(?:at least\b|min(?:imum)?\.?(?!\p{L})|>=|≥)\s*/iu],
  ["at most", /^(?:at most\b|max(?:imum)?\.?(?!\p{L})|<=|≤|up to\b)\s*/iu],
  ["between", /^between\s+/i],
  ["matching", /^match(?:ing|es)\s+/i],
  ["was", /^was\s+/i],
  ["non-negative", /^(?:non[- ]?negative|not negative)$/i],
  ["hidden", /^hidden$/i],
  ["personal", /^personal\b\s*/i],
  ["secret", /^secret$/i],
  ["taken on", /^taken on\s+/i],
  ["not shown", /^not shown$/i],
];

/** The attributes' own words, for "did you mean". */
export const attributeNames: readonly string[] = [
  "required",
  "required when",
  "unique",
  "unique within",
  "default",
  "set once",
  "read-only",
  "read-only when",
  "at least",
  "at most",
  "between",
  "matching",
  "was",
  "hidden",
  "personal",
  "secret",
  "taken on",
];

/** The forms that may begin with a letter, in their order. */
const formsBy = new Map<string, typeof forms>();

function formsOf(letter: string): typeof forms {
  const known = formsBy.get(letter);
  if (known) return known;
  // Each alternative of a form begins with its own letter.
  const mine = forms.filter(([, form]) =>
    form.source
      .replace(/^\^(\(\?:)?/, "")
      .split("|")
      .some((way) => way.startsWith(letter)),
  );
  if (formsBy.size < 100) formsBy.set(letter, mine);
  return mine;
}

/** One attribute. `at least: 2` below the field means the same as `at least 2` in its line. */
export function readAttribute(written: TextSpan): RawAttribute {
  const inner = code(written);
  // `>= 0` means the same in backticks.
  const words = /^(?:>=|<=|≥|≤)/.test(inner.text) ? inner : written;
  for (const [kind, form] of formsOf(words.text.slice(0, 1).toLowerCase())) {
    const match = form.exec(words.text);
    if (!match) continue;
    const colon = /^\s*:\s*/.exec(words.text.slice(match[0].length));
    return { kind, value: slice(words, match[0].length + (colon?.[0].length ?? 0)), words };
  }
  return { kind: "unknown", value: words, words };
}

/** A bullet `name: type, attribute, …`, with its children as further attributes; null if there is no `name:`. */
export function rawField(bullet: Bullet): RawField | null {
  if (!bullet.label || !bullet.value) return null;
  const field = fieldFrom(bullet.label, bullet.value, bullet.span);
  const more = bullet.children.flatMap((child: Block) => (child.kind === "bullet" ? split(child.words, ",").map(readAttribute) : []));
  return { ...field, attributes: [...field.attributes, ...more] };
}

/** `new end date: date, required`, as the input of an action. */
export function rawInputField(words: TextSpan): RawField | null {
  const parts = cut(words, /:\s*/);
  return parts && parts.before.text !== "" && parts.after.text !== "" ? fieldFrom(parts.before, parts.after, words.span) : null;
}

export function fieldFrom(name: TextSpan, value: TextSpan, span: Span): RawField {
  const [first, ...more] = split(value, ",");
  if (!first) return { name, type: value, computed: null, attributes: [], span };
  const equals = findTop(first, /(?:^|\s)=\s+/);
  if (!equals) return { name, type: first, computed: null, attributes: more.flatMap(attributesIn), span };
  const rest = slice(value, equals.index + equals[0].length);
  const [computed, ...attributes] = split(rest, ",");
  return { name, type: slice(first, 0, equals.index), computed: computed ?? null, attributes: attributes.flatMap(attributesIn), span };
}

/** One attribute can set both ends: `min 2 chars and max 100`. */
export function attributesIn(words: TextSpan): RawAttribute[] {
  const both = /^(?:min|at least)\b.*\band\s+(?=max|at most)/i.exec(words.text);
  return both ? [readAttribute(slice(words, 0, both[0].replace(/\band\s+$/, "").length)), readAttribute(slice(words, both[0].length))] : [readAttribute(words)];
}
