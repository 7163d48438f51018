/** Sends requests to the server: JSON in and out. An error response is thrown as `Refused`. */

import type { SourceLocation } from "@nonet/model";
import { askConfirmation, reportSessionEnd, setServerUnreachable } from "./connection.ts";
import { positionToSend } from "./position.ts";

export interface ProblemError extends SourceLocation {
  readonly field: string | null;
  readonly code: string;
  readonly detail: string;
  readonly rule: string | null;
  /** What the document says at that line. */
  readonly sentence?: string;
  /** Row of an imported file. */
  readonly row?: number;
}

export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly ProblemError[];
  /** Codes of warnings that the user can confirm, if nothing else prevents the request. */
  readonly confirm?: readonly string[];
}

export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.problem = problem;
  }
}

export interface RequestOptions {
  readonly method?: string;
  readonly body?: unknown;
  readonly ifMatch?: string | number;
  readonly signal?: AbortSignal;
  /** The user has confirmed already. */
  readonly repeated?: boolean;
}

export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const text = await (await send(path, "application/json", options)).text();
  return (text === "" ? null : parse(text)) as T;
}

/** Returns a successful response. */
export async function send(path: string, accept: string, options: RequestOptions = {}): Promise<Response> {
  const position = positionToSend();
  const headers: Record<string, string> = { Accept: accept, "Nonet-Position": position.header };
  const isForm = options.body instanceof FormData;
  if (options.body !== undefined && !isForm) headers["Content-Type"] = "application/json";
  if (options.ifMatch !== undefined) headers["If-Match"] = options.ifMatch === "*" ? "*" : `"${options.ifMatch}"`;
  const body = options.body === undefined ? undefined : isForm ? (options.body as FormData) : JSON.stringify(options.body);
  let response: Response;
  try {
    response = await fetch(path, {
      method: options.method ?? "GET",
      headers,
      credentials: "same-origin",
      ...(body !== undefined ? { body } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    setServerUnreachable(true);
    throw noConnection();
  }
  setServerUnreachable(false);
  position.received(response.headers.get("Nonet-Position"));
  if (response.ok) return response;
  const refused = refusedBy(path, response.status, await response.text());
  // Once the user has confirmed, the request is sent again.
  if (refused.problem.code === "confirmation-required" && !options.repeated && (await askConfirmation())) return send(path, accept, { ...options, repeated: true });
  throw refused;
}

export const noConnection = (): Refused => new Refused(problemOf(0, { title: "No connection", detail: "The server can't be reached, so nothing was saved. Try again." }));

/** What an error response says. Reports the end of the session, where that is what it says. */
export function refusedBy(path: string, status: number, text: string): Refused {
  if (status === 401 && !/^\/api\/(me$|register$|sign-in(\/|$))/.test(path)) reportSessionEnd();
  return new Refused(problemOf(status, parse(text)));
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

function problemOf(status: number, data: unknown): Problem {
  const problem = (typeof data === "object" && data !== null ? data : {}) as Partial<Problem>;
  const detail = problem.detail ?? problem.title ?? "The server refused the request.";
  return {
    title: problem.title ?? "Request refused",
    status,
    code: problem.code ?? String(status),
    detail,
    errors: problem.errors ?? [],
    ...(problem.confirm ? { confirm: problem.confirm } : {}),
  };
}

/** Converts anything thrown into a problem. */
export const asProblem = (error: unknown): Problem =>
  error instanceof Refused ? error.problem : problemOf(0, { title: "Something went wrong", detail: String((error as Error)?.message ?? error) });

/** The errors of a problem; its own detail if it lists none. */
export const errorsOf = (problem: Problem): readonly ProblemError[] =>
  problem.errors.length > 0 ? problem.errors : [{ field: null, code: problem.code, detail: problem.detail, rule: null, line: null }];
