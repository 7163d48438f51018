/** Reads `Attribute: value` on a line of its own like a bullet, where the section has that attribute. */
import { fold } from "@nonet/feel";
import { type Block, type Bullet, labelled, type PointNumber, type PointTree, type Section, type TextSpan, type Tree } from "@nonet/notation";
import type { Diagnostic } from "@nonet/source";
import { bare, slice } from "../text/split.ts";
import { aboutSentences } from "./about-sentences.ts";
import { aboutName } from "./about-table.ts";
import { callKey, isCallAttribute, isCallTitle } from "./call-attributes.ts";
import { entityAttribute, isEntityAttribute } from "./entities/entity-attributes.ts";
import { attributesApart } from "./joined-attributes.ts";
import { isMachineLabel } from "./machine-labels.ts";
import { beginsWithType } from "./entities/field-type.ts";

type IsAttribute = (label: TextSpan, value: TextSpan) => boolean;

/** Cached by point and by section, so that what hasn't changed stays the same object. */
const points = new WeakMap<PointTree, PointTree>();
const sections = new WeakMap<Section, Section>();

/** The slips of the separators in a section. */
const slips = new WeakMap<Section, readonly Diagnostic[]>();

/** The tree with the lines of points 1, 3, 4 and 7 as bullets, and with the diagnostics of labels that end with another mark than a colon. */
export function withAttributeLines(tree: Tree): Tree {
  const read = tree.points.map(pointOf);
  if (read.every((point, i) => point === tree.points[i])) return tree;
  const found = tree.points.flatMap(({ sections: all }) => all.flatMap((section) => slips.get(section) ?? []));
  return { ...tree, points: read, diagnostics: [...tree.diagnostics, ...found] };
}

function pointOf(point: PointTree): PointTree {
  const known = points.get(point);
  if (known) return known;
  const blocks = point.number === 1 ? withBullets(aboutSentences(attributesApart(1, point.blocks)), (label) => aboutName(label) !== undefined) : point.blocks;
  const apart = point.number === 9 ? calendarApart(point) : null;
  const read = (apart?.sections ?? point.sections).map((section) => sectionOf(point.number, section));
  if (apart) {
    const moved = { ...point, blocks: [...point.blocks, ...apart.blocks], sections: read };
    points.set(point, moved);
    return moved;
  }
  const same = blocks === point.blocks && read.every((section, i) => section === point.sections[i]);
  const made = same ? point : { ...point, blocks, sections: read };
  points.set(point, made);
  return made;
}

/** Headers such as `→ fee` make a table a decision table. */
const hasResults = (block: Block): boolean => block.kind === "table" && block.headers.some(({ text }) => /^\W*(?:→|⇒|->|=>|(?:result|output)\s*:)/.test(text));
const ofCalendar = /^\W*(?:working (?:time|hours)|holidays)\W*:/i;
const wordsOf = (block: Block): string => ("words" in block ? block.words.text : "");

/** Working time and holidays below a decision table are the unnamed calendar, for no table has such lines. Only where the point has no other calendar. */
function calendarApart(point: PointTree): Pick<PointTree, "blocks" | "sections"> | null {
  const begins = (section: Section): number => (section.blocks.some(hasResults) ? section.blocks.findIndex((block) => ofCalendar.test(wordsOf(block))) : -1);
  const [section, other] = point.sections.filter((one) => begins(one) >= 0);
  if (!section || other || point.blocks.some((block) => ofCalendar.test(wordsOf(block))) || point.sections.some(({ title }) => /^\W*calendar\b/i.test(title.text))) return null;
  const at = begins(section);
  if (section.blocks.slice(at).some(hasResults)) return null;
  return { blocks: section.blocks.slice(at), sections: point.sections.map((one) => (one === section ? { ...one, blocks: one.blocks.slice(0, at) } : one)) };
}

function sectionOf(number: PointNumber, section: Section): Section {
  const known = sections.get(section);
  if (known) return known;
  const is = attributeOf(number, section);
  const single = attributesApart(number, section.blocks);
  const colons = number === 3 ? withColons(single) : number === 4 ? startsApart(single) : number === 7 ? withEvery(single) : single;
  const mended = number === 3 || number === 4 || number === 7 ? colons.map((block) => mendedBullet(number, block)) : [];
  slips.set(
    section,
    mended.flatMap(({ slip }) => slip ?? []),
  );
  const written = mended.some(({ block }, i) => block !== colons[i]) ? mended.map(({ block }) => block) : colons;
  const bullets = is ? withBullets(written, is) : written;
  const blocks = bullets === written ? written : attributesApart(number, bullets);
  const made = blocks === section.blocks ? section : { ...section, blocks };
  sections.set(section, made);
  return made;
}

function attributeOf(number: PointNumber, section: Section): IsAttribute | null {
  switch (number) {
    case 1:
      return (label) => aboutName(label) !== undefined;
    case 3:
      return (label, value) => fold(bare(label).text) !== "initial records" && isEntityAttribute(bare(label).text, value.text);
    case 4:
      return (label) => isMachineLabel(bare(label).text);
    case 7:
      return ofCall(section);
    default:
      return null;
  }
}

