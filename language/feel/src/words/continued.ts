/**
 * Parses a second condition on the same value: `day is after 1 May and before 1 June`, `child is over 4 but under
 * 12`, `reason is given and contains "x"`.
 */
import { hole, parsePhraseOf, parseSum, peek, type Reader, report, spanSince, textOf } from "../syntax/reader.ts";
import { knownNameAt, resolveName } from "../syntax/names.ts";
import type { Expression } from "../types/expression.ts";
import { isTemporal } from "../types/relations.ts";
import { buildComparison } from "../typing/comparison.ts";
import { comparisons, type Sign } from "./comparison-words.ts";
import { areNext } from "./take.ts";

const verb = /^(?:is|isn|was|wasn|must|has|hasn|does|doesn|contains|exceeds|starts|ends|falls)$/;
const orders = [...comparisons.map(([words]) => words), "older than", "younger than", "no later than", "no earlier than"];
const ofTime = /\b(?:before|after|earlier|later)\b/;

/** Notes what was said, so that `and` and `or` can continue it. */
export function noteSaid(r: Reader, value: Expression, from: number): void {
  r.said = { value, at: r.at, isDenied: /\b(?:not|never|no|cannot)\b|n['’]t\b/i.test(r.text.slice(from, r.tokens[r.at - 1]!.to)) };
}

/** Whether `but` at the current token continues what was said. */
export const continuesWithBut = (r: Reader): boolean => !r.dynamic && peek(r).text === "but" && r.said?.at === r.at;

const orderAt = (r: Reader): string | undefined => orders.find((words) => areNext(r, words));

/** Whether an order in words is next, which the value before a comma can take. */
export const continuesOrder = (r: Reader): boolean => orderAt(r) !== undefined && !knownNameAt(r, (folded) => resolveName(r, folded) !== undefined);

const signs: ReadonlySet<string> = new Set(["<", "<=", ">", ">=", "!="]);

/** After `and`, `or`, `but` or a comma, which is consumed. `counts`: whether words count records. */
export function parseContinued(r: Reader, counts: (r: Reader) => boolean): Expression | undefined {
  const { said } = r;
  if (r.dynamic || r.failed || said?.at !== r.at - 1) return undefined;
  const sign = peek(r);
  if (sign.kind === "sign" && signs.has(sign.text)) {
    r.at++;
    const compared = buildComparison(r, sign.text as Sign, said.value, parseSum(r));
    r.said = { ...said, at: r.at };
    return compared;
  }
  if (knownNameAt(r, (folded) => resolveName(r, folded) !== undefined)) return undefined;
  const { type } = said.value;
  const order = orderAt(r);
  const isNumber = type.kind === "number" && order !== undefined && !ofTime.test(order) && !counts(r);
  const isOrder = order !== undefined && (isNumber || (isTemporal(type) ? ofTime.test(order) : type.kind === "record" && !ofTime.test(order)));
  if (!isOrder && !verb.test(peek(r).text)) return undefined;
  const { at } = r;
  const { from } = peek(r);
  const isBut = r.tokens[at - 1]?.text === "but";
  const reported = r.diagnostics.length;
  const found = parsePhraseOf(r, said.value);
  if (found && !r.failed && r.diagnostics.length === reported) {
    // `not vegetarian but under 18`: what follows is said as it stands.
    if (!isOrder || !said.isDenied || isBut) {
      r.said = { ...said, at: r.at };
      return found;
    }
    const place = spanSince(r, from);
    const [first, rest] = [textOf(r, said.value.span), textOf(r, place)];
    report(r, "impossible-comparison", place, `"not" before "${rest}" can be about both parts or only about the first one.`, {
      hint: `Write \`${first} is ${rest}\` or \`${first} is not ${rest}\`.`,
      fixes: ["is", "is not"].map((copula) => ({ title: `Write \`${first} ${copula} ${rest}\``, edits: [{ span: { ...place, to: place.from }, text: `${first} ${copula} ` }] })),
    });
    return hole(place);
  }
  r.at = at;
  r.failed = false;
  r.diagnostics.length = reported;
  return undefined;
}
