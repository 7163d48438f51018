/** The state of parsing one expression: tokens, position, bound names, assumptions and diagnostics. */
import { type Diagnostic, type Fix, type Severity, type Span, span } from "@nonet/source";
import { factsOf } from "../analysis/null-facts.ts";
import type { Expression } from "../types/expression.ts";
import type { Assumption } from "../types/assumption.ts";
import { any } from "../types/relations.ts";
import type { Scope } from "../types/scope.ts";
import type { Type, Typed } from "../types/type.ts";
import { catalogue, type Code } from "./diagnostics.ts";
import { equivalentTokens } from "./equivalent-signs.ts";
import { type Token, tokensOf } from "./lexer.ts";

/** A bound name. `of` is the list that it iterates over, `is` the value that it is bound to; absent if unknown. */
export type Bound = Typed & { readonly name: string; readonly of?: Expression; readonly is?: Expression };

/** Names that are bound inside the expression. The innermost frame is the last. */
export type Frame =
  /** Names bound by `for`, `some` and `every`, parameters of a function, and earlier entries of a context. Keys are folded. */
  | { readonly kind: "names"; readonly names: Map<string, Bound> }
  /** The element of a filter: its fields are names, and `item` is the element itself. */
  | { readonly kind: "item"; readonly variable: string; readonly type: Type };

/** The rules of the grammar that other rules call recursively. The reader contains them, so that no rule imports the whole grammar. */
export interface Grammar {
  readonly expression: (r: Reader) => Expression;
  readonly sum: (r: Reader) => Expression;
  /** A value without operators behind it. */
  readonly operand: (r: Reader) => Expression;
  readonly comparison: (r: Reader) => Expression;
  /** The condition that follows a value. `isBare`: without its verb, as `urgent` in `that are open and urgent`. */
  readonly phrase: (r: Reader, value: Expression, isBare?: boolean) => Expression | undefined;
}

/** `at` is the index of the current token, `from` the offset of the text in the file, `items` the number of filters so far, `depth` that of nested expressions. */
/** A name at a token. */
export interface NameRun {
  /** As written, with single blanks. */
  readonly name: string;
  readonly tokens: number;
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
  /** Keys of paths that can't be null here, because a condition to the left excludes it. */
  facts: ReadonlySet<string>;
  /** The conditions that hold here; null for none. */
  assumption: Assumption | null;
  readonly diagnostics: Diagnostic[];
  /** True if types are not checked and unknown names are null: for values whose types are only known at run time. */
  readonly dynamic: boolean;
  /** True after a syntax error. Nothing else is reported then. */
  failed: boolean;
  items: number;
  depth: number;
  /** How many operands were read, those included that a reading took back. */
  steps: number;
  /** The texts that can stand here without quotation marks. */
  choices: readonly string[] | undefined;
  /** Whether the code of a currency can stand without quotation marks, because a text without choices is expected. */
  takesCodes: boolean;
  /** The folded variable of the loop whose list is read: in `for s in Session where s.public return …` it is the filter's element. */
  loop: string | undefined;
  /** The value of which something was said last in words, and the index of the token behind it. */
  said: { readonly value: Expression; readonly at: number; readonly isDenied: boolean } | undefined;
  /** The names in scope that start at the tokens, as far as they were asked for. */
  named: { readonly frames: readonly Frame[]; readonly loop: string | undefined; readonly byToken: (NameRun | undefined)[] } | undefined;
}

/** Where the text of an expression is. */
export interface TextLocation {
  /** The index of the file in the sources. */
  readonly file: number;
  /** The offset of the text in the file, in UTF-16 code units. */
  readonly from: number;
}

export function readerFor(grammar: Grammar, text: string, where: TextLocation, scope: Scope, dynamic: boolean): Reader {
  return {
    grammar,
    text,
    tokens: dynamic ? tokensOf(text) : equivalentTokens(text),
    at: 0,
    file: where.file,
    from: where.from,
    scope,
    frames: [],
    facts: new Set(),
    assumption: null,
    diagnostics: [],
    dynamic,
    failed: false,
    items: 0,
    depth: 0,
    steps: 0,
    choices: undefined,
    takesCodes: false,
    loop: undefined,
    said: undefined,
    named: undefined,
  };
}

