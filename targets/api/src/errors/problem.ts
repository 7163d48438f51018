/** Problem details (RFC 9457): the one form in which a refusal leaves the product. */
import { builtInError, builtInErrors, type BuiltInCode } from "./built-in-errors.ts";
import { sentenceAt, type SentenceData } from "../document/source-sentence.ts";
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

/** A symbol, because it serves to find the sentence only and must never be sent: JSON leaves it out. */
export const about = Symbol("about");

export interface ProblemError {
  readonly field: string | null;
  readonly code: string;
  readonly detail: string;
  readonly rule: string | null;
  readonly line: number | null;
  /** Index of the file that the line is in, where the specification has several and it isn't the first. */
  readonly file?: number;
  /** What the document says at that line, for whoever may read the document. */
  readonly sentence?: string;
  /** Which of several elements at that line. */
  readonly [about]?: string;
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
  const errors = refusal.errors.map(({ field, code, detail, rule, line, file, about: which, row }) => ({
    field,
    code,
    detail,
    rule,
    line,
    ...(file ? { file } : {}),
    ...(which === undefined ? {} : { [about]: which }),
    ...(row === undefined ? {} : { row }),
  }));
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

/** A problem with the document's own sentence at each error; for whoever may read the document. */
export function withSentences(problem: Problem, all: readonly SentenceData[]): Problem {
  const errors = problem.errors.map((error) => {
    const sentence = sentenceAt(all, error, error[about] ?? error.rule);
    return sentence === null ? error : { ...error, sentence };
  });
  return { ...problem, errors };
}
