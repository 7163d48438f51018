/** Reads a choice without quotation marks where only one of some texts can stand: `species = dog`, `state is to be decided`. */
import { isCurrency } from "./constant-text.ts";
import { knownNameAt, resolveName, scopeNameAt } from "../syntax/names.ts";
import { isWord, parseSum, peek, type Reader, spanSince } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { elementOf } from "../types/relations.ts";
import { fold } from "../types/scope.ts";
import type { Type } from "../types/type.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildOr } from "../typing/logic.ts";
import { buildName } from "../typing/name.ts";

/** Calls `run` where the choices of the type can stand without quotation marks. */
export function withChoices<T>(r: Reader, type: Type, run: () => T): T {
  const element = elementOf(type);
  const { choices, takesCodes } = r;
  r.choices = element.kind === "string" ? element.choices : undefined;
  r.takesCodes = element.kind === "string" && !element.choices;
  const result = run();
  Object.assign(r, { choices, takesCodes });
  return result;
}

/** The choice at the current token, without consuming it; among texts without choices, the code of a currency. */
export function choiceAt(r: Reader): { readonly choice: string; readonly tokens: number } | undefined {
  const { choices } = r;
  if (r.dynamic) return undefined;
  if (!choices) return r.takesCodes && isCodeAt(r, 0) ? { choice: peek(r).text, tokens: 1 } : undefined;
  const run = knownNameAt(r, (folded) => choices.some((choice) => fold(choice) === folded));
  return run && { choice: choices.find((choice) => fold(choice) === fold(run.name))!, tokens: run.tokens };
}

/** `EUR`, unless a name or an amount begins there. */
const isCodeAt = (r: Reader, ahead: number): boolean =>
  isCurrency(peek(r, ahead).text) && peek(r, ahead).kind === "word" && peek(r, ahead + 1).kind !== "number" && !scopeNameAt(r, ahead);

/** Whether the known name that begins there stands for whole records, which no text equals: the choice `old`, which is the previous record too. */
export function namesRecords(r: Reader, ahead = 0): boolean {
  const run = scopeNameAt(r, ahead);
  const found = run && resolveName(r, fold(run.name));
  if (!found || [".", "[", "(", "'", "’"].includes(peek(r, ahead + run.tokens).text)) return false;
  return elementOf(buildName(r, run.name, found, spanSince(r, peek(r).from), false).type).kind === "record";
}

/** `state is sent or overdue`: each choice after `or` is compared with the same value, unless it is a name that stands for itself. */
export function withOtherChoices(r: Reader, value: Expression, compared: Expression): Expression {
  let all = compared;
  for (let more = choicesBeforeOr(r, value.type); more > 0; more--) {
    r.at++;
    all = buildOr(
      r,
      all,
      buildComparison(
        r,
        "=",
        value,
        withChoices(r, value.type, () => parseSum(r)),
      ),
    );
  }
  while (!r.failed && takesOr(r, value.type)) {
    r.at++;
    const other = withChoices(r, value.type, () => parseSum(r));
    all = buildOr(r, all, buildComparison(r, "=", value, other));
  }
  return all;
}

/** Whether `or` and a choice are next; a comma before it is consumed. */
function takesOr(r: Reader, type: Type): boolean {
  const { at } = r;
  if (peek(r).text === "," && isWord(peek(r, 1), "or") && elementOf(type).kind === "string") r.at++;
  if (isWord(peek(r), "or") && choosesAfterOr(r, type)) return true;
  r.at = at;
  return false;
}

/** How many choices follow after commas, before a last one after `or`: `state is sent, overdue or paid`. */
function choicesBeforeOr(r: Reader, type: Type): number {
  const element = elementOf(type);
  if (r.dynamic || element.kind !== "string" || !element.choices || peek(r).text !== ",") return 0;
  const { at } = r;
  let count = 0;
  let isEnded = false;
  while (peek(r).text === "," && !isEnded) {
    isEnded = isWord(peek(r, 1), "or");
    if (isEnded) r.at++;
    const size = chosenAt(r, element.choices);
    if (size === 0) break;
    r.at += 1 + size;
    count++;
  }
  if (!isEnded) isEnded = isWord(peek(r), "or") && chosenAt(r, element.choices) > 0;
  else count--;
  r.at = at;
  return isEnded ? count : 0;
}

/** The number of tokens of the bare choice behind the current token; 0 if a name that is as long, or something else, stands there. */
function chosenAt(r: Reader, choices: readonly string[]): number {
  const size = knownNameAt(r, (folded) => choices.some((choice) => fold(choice) === folded), 1)?.tokens ?? 0;
  const named = scopeNameAt(r, 1)?.tokens ?? 0;
  // `not collected`: `not` is a name too.
  return named >= size && !namesRecords(r, 1) ? 0 : size;
}

/** Whether `or` is followed by a choice of the type, bare or in quotation marks, that nothing compares or continues. */
function choosesAfterOr(r: Reader, type: Type): boolean {
  const element = elementOf(type);
  const next = peek(r, 1);
  if (r.dynamic || element.kind !== "string") return false;
  if (!element.choices) return isCodeAt(r, 1) && !["=", "!=", "is", "in"].includes(peek(r, 2).text);
  if (next.kind === "string") return element.choices.includes(next.value!);
  return next.kind === "word" && chosenAt(r, element.choices) > 0;
}
