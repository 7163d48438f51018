/** Sends requests to the server, in the same form as a generated client does. An error response is thrown as `Refused`. */
import { jsonOf, noConnection as unreachable, problemIn, type ProblemError, type ReceivedProblem as Problem, Refused, requestInit } from "@nonet/api";
import { askConfirmation, reportSessionEnd, setServerUnreachable } from "./connection.ts";
import { withBase } from "../addresses/base.ts";
import { positionToSend } from "./position.ts";
import { t } from "../texts/texts.ts";

export { type ProblemError, type ReceivedProblem as Problem, Refused } from "@nonet/api";

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
  return (text === "" ? null : jsonOf(text)) as T;
}

/** Returns a successful response. */
export async function send(path: string, accept: string, options: RequestOptions = {}): Promise<Response> {
  const position = positionToSend();
  const headers = { accept, "nonet-position": position.header };
  let response: Response;
  try {
    response = await fetch(withBase(path), { ...requestInit({ ...options, headers }), credentials: "same-origin" });
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

export const noConnection = (): Refused => new Refused({ ...unreachable, detail: t("the-server-cant-be-reached-so-nothing") });

/** What an error response says. Reports the end of the session, where that is what it says. */
export function refusedBy(path: string, status: number, text: string): Refused {
  if (status === 401 && !/^\/api\/(me$|register$|sign-in(\/|$))/.test(path)) reportSessionEnd();
  return new Refused(problemIn(status, jsonOf(text)));
}

/** Converts anything thrown into a problem. */
export const asProblem = (error: unknown): Problem =>
  error instanceof Refused ? error.problem : problemIn(0, { title: t("something-went-wrong"), detail: String((error as Error)?.message ?? error) });

/** The errors of a problem; its own detail if it lists none. */
export const errorsOf = (problem: Problem): readonly ProblemError[] =>
  problem.errors.length > 0 ? problem.errors : [{ field: null, code: problem.code, detail: problem.detail, rule: null, line: null }];
