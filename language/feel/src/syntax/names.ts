/**
 * Combines tokens to names, and resolves names.
 *
 * Names in FEEL can contain blanks, and a name in scope can even contain keywords and signs (`terms and conditions`,
 * `due-date`). The longest run of tokens that is a known name wins. Otherwise the name ends at the next keyword or sign.
 */
import { nearest, nearestName } from "@nonet/source";
import { builtins } from "../types/builtin-signatures.ts";
import { any, elementOf } from "../types/relations.ts";
import { fold, type Symbol } from "../types/scope.ts";
import type { Type, Typed } from "../types/type.ts";
import { keywords, type Token } from "./lexer.ts";
import { type Frame, isSign, peek, type NameRun, type Reader } from "./reader.ts";

const maxTokens = 12;

/** The name at the current token, without consuming it; undefined if no name starts here. `known` tells whether a folded name is in scope. */
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
    // `Loan due date`: two known names in a row lack an operator, which the parser reports at the second name.
    if (
      next.kind === "word" &&
      known(fold(textOfTokens(r, count))) &&
      (startsPhrase(next.text) ||
        comparesName(next.text) ||
        (next.text === "to" && isBehindFrom(r)) ||
        endsName(r, count) ||
        isUnitBehind(r, count) ||
        (next.text === "of" && namesRecords(r, textOfTokens(r, count))) ||
        knownLater(r, count, plain, known))
    )
      return { name: textOfTokens(r, count).replace(/\s+/g, " "), tokens: count };
  }
  const end = r.dynamic ? plain : untilPhrase(r, plain);
  return plain === 0 ? undefined : { name: textOfTokens(r, end).replace(/\s+/g, " "), tokens: end };
}

/** `Visits of the child`: all records of an entity. */
function namesRecords(r: Reader, name: string): boolean {
  const found = r.dynamic ? undefined : resolveName(r, fold(name));
  return found?.from === "scope" && found.symbol.kind === "global" && found.symbol.type.kind === "list" && found.symbol.type.of.kind === "record";
}

/** The words before `is`, `has` and the like: an unknown name ends there. */
function untilPhrase(r: Reader, plain: number): number {
  for (let count = 1; count < plain; count++) if (startsPhrase(peek(r, count).text) || endsName(r, count)) return count;
  return plain;
}

/** Whether a comparison in words begins with this word: `is empty`, `has passed`. */
export const startsPhrase = (word: string): boolean =>
  /^(?:is|isn|was|wasn|has|must|mustn|shall|should|may|can|cannot|need|needs|where|equals|exceeds|contains|belongs|currently|already|remain|remains|left|elapsed|does|doesn|starts|ends|falls)$/.test(
    word,
  );

/** A word that compares what stands before it, if that is a known name: `measured on before today`. */
const comparesName = (word: string): boolean =>
  /^(?:before|after|above|below|over|under|that|which|who|whose|without|are|aren|have|haven|hasn|plus|minus|times|nor|otherwise|when|unless|rounded)$/.test(word);

/** `working days` or `working hours` at a token. */
export function workingUnitAt(r: Reader, ahead: number): "days" | "hours" | undefined {
  const [first, second] = [peek(r, ahead), peek(r, ahead + 1)];
  const unit = first.kind === "word" && second.kind === "word" && /^working$/i.test(first.text) ? /^(day|hour)s?$/i.exec(second.text)?.[1]?.toLowerCase() : undefined;
  return unit === undefined ? undefined : unit === "day" ? "days" : "hours";
}

/** A unit of time behind the name of a number: `lead days`. */
function isUnitBehind(r: Reader, count: number): boolean {
  if (r.dynamic || (workingUnitAt(r, count) === undefined && !/^(?:second|minute|hour|day|week|month|year)s?$/i.test(peek(r, count).text))) return false;
  if (r.at > 0 && isSign(r.tokens[r.at - 1]!, ".")) return true;
  const found = resolveName(r, fold(textOfTokens(r, count)));
  if (found?.from === "item") return found.field?.typed.type.kind === "number";
  if (found?.from === "frame") return found.typed.type.kind === "number";
  return found !== undefined && found.symbol.kind !== "open" && found.symbol.type.kind === "number";
}

