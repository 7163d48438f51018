/** Parses another value behind a value, with its condition: `10 days, or 2 days if express`; and conditions that only name a choice. */
import { resolveName, scopeNameAt } from "../syntax/names.ts";
import { accept, assuming, hole, isSign, parseExpression, parsePhraseOf, parseSum, peek, type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildIf } from "../typing/conditional.ts";
import { checkCondition } from "../typing/logic.ts";
import { buildName } from "../typing/name.ts";

/** Where a condition ends after `if`. */
const ends = (r: Reader): boolean => {
  const { kind, text } = peek(r);
  return kind === "end" || (kind === "sign" && /^[),;]$/.test(text)) || /^(?:then|else|otherwise)$/.test(text);
};

/** The condition after `if`: an expression, or a choice of the record alone, as in `if express` for `kind = "express"`. */
export function parseCaseCondition(r: Reader): Expression {
  return choiceOfThis(r) ?? parseExpression(r);
}

function choiceOfThis(r: Reader): Expression | undefined {
  const self = r.dynamic ? undefined : resolveName(r, "this");
  const ahead = peek(r).text === "not" ? 1 : 0;
  if (!self || peek(r, ahead).kind !== "word" || scopeNameAt(r, ahead)) return undefined;
  const { at, failed, items, said } = r;
  const reported = r.diagnostics.length;
  const place = spanSince(r, peek(r).from);
  const found = parsePhraseOf(r, buildName(r, "this", self, place, false), true);
  if (found && ends(r) && !r.failed && r.diagnostics.length === reported) return found;
  Object.assign(r, { at, failed, items, said });
  r.diagnostics.length = reported;
  return undefined;
}

/** `first` with the other value; undefined, with nothing consumed, if none follows. */
export function parseOtherValue(r: Reader, first: Expression): Expression | undefined {
  if (r.dynamic || r.failed || r.depth > 1 || !isSign(peek(r), ",")) return undefined;
  const { at, items, said } = r;
  const reported = r.diagnostics.length;
  const found = otherValue(r, first);
  // Behind `or` and a value with `if`, what is wrong with the condition is reported.
  if (found && ((!r.failed && r.diagnostics.length === reported) || r.tokens[at + 1]!.text === "or")) return found;
  Object.assign(r, { at, items, said, failed: false });
  r.diagnostics.length = reported;
  return undefined;
}

function otherValue(r: Reader, first: Expression): Expression | undefined {
  const { from } = peek(r);
  r.at++;
  accept(r, "or");
  const start = r.at;
  parseSum(r);
  const word = peek(r).text;
  if (r.failed || !/^(?:if|when|unless)$/.test(word)) return undefined;
  r.at++;
  const read = checkCondition(r, parseCaseCondition(r), `after \`${word}\``);
  const place = spanSince(r, from);
  if (read.kind === "hole") return hole(place);
  if (peek(r).kind !== "end") return undefined;
  const condition = word === "unless" ? buildBuiltin(r, "not", [{ value: read }], place, place) : read;
  const end = r.at;
  r.at = start;
  const value = assuming(r, condition, true, () => parseSum(r));
  r.at = end;
  return buildIf(r, condition, value, first, spanSince(r, first.span.from - r.from));
}
