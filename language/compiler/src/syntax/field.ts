/** Reads one field as it is written, in a bullet or a table's row, into its name, type and attributes; judges nothing. */
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
  /** What follows the attribute's words; "" where nothing does. */
  readonly value: TextSpan;
  readonly words: TextSpan;
  /** Where the cell is not shown: what its column would say. */
  readonly column?: string;
}

export interface RawField {
  readonly name: TextSpan;
  readonly type: TextSpan;
  readonly computed: TextSpan | null;
  readonly attributes: readonly RawAttribute[];
  /** Attributes before which a comma is missing; they are among the attributes all the same. */
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
  ["at least", /^(?:at least|min(?:imum)?\.?|>=|≥)\s*/i],
  ["at most", /^(?:at most|max(?:imum)?\.?|<=|≤|up to)\s*/i],
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
  // Each alternative of a form begins with a letter of its own.
  const mine = forms.filter(([, form]) =>
    form.source
      .replace(/^\^(\(\?:)?/, "")
      .split("|")
      .some((way) => way.startsWith(letter)),
  );
  if (formsBy.size < 100) formsBy.set(letter, mine);
  return mine;
}

/** `at least: 2` below the field says what `at least 2` says beside it. */
export function readAttribute(written: TextSpan): RawAttribute {
  const inner = code(written);
  // `>= 0` is the same in backticks.
  const words = /^(?:>=|<=|≥|≤)/.test(inner.text) ? inner : written;
  for (const [kind, form] of formsOf(words.text.slice(0, 1).toLowerCase())) {
    const match = form.exec(words.text);
    if (!match) continue;
    const colon = /^\s*:\s*/.exec(words.text.slice(match[0].length));
    return { kind, value: slice(words, match[0].length + (colon?.[0].length ?? 0)), words };
  }
  return { kind: "unknown", value: words, words };
}

/** A bullet `name: type, attribute, …`, its children further attributes; null where there is no `name:`. */
export function rawField(bullet: Bullet): RawField | null {
  if (!bullet.label || !bullet.value) return null;
  const field = fieldFrom(bullet.label, bullet.value, bullet.span);
  const more = bullet.children.flatMap((child: Block) => (child.kind === "bullet" ? split(child.words, ",").map(readAttribute) : []));
  return { ...field, attributes: [...field.attributes, ...more] };
}

/** `new end date: date, required`, as an action asks for it. */
export function rawAsked(words: TextSpan): RawField | null {
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

/** A bound may say both ends at once: `min 2 chars and max 100`. */
export function attributesIn(words: TextSpan): RawAttribute[] {
  const both = /^(?:min|at least)\b.*\band\s+(?=max|at most)/i.exec(words.text);
  return both ? [readAttribute(slice(words, 0, both[0].replace(/\band\s+$/, "").length)), readAttribute(slice(words, both[0].length))] : [readAttribute(words)];
}