/** `hours from taken at to due at`: the first moment ends before `to`. */
const isBehindFrom = (r: Reader): boolean => r.tokens.slice(Math.max(0, r.at - maxTokens), r.at).some(({ kind, text }) => kind === "word" && text === "from");

/** `not in` after a name, or an order in words: `more than`, `no later than`, `at least`. */
function endsName(r: Reader, ahead: number): boolean {
  const [first, second, third] = [0, 1, 2].map((i) => peek(r, ahead + i).text.toLowerCase());
  if (first === "not" || first === "no") return second === "in" ? first === "not" : third === "than" && degrees.test(second!);
  if (first === "with") return second === "no";
  // `exceeds the limit by more than 2`.
  if (first === "by") return (second === "at" && /^(?:least|most)$/.test(third!)) || (third === "than" && degrees.test(second!)) || peek(r, ahead + 1).kind === "number";
  return (first === "at" && /^(?:least|most)$/.test(second!)) || (second === "than" && degrees.test(first!));
}

const degrees = /^(?:more|less|fewer|greater|bigger|smaller|higher|lower|later|earlier)$/;

/** The longest known name at a token, without consuming it; undefined if none starts there. */
export function knownNameAt(r: Reader, known: (folded: string) => boolean, ahead = 0): NameRun | undefined {
  if (peek(r, ahead).kind !== "word") return undefined;
  for (let count = maxNameLength(r, ahead); count > 0; count--) {
    const text = textOfTokens(r, count, ahead);
    if (known(fold(text))) return { name: text.replace(/\s+/g, " "), tokens: count };
  }
  return undefined;
}

/** The longest name in scope at a token; asked for several times at each, so it is kept while the scope stays. */
export function scopeNameAt(r: Reader, ahead = 0): NameRun | undefined {
  const at = r.at + ahead;
  if (r.named?.frames !== r.frames || r.named.loop !== r.loop) r.named = { frames: r.frames, loop: r.loop, byToken: [] };
  const { byToken } = r.named;
  if (!(at in byToken)) byToken[at] = knownNameAt(r, (folded) => isKnown(r, folded), ahead);
  return byToken[at];
}

/** Where no known name starts at the current token: the words that come closest to one whose words a plain name would end before, such as `age in month` to `age in months`. */
export function misspeltName(r: Reader, plain: number, candidates: Iterable<string>): (NameRun & { readonly meant: string }) | undefined {
  const longer = [...candidates].filter((name) => name.split(" ").some((word) => keywords.has(word.toLowerCase())));
  if (longer.length === 0) return undefined;
  for (let count = maxNameLength(r); count > plain; count--) {
    const name = textOfTokens(r, count).replace(/\s+/g, " ");
    const words = name.split(" ").length;
    const meant = nearest(
      name,
      longer.filter((one) => one.split(" ").length === words),
    );
    if (meant !== undefined) return { name, tokens: count, meant };
  }
  return undefined;
}

function knownLater(r: Reader, from: number, to: number, known: (folded: string) => boolean): boolean {
  return known(fold(r.text.slice(peek(r, from).from, peek(r, to - 1).to)));
}

function textOfTokens(r: Reader, count: number, ahead = 0): string {
  return r.text.slice(peek(r, ahead).from, peek(r, ahead + count - 1).to);
}

/** The number of words before the next keyword or sign. */
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

/** The maximum number of tokens of a name: words, numbers, and signs that names can contain. */
function maxNameLength(r: Reader, ahead = 0): number {
  let count = 1;
  while (count < maxTokens) {
    const token = peek(r, ahead + count);
    if (token.kind === "sign" ? !canJoinName(r, token) : token.kind !== "word" && token.kind !== "number" && !isApostrophe(r, token)) break;
    count++;
  }
  while (count > 1 && /^(?:sign|bad)$/.test(peek(r, ahead + count - 1).kind)) count--;
  return count;
}

