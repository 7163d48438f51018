/**
 * Parses values between which a condition behind them decides: `6.50 EUR if urgent, otherwise 0 EUR`, `X when C, else Y`,
 * `X if C, Y otherwise`. Behind a sum, the condition can be about all of it or about its last part.
 */
import { scopeNameAt } from "../syntax/names.ts";
import { accept, assuming, hole, isSign, isWord, parseExpression, peek, type Reader, report, replaceBy, spanSince, textOf } from "../syntax/reader.ts";
import type { Expression } from "../types/expression.ts";
import { isPlain } from "../types/units.ts";
import { buildArithmetic } from "../typing/arithmetic.ts";
import { buildComparison } from "../typing/comparison.ts";
import { buildIf } from "../typing/conditional.ts";
import { buildAnd, buildOr, checkCondition } from "../typing/logic.ts";
import { inWorkingTime, plusWorking } from "../typing/working-time.ts";
import { buildBuiltin } from "../typing/call.ts";
import { parseCaseCondition } from "./other-value.ts";
import { take } from "./take.ts";
import type { Sign } from "./comparison-words.ts";

/** `again` reads the value before the condition, from the token `start` on; `found` is the number of diagnostics before it; `continued` reads a second condition on the same value. */
interface Before {
  readonly value: Expression;
  readonly start: number;
  readonly found: number;
  readonly again: () => Expression;
  readonly continued: () => Expression | undefined;
}

/** The value with its other case; undefined if no condition follows, or if it isn't understood. */
export function parseConditionBehind(r: Reader, before: Before): Expression | undefined {
  if (r.dynamic || r.failed || !isConditional(r)) return undefined;
  const { at } = r;
  const { from } = r.tokens[before.start]!;
  const lone = r.tokens[at]!;
  const isDenied = lone.text === "unless";
  const { items, said } = r;
  const reported = r.diagnostics.length;
  const attempt = attempted(r, () => {
    r.at++;
    const read = parseCaseCondition(r);
    if (r.failed) return undefined;
    const condition = checkCondition(r, read, `after \`${lone.text}\``);
    const place = spanSince(r, lone.from);
    return isDenied && condition.kind !== "hole" ? buildBuiltin(r, "not", [{ value: condition }], place, place) : condition;
  });
  if (!attempt) return undefined;
  const end = r.at;
  const other = parseOtherCase(r, attempt, { isDenied, said: said?.at === at ? said : undefined, continued: before.continued });
  if (!other) {
    // Words behind a condition that isn't one, or that goes on, are reported where they stand.
    if (!isEnd(r) || r.diagnostics.length > reported) {
      r.diagnostics.length = reported;
      return void Object.assign(r, { at, items, said });
    }
    r.at = end;
    const { value } = before;
    const others = value.type.kind === "boolean" ? ["true", "false"] : ["null"];
    const [then, condition] = [textOf(r, value.span), conditionText(r, attempt)];
    report(r, "syntax-error", spanSince(r, lone.from), "This doesn't say what the value is in the other case.", {
      hint: `Write \`, otherwise …\` behind it, or \`if ${condition} then ${then} else …\`.${others.length > 1 ? "" : " No value is `null`."}`,
      fixes: others.map((other) => replaceBy(spanSince(r, from), `if ${condition} then ${then} else ${other}`)),
    });
    r.failed = true;
    r.at = r.tokens.length - 1;
    return hole(spanSince(r, from));
  }
  const last = r.at;
  // What the condition excludes is known only now.
  r.diagnostics.splice(before.found, r.diagnostics.length - before.found, ...r.diagnostics.slice(before.found).filter(({ span }) => span.from - r.from >= lone.from));
  r.at = before.start;
  const value = assuming(r, attempt, true, before.again);
  r.at = last;
  return readingOf(r, { plain: before.value, value, condition: attempt, other }, from);
}

