/** HTTP responses as plain values, so that they can be sent, remembered for a repeat, or put into a batch's results. */
import { type BuiltInCode, isSuccess, type Problem, problemOf, problemOfRefusal, problemType } from "@nonet/api";
import type { Refusal } from "@nonet/engine";
import type { FastifyReply } from "fastify";

export interface HttpResponse {
  readonly status: number;
  /** Absent: the response has no body. */
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const jsonType = "application/json; charset=utf-8";

/** Returned by handlers that have written to the connection themselves. */
export const written = Symbol("written");

/** A parsed part of the request, or the response that refuses it. */
export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly response: HttpResponse };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const refused = (code: BuiltInCode, detail?: string, field?: string | null): { readonly ok: false; readonly response: HttpResponse } => ({
  ok: false,
  response: problem(code, detail, field),
});

export const json = (status: number, body: unknown, headers?: Readonly<Record<string, string>>): HttpResponse => ({ status, body, ...(headers ? { headers } : {}) });
/** `body` is JSON already. */
export const jsonText = (status: number, body: string, headers?: Readonly<Record<string, string>>): HttpResponse => ({
  status,
  body,
  type: jsonType,
  ...(headers ? { headers } : {}),
});
export const noContent = (headers?: Readonly<Record<string, string>>): HttpResponse => ({ status: 204, ...(headers ? { headers } : {}) });

export const problem = (code: BuiltInCode, detail?: string, field: string | null = null): HttpResponse => problemResponse(problemOf(code, detail, field));

export function refusal(of: Refusal): HttpResponse {
  const response = problemResponse(problemOfRefusal(of));
  return of.retryAfter === undefined ? response : { ...response, headers: { ...response.headers, "retry-after": String(of.retryAfter) } };
}

/** `stop with` a code of success: nothing has happened, and the caller gets the code as plain JSON. */
export const asSuccess = (response: HttpResponse): HttpResponse => {
  if (response.type !== problemType || !isSuccess(response.status)) return response;
  const { status, code, detail } = response.body as Problem;
  return json(status, { status, code, detail });
};

export function problemResponse(of: Problem): HttpResponse {
  const headers: Readonly<Record<string, string>> | undefined =
    of.status === 401 ? { "www-authenticate": "Bearer" } : of.status === 503 || of.status === 429 ? { "retry-after": of.code === "too-many-attempts" ? "900" : "5" } : undefined;
  return { status: of.status, body: of, type: problemType, ...(headers ? { headers } : {}) };
}

export function send(reply: FastifyReply, response: HttpResponse): FastifyReply {
  reply.code(response.status);
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  for (const [name, value] of Object.entries(response.headers ?? {})) reply.header(name, value);
  if (response.body === undefined) return reply.send();
  if (typeof response.body === "string" || Buffer.isBuffer(response.body)) return reply.type(response.type ?? "text/plain; charset=utf-8").send(response.body);
  return reply
    .type(response.type ?? jsonType)
    .serializer(JSON.stringify)
    .send(response.body);
}
