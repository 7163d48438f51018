/** What reading one expression carries along: tokens, place, bound names, what was said. */
import { type Diagnostic, type Fix, type Severity, type Span, span } from "@nonet/source";
import { factsOf } from "../analysis/null-facts.ts";
import type { Expression } from "../types/expression.ts";
import type { Known } from "../types/known-unit.ts";
import { any } from "../types/relations.ts";
import type { Scope } from "../types/scope.ts";
import type { Type, Typed } from "../types/type.ts";
import { catalogue, type Code } from "./diagnostics.ts";
import { type Token, tokensOf } from "./lexer.ts";

/** A bound name: `of` is the list that it goes through, `is` the value that it stands for, where that is known. */
export type Bound = Typed & { readonly name: string; readonly of?: Expression; readonly is?: Expression };

/** Names bound inside the expression; the innermost frame comes last. */
export type Frame =
  /** Names bound by `for`, `some`, a function's parameters, a context's earlier entries; keys are folded. */
  | { readonly kind: "names"; readonly names: Map<string, Bound> }
  /** A filter's element: its fields are names, and `item` is the element itself. */
  | { readonly kind: "item"; readonly variable: string; readonly type: Type };

/** The two entries of the grammar that other rules call back into; the reader carries them, so that no rule imports the whole grammar. */
export interface Grammar {
  readonly expression: (r: Reader) => Expression;
  readonly sum: (r: Reader) => Expression;
}

export interface Reader {
  readonly grammar: Grammar;
  readonly text: string;
  readonly tokens: readonly Token[];
  at: number;
  readonly file: number;
  readonly from: number;
  readonly scope: Scope;
  frames: readonly Frame[];
  /** Texts of paths that can't be null here, because a condition to the left said so. */
  facts: ReadonlySet<string>;
  /** The conditions to the left. */
  known: Known | null;
  readonly diagnostics: Diagnostic[];
  /** Nothing is said about types; unknown names are null. For values whose types are only known when run. */
  readonly dynamic: boolean;
  /** A syntax error was met: everything after it is silent. */
  failed: boolean;
  items: number;
  depth: number;
}

export interface Where {
  readonly file: number;
  /** Where the text begins in the file. */
  readonly from: number;
}

export function readerFor(grammar: Grammar, text: string, where: Where, scope: Scope, dynamic: boolean): Reader {
  return {
    grammar,
    text,
    tokens: tokensOf(text),
    at: 0,
    file: where.file,
    from: where.from,
    scope,
    frames: [],
    facts: new Set(),
    known: null,
    diagnostics: [],
    dynamic,
    failed: false,
    items: 0,
    depth: 0,
  };
}

/** An expression of any kind. */
export const parseExpression = (r: Reader): Expression => r.grammar.expression(r);

/** Sums, products and powers: the operand of a comparison. */
export const parseSum = (r: Reader): Expression => r.grammar.sum(r);

export function peek(r: Reader, ahead = 0): Token {
  return r.tokens[Math.min(r.at + ahead, r.tokens.length - 1)]!;
}

export function isSign(token: Token, text: string): boolean {
  return token.kind === "sign" && token.text === text;
}

export function isWord(token: Token, text: string): boolean {
  return token.kind === "word" && token.text === text;
}

/** Steps over the token if it is this sign or word. */
export function accept(r: Reader, text: string): boolean {
  const token = peek(r);
  if ((token.kind !== "sign" && token.kind !== "word") || token.text !== text) return false;
  r.at++;
  return true;
}

/** Steps over the token, or says that it was expected. */
export function need(r: Reader, text: string, why?: string): boolean {
  if (accept(r, text)) return true;
  fail(r, `\`${text}\`${why === undefined ? "" : ` ${why}`}`, text);
  return false;
}

/** Reports the one syntax error and moves to the end, so that every loop stops. */
export function fail(r: Reader, expected: string, insert?: string): void {
  if (r.failed) return;
  const token = peek(r);
  const found = token.kind === "end" ? "the expression ends here" : token.kind === "bad" && token.text.startsWith('"') ? 'a text has no closing `"`' : `found \`${token.text}\``;
  const place = spanOf(r, token.from, Math.max(token.to, token.from));
  const fixes: Fix[] = insert !== undefined && /^[)\]}]$/.test(insert) && token.kind === "end" ? [{ title: `Add \`${insert}\``, edits: [{ span: place, text: insert }] }] : [];
  report(r, "syntax-error", place, `Expected ${expected}, but ${found}.`, { fixes });
  r.failed = true;
  r.at = r.tokens.length - 1;
}

export function report(r: Reader, code: Code, place: Span, message: string, more: { hint?: string; fixes?: readonly Fix[]; severity?: Severity } = {}): void {
  if (r.failed) return;
  if (r.dynamic && code !== "syntax-error") return;
  r.diagnostics.push({
    code,
    severity: more.severity ?? catalogue[code].severity,
    span: place,
    message,
    ...(more.hint === undefined ? {} : { hint: more.hint }),
    fixes: more.fixes ?? [],
  });
}

/** The hint, where there is one. */
export function hinted(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}

/** A mend that puts a text in the place of a span. */
export function replaceBy(place: Span, text: string): Fix {
  return { title: `Change to \`${text}\``, edits: [{ span: place, text }] };
}

export function spanOf(r: Reader, from: number, to: number): Span {
  return span(r.file, r.from + from, r.from + to);
}

/** From a token's start to the end of what was read last. */
export function spanSince(r: Reader, from: number): Span {
  return spanOf(r, from, Math.max(from, r.tokens[r.at - 1]?.to ?? from));
}

export function cover(a: Span, b: Span): Span {
  return span(a.file, Math.min(a.from, b.from), Math.max(a.to, b.to));
}

export function textOf(r: Reader, place: Span): string {
  return r.text.slice(place.from - r.from, place.to - r.from);
}

export function hole(place: Span, open: string | null = null): Expression {
  return { kind: "hole", open, type: open === null ? any : { kind: "open" }, nullable: false, span: place };
}

/** Runs a reading with more names bound. */
export function within<T>(r: Reader, frame: Frame, run: () => T): T {
  const outer = r.frames;
  r.frames = [...outer, frame];
  const result = run();
  r.frames = outer;
  return result;
}

/** Runs a reading where a condition came out as `truth`. */
export function knowing<T>(r: Reader, condition: Expression, truth: boolean, run: () => T): T {
  const { facts, known } = r;
  const more = factsOf(condition, truth);
  if (more.length > 0) r.facts = new Set([...facts, ...more]);
  r.known = { condition, truth, outer: known };
  const result = run();
  r.facts = facts;
  r.known = known;
  return result;
}
