/**
 * The names that expressions mention, at their exact places: the typed trees say what each of them means.
 *
 * What an expression mentions is found once, and reused in the next version of the document: an unchanged statement has
 * the same expression objects there. Only the places are computed again.
 */
import { expressionsIn, ownerOf, walk } from "@nonet/compiler";
import { type Expression, fold } from "@nonet/feel";
import { entityOf, machineOf, type Product } from "@nonet/model";
import type { Layout } from "@nonet/notation";
import type { Span } from "@nonet/source";
import { type CheckedDocument, oncePer } from "../document/checked-document.ts";
import { type Names, namesOf } from "./names.ts";
import { type PlacedSpans, placedSpans } from "./placed-spans.ts";
import type { Thing } from "./thing.ts";
import type { IsWanted } from "./wanted-lines.ts";

export interface Reference {
  readonly thing: Thing;
  /** Exactly the characters of the name. */
  readonly span: Span;
}

export interface ExpressionReferences {
  readonly references: readonly Reference[];
  /** The places of the outermost expressions whose whole text is one. */
  readonly written: readonly Span[];
  /** Whether one of the references has exactly this place. */
  readonly isAt: (place: Span) => boolean;
}

/** Of the expressions at the places that are wanted. */
export function expressionReferences(document: CheckedDocument, isWanted: IsWanted): ExpressionReferences {
  const { product, layout } = document.compiled.unplaced;
  const names = namesOf(document);
  const headings = headingsOf(product);
  const references: Reference[] = [];
  const written: Span[] = [];
  const seen = document.sources.map(() => new Set<number>());
  const all = expressionsOf(document);
  for (let i = 0; i < all.parts.length; i++) {
    if (!isWanted(all.file(i), all.from[i]!, all.to[i]!)) continue;
    const expression = all.parts[i]!;
    const place: Span = { file: all.file(i), from: all.from[i]!, to: all.to[i]! };
    const found = mentionsOf(expression, names, layout);
    for (const { thing, span } of found.references) {
      const at = layout.at(span);
      const places = seen[at.file];
      const key = keyOf(at);
      if (!places || places.has(key)) continue;
      places.add(key);
      references.push({ thing, span: at });
    }
    if (found.isWritten && !headings.has(placeOf(expression.span))) written.push(place);
  }
  return { references, written, isAt: (place) => seen[place.file]?.has(keyOf(place)) === true };
}

/** Identifies a place in a file. */
const keyOf = ({ from, to }: Span): number => from * 2 ** 22 + (to - from);

const placeOf = ({ file, from, to }: Span): string => `${file}:${from}:${to}`;

/** A default expression has the place of the heading of its entity, which is no expression. */
const headingsOf: (product: Product) => ReadonlySet<string> = oncePer(
  ({ entities }: Product) => new Set(entities.flatMap(({ source }) => (source === null ? [] : [placeOf(source)]))),
);

/** Each expression once, although several parts of the model can share it. */
const expressionsOf: (document: CheckedDocument) => PlacedSpans<Expression> = oncePer(({ compiled: { unplaced } }: CheckedDocument) => {
  const found = new Set<Expression>();
  const addAll = (part: unknown): void => {
    for (const one of Array.isArray(part) ? part : [part]) for (const expression of expressionsWithin(one)) found.add(expression);
  };
  for (const [name, part] of Object.entries(unplaced.product)) {
    if (name === "permissions") Object.values(part).forEach(addAll);
    else if (name !== "sources" && name !== "notShown") addAll(part);
  }
  return placedSpans([...found], ({ span }) => span, unplaced.layout);
});

/** In an element of the model: the next version has the same object if nothing has changed in it. */
const expressionsWithin = (element: unknown): readonly Expression[] => (typeof element === "object" && element !== null ? expressionsOfElement(element) : []);
const expressionsOfElement: (element: object) => readonly Expression[] = oncePer((element: object) => expressionsIn(element));

interface MentionsOfExpression {
  /** Their spans are unplaced. */
  readonly references: readonly Reference[];
  readonly isWritten: boolean;
}

const mentionsKnown = new WeakMap<Expression, { readonly names: Names; readonly mentions: MentionsOfExpression }>();

function mentionsOf(expression: Expression, names: Names, layout: Layout): MentionsOfExpression {
  const known = mentionsKnown.get(expression);
  if (known?.names === names) return known.mentions;
  const mentions = findMentions(expression, names.product, layout.text);
  mentionsKnown.set(expression, { names, mentions });
  return mentions;
}

type TextOf = (span: Span) => string;

