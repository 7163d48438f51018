/** Takes the refusal off a rule that is written as a sentence: `…, otherwise CODE`, `… → CODE`, `… (CODE)`, `… is refused with CODE`. */
import { fold } from "@nonet/feel";
import { refusalForms } from "@nonet/forms";
import type { TextSpan } from "@nonet/notation";
import type { PointCompiler } from "../context/point-compiler.ts";
import { tryForm } from "../resolve/read-by-form.ts";
import { slice, withoutStop } from "../text/split.ts";

export interface SaidRefusal {
  /** What the sentence says without its refusal. */
  readonly rest: TextSpan;
  /** `CODE`, `warn CODE at FIELD`; null if the sentence names no code. */
  readonly refusal: TextSpan | null;
  readonly code: string | null;
}

const joints = /\b(?:otherwise|or else|else|with|as)\b|→|⇒|->|=>|[([]|[–—]/giu;
const isCode = (text: string): boolean => /^(`?)[A-Z][A-Z0-9_]{2,}\1$/.test(text);
const isFieldLike = (text: string): boolean => /^[`"*]*\p{L}[\p{L}\p{N} .-]*[`"*]*$/u.test(text);

/** The last part of the words that is a refusal to their end. */
export function refusalOf(words: TextSpan): SaidRefusal {
  const whole = withoutStop(words);
  for (const joint of [...whole.text.matchAll(joints)].toReversed()) {
    const opens = /^[([]$/.test(joint[0]);
    const behind = slice(whole, joint.index + joint[0].length);
    const from = /^[\s,:]*/.exec(behind.text)![0].length;
    const refusal = slice(behind, from, opens ? behind.text.length - 1 : undefined);
    if (opens !== /[)\]]$/.test(behind.text) || !/[A-Z]/.test(refusal.text)) continue;
    const read = tryForm(refusalForms, refusal, { code: isCode, field: isFieldLike });
    if (read) return { rest: withoutJoint(slice(whole, 0, joint.index)), refusal: withoutElse(refusal), code: read.slots["code"]!.text.replaceAll("`", "") };
  }
  return inTheMiddle(whole) ?? { rest: whole, refusal: null, code: null };
}

/** `Placing is refused with CODE if …`: the code is left out. Each character stays at its place. */
function inTheMiddle(words: TextSpan): SaidRefusal | null {
  const found = /\s(?:with|as)\s+(`?[A-Z][A-Z0-9_]{2,}`?)(?=,?\s+(?:if|when|while|unless)\s)/.exec(words.text);
  if (!found) return null;
  const at = found.index + found[0].length - found[1]!.length;
  const text = words.text.slice(0, found.index) + " ".repeat(found[0].length) + words.text.slice(found.index + found[0].length);
  return { rest: { ...words, text }, refusal: slice(words, at, at + found[1]!.length), code: found[1]!.replaceAll("`", "") };
}

/** `(otherwise CODE)`: what is left of the refusal. */
const withoutElse = (words: TextSpan): TextSpan => slice(words, /^(?:otherwise|or else|else)?[\s,:]*/i.exec(words.text)![0].length);

/** Without the mark between the sentence and its refusal. */
function withoutJoint(words: TextSpan): TextSpan {
  let end = words.text.length;
  while (end > 0 && /[\s.,;:–—-]/.test(words.text[end - 1]!)) end--;
  return slice(words, 0, end);
}

/** The code of a sentence that can't be read isn't reported as unused. */
export function markNamed(ctx: PointCompiler, words: TextSpan): void {
  const code = refusalOf(words).code ?? /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/.exec(words.text)?.[0];
  if (code !== undefined && ctx.declared.codes.has(fold(code))) ctx.markCodeUsed(code, words.span);
}