/** An expression of any kind. */
export const parseExpression = (r: Reader): Expression => r.grammar.expression(r);

/** A sum, product or power: the operand of a comparison. */
export const parseSum = (r: Reader): Expression => r.grammar.sum(r);

/** A value without operators behind it: what a product multiplies. */
export const parseOperand = (r: Reader): Expression => r.grammar.operand(r);

/** A comparison or another condition, without `and` and `or`. */
export const parseComparison = (r: Reader): Expression => r.grammar.comparison(r);

/** What words say of a value; undefined if they say nothing. */
export const parsePhraseOf = (r: Reader, value: Expression, isBare = false): Expression | undefined => r.grammar.phrase(r, value, isBare);

export function peek(r: Reader, ahead = 0): Token {
  return r.tokens[Math.min(r.at + ahead, r.tokens.length - 1)]!;
}

export function isSign(token: Token, text: string): boolean {
  return token.kind === "sign" && token.text === text;
}

export function isWord(token: Token, text: string): boolean {
  return token.kind === "word" && token.text === text;
}

/** Consumes the token if it is this sign or word; returns whether it is. */
export function accept(r: Reader, text: string): boolean {
  const token = peek(r);
  if ((token.kind !== "sign" && token.kind !== "word") || token.text !== text) return false;
  r.at++;
  return true;
}

/** Consumes the token if it is this sign or word; otherwise reports a syntax error. */
export function expect(r: Reader, text: string, why?: string): boolean {
  if (accept(r, text)) return true;
  fail(r, `\`${text}\`${why === undefined ? "" : ` ${why}`}`, text);
  return false;
}

/** Reports a syntax error, unless there was one before, and moves to the end, so that every loop stops. */
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

/** Adds a diagnostic, with the severity of the catalogue unless `more` has another one. */
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

/** The hint as an option of `report`; nothing if there is none. */
export function withHint(hint: string | undefined): { hint?: string } {
  return hint === undefined ? {} : { hint };
}

/** A fix that replaces a span with a text. */
export function replaceBy(place: Span, text: string): Fix {
  return { title: `Change to \`${text}\``, edits: [{ span: place, text }] };
}

export function spanOf(r: Reader, from: number, to: number): Span {
  return span(r.file, r.from + from, r.from + to);
}

/** The span from an offset in the text to the end of the last consumed token. */
export function spanSince(r: Reader, from: number): Span {
  return spanOf(r, from, Math.max(from, r.tokens[r.at - 1]?.to ?? from));
}

/** The smallest span that contains both. */
export function cover(a: Span, b: Span): Span {
  return span(a.file, Math.min(a.from, b.from), Math.max(a.to, b.to));
}

export function textOf(r: Reader, place: Span): string {
  return r.text.slice(place.from - r.from, place.to - r.from);
}

/** A placeholder for a part with an error, or that is not shown (`open` is its name). */
export function hole(place: Span, open: string | null = null): Expression {
  return { kind: "hole", open, type: open === null ? any : { kind: "open" }, nullable: false, span: place };
}

/** Calls `run` with an inner frame of names. */
export function within<T>(r: Reader, frame: Frame, run: () => T): T {
  const outer = r.frames;
  r.frames = [...outer, frame];
  const result = run();
  r.frames = outer;
  return result;
}

/** Calls `run` under the assumption that the result of a condition is `truth`. */
export function assuming<T>(r: Reader, condition: Expression, truth: boolean, run: () => T): T {
  const { facts, assumption } = r;
  const more = factsOf(condition, truth);
  if (more.length > 0) r.facts = new Set([...facts, ...more]);
  r.assumption = { condition, truth, outer: assumption };
  const result = run();
  r.facts = facts;
  r.assumption = assumption;
  return result;
}