function findMentions(expression: Expression, product: Product, textOf: TextOf): MentionsOfExpression {
  const { callables, calendars, constants } = globalsOf(product);
  const references: Reference[] = [];
  const add = (thing: Thing, span: Span): void => {
    if (isMentioned(product, thing.name, textOf(span))) references.push({ thing, span });
  };
  const global = (e: Expression & { kind: "global" }): void => {
    const kind = entityOf(product, e.name) ? "entity" : callables.has(e.name) ? "function" : calendars.has(e.name) ? "calendar" : constants.has(e.name) ? "constant" : null;
    if (kind) return add({ kind, name: e.name, entity: null }, e.span);
    // `vat rate at (day)`: the value of a constant at a date.
    const dated = /^(.+) at$/.exec(e.name)?.[1];
    if (dated !== undefined && constants.has(dated))
      add({ kind: "constant", name: dated, entity: null }, { ...e.span, to: e.span.from + /^(.*\S)\s+at$/s.exec(textOf(e.span))![1]!.length });
  };
  let isWritten = true;
  walk(expression, (e) => {
    // States, owners and named conditions are written without being an expression: their parts have the place of the whole.
    if (e.kind === "binary" && (isAt(e.left.span, e.span) || isAt(e.right.span, e.span))) isWritten = false;
    if (e.kind === "literal" && typeof e.value === "string" && e.type.kind === "string" && !/["@]/.test(textOf(e.span)[0] ?? "")) isWritten = false;
    if (e.kind === "global") global(e);
    else if (e.kind === "hole" && e.open !== null && constants.has(e.open)) add({ kind: "constant", name: e.open, entity: null }, e.span);
    else if (e.kind === "path") {
      const entity = ownerOf(e);
      if (e.of.kind === "variable" && e.of.name === "asked") add(askedField(product, e.field), endOf(e.span, e.field, textOf));
      else if (entity !== undefined) add({ kind: "field", name: e.field, entity }, endOf(e.span, e.field, textOf));
    } else if (e.kind === "variable" && e.type.kind === "record") {
      // The record by its entity's name in lower case: `loan.borrower`.
      if (fold(textOf(e.span)) === fold(e.type.name)) add({ kind: "entity", name: e.type.name, entity: null }, e.span);
    } else for (const [entity, literal] of comparedStates(product, e)) add({ kind: "state", name: literal.value as string, entity }, inside(literal.span));
  });
  return { references, isWritten };
}

const globalsOf = oncePer(({ functions, tables, calendars, constants }: Product) => ({
  callables: new Set([...functions, ...tables].map(({ name }) => name)),
  calendars: new Set(calendars.map(({ name }) => name)),
  constants: new Set(constants.map(({ name }) => name)),
}));

/** What an action asks for: a field of the record if it is one, else of the action. */
function askedField({ machines }: Product, name: string): Thing {
  const machine = machines.find(({ actions }) => actions.some(({ asks }) => asks.some(({ field }) => field.name === name)));
  return { kind: "field", name, entity: machine?.entity ?? null };
}

/** The name at the end of a path's text, as it is written there. */
function endOf(span: Span, name: string, textOf: TextOf): Span {
  const text = textOf(span);
  const last = /[^.[\]()]*$/.exec(text)![0];
  const at = last.length - last.trimStart().length;
  const found = last.trim();
  const from = span.to - last.length + at;
  return found === name || fold(found) === fold(name) ? { ...span, from, to: from + found.length } : span;
}

/** Not for what another place has contributed: a condition that is used by its name, a state written without quotation marks. */
function isMentioned(product: Product, name: string, written: string): boolean {
  if (written === name) return true;
  const text = fold(written);
  return text === fold(name) || entityOf(product, name)?.plural.toLowerCase() === text;
}

type Literal = Expression & { kind: "literal" };

/** The texts that are compared with the state of a record, each with its entity. */
function comparedStates(product: Product, e: Expression): readonly (readonly [string, Literal])[] {
  if (e.kind === "binary" && (e.operator === "=" || e.operator === "!=")) return [...statesIn(product, e.left, [e.right]), ...statesIn(product, e.right, [e.left])];
  if (e.kind === "in")
    return statesIn(
      product,
      e.value,
      e.tests.flatMap((test) => (test.kind === "compare" ? [test.value] : test.kind === "member" ? [test.of] : [])),
    );
  if (e.kind === "call" && e.function === "list contains") return e.arguments.length === 2 ? statesIn(product, e.arguments[1]!, [e.arguments[0]!]) : [];
  return [];
}

function statesIn(product: Product, field: Expression, values: readonly Expression[]): readonly (readonly [string, Literal])[] {
  const entity = field.kind === "path" ? ownerOf(field) : undefined;
  if (entity === undefined || field.kind !== "path" || !isMachineField(product, entity, field.field)) return [];
  const literals = values.flatMap((value) => (value.kind === "list" ? value.items : [value]));
  return literals.flatMap((one) => (one.kind === "literal" && typeof one.value === "string" ? [[entity, one] as const] : []));
}

const isMachineField = (product: Product, entity: string, field: string): boolean =>
  machineOf(product, entity)?.field === field || product.machines.some((machine) => machine.entity === entity && machine.field === field);

const isAt = (a: Span, b: Span): boolean => a.from === b.from && a.to === b.to;

/** Without the quotation marks. */
const inside = (span: Span): Span => ({ ...span, from: span.from + 1, to: span.to - 1 });
