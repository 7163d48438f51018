/**
 * Sends requests to the server with the transport that generated clients contain. What only a page has is added here: the
 * position for replicas, whether the server can be reached, the end of the session, and the user's confirmation.
 */
import { noConnection as unreachable, problemIn, type ProblemError, type ReceivedProblem as Problem, Refused, type Sending, transportOf } from "@nonet/api";
import { askConfirmation, reportSessionEnd, setServerUnreachable } from "./connection.ts";
import { withBase } from "../addresses/base.ts";
import { takeEarly } from "./early.ts";
import { positionToSend } from "./position.ts";
import { t } from "../texts/texts.ts";

export { type ProblemError, type ReceivedProblem as Problem, Refused } from "@nonet/api";

/** As long as an upload may take. */
const timeout = 15 * 60_000;

/** Requests aren't repeated here: queries are, by their cache, and a form leaves it to its user. */
export const transport = transportOf("", { retries: 0, timeout, fetch: fetchOfPage });

async function fetchOfPage(path: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const position = positionToSend();
  try {
    const early = typeof path === "string" && (init.method ?? "GET") === "GET" ? takeEarly(path) : undefined;
    const response = await (early ??
      fetch(typeof path === "string" ? withBase(path) : path, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), "nonet-position": position.header },
        credentials: "same-origin",
      }));
    setServerUnreachable(false);
    position.received(response.headers.get("Nonet-Position"));
    return response;
  } catch (cause) {
    if (!init.signal?.aborted) setServerUnreachable(true);
    throw cause;
  }
}

export async function request<T>(path: string, sending?: Sending): Promise<T> {
  return answerOf<T>(() => transport.json(path, sending), path);
}

/** Returns a successful response. */
export const send = (path: string, sending?: Sending): Promise<Response> => answerOf(() => transport.send(path, sending), path);

/** `repeated`: the user has confirmed already. */
async function answerOf<T>(ask: () => Promise<T>, path: string, repeated = false): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { status, code } = error.problem;
    if (status === 0) throw noConnection();
    reportEndOf(path, status);
    // Once the user has confirmed, the request is sent again.
    if (code === "confirmation-required" && !repeated && (await askConfirmation())) return answerOf(ask, path, true);
    throw error;
  }
}

export const noConnection = (): Refused => new Refused({ ...unreachable, detail: t("the-server-cant-be-reached-so-nothing") });

/** Reports the end of the session, where that is what the response says. */
export function reportEndOf(path: string, status: number): void {
  if (status === 401 && !/^\/api\/(me$|register$|sign-in(\/|$))/.test(path)) reportSessionEnd();
}

/** Converts anything thrown into a problem. */
export const asProblem = (error: unknown): Problem =>
  error instanceof Refused ? error.problem : problemIn(0, { title: t("something-went-wrong"), detail: String((error as Error)?.message ?? error) });

/** The errors of a problem; its own detail if it lists none. */
export const errorsOf = (problem: Problem): readonly ProblemError[] =>
  problem.errors.length > 0 ? problem.errors : [{ field: null, code: problem.code, detail: problem.detail, rule: null, line: null }];
