/** The names that expressions mention, at their exact places: the typed trees say what each of them means. */
import { expressionsIn, ownerOf, walk } from "@nonet/compiler";
import { type Expression, fold } from "@nonet/feel";
import { entityOf, machineOf, type Product } from "@nonet/model";
import type { Span } from "@nonet/source";
import { oncePer } from "../document/checked-document.ts";
import type { Thing } from "./thing.ts";

export interface Reference {
  readonly thing: Thing;
  /** Exactly the characters of the name. */
  readonly span: Span;
}

export interface ExpressionReferences {
  readonly references: readonly Reference[];
  /** The outermost expressions whose whole text is one. */
  readonly expressions: readonly Expression[];
}

const expressionsOf: (product: Product) => readonly Expression[] = oncePer((product: Product) => expressionsIn({ ...product, sources: [], notShown: [] }));

/** Of the expressions at the places that are wanted. */
export function expressionReferences(product: Product, isWanted: (place: Span) => boolean): ExpressionReferences {
  const expressions = expressionsOf(product).filter(({ span }) => isWanted(span));
  const references: Reference[] = [];
  const seen = new Set<string>();
  const callables = new Set([...product.functions, ...product.tables].map(({ name }) => name));
  const calendars = new Set(product.calendars.map(({ name }) => name));
  const constants = new Set(product.constants.map(({ name }) => name));
  const add = (thing: Thing, span: Span): void => {
    const key = `${span.file}:${span.from}:${span.to}`;
    if (seen.has(key) || !isMentioned(product, thing.name, span)) return;
    seen.add(key);
    references.push({ thing, span });
  };
  const global = (e: Expression & { kind: "global" }): void => {
    const kind = entityOf(product, e.name) ? "entity" : callables.has(e.name) ? "function" : calendars.has(e.name) ? "calendar" : constants.has(e.name) ? "constant" : null;
    if (kind) return add({ kind, name: e.name, entity: null }, e.span);
    // `vat rate at (day)`: the value of a constant at a date.
    const dated = /^(.+) at$/.exec(e.name)?.[1];
    if (dated !== undefined && constants.has(dated))
      add({ kind: "constant", name: dated, entity: null }, { ...e.span, to: e.span.from + /^(.*\S)\s+at$/s.exec(textOf(product, e.span))![1]!.length });
  };
  const written: Expression[] = [];
  for (const expression of expressions) {
    let isWritten = true;
    walk(expression, (e) => {
      // States, owners and named conditions are written without being an expression: their parts have the place of the whole.
      if (e.kind === "binary" && (isAt(e.left.span, e.span) || isAt(e.right.span, e.span))) isWritten = false;
      if (e.kind === "literal" && typeof e.value === "string" && e.type.kind === "string" && !/["@]/.test(textOf(product, e.span)[0] ?? "")) isWritten = false;
      if (e.kind === "global") global(e);
      else if (e.kind === "hole" && e.open !== null && constants.has(e.open)) add({ kind: "constant", name: e.open, entity: null }, e.span);
      else if (e.kind === "path") {
        const entity = ownerOf(e);
        if (e.of.kind === "variable" && e.of.name === "asked") add(askedField(product, e.field), endOf(e.span, e.field, product));
        else if (entity !== undefined) add({ kind: "field", name: e.field, entity }, endOf(e.span, e.field, product));
      } else if (e.kind === "variable" && e.type.kind === "record") {
        // The record by its entity's name in lower case: `loan.borrower`.
        if (fold(textOf(product, e.span)) === fold(e.type.name)) add({ kind: "entity", name: e.type.name, entity: null }, e.span);
      } else for (const [entity, literal] of comparedStates(product, e)) add({ kind: "state", name: literal.value as string, entity }, inside(literal.span));
    });
    if (isWritten) written.push(expression);
  }
  return { references, expressions: written };
}

/** What an action asks for: a field of the record if it is one, else of the action. */
function askedField({ machines }: Product, name: string): Thing {
  const machine = machines.find(({ actions }) => actions.some(({ asks }) => asks.some(({ field }) => field.name === name)));
  return { kind: "field", name, entity: machine?.entity ?? null };
}

const textOf = ({ sources }: Product, { file, from, to }: Span): string => sources[file]?.text.slice(from, to) ?? "";

/** The name at the end of a path's text, as it is written there. */
function endOf(span: Span, name: string, product: Product): Span {
  const text = textOf(product, span);
  const last = /[^.[\]()]*$/.exec(text)![0];
  const at = last.length - last.trimStart().length;
  const found = last.trim();
  const from = span.to - last.length + at;
  return found === name || fold(found) === fold(name) ? { ...span, from, to: from + found.length } : span;
}

/** Not for what another place has contributed: a condition that is used by its name, a state written without quotation marks. */
function isMentioned(product: Product, name: string, span: Span): boolean {
  const written = textOf(product, span);
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
