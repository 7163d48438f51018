/**
 * What the points' compilers find in addition to their results: diagnostics, what is enforced, and what uses what.
 *
 * Only lists, in the order of discovery, so that the findings of one statement can be kept and added again unchanged.
 */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Diagnostic, Span } from "@nonet/source";
import { ownerOf, walk } from "../trees/walk.ts";

/** A dependency: something that isn't shown, a call or a field, and what uses it. */
export interface Affected {
  readonly what: string;
  readonly source: Span | null;
}

type On = Affected & { readonly on: string };

/** What is declared by name, except codes and calls. A value is a constant, a function or a decision table. */
export type NamedKind = "value" | "calendar" | "entity" | "condition" | "own";

/** `of`: the entity that the name belongs to. */
export const keyOf = (kind: NamedKind, name: string, of = ""): string => `${kind} ${of}/${fold(name)}`;

export interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly enforced: Span[];
  /** `on`: something that isn't shown, or that is used (`call "Charge fee"`, `Loan.fee`). For an expression, all that it reads. */
  readonly affected: (On | { readonly expression: Expression; readonly what: string })[];
  /** What isn't shown, except constants and points, with its place. */
  readonly opens: (readonly [what: string, span: Span])[];
  /** The names that are used, as keys of `keyOf`. */
  readonly usedNames: string[];
  readonly usedCodes: (readonly [code: string, span: Span])[];
  /** What callers pass for the inputs of point 9's tables, by `table/input`. */
  readonly given: (readonly [input: string, argument: Expression])[];
}

export const noFindings = (): Findings => ({ diagnostics: [], enforced: [], affected: [], opens: [], usedNames: [], usedCodes: [], given: [] });

/** Adds what was found before. */
export function addFindings(to: Findings, found: Findings): void {
  append(to.diagnostics, found.diagnostics);
  append(to.enforced, found.enforced);
  append(to.affected, found.affected);
  append(to.opens, found.opens);
  append(to.usedNames, found.usedNames);
  append(to.usedCodes, found.usedCodes);
  append(to.given, found.given);
}

function append<T>(to: T[], from: readonly T[]): void {
  for (let i = 0; i < from.length; i++) to.push(from[i]!);
}

/** The types that callers pass for an input, each once. */
export function typesGiven(findings: Findings, input: string): readonly Type[] {
  const types = new Map(argumentsGiven(findings, input).map(({ type }) => [JSON.stringify(type), type] as const));
  return [...types.values()];
}

/** By code, the first place that raises it. */
export function firstUses(findings: Findings): ReadonlyMap<string, Span> {
  const first = new Map<string, Span>();
  for (const [code, span] of findings.usedCodes) if (!first.has(code)) first.set(code, span);
  return first;
}

function readsIn(expression: Expression, visit: (on: string) => void): void {
  walk(expression, (e) => {
    if (e.kind === "hole" && e.open !== null) visit(e.open);
    const owner = e.kind === "path" ? ownerOf(e) : undefined;
    if (e.kind === "path" && owner !== undefined) visit(`${owner}.${e.field}`);
  });
}

/** By what they depend on, each once. */
export function dependentsOf(findings: Findings): ReadonlyMap<string, readonly Affected[]> {
  const dependents = new Map<string, Map<string, Affected>>();
  const add = ({ on, what, source }: On): void => {
    if (on === what) return;
    const known = dependents.get(on) ?? new Map<string, Affected>();
    dependents.set(on, known);
    if (!known.has(what)) known.set(what, { what, source });
  };
  for (const one of findings.affected) {
    if ("on" in one) add(one);
    else readsIn(one.expression, (on) => add({ on, what: one.what, source: one.expression.span }));
  }
  return new Map([...dependents].map(([on, known]) => [on, [...known.values()]]));
}

/** What callers pass for an input, each place once. */
export function argumentsGiven(findings: Findings, input: string): readonly Expression[] {
  const places = new Map(findings.given.flatMap(([to, argument]) => (to === input ? [[`${argument.span.file} ${argument.span.from}`, argument] as const] : [])));
  return [...places.values()];
}
