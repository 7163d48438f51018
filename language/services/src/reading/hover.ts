/** What a place says: its sentence, the type of a name, and what depends on it. */
import { describe } from "@nonet/feel";
import { entityOf } from "@nonet/model";
import type { Span } from "@nonet/source";
import { fieldsOf } from "../completion/expression-scope.ts";
import type { CheckedDocument } from "../document/checked-document.ts";
import { referencesOf } from "../names/occurrences.ts";
import { describeThing, type Thing } from "../names/thing.ts";
import { thingAt } from "../names/thing-at.ts";
import { definitionsOf } from "./definition.ts";
import { elementsIn, lineSpan } from "./elements.ts";

export interface Hover {
  readonly span: Span;
  /** Plain sentences, the first about the name or the line itself. */
  readonly lines: readonly string[];
  /** The other elements that mention the name, in the order of the document. */
  readonly dependents: readonly Dependent[];
  /** How many there are in all. */
  readonly count: number;
}

export interface Dependent {
  readonly what: string;
  readonly sentence: string;
  readonly span: Span;
}

const shown = 8;

export function hoverAt(document: CheckedDocument, file: number, offset: number): Hover | null {
  const found = thingAt(document, file, offset);
  if (found) {
    const all = dependentPlaces(document, found.thing);
    const dependents = all.slice(0, shown).map((place) => dependentAt(document, place));
    return { span: found.span, lines: aboutThing(document, found.thing), dependents, count: all.length };
  }
  const line = lineSpan(document, file, offset);
  const elements = elementsIn(document, line);
  return elements.length === 0 ? null : { span: line, lines: elements.slice(0, shown).map(({ sentence }) => sentence), dependents: [], count: 0 };
}

function aboutThing(document: CheckedDocument, thing: Thing): readonly string[] {
  const own = definitionsOf(document, thing).flatMap((span) => elementsIn(document, lineSpan(document, span.file, span.from)).slice(0, 3));
  const title = `${describeThing(thing)}${typeOf(document, thing)}`;
  return [title[0]!.toUpperCase() + title.slice(1), ...new Set(own.slice(0, 3).map(({ sentence }) => sentence))];
}

function typeOf({ compiled }: CheckedDocument, { kind, name, entity }: Thing): string {
  const { product } = compiled.unplaced;
  const owner = kind === "field" && entity !== null ? entityOf(product, entity) : undefined;
  const type = owner && fieldsOf(owner, product).get(name);
  return type ? `: ${describe(type)}` : "";
}

/** The elements outside the thing's own definition that mention it, each once. */
export const dependentsOf = (document: CheckedDocument, thing: Thing): readonly Dependent[] => dependentPlaces(document, thing).map((place) => dependentAt(document, place));

interface DependentPlace {
  readonly line: Span;
  /** Where the line mentions the thing first. */
  readonly mention: Span;
}

function dependentPlaces(document: CheckedDocument, thing: Thing): readonly DependentPlace[] {
  const own = new Set(definitionsOf(document, thing).map((span) => lineSpan(document, span.file, span.from).from));
  const found = new Map<string, DependentPlace>();
  for (const { span } of referencesOf(document, thing)) {
    const line = lineSpan(document, span.file, span.from);
    const key = `${line.file}:${line.from}`;
    if (!own.has(line.from) && !found.has(key)) found.set(key, { line, mention: span });
  }
  return [...found.values()];
}

function dependentAt(document: CheckedDocument, { line, mention }: DependentPlace): Dependent {
  const elements = elementsIn(document, line);
  const element = elements.find((one) => one.span.from <= mention.from && mention.to <= one.span.to) ?? elements[0];
  return element ?? { what: "", sentence: document.sources[line.file]!.text.slice(line.from, line.to).trim(), span: line };
}
