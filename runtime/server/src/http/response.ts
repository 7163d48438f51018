/** What a handler answers, as a value: sent, remembered for a repeat, or put into a batch's results. */
import { type BuiltInCode, overrideBuiltIn, type Problem, problemOf, problemOfRefusal, problemType } from "@nonet/api";
import type { Refusal } from "@nonet/engine";
import type { Product } from "@nonet/model";
import type { FastifyReply } from "fastify";

export interface Answer {
  readonly status: number;
  /** Absent: nothing follows the headers. */
  readonly body?: unknown;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const jsonType = "application/json; charset=utf-8";

/** The handler has written to the connection itself. */
export const written = Symbol("written");

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly answer: Answer };

export const parsed = <T>(value: T): Parsed<T> => ({ ok: true, value });
export const refused = (code: BuiltInCode, detail?: string, field?: string | null): { readonly ok: false; readonly answer: Answer } => ({
  ok: false,
  answer: problem(code, detail, field),
});

export const json = (status: number, body: unknown, headers?: Readonly<Record<string, string>>): Answer => ({ status, body, ...(headers ? { headers } : {}) });
/** JSON that is written already. */
export const jsonText = (status: number, body: string, headers?: Readonly<Record<string, string>>): Answer => ({ status, body, type: jsonType, ...(headers ? { headers } : {}) });
export const nothing = (headers?: Readonly<Record<string, string>>): Answer => ({ status: 204, ...(headers ? { headers } : {}) });

export const problem = (code: BuiltInCode, detail?: string, field: string | null = null): Answer => problemAnswer(problemOf(code, detail, field));
export const refusal = (of: Refusal): Answer => problemAnswer(problemOfRefusal(of));

export function problemAnswer(of: Problem): Answer {
  const headers: Readonly<Record<string, string>> | undefined =
    of.status === 401 ? { "www-authenticate": "Bearer" } : of.status === 503 || of.status === 429 ? { "retry-after": of.code === "too-many-attempts" ? "900" : "5" } : undefined;
  return { status: of.status, body: of, type: problemType, ...(headers ? { headers } : {}) };
}

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.code(answer.status);
  if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
  for (const [name, value] of Object.entries(answer.headers ?? {})) reply.header(name, value);
  if (answer.body === undefined) return reply.send();
  if (typeof answer.body === "string" || Buffer.isBuffer(answer.body)) return reply.type(answer.type ?? "text/plain; charset=utf-8").send(answer.body);
  return reply
    .type(answer.type ?? jsonType)
    .serializer(JSON.stringify)
    .send(answer.body);
}

/** Built-in refusals as the document's catalogue says them, where it does: by every door, faults of the HTTP layer and a batch's results too. */

export function inOwnWords(product: Product, answer: Answer): Answer {
  if (answer.type !== problemType) return answer;
  const said = overrideBuiltIn(product, answer.body as Problem);
  return said === answer.body ? answer : { ...answer, status: said.status, body: said };
}

export const sendInOwnWords = (product: Product, reply: FastifyReply, answer: Answer): FastifyReply => send(reply, inOwnWords(product, answer));
