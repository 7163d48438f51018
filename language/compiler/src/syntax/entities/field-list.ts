/** Reads a list of fields in one line: `reason: text, required, photos: images, at most 5; condition`, as an action asks for them and a call takes them. */
import { fold } from "@nonet/feel";
import type { TextSpan } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { listedNames } from "../../text/listed-names.ts";
import { bare, cut, slice, split } from "../../text/split.ts";
import { bracketed } from "./bracketed-field.ts";
import { beginsWithType, readFieldType } from "./field-type.ts";
import { attributesIn, fieldFrom, type RawAttribute, type RawField, readAttribute } from "./field.ts";

/** `field`: a new field with its type. `own`: a field that the record has anyway, named alone or with attributes. */
export type ListedField =
  | { readonly kind: "field"; readonly raw: RawField }
  | { readonly kind: "own"; readonly name: TextSpan; readonly attributes: readonly RawAttribute[]; readonly span: Span };

/**
 * The fields, in order. A comma or a semicolon followed by `name:` begins the next field, and so does the bare name of a
 * field of the record (`isOwn`); what else follows a comma is an attribute. After a semicolon a field always begins.
 */
export function readFieldList(words: TextSpan, isOwn: (name: string) => boolean): readonly ListedField[] {
  const own = (name: string): boolean => isOwn(fold(name));
  return split(words, ";").flatMap((statement) =>
    itemsOf(statement, own).flatMap(({ names, rest, span }): readonly ListedField[] => {
      if (rest !== null) return names.map((name) => ({ kind: "field", raw: fieldFrom(name, rest, span) }));
      return names.flatMap((name) => ownFields(name, own));
    }),
  );
}

/** One field as written: its names, and after a colon its type and attributes. */
interface Item {
  readonly names: readonly TextSpan[];
  readonly rest: TextSpan | null;
  readonly span: Span;
}

function itemsOf(statement: TextSpan, own: (name: string) => boolean): Item[] {
  const starts: number[] = [];
  const parts = split(statement, ",");
  for (const [i, part] of parts.entries()) if (i === 0 || begins(part, own)) starts.push(part.span.from - statement.span.from);
  return starts.map((from, i) => {
    const item = slice(statement, from, starts[i + 1] ?? statement.text.length);
    const words = item.text.endsWith(",") ? slice(item, 0, item.text.length - 1) : item;
    const colon = labelOf(words) ?? typeInBrackets(words);
    return colon ? { names: [colon.before], rest: colon.after, span: words.span } : { names: [words], rest: null, span: words.span };
  });
}

const begins = (part: TextSpan, own: (name: string) => boolean): boolean =>
  labelOf(part) !== null || typeInBrackets(part) !== null || own(nameIn(part).text) || areOwn(listedNames(part), own);

/** `reason and point`. */
const areOwn = (names: readonly TextSpan[], own: (name: string) => boolean): boolean => names.length > 1 && names.every((name) => own(bare(name).text));

/** `reason: text` and `until: date`, but not `default: 3`. */
function labelOf(words: TextSpan): { readonly before: TextSpan; readonly after: TextSpan } | null {
  const colon = cut(words, /:\s+/);
  if (!colon || colon.before.text === "" || colon.after.text === "") return null;
  return readAttribute(words).kind === "unknown" || !/^\p{Ll}/u.test(colon.before.text) || isType(colon.after) ? colon : null;
}

/** `reason (text, required)`. */
function typeInBrackets(words: TextSpan): { readonly before: TextSpan; readonly after: TextSpan } | null {
  const parts = bracketed(words);
  return parts && parts.rest.text === "" && beginsWithType(parts.inside.text) && readAttribute(words).kind === "unknown" ? { before: parts.name, after: parts.inside } : null;
}

/** Whether the words begin with a type of the notation, with a comma or another word after it. */
const isType = (words: TextSpan): boolean => {
  const reading = readFieldType(split(words, ",")[0] ?? words, { entity: () => undefined, currency: null });
  return "type" in reading;
};

/** The name without `required` or another attribute that follows it without a comma: `kennel required`. */
const nameIn = (words: TextSpan): TextSpan => bare(slice(words, 0, /\s+(?:required|optional)$/i.exec(words.text)?.index ?? words.text.length));

/** `kennel, required`, `condition`, `kennel (required)`. */
function ownFields(words: TextSpan, own: (name: string) => boolean): readonly ListedField[] {
  const [first, ...more] = split(words, ",");
  if (!first) return [];
  const article = /^(?:the|an?|its|their)\s+/i.exec(first.text)?.[0].length ?? 0;
  if (article > 0 && !own(first.text) && own(nameIn(slice(first, article)).text)) return ownFields(slice(words, article), own);
  const bracket = /^(.+?)\s*\(([^()]*)\)$/.exec(first.text);
  const inBrackets = bracket && !own(first.text) ? split(slice(first, first.text.lastIndexOf("(") + 1, first.text.length - 1), ",").flatMap(attributesIn) : [];
  const written = inBrackets.length > 0 && inBrackets.every(({ kind }) => kind !== "unknown") ? slice(first, 0, bracket![1]!.length) : first;
  const name = nameIn(written);
  const behind = own(bare(written).text) || name.text.length === written.text.length ? [] : attributesIn(slice(written, name.text.length));
  return [
    {
      kind: "own",
      name: behind.length > 0 ? name : bare(written),
      attributes: [...(written === first ? [] : inBrackets), ...behind, ...more.flatMap(attributesIn)],
      span: words.span,
    },
  ];
}
