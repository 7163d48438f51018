/** Parses conditions that name no subject: `is not paid`, said of the record itself, and `neither paid nor dangerous`, `not both paid and dangerous`. */
import { knownNameAt, resolveName, scopeNameAt } from "../syntax/names.ts";
import { accept, expect, hole, isSign, isWord, parseComparison, parsePhraseOf, peek, type Reader, replaceBy, report, spanSince, textOf } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { buildBuiltin } from "../typing/call.ts";
import { buildAnd } from "../typing/logic.ts";
import { buildName } from "../typing/name.ts";
import { take } from "../words/take.ts";

/** Consumed; undefined, with nothing consumed, if another condition is next. */
export function parseUnnamedSubject(r: Reader): Expression | undefined {
  if (r.dynamic || !/^(?:is|isn|neither|not)$/.test(peek(r).text) || isNamed(r)) return undefined;
  const { from } = peek(r);
  if (take(r, "not both")) return isNotBoth(r, from);
  if (take(r, "neither")) return isNeither(r, from);
  return isWord(peek(r), "not") ? undefined : ofRecord(r, from);
}

/** Whether a name begins with the word, or it is the function `is(…)` or `not(…)`. */
const isNamed = (r: Reader): boolean => isSign(peek(r, 1), "(") || (scopeNameAt(r)?.tokens ?? 1) > 1 || resolveName(r, peek(r).text) !== undefined;

const negated = (r: Reader, value: Expression, from: number): Expression => {
  const place = spanSince(r, from);
  return value.kind === "hole" ? value : buildBuiltin(r, "not", [{ value }], place, place);
};

function isNotBoth(r: Reader, from: number): Expression {
  const first = parseComparison(r);
  expect(r, "and", "after `not both`");
  return negated(r, buildAnd(r, first, parseComparison(r)), from);
}

function isNeither(r: Reader, from: number): Expression {
  let all = negated(r, parseComparison(r), from);
  expect(r, "nor", "after `neither`");
  do all = buildAnd(r, all, negated(r, parseComparison(r), from));
  while (accept(r, "nor"));
  return all;
}

/** `is not paid`. What follows it with `and` or `or` may be denied too. */
function ofRecord(r: Reader, from: number): Expression | undefined {
  const self = resolveName(r, "this");
  if (!self) return undefined;
  const { at, failed, items, said } = r;
  const reported = r.diagnostics.length;
  const place = { ...spanSince(r, from), to: spanSince(r, from).from };
  const found = parsePhraseOf(r, buildName(r, "this", self, place, false));
  if (!found || r.failed || r.diagnostics.length > reported) {
    Object.assign(r, { at, failed, items, said });
    r.diagnostics.length = reported;
    return undefined;
  }
  const words = textOf(r, spanSince(r, from));
  const first = /^(?:is\s+not|isn['’]t)\s+(.+)$/i.exec(words)?.[1];
  const joiner = isWord(peek(r), "and") || isWord(peek(r), "or") ? peek(r).text : undefined;
  const second = first === undefined || joiner === undefined ? undefined : knownNameAt(r, (folded) => isFlag(r, folded), 1);
  if (!second || !isEndAt(r, 1 + second.tokens)) return found;
  r.at += 1 + second.tokens;
  const whole = spanSince(r, from);
  const forms = [`not (${first} ${joiner} ${second.name})`, `not ${first} ${joiner} ${second.name}`];
  report(r, "impossible-comparison", whole, `"not" can be about "${first} ${joiner} ${second.name}" or only about "${first}".`, {
    hint: `Write ${forms.map((form) => `\`${form}\``).join(" or ")}.`,
    fixes: forms.map((form) => replaceBy(whole, form)),
  });
  return hole(whole);
}

function isFlag(r: Reader, folded: string): boolean {
  const found = resolveName(r, folded);
  if (found?.from === "scope") return found.symbol.kind === "field" && found.symbol.type.kind === "boolean";
  return found?.from === "item" && found.field?.typed.type.kind === "boolean";
}

const isEndAt = (r: Reader, ahead: number): boolean => {
  const { kind, text } = peek(r, ahead);
  return kind === "end" || (kind === "sign" && /^[),]$/.test(text)) || /^(?:and|or|then|else|otherwise)$/.test(text);
};
