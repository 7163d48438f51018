/**
 * What the points' compilers find besides what they make: diagnostics, what is enforced, what uses what.
 *
 * Lists only, in the order in which it was found, so that what one statement gave can be kept and said again as it was.
 */
import { type Expression, fold, type Type } from "@nonet/feel";
import type { Diagnostic, Span } from "@nonet/source";
import { ownerOf, walk } from "../trees/walk.ts";

/** What hangs on what: an open thing, a call or a field by its words, and those that use it. */
export interface Affected {
  readonly what: string;
  readonly source: Span | null;
}

type On = Affected & { readonly on: string };

/** What is declared by a name of its own, besides codes and calls; a value is a constant, function or decision table. */
export type NamedKind = "value" | "calendar" | "entity" | "condition" | "own";

/** `of`: the entity that the name belongs to. */
export const keyOf = (kind: NamedKind, name: string, of = ""): string => `${kind} ${of}/${fold(name)}`;

export interface Findings {
  readonly diagnostics: Diagnostic[];
  readonly enforced: Span[];
  /** `on`: an open thing, or a thing that is used (`call "Charge fee"`, `Loan.fee`). Of an expression, all that it reads. */
  readonly affected: (On | { readonly expression: Expression; readonly what: string })[];
  /** Open things besides constants and points, with their places. */
  readonly opens: (readonly [what: string, span: Span])[];
  /** What is used by its name, as `keyOf` says it. */
  readonly usedNames: string[];
  readonly usedCodes: (readonly [code: string, span: Span])[];
  /** What callers give the inputs of point 9's tables, by `table/input`. */
  readonly given: (readonly [input: string, argument: Expression])[];
}

export const noFindings = (): Findings => ({ diagnostics: [], enforced: [], affected: [], opens: [], usedNames: [], usedCodes: [], given: [] });

/** Says again what was found. */
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

/** What callers give an input, each type once. */
export function typesGiven(findings: Findings, input: string): readonly Type[] {
  const types = new Map(argumentsGiven(findings, input).map(({ type }) => [JSON.stringify(type), type] as const));
  return [...types.values()];
}

/** Each code where it is raised first. */
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

/** By what they hang on, each once. */
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

/** What callers give an input, each place once. */
export function argumentsGiven(findings: Findings, input: string): readonly Expression[] {
  const places = new Map(findings.given.flatMap(([to, argument]) => (to === input ? [[`${argument.span.file} ${argument.span.from}`, argument] as const] : [])));
  return [...places.values()];
}