/** `Locked while it is closed`, `Deleting not allowed while open`: attributes of an entity that are sentences without their colon. */
const colonless = /^(locked (?:while|when|once|if)|(?:shown|displayed) as|deleting|can(?:'t|not) be deleted)\s+(?:is\s+)?(?=[^\s:=])(?![^:]*:\s)/i;

export const attributeWithoutColon = ({ text }: TextSpan): string | null => {
  const found = colonless.exec(text);
  return found && (!/^deleting/i.test(text) || /^deleting\s+(?:is\s+)?(?:not\b|never\b|archives\b|forbidden\b)/i.test(text)) ? found[1]! : null;
};

/** The kind of a call follows from the labels of its bullets, or else from those of its lines. */
function ofCall({ blocks }: Section): IsAttribute {
  const labels = blocks.flatMap((block) => (block.kind === "bullet" ? (block.label ?? []) : block.kind === "paragraph" ? (labelled(block.words)?.label ?? []) : []));
  const keys = new Set(labels.map((label) => callKey(bare(label).text)));
  return (label) => isCallAttribute(callKey(bare(label).text), keys);
}

/** `Starts as: draft. Ends as: paid, void` and `Starts as draft and ends as paid` on one line are two attributes. */
const startAndEnd = /^((?:\*\*)?starts (?:as|in)\b[^.;\n]*?)(?:[.;,]\s*|\s+and\s+(?:it\s+)?)(?=(?:\*\*)?ends (?:as|in)\b)/i;

function startsApart(blocks: readonly Block[]): readonly Block[] {
  const made = blocks.flatMap((block): readonly Block[] => {
    if ((block.kind !== "paragraph" && block.kind !== "bullet") || (block.kind === "bullet" && block.children.length > 0)) return [block];
    const { words } = block;
    const found = startAndEnd.exec(words.text);
    if (!found) return [block];
    const [first, second] = [slice(words, 0, found[1]!.length), slice(words, found[0].length)];
    const made = (part: TextSpan): Block => bulletOf(part, part.span);
    return [made(first), made(second)];
  });
  return made.length === blocks.length ? blocks : made;
}

/** Bullets and paragraphs of one line that begin like an attribute, with their label and value. */
function withColons(blocks: readonly Block[]): readonly Block[] {
  const made = blocks.map((block): Block => {
    if ((block.kind !== "paragraph" && block.kind !== "bullet") || (block.kind === "bullet" && block.label)) return block;
    const { words } = block;
    const label = words.text.includes("\n") ? null : attributeWithoutColon(words);
    if (label === null) return block;
    // `Cannot be deleted while open` is the value too.
    const begin = label.startsWith("can") || label.startsWith("Can") ? 0 : colonless.exec(words.text)![0].length;
    const value = slice(words, begin, words.text.endsWith(".") ? words.text.length - 1 : words.text.length);
    return { kind: "bullet", words, label: slice(words, 0, label.length), value, children: [], span: block.kind === "bullet" ? block.span : words.span };
  });
  return made.every((block, i) => block === blocks[i]) ? blocks : made;
}

/** `Every day at 10:00` as a bullet of its own: a line that begins so and continues with a time is the attribute. */
const everyTime =
  /^(\**every)\**\s+(?=(?:(?:working|week|business)\s*days?|days?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|week|month|year|hour|morning|evening|night|\d+(?:st|nd|rd|th)?\s)\b)/i;

function withEvery(blocks: readonly Block[]): readonly Block[] {
  const made = blocks.map((block): Block => {
    const found = block.kind === "bullet" && !block.label ? everyTime.exec(block.words.text) : null;
    return found && block.kind === "bullet" ? { ...block, label: slice(block.words, 0, found[1]!.length), value: slice(block.words, found[0].length) } : block;
  });
  return made.every((block, i) => block === blocks[i]) ? blocks : made;
}

function withBullets(blocks: readonly Block[], is: IsAttribute): readonly Block[] {
  const read = blocks.flatMap((block) => (block.kind === "paragraph" || block.kind === "bullet" ? linesIn(block, is) : [block]));
  return read.length === blocks.length && read.every((block, i) => block === blocks[i]) ? blocks : read;
}

function linesIn(block: Extract<Block, { kind: "paragraph" | "bullet" }>, is: IsAttribute): readonly Block[] {
  const starts = startsIn(block.words, is).filter((at) => block.kind === "paragraph" || at > 0);
  if (starts.length === 0 || (block.kind === "bullet" && block.children.length > 0)) return [block];
  const made: Block[] = [];
  if (starts[0]! > 0) {
    const words = slice(block.words, 0, starts[0]);
    made.push(block.kind === "paragraph" ? { kind: "paragraph", words } : bulletOf(words, { ...block.span, to: words.span.to }));
  }
  for (const [i, from] of starts.entries()) {
    const words = slice(block.words, from, starts[i + 1]);
    const end = proseAfter(words.text);
    const own = end < 0 ? words : slice(words, 0, end);
    made.push(bulletOf(own, own.span));
    if (end >= 0) made.push({ kind: "paragraph", words: slice(words, end) });
  }
  return made;
}

/** The offsets of the lines that begin with an attribute's label. */
function startsIn(words: TextSpan, is: IsAttribute): readonly number[] {
  if (!words.text.includes(":")) return [];
  const starts: number[] = [];
  for (let from = 0; from < words.text.length;) {
    const newline = words.text.indexOf("\n", from);
    const to = newline < 0 ? words.text.length : newline;
    const line = slice(words, from, to);
    const parts = /^\s/.test(words.text[from]!) ? null : labelled(line);
    if (parts && parts.value.text !== "" && is(parts.label, parts.value)) starts.push(from);
    from = to + 1;
  }
  return starts;
}

/** Where a sentence or another label begins on a line below the attribute; -1 if what follows continues its value. */
const proseAfter = (text: string): number => /\n(?=\p{Lu}\p{L}*\s|\p{L}[\p{L}\p{N} _-]*:\s)/u.exec(text)?.index ?? -1;

function bulletOf(words: TextSpan, span: Bullet["span"]): Bullet {
  const parts = labelled(words);
  return { kind: "bullet", words, label: parts?.label ?? null, value: parts?.value ?? null, children: [], span };
}

/** `journey start; date, required`, `Subject; Your loan`: a label with another mark than a colon behind it, which is read as one and reported. */
function mendedBullet(number: PointNumber, block: Block): { readonly block: Block; readonly slip?: Diagnostic } {
  if (block.kind !== "bullet" || (block.label && !block.label.text.includes(";"))) return { block };
  const found = /^(\**[\p{L}][^:;,.|`"=()\n]*?\**)\s*([;,])\s+(?=\S)/u.exec(block.words.text);
  const event = number === 3 ? eventWithoutColon(block) : null;
  if (event) return { block: event };
  const otherwise = (number === 3 && block.label === null ? withoutColon(block) : null) ?? { block };
  if (!found) return otherwise;
  const label = slice(block.words, 0, found[1]!.length);
  const value = slice(block.words, found[0].length);
  const name = bare(label);
  const isLabel =
    number === 4
      ? found[2] === ";" && isMachineLabel(name.text)
      : number === 7
        ? found[2] === ";" && isCallTitle(name.text)
        : isEntityAttribute(name.text, value.text) || (name.text.split(/\s+/).length < 7 && beginsWithType(value.text));
  if (!isLabel) return otherwise;
  const at = { ...block.words.span, from: label.span.to, to: label.span.to + 1 };
  const slip: Diagnostic = {
    code: "missing-colon",
    severity: "error",
    span: { ...label.span, to: at.to },
    message: `"${name.text}" must be followed by a colon, not by "${found[2]!}".`,
    fixes: [{ title: "Write a colon", edits: [{ span: at, text: ":" }] }],
  };
  return { block: { ...block, label: name, value }, slip };
}

/** `When the shelf changes, set …`, `On entering lent → set …`: an event with another mark before its statements. */
function eventWithoutColon(block: Bullet): Bullet | null {
  const found = /^(\**(?:on|when|whenever|upon|after)\s[^:;,→=]+?\**)\s*(?:,|→|⇒|->|=>)\s*(?=(?:set|create|send|do|call|delete|for each|find|clear|empty|forget)\s)/i.exec(
    block.words.text,
  );
  const label = found && bare(slice(block.words, 0, found[1]!.length));
  if (!label || !entityAttribute(label.text)?.startsWith("on ")) return null;
  return { ...block, label, value: slice(block.words, found![0].length) };
}

/** `category step list of User = …`: a name of up to four words and a type, with nothing between them. */
function withoutColon(block: Bullet): { readonly block: Block; readonly slip: Diagnostic } | null {
  const { words } = block;
  // A name alone may be prose; with attributes or a formula behind its type, it is a field.
  if (!/[,=]/.test(words.text)) return null;
  for (const space of words.text.matchAll(/(?<=^\**[\p{L}\p{N}]+(?:[ -][\p{L}\p{N}]+){0,3}\**)\s+/gu)) {
    const value = slice(words, space.index + space[0].length);
    if (!beginsWithType(value.text)) continue;
    const label = bare(slice(words, 0, space.index));
    const end = { ...label.span, from: label.span.to };
    const slip: Diagnostic = {
      code: "missing-colon",
      severity: "error",
      span: label.span,
      message: `A colon is missing after "${label.text}".`,
      fixes: [{ title: "Add a colon", edits: [{ span: { ...end, to: value.span.from }, text: ": " }] }],
    };
    return { block: { ...block, label, value }, slip };
  }
  return null;
}
