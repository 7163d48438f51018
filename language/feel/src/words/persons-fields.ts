/**
 * `my firm`, `my own firm`: a field of the person acting. So is `their own firm` or `his/her firm` where the record itself has no such
 * field, or where that field is what it is compared with.
 */
import { fieldOf, knownNameAt, resolveName, scopeNameAt } from "../syntax/names.ts";
import { isSign, isWord, peek, type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { fold } from "../types/scope.ts";
import { buildName } from "../typing/name.ts";
import { buildPath } from "../typing/path.ts";

/** Consumed; undefined, with nothing consumed, if no such field is named. */
export function parsePersonsField(r: Reader): Expression | undefined {
  if (r.dynamic || scopeNameAt(r)) return undefined;
  const isMine = /^my$/i.test(peek(r).text);
  const length = isMine ? 1 : pronounAt(r);
  const me = length > 0 ? resolveName(r, "me") : undefined;
  if (me?.from !== "scope" || me.symbol.kind !== "variable" || me.symbol.type.kind !== "record") return undefined;
  const isOwn = isWord(peek(r, length), "own");
  const ahead = length + Number(isOwn);
  const { type } = me.symbol;
  const field = knownNameAt(r, (folded) => fieldOf(r, type, folded) !== undefined, ahead);
  // `their firm` is the record's, unless that is compared with itself.
  if (!field || (!isMine && resolveName(r, fold(field.name)) !== undefined && !isComparedWith(r, fold(field.name)))) return undefined;
  const { from } = peek(r);
  const person = buildName(r, "me", me, spanSince(r, from), false);
  r.at += ahead + field.tokens;
  const place = spanSince(r, from);
  return buildPath(r, { ...person, span: place }, field.name, fold(field.name), place, place);
}

/** How many tokens `their`, `his`, `her`, `his/her` or `his or her` takes; 0 for anything else. */
function pronounAt(r: Reader): number {
  if (/^(?:his|her)$/i.test(peek(r).text) && (isSign(peek(r, 1), "/") || isWord(peek(r, 1), "or")) && /^(?:his|her|their)$/i.test(peek(r, 2).text)) return 3;
  return /^(?:their|his|her)$/i.test(peek(r).text) ? 1 : 0;
}

/** Whether the record's field stands right before: `firm is`, `the firm =`; in `old.firm is` it is another one's. */
function isComparedWith(r: Reader, folded: string): boolean {
  const words = r.tokens.slice(0, r.at).map(({ text }) => text);
  if (!/^(?:=|is|equals)$/i.test(words.at(-1) ?? "")) return false;
  const before = fold(words.slice(0, -1).join(" "));
  const rest = ` ${before}`.endsWith(` ${folded}`) ? before.slice(0, before.length - folded.length).trim() : null;
  return rest !== null && !rest.endsWith(".");
}
