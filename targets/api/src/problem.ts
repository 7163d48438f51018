/** Problem details (RFC 9457): the one form in which a refusal leaves the product. */
import { builtInError, builtInErrors, type BuiltInCode } from "./built-in-errors.ts";
import { refusalStatuses, statusOf, type RefusalLike } from "./refusal-status.ts";

export interface Problem {
  /** Where the code is described, relative to the product's address. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly ProblemError[];
  /** The warnings that the person may confirm, where that is all that stands against it. */
  readonly confirm?: readonly string[];
  /** Names the bug's entry in the log; only with status 500. */
  readonly instance?: string;
}

export interface ProblemError {
  readonly field: string | null;
  readonly code: string;
  readonly detail: string;
  readonly rule: string | null;
  readonly line: number | null;
  /** Line of the imported file. */
  readonly row?: number;
}

export const problemType = "application/problem+json";

const titles: Readonly<Record<keyof typeof refusalStatuses, string>> = {
  malformed: "Malformed",
  "not signed in": "Not signed in",
  "not permitted": "Not permitted",
  "not found": "Not found",
  conflict: "In conflict",
  "changed meanwhile": "Changed meanwhile",
  invalid: "A rule is broken",
  warning: "To be confirmed",
  "not shown": "Not shown",
  "too many": "Too many requests",
  unavailable: "Unavailable",
  "call failed": "Call failed",
};

/** What the engine refused, all failing rules at once; code and detail are the first one's. */
export function problemOfRefusal(refusal: RefusalLike): Problem {
  const status = statusOf(refusal);
  const code = refusal.errors[0]?.code ?? refusal.kind.replaceAll(" ", "-");
  const errors = refusal.errors.map(({ field, code, detail, rule, line, row }) => ({ field, code, detail, rule, line, ...(row === undefined ? {} : { row }) }));
  const detail = errors[0]?.detail ?? builtInErrors.find((e) => e.status === status)?.text ?? titles[refusal.kind];
  const problem: Problem = { type: typeOf(code), title: titles[refusal.kind], status, code, detail, errors };
  return refusal.kind === "warning" ? { ...problem, confirm: [...new Set(errors.map((e) => e.code))] } : problem;
}

/** A built-in refusal, with a detail of its own where one is known. */
export function problemOf(code: BuiltInCode, detail?: string, field: string | null = null): Problem {
  const known = builtInError(code);
  const text = detail ?? known.text;
  return { type: typeOf(code), title: known.title, status: known.status, code, detail: text, errors: [{ field, code, detail: text, rule: null, line: null }] };
}

const typeOf = (code: string): string => `/api/docs#error-${encodeURIComponent(code)}`;
