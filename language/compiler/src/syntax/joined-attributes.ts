/** Two attributes on one line (`Email to: reader; Subject: Late`, `name: text; age: integer`) as a bullet each. */
import { fieldAttributeForms, readForm } from "@nonet/forms";
import { type Block, type Bullet, findTop, labelled, type PointNumber, type TextSpan } from "@nonet/notation";
import { bare, slice } from "../text/split.ts";
import { aboutName } from "./about-table.ts";
import { isCallTitle } from "./call-attributes.ts";
import { isEntityAttribute } from "./entities/entity-attributes.ts";
import { beginsWithType } from "./entities/field-type.ts";
import { isMachineLabel, isShortLabel, isStartOrEnd } from "./machine-labels.ts";

/** A mark with a capitalized label behind it, or white space with a label of several words. */
const next = /\s*[;,.·•|]\s+(?=\**\p{Lu}[\p{L}-]*(?: [\p{L}-]+){0,3}\**:\**\s)|\s+(?=\p{Lu}[\p{L}-]*(?: [\p{L}-]+){1,3}:\s|\*\*\p{Lu}[\p{L} -]*\**:\**\s)/u;
const nextSmall = /;\s+(?=\p{Ll}[\p{L}-]*(?: [\p{L}-]+){0,3}:\s)/u;
const nextField = /[;,]\s+(?=\p{L}[\p{L}\p{N}-]*(?: [\p{L}\p{N}-]+){0,3}:\s)/u;

/** Texts that people read: a colon in them is a colon. */
const isText = (label: string): boolean => /^(?:body|text|empty|meaning|message|name)\b/i.test(label);

const ofScreen = /^(?:Columns|Search|Filters|Sort|Group by|Page size|Actions|Highlight|Empty|Export|Import|Title|Fields|Prefill|After saving|Rows|Values)$/;

type IsLabel = (label: TextSpan, value: TextSpan) => boolean;

const labels: Partial<Record<PointNumber, IsLabel>> = {
  1: (label) => aboutName(label) !== undefined,
  2: (label) => ofScreen.test(bare(label).text),
  3: (label, value) => isEntityAttribute(bare(label).text, value.text),
  4: (label) => isMachineLabel(bare(label).text),
  7: (label) => isCallTitle(bare(label).text),
};

export function attributesApart(number: PointNumber, blocks: readonly Block[]): readonly Block[] {
  const is = labels[number];
  if (!is) return blocks;
  const made = blocks.flatMap((block): readonly Block[] => (block.kind === "bullet" && block.children.length === 0 ? apart(number, block, is) : [block]));
  return made.length === blocks.length ? blocks : made;
}

function apart(number: PointNumber, bullet: Bullet, is: IsLabel): readonly Bullet[] {
  const { label, value, words } = bullet;
  // Most lines have one colon.
  if (!label || !value || words.text.indexOf(":", words.text.indexOf(":") + 1) < 0) return [bullet];
  const isField = number === 3 && !is(label, value);
  if ((!isField && isText(label.text)) || !(isField ? beginsWithType(value.text) || value.text.includes("=") : is(label, value))) return [bullet];
  // `Start` and `End` may be fields that an action asks for.
  const ofInput = number === 4 && !isStartOrEnd(bare(label).text);
  const at = end(
    value,
    (rest) => (is(rest.label, rest.value) && !(ofInput && isShortLabel(bare(rest.label).text))) || (isField && isFurtherField(rest.label, rest.value)),
    isField,
    number === 4,
  );
  if (!at) return [bullet];
  const from = value.span.from - words.span.from;
  const first = slice(words, 0, from + at.from);
  const rest = slice(words, from + at.to);
  const parts = labelled(rest)!;
  return [
    { ...bullet, words: first, value: slice(value, 0, at.from), span: { ...bullet.span, to: first.span.to } },
    ...apart(number, { kind: "bullet", words: rest, label: parts.label, value: parts.value, children: [], span: rest.span }, is),
  ];
}

/** Where the value ends and the next label begins. */
function end(
  value: TextSpan,
  isNext: (rest: { readonly label: TextSpan; readonly value: TextSpan }) => boolean,
  isField: boolean,
  isMachine: boolean,
): { readonly from: number; readonly to: number } | null {
  for (let from = 0; from < value.text.length;) {
    const tail = value.text.slice(from);
    const [one, other] = [findTop(tail, next), isField ? findTop(tail, nextField) : isMachine ? findTop(tail, nextSmall) : null];
    const found = one && other ? (one.index <= other.index ? one : other) : (one ?? other);
    if (!found) return null;
    const to = from + found.index + found[0].length;
    const rest = labelled(slice(value, to));
    if (rest && rest.value.text !== "" && isNext(rest)) return { from: from + found.index, to };
    from = to;
  }
  return null;
}

/** `summary: text` behind a field, which is no attribute of it. */
const isFurtherField = (label: TextSpan, value: TextSpan): boolean =>
  beginsWithType(value.text) &&
  readForm(fieldAttributeForms, `${label.text}: ${value.text}`, { characters: isNever }).kind !== "match" &&
  readForm(fieldAttributeForms, label.text, { characters: isNever }).kind !== "match";

/** A label is no count of characters. */
const isNever = (): boolean => false;
