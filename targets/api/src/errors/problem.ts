/** Problem details (RFC 9457): the format of every error response. */
import { builtInError, builtInErrors, type BuiltInCode } from "./built-in-errors.ts";
import { say, type TextKey } from "@nonet/texts";
import { sentenceAt, type SentenceData } from "../document/source-sentence.ts";
import { refusalStatuses, statusOf, type RefusalLike } from "./refusal-status.ts";

export interface Problem {
  /** The address of the code's description, relative to the product's address. */
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly ProblemError[];
  /** Codes of the warnings that can be confirmed, if nothing but warnings prevents the request. */
  readonly confirm?: readonly string[];
  /** Identifies the log entry; only with status 500. */
  readonly instance?: string;
}

/** A symbol, because it only serves to find the sentence and must never be sent: JSON leaves symbols out. */
export const about = Symbol("about");

export interface ProblemError {
  readonly field: string | null;
  readonly code: string;
  readonly detail: string;
  readonly rule: string | null;
  readonly line: number | null;
  /** Index of the file that contains the line, if there are several and it isn't the first. */
  readonly file?: number;
  /** What the document says at that line, if the reader may read the document. */
  readonly sentence?: string;
  /** Selects one of several elements at that line. */
  readonly [about]?: string;
  /** Row of the imported file. */
  readonly row?: number;
}

export const problemType = "application/problem+json";

const titles: Readonly<Record<keyof typeof refusalStatuses, TextKey>> = {
  malformed: "title-invalid-request",
  "not signed in": "title-not-signed-in",
  "not permitted": "title-not-permitted",
  "not found": "title-not-found",
  conflict: "title-conflict",
  "changed meanwhile": "title-record-has-changed",
  invalid: "title-validation-failed",
  warning: "title-confirmation-required",
  "not shown": "title-not-shown",
  "too many": "title-too-many-requests",
  unavailable: "title-unavailable",
  "call failed": "title-call-failed",
};

/** Converts a refusal of the engine, with all errors at once; code and detail are those of the first. */
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
  const detail = errors[0]?.detail ?? textOfStatus(status) ?? say(titles[refusal.kind]);
  const problem: Problem = { type: typeOf(code), title: say(titles[refusal.kind]), status, code, detail, errors };
  return refusal.kind === "warning" ? { ...problem, confirm: [...new Set(errors.map((e) => e.code))] } : problem;
}

/** The text of the first built-in error with the status. */
function textOfStatus(status: number): string | undefined {
  const known = builtInErrors.find((error) => error.status === status);
  return known && builtInError(known.code).text;
}

/** A built-in error, with its default text unless `detail` is given. */
export function problemOf(code: BuiltInCode, detail?: string, field: string | null = null): Problem {
  const known = builtInError(code);
  const text = detail ?? known.text;
  return { type: typeOf(code), title: known.title, status: known.status, code, detail: text, errors: [{ field, code, detail: text, rule: null, line: null }] };
}

const typeOf = (code: string): string => `/api/docs#error-${encodeURIComponent(code)}`;

/** Adds the document's sentence to each error, for readers who may read the document. */
export function withSentences(problem: Problem, all: readonly SentenceData[]): Problem {
  const errors = problem.errors.map((error) => {
    const sentence = sentenceAt(all, error, error[about] ?? error.rule);
    return sentence === null ? error : { ...error, sentence };
  });
  return { ...problem, errors };
}
