/**
 * How every client of a product's API sends a request and reads a refusal. It depends on nothing but `fetch`. The
 * product's own screens and the studio send their requests with it, and a generated client contains it as it stands here.
 */

/** One error of a refusal: the field that it is about, and the rule and the line of the document behind it. */
export interface ProblemError {
  readonly field: string | null;
  readonly code: string;
  readonly detail: string;
  readonly rule: string | null;
  readonly line: number | null;
  readonly file?: number;
  /** What the document says at that line. */
  readonly sentence?: string;
  /** Row of an imported file. */
  readonly row?: number;
}

/** A refusal (RFC 9457). The status is 0, and the code `no-connection`, if no answer came. */
export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly errors: readonly ProblemError[];
  /** Codes of warnings that can be confirmed, if nothing else prevents the request. */
  readonly confirm?: readonly string[];
  /** What came instead of problem details: the error of an offered call with a format of its own. */
  readonly body?: unknown;
}

/** Thrown when the product refuses a request. */
export class Refused extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.detail || problem.title);
    this.name = "Refused";
    this.problem = problem;
  }
}

/** Thrown when a record was created that the caller may not read: the product doesn't say which. */
export class CreatedUnread extends Error {}

export interface Sending {
  readonly method?: string;
  /** Sent as JSON, or as it is if it is a form or a text with a `content-type` in `headers`. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** A version, or `*` for any. */
  readonly ifMatch?: string | number;
  /** What to answer with, instead of JSON. */
  readonly accept?: string;
  readonly signal?: AbortSignal;
}

/** The request as `fetch` takes it. */
export function requestInit({ method = "GET", body, headers = {}, ifMatch, accept = "application/json", signal }: Sending): RequestInit {
  const isRaw = body instanceof FormData || (typeof body === "string" && "content-type" in headers);
  return {
    method,
    headers: {
      accept,
      ...(body !== undefined && !isRaw ? { "content-type": "application/json" } : {}),
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch === "*" ? "*" : `"${ifMatch}"` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as FormData | string) : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  };
}

export const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The refusal in a response's body, whatever came. */
export function problemIn(status: number, body: unknown): Problem {
  const problem = (typeof body === "object" && body !== null ? body : {}) as Partial<Problem>;
  return {
    title: problem.title ?? "Request refused",
    status,
    code: problem.code ?? String(status),
    detail: problem.detail ?? problem.title ?? "The server refused the request.",
    errors: Array.isArray(problem.errors) ? problem.errors : [],
    ...(problem.confirm ? { confirm: problem.confirm } : {}),
    ...(problem.code === undefined ? { body } : {}),
  };
}

export const noConnection: Problem = { title: "No connection", status: 0, code: "no-connection", detail: "The server can't be reached.", errors: [] };

export interface ConnectOptions {
  /** An API key or the token of a session. A page of the product itself has its cookie and needs none. */
  readonly key?: string;
  /** The token of a secret link. */
  readonly link?: string;
  /** How often a request is sent again after no answer, 429 or 503: twice, unless stated. Writes are sent under an idempotency key, so none happens twice. */
  readonly retries?: number;
  /** Milliseconds that a request may take; 60,000 unless stated. */
  readonly timeout?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: typeof fetch;
}

export interface WriteOptions {
  /** A key of your own, so that the same write from another process isn't done twice. */
  readonly idempotencyKey?: string;
  /** Checks the request and stores nothing. */
  readonly dryRun?: boolean;
  /** Codes of the warnings to confirm. */
  readonly confirm?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface Transport {
  readonly address: string;
  /** Sends a request until it is answered, and throws `Refused` if it is refused. */
  send(path: string, sending?: Sending): Promise<Response>;
  /** The JSON of the answer; null if it has no body. */
  json<T>(path: string, sending?: Sending): Promise<T>;
  /** Opens a stream, which may last. */
  open(path: string, signal?: AbortSignal): Promise<Response>;
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
/** The longest time, in seconds, that a request is held back before it is sent again. */
const longestWait = 30;
/** Seconds; where a response has none, half of one and doubling. */
const waitAfter = (response: Response | null, tries: number): number => Number(response?.headers.get("retry-after") ?? 2 ** tries / 2) || 1;

export function transportOf(address: string, options: ConnectOptions = {}): Transport {
  const { retries = 2, timeout = 60_000, key, link } = options;
  const base = address.replace(/\/+$/, "");
  const authorization = key === undefined ? (link === undefined ? undefined : `Link ${link}`) : `Bearer ${key}`;
  const headers = { ...(authorization === undefined ? {} : { authorization }), ...options.headers };
  const once = async (path: string, sending: Sending): Promise<Response | null> => {
    const limit = AbortSignal.timeout(timeout);
    const signal = sending.signal ? AbortSignal.any([sending.signal, limit]) : limit;
    try {
      return await (options.fetch ?? fetch)(`${base}${path}`, requestInit({ ...sending, headers: { ...headers, ...sending.headers }, signal }));
    } catch (cause) {
      if (sending.signal?.aborted) throw cause;
      return null;
    }
  };
  const send = async (path: string, sending: Sending = {}): Promise<Response> => {
    const isSafe = (sending.method ?? "GET") === "GET" || sending.headers?.["idempotency-key"] !== undefined;
    for (let tries = 0; ; tries++) {
      const response = await once(path, sending);
      if (response?.ok) return response;
      const mayPass = response === null || response.status === 429 || response.status === 503;
      const wait = waitAfter(response, tries);
      if (!mayPass || tries >= retries || wait > longestWait || (!isSafe && response?.status !== 429))
        throw new Refused(response === null ? noConnection : problemIn(response.status, jsonOf(await response.text())));
      await pause(wait * 1000);
    }
  };
  const json = async <T>(path: string, sending?: Sending): Promise<T> => {
    const text = await (await send(path, sending)).text();
    return (text === "" ? null : jsonOf(text)) as T;
  };
  const open = (path: string, signal?: AbortSignal): Promise<Response> =>
    (options.fetch ?? fetch)(`${base}${path}`, requestInit({ headers, accept: "text/event-stream", ...(signal ? { signal } : {}) }));
  return { address: base, send, json, open };
}

/** Headers and query of a write. */
export function writing(path: string, { idempotencyKey = crypto.randomUUID(), dryRun, confirm = [], signal }: WriteOptions): readonly [path: string, sending: Sending] {
  const query = new URLSearchParams();
  if (dryRun) query.set("dryRun", "true");
  if (confirm.length > 0) query.set("confirm", confirm.join(","));
  const text = query.toString();
  return [text === "" ? path : `${path}?${text}`, { headers: { "idempotency-key": idempotencyKey }, ...(signal ? { signal } : {}) }];
}
