/** Builds refusals and their built-in errors. */
import { type SourceLocation } from "@nonet/model";
import type { FieldError, Outcome, RefusalKind } from "../contract/outcome.ts";
import { say } from "@nonet/texts";
import { midSentence } from "@nonet/texts";

export const refuse = (kind: RefusalKind, ...errors: readonly FieldError[]): { ok: false; refusal: { kind: RefusalKind; errors: readonly FieldError[] } } => ({
  ok: false,
  refusal: { kind, errors },
});
export const done = <T>(value: T): Outcome<T> => ({ ok: true, value });

/** A built-in error: `code` is stable, `detail` says what is wrong and what to do. */
export function problem(code: string, detail: string, more: Partial<FieldError> = {}): FieldError {
  return { field: null, code, status: null, detail, rule: null, line: null, ...more };
}

export const notFound = (what: string) => refuse("not found", problem("not-found", say("there-is-no-such-what-or-you", { what: midSentence(what) })));
export const notPermitted = (detail: string, where: SourceLocation = { line: null }) => refuse("not permitted", problem("not-permitted", detail, where));
export const notSignedIn = () => refuse("not signed in", problem("not-signed-in", say("sign-in-first")));
