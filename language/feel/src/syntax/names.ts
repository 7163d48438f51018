/**
 * Puts words together to names, and finds what a name means.
 *
 * FEEL's names hold blanks, and a name in scope may even hold keywords and signs (`terms and conditions`, `due-date`).
 * The longest run of tokens that is a known name wins; otherwise the words up to the next keyword or sign are the name.
 */
import { nearest } from "@nonet/source";
import { builtins } from "../types/builtin-signatures.ts";
import { any, elementOf } from "../types/relations.ts";
import { fold, type Symbol } from "../types/scope.ts";
import type { Type, Typed } from "../types/type.ts";
import { keywords, type Token } from "./lexer.ts";
import { type Frame, isSign, peek, type Reader } from "./reader.ts";

export interface NameRun {
  /** As written, blanks made one. */
  readonly name: string;
  readonly tokens: number;
}

const maxTokens = 12;

/** The name that stands here, without stepping over it. `known` gets folded names; undefined where no name can begin. */
export function peekName(r: Reader, known: (folded: string) => boolean): NameRun | undefined {
  const first = peek(r);
  if (first.kind !== "word") return undefined;
  const plain = plainNameLength(r);
  for (let count = maxNameLength(r); count > 0; count--) {
    if (count === plain && !known(fold(textOfTokens(r, count)))) break;
    if (count !== plain && !known(fold(textOfTokens(r, count)))) continue;
    return { name: textOfTokens(r, count).replace(/\s+/g, " "), tokens: count };
  }
  for (let count = Math.min(plain, maxTokens) - 1; count > 0; count--) {
    const next = peek(r, count);
    // `Loan due date`: a known name and then another one is a forgotten operator; the reader says so at the second.
    if (next.kind === "word" && known(fold(textOfTokens(r, count))) && knownLater(r, count, plain, known)) return { name: textOfTokens(r, count).replace(/\s+/g, " "), tokens: count };
  }
  return plain === 0 ? undefined : { name: textOfTokens(r, plain).replace(/\s+/g, " "), tokens: plain };
}

function knownLater(r: Reader, from: number, to: number, known: (folded: string) => boolean): boolean {
  return known(fold(r.text.slice(peek(r, from).from, peek(r, to - 1).to)));
}

function textOfTokens(r: Reader, count: number): string {
  return r.text.slice(peek(r).from, peek(r, count - 1).to);
}

/** How many words stand here before a keyword or sign. */
function plainNameLength(r: Reader): number {
  let count = 0;
  for (let token = peek(r); ; token = peek(r, count)) {
    const fits =
      token.kind === "word"
        ? !keywords.has(token.text)
        : count > 0 && token.kind === "number" && /^\d+$/.test(token.text) && !r.text.slice(token.from - 1, token.from).match(/[.\d]/);
    if (!fits) return count;
    count++;
  }
}

/** How many tokens could at most be one name: words, numbers, and signs that names may hold. */
function maxNameLength(r: Reader): number {
  let count = 1;
  while (count < maxTokens) {
    const token = peek(r, count);
    if (token.kind === "sign" ? !canJoinName(r, token) : token.kind !== "word" && token.kind !== "number") break;
    count++;
  }
  while (count > 1 && peek(r, count - 1).kind === "sign") count--;
  return count;
}

/** A hyphen between blanks is a minus. */
function canJoinName(r: Reader, sign: Token): boolean {
  if (sign.text === "-") return /\S/.test(r.text[sign.from - 1] ?? " ") && /\S/.test(r.text[sign.to] ?? " ");
  return sign.text === "." || sign.text === "/" || sign.text === "+" || sign.text === "*" || sign.text === "**";
}

export type ResolvedName =
  | { readonly from: "frame"; readonly name: string; readonly typed: Typed }
  | { readonly from: "item"; readonly frame: Frame & { kind: "item" }; readonly field: { readonly name: string; readonly typed: Typed } | null }
  | { readonly from: "scope"; readonly symbol: Symbol };

/** What a bare name means: the innermost binding first, then the host's. */
export function resolveName(r: Reader, folded: string): ResolvedName | undefined {
  let loose: ResolvedName | undefined;
  for (let i = r.frames.length - 1; i >= 0; i--) {
    const frame = r.frames[i]!;
    if (frame.kind === "names") {
      const bound = frame.names.get(folded);
      if (bound) return { from: "frame", name: bound.name, typed: bound };
      continue;
    }
    const field = fieldOf(r, frame.type, folded);
    if (field) return { from: "item", frame, field };
    if (folded === "item") return { from: "item", frame, field: null };
    if (frame.type.kind === "any") loose ??= { from: "item", frame, field: { name: folded, typed: { type: any, nullable: true } } };
  }
  const symbol = r.scope.lookup(folded);
  return symbol ? { from: "scope", symbol } : loose;
}

/** Whether a bare name means something, apart from fields of elements that nothing is known of. */
export function isKnown(r: Reader, folded: string): boolean {
  const found = resolveName(r, folded);
  if (found === undefined) return builtins.has(folded);
  return found.from !== "item" || found.field === null || found.frame.type.kind !== "any";
}

interface FieldIndex {
  readonly byFolded: ReadonlyMap<string, { readonly name: string; readonly typed: Typed }>;
}
const indexes = new WeakMap<object, FieldIndex>();

/** A field by its folded name; undefined where the type has none of that name. */
export function fieldOf(r: Reader, type: Type, folded: string): { readonly name: string; readonly typed: Typed } | undefined {
  return fieldIndex(r, type)?.byFolded.get(folded);
}

export function fieldNames(r: Reader, type: Type): string[] {
  return [...(fieldIndex(r, type)?.byFolded.values() ?? [])].map((field) => field.name);
}

function fieldIndex(r: Reader, type: Type): FieldIndex | undefined {
  const fields = type.kind === "record" ? r.scope.fieldsOf(type.name) : type.kind === "context" ? type.entries : undefined;
  if (fields === undefined) return undefined;
  let index = indexes.get(fields);
  if (!index) {
    const entries: [string, Typed][] =
      fields instanceof Map
        ? [...fields]
        : Object.entries(fields as Readonly<Record<string, Type>>).map(([name, each]) => [
            name,
            { type: each, nullable: nullableEntry(each) || (type.kind === "context" && type.maybe?.includes(name) === true) },
          ]);
    index = { byFolded: new Map(entries.map(([name, typed]) => [fold(name), { name, typed }])) };
    indexes.set(fields, index);
  }
  return index;
}

function nullableEntry(type: Type): boolean {
  return type.kind === "any" || type.kind === "null";
}

/** The known name that was probably meant, in the form in which it was defined. */
export function suggest(r: Reader, name: string): string | undefined {
  const names = new Set<string>();
  for (const frame of [...r.frames].reverse()) {
    if (frame.kind === "names") for (const bound of frame.names.values()) names.add(bound.name);
    else for (const field of fieldNames(r, elementOf(frame.type))) names.add(field);
  }
  for (const each of r.scope.names()) names.add(each);
  return nearest(name, names);
}

/** Whether the token after the name opens arguments. */
export function isCalled(r: Reader, name: NameRun): boolean {
  return isSign(peek(r, name.tokens), "(");
}