/** `unless urgent` is `not(urgent)`. */
function conditionText(r: Reader, condition: Expression): string {
  const written = textOf(r, condition.span);
  return /^unless\s/.test(written) ? `not(${written.slice("unless ".length).trim()})` : written;
}

interface Case {
  /** The value, read without knowing that the condition holds. */
  readonly plain: Expression;
  readonly value: Expression;
  readonly condition: Expression;
  readonly other: Expression;
}

/** The one reading that has a type. */
function readingOf(r: Reader, { plain, value, condition, other }: Case, from: number): Expression {
  const place = spanSince(r, from);
  const whole = silently(r, () => buildIf(r, condition, value, other, place));
  const inner = ofLastPart(r, { plain, value, condition, other }).filter(({ built }) => built !== undefined);
  if (!whole && inner.length === 1) return { ...inner[0]!.built!, span: place };
  if (inner.length === 0 || !whole) return buildIf(r, condition, value, other, place);
  const forms = [`if ${conditionText(r, condition)} then ${textOf(r, plain.span)} else ${textOf(r, other.span)}`, ...inner.map(({ text }) => text)];
  report(r, "syntax-error", place, `"${conditionText(r, condition)}" decides about all of "${textOf(r, plain.span)}" or about its end. Both can be meant.`, {
    hint: `Write ${forms.map((form) => `\`${form}\``).join(" or ")}.`,
    fixes: forms.map((form) => replaceBy(place, form)),
  });
  return hole(place);
}

/** The readings in which the condition is about the right side of the last operation, or about the end of that side. */
function ofLastPart(r: Reader, { plain, value, condition, other }: Case): readonly { readonly built: Expression | undefined; readonly text: string }[] {
  const [sides, assumed] = [sidesOf(plain), sidesOf(value)];
  if (!sides || !assumed) return [];
  const { left, right, join } = sides;
  const place = other.span;
  const lead = r.text.slice(plain.span.from - r.from, right.span.from - r.from);
  const chosen = haveSameUnit(right, other) ? silently(r, () => buildIf(r, condition, assumed.right, other, place)) : undefined;
  // `price * 2 if late, else price`: the other value has the left side in it.
  const own = isIn(textOf(r, left.span), textOf(r, other.span)) ? undefined : chosen && silently(r, () => join(r, left, chosen));
  const deeper = ofLastPart(r, { plain: right, value: assumed.right, condition, other });
  return [
    { built: own, text: `${lead}(if ${conditionText(r, condition)} then ${textOf(r, right.span)} else ${textOf(r, other.span)})` },
    ...deeper.map(({ built, text }) => ({ built: built && silently(r, () => join(r, left, built)), text: `${lead}${text}` })),
  ];
}

const isIn = (one: string, other: string): boolean => {
  const [words, inside] = [other, one].map((text) => ` ${text.replace(/[^\p{L}\d.]+/gu, " ").trim()} `);
  return words!.includes(inside!);
};

/** Whether both are amounts, or neither is; a plain 0 is any amount. */
function haveSameUnit(a: Expression, b: Expression): boolean {
  const isAny = [a, b].some((one) => one.type.kind !== "number" || (one.kind === "literal" && one.value === "0" && isPlainNumber(one)));
  return isAny || isPlainNumber(a) === isPlainNumber(b);
}

const isPlainNumber = ({ type }: Expression): boolean => type.kind === "number" && isPlain(type);

type Join = (r: Reader, left: Expression, right: Expression) => Expression;

/** The sides of an operation that stands without parentheses. */
function sidesOf(e: Expression): { readonly left: Expression; readonly right: Expression; readonly join: Join } | undefined {
  if (e.kind === "apply" && e.function.kind === "global" && e.function.name === plusWorking && e.arguments.length === 2) {
    const [left, right] = [e.arguments[0]!, e.arguments[1]!];
    const isSum = left.span.from === e.span.from && right.span.to === e.span.to && right.kind !== "negate";
    return isSum ? { left, right, join: (r, a, b) => inWorkingTime("+", a, b, e.span) ?? buildArithmetic(r, "+", a, b) } : undefined;
  }
  // What words such as `is given` stand for has no sides of its own.
  if (e.kind !== "binary" || e.left.span.from !== e.span.from || e.right.span.to !== e.span.to || e.left.span.to > e.right.span.from) return undefined;
  const { left, right, operator } = e;
  if (operator === "and") return { left, right, join: buildAnd };
  if (operator === "or") return { left, right, join: buildOr };
  if (/^[-+*/]|^\*\*$/.test(operator)) return { left, right, join: (r, a, b) => buildArithmetic(r, operator, a, b) };
  return { left, right, join: (r, a, b) => buildComparison(r, operator as Sign, a, b) };
}

interface OtherCase {
  /** After `unless`. */
  readonly isDenied?: boolean;
  /** The condition of the first case: `n is at most 5 if urgent, otherwise at most 9` says the other of the same value. */
  readonly said: Reader["said"];
  readonly continued: () => Expression | undefined;
}

/** `, otherwise 0 EUR`, `else 0 EUR`, `, 0 EUR otherwise`: the value if the condition doesn't hold; undefined if none follows. */
export function parseOtherCase(r: Reader, condition: Expression, { isDenied = false, said, continued }: OtherCase): Expression | undefined {
  const { at } = r;
  const read = (): Expression => assuming(r, condition, false, () => parseExpression(r));
  if (r.dynamic) return accept(r, "else") ? read() : undefined;
  const isApart = isSign(peek(r), ",") || peek(r).text === ";";
  if (isApart) r.at++;
  accept(r, "and");
  const isThen = isDenied && (accept(r, "then") || take(r, "in which case") || take(r, "in that case"));
  if (isThen || accept(r, "else") || accept(r, "otherwise")) {
    if (!accept(r, ",")) accept(r, ":");
    if (said) r.said = { ...said, at: r.at - 1 };
    return (said && assuming(r, condition, false, continued)) ?? read();
  }
  const other = isApart
    ? attempted(r, () => {
        const value = read();
        // `"x" if a, "y" if b, otherwise "z"`.
        if (value.kind === "if" && value.then.span.from === value.span.from) return value;
        return accept(r, "otherwise") || (isWord(peek(r), "if") && isWord(peek(r, 1), "not") && ((r.at += 2), true)) ? value : undefined;
      })
    : undefined;
  if (!other) r.at = at;
  return other;
}

/** Whether `if`, `when` or `unless` is next, which isn't the beginning of a name or of `if not`. */
function isConditional(r: Reader): boolean {
  const word = peek(r).text;
  if (peek(r).kind !== "word" || !/^(?:if|when|unless)$/.test(word)) return false;
  const next = peek(r, 2);
  if (isWord(peek(r, 1), "not") && (next.kind === "end" || isSign(next, ")") || isSign(next, ","))) return false;
  return scopeNameAt(r) === undefined;
}

const isEnd = (r: Reader): boolean => peek(r).kind === "end" || isSign(peek(r), ")");

/** The result of `run`, or undefined, nothing consumed and nothing reported, if it has none or fails. */
function attempted<T>(r: Reader, run: () => T | undefined): T | undefined {
  const { at, items, said } = r;
  const reported = r.diagnostics.length;
  const result = run();
  if (result !== undefined && !r.failed) return result;
  Object.assign(r, { at, items, said, failed: false });
  r.diagnostics.length = reported;
  return undefined;
}

/** What is built without a diagnostic. */
function silently(r: Reader, build: () => Expression): Expression | undefined {
  const reported = r.diagnostics.length;
  const built = build();
  const isSound = r.diagnostics.length === reported && built.kind !== "hole";
  r.diagnostics.length = reported;
  return isSound ? built : undefined;
}
