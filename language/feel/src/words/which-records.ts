/**
 * Parses which records of a list are meant: `where CONDITION`, `that are open and urgent`, `that is in the future and whose
 * fee is above 5`. Each clause is about the element.
 */
import { elementOf } from "../types/relations.ts";
import { fieldOf, knownNameAt, scopeNameAt } from "../syntax/names.ts";
import { cover, fail, hole, isWord, parseComparison, parseExpression, parsePhraseOf, peek, type Reader, replaceBy, report, spanSince, textOf, within } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { buildAnd, buildOr } from "../typing/logic.ts";
import { buildBracket, itemFrame } from "../typing/path.ts";

const verb = /^(?:is|are|was|were|isn|aren|has|have|hasn|haven|falls|fall)$/;
const pronoun = /^(?:that|which|who)$/;

/** `without lines`, `with no lines`. */
const lacks = (r: Reader, ahead: number): boolean => peek(r, ahead).text === "without" || (peek(r, ahead).text === "with" && peek(r, ahead + 1).text === "no");

/** `with kind = "proof"`, `with amount above 5`: a field of the elements is compared. */
const compares = (r: Reader): boolean => {
  if (peek(r).text !== "with" || peek(r, 1).kind !== "word" || peek(r, 1).text === "no") return false;
  for (let ahead = 2; ahead < mostWords && /^(?:word|sign)$/.test(peek(r, ahead).kind); ahead++) {
    if (/^(?:=|!=|<|<=|>|>=)$/.test(peek(r, ahead).text) || verb.test(peek(r, ahead).text) || /^(?:above|below|over|under|before|after)$/.test(peek(r, ahead).text)) return true;
    if (peek(r, ahead).kind === "sign") return false;
  }
  return false;
};
const mostWords = 7;

/** Whether a clause about the elements of a list begins there. */
export const saysWhich = (r: Reader, ahead = 0): boolean => {
  const { kind, text } = peek(r, ahead);
  return !r.dynamic && kind === "word" && (text === "whose" || (ahead === 0 && compares(r)) || lacks(r, ahead) || (pronoun.test(text) && verb.test(peek(r, ahead + 1).text)));
};

/** The list with what `where` or the clauses demand, if they follow. `isCounted`: a number is made of it, so that `and` can only continue them. */
export function selected(r: Reader, list: Expression, isCounted = false): Expression {
  if (isWord(peek(r), "where")) {
    r.at++;
    const frame = itemFrame(r, list);
    const condition = within(r, frame, () => parseExpression(r));
    return buildBracket(r, list, frame.variable, condition, cover(list.span, condition.span));
  }
  return saysWhich(r) ? parseWhich(r, list, isCounted) : list;
}

/** Clauses, from the pronoun or, for `how many lessons are done`, from the verb on. */
export function parseWhich(r: Reader, list: Expression, isCounted: boolean): Expression {
  const frame = itemFrame(r, list);
  const outer = r.frames;
  const from = peek(r).from;
  const condition = within(r, frame, () => {
    const item: Expression = { kind: "variable", name: frame.variable, type: elementOf(list.type), nullable: false, span: spanSince(r, peek(r).from) };
    let all = clause(r, item);
    let joined: string | undefined;
    while (!r.failed && (isWord(peek(r), "and") || isWord(peek(r), "or"))) {
      const joiner = peek(r).text;
      const { at } = r;
      const begin = peek(r, 1).from;
      r.at++;
      const next = saysWhich(r) ? clause(r, item) : all.isOwned ? (compared(r, item) ?? bare(r, item, isCounted)) : bare(r, item, isCounted);
      if (!next) {
        r.at = at;
        break;
      }
      if (joined !== undefined && joined !== joiner) {
        r.at = at;
        fail(r, "`where` with parentheses, because `and` is mixed with `or`");
        break;
      }
      joined = joiner;
      if (!isCounted && next.isBare && isOuter(r, outer, begin)) return reportTwoReadings(r, from, begin, joiner);
      all = { condition: joiner === "and" ? buildAnd(r, all.condition, next.condition) : buildOr(r, all.condition, next.condition), isBare: false, isOwned: next.isOwned };
    }
    return all.condition;
  });
  return buildBracket(r, list, frame.variable, condition, cover(list.span, spanSince(r, from)));
}

interface Clause {
  readonly condition: Expression;
  /** Without a pronoun or a verb: `urgent` in `that are open and urgent`. */
  readonly isBare: boolean;
  /** After `whose`, whose next field may follow: `whose fee is above 5 and day is empty`. */
  readonly isOwned: boolean;
}

/** `that are open`, `whose fee is above 5`. */
function clause(r: Reader, item: Expression): Clause {
  const isPossessive = isWord(peek(r), "whose") || (isWord(peek(r), "with") && !lacks(r, 0));
  if (isPossessive || pronoun.test(peek(r).text)) r.at++;
  const condition = isPossessive ? parseComparison(r) : parsePhraseOf(r, item);
  if (!condition) fail(r, "a state, a yes/no field or a comparison of the record after `that`");
  return { condition: condition ?? hole(spanSince(r, peek(r).from)), isBare: false, isOwned: isPossessive };
}

/** `urgent`, `not urgent`; undefined if it says nothing of the element, or is itself compared. */
function bare(r: Reader, item: Expression, isCounted: boolean): Clause | undefined {
  const { at, failed } = r;
  const reported = r.diagnostics.length;
  const condition = parsePhraseOf(r, item, true);
  const isCompared = !isCounted && (peek(r).kind === "sign" ? !/^[)\],]$/.test(peek(r).text) : verb.test(peek(r).text));
  if (condition && !r.failed && !isCompared && r.diagnostics.length === reported) return { condition, isBare: true, isOwned: false };
  r.at = at;
  r.failed = failed;
  r.diagnostics.length = reported;
  return undefined;
}

/** `day is empty`: a field of the element and the condition on it. */
function compared(r: Reader, item: Expression): Clause | undefined {
  if (!knownNameAt(r, (folded) => fieldOf(r, item.type, folded) !== undefined)) return undefined;
  return { condition: parseComparison(r), isBare: true, isOwned: true };
}

/** Whether the words that begin there are a name outside of the list too. */
function isOuter(r: Reader, outer: Reader["frames"], begin: number): boolean {
  const { at, frames } = r;
  r.at = r.tokens.findIndex((one) => one.from === begin);
  r.frames = outer;
  if (isWord(peek(r), "not")) r.at++;
  const found = scopeNameAt(r) !== undefined;
  r.at = at;
  r.frames = frames;
  return found;
}

function reportTwoReadings(r: Reader, from: number, begin: number, joiner: string): Expression {
  const place = spanSince(r, begin);
  const words = textOf(r, place);
  const forms = [`that are ${words}`, `this.${words}`];
  report(r, "impossible-comparison", place, `"${joiner} ${words}" can be about these records or about the record itself.`, {
    hint: `Write \`${joiner} ${forms.join(`\` or \`${joiner} `)}\`.`,
    fixes: forms.map((form) => replaceBy(place, form)),
  });
  return hole(spanSince(r, from));
}