/** `driver's licence`: between letters, an apostrophe belongs to a name. */
const isApostrophe = (r: Reader, { kind, text, from, to }: Token): boolean =>
  kind === "bad" && (text === "'" || text === "’") && /\p{L}/u.test(r.text[from - 1] ?? "") && /\p{L}/u.test(r.text[to] ?? "");

/** Whether a sign can be part of a name. A hyphen with a blank on either side is a minus. */
function canJoinName(r: Reader, sign: Token): boolean {
  if (sign.text === "-") return /\S/.test(r.text[sign.from - 1] ?? " ") && /\S/.test(r.text[sign.to] ?? " ");
  return sign.text === "." || sign.text === "/" || sign.text === "+" || sign.text === "*" || sign.text === "**";
}

export type ResolvedName =
  | { readonly from: "frame"; readonly name: string; readonly typed: Typed }
  | { readonly from: "item"; readonly frame: Frame & { kind: "item" }; readonly field: { readonly name: string; readonly typed: Typed } | null }
  | { readonly from: "scope"; readonly symbol: Symbol };

const withoutFields: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

/**
 * Resolves a bare name: the innermost binding takes precedence, then the host's scope. Where a field of it is read, an entry of
 * a context that has no fields isn't meant: the second `customer` of `{ customer: customer.name, mail: customer.mail }`.
 */
export function resolveName(r: Reader, folded: string, isOwner = false): ResolvedName | undefined {
  let loose: ResolvedName | undefined;
  for (let i = r.frames.length - 1; i >= 0; i--) {
    const frame = r.frames[i]!;
    if (frame.kind === "names") {
      const bound = frame.names.get(folded);
      const isEntry = isOwner && !r.dynamic && bound?.is !== undefined && withoutFields.has(bound.type.kind);
      if (bound && !isEntry) return { from: "frame", name: bound.name, typed: bound };
      continue;
    }
    const field = fieldOf(r, frame.type, folded);
    if (field) return { from: "item", frame, field };
    if (folded === "item" || (folded === r.loop && !r.dynamic)) return { from: "item", frame, field: null };
    if (frame.type.kind === "any") loose ??= { from: "item", frame, field: { name: folded, typed: { type: any, nullable: true } } };
  }
  const symbol = r.scope.lookup(folded);
  return symbol ? { from: "scope", symbol } : loose;
}

/** Whether a bare name is known. Elements of an unknown type don't count, because they might have any field. */
export function isKnown(r: Reader, folded: string): boolean {
  const found = resolveName(r, folded);
  if (found === undefined) return builtins.has(folded);
  return found.from !== "item" || found.field === null || found.frame.type.kind !== "any";
}

interface FieldIndex {
  readonly byFolded: ReadonlyMap<string, { readonly name: string; readonly typed: Typed }>;
}
const indexes = new WeakMap<object, FieldIndex>();

/** The field with this folded name; undefined if the type has none. */
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

/** The known name that is closest to this one, as it was defined. */
export const suggest = (r: Reader, name: string): string | undefined => nearestName(name, namesInScope(r));

/** Every name that can stand bare here, as it was defined, the innermost first. */
export function namesInScope(r: Reader): ReadonlySet<string> {
  const names = new Set<string>();
  for (const frame of [...r.frames].reverse()) {
    if (frame.kind === "names") for (const bound of frame.names.values()) names.add(bound.name);
    else for (const field of fieldNames(r, elementOf(frame.type))) names.add(field);
  }
  for (const each of r.scope.names()) names.add(each);
  return names;
}

/** Whether arguments in parentheses follow the name. */
export function isCalled(r: Reader, name: NameRun): boolean {
  return isSign(peek(r, name.tokens), "(");
}
