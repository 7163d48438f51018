/** Reports requests that were refused for want of a permission to the security log. */
import type { Actor } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { originOf } from "../requests/caller.ts";
import { type HttpResponse, written } from "./response.ts";
import type { ServerContext } from "./server-context.ts";

/** Refusals that ask the person for something. A wrong proof has an entry of its own. */
const asking = new Set(["confirmation-required", "second-factor-required", "second-factor-unreadable", "new-password-required", "wrong-proof"]);

interface Problem {
  readonly status?: unknown;
  readonly code?: unknown;
}

/** `what`: the request without values, such as `DELETE /api/loans/:id`. */
export async function reportRefused({ engine }: ServerContext, request: FastifyRequest, actor: Actor, response: HttpResponse | typeof written, what?: string): Promise<void> {
  if (actor.kind !== "person" || response === written || !isRefused(response)) return;
  await engine.accounts.recordRefusal(actor, what ?? patternOf(request), originOf(request));
}

function isRefused({ status, body }: HttpResponse): boolean {
  const lacksPermission = (problem: Problem | undefined): boolean => problem?.status === 403 && !asking.has(String(problem.code));
  if (status === 403) return lacksPermission(body as Problem);
  // A batch reports on each record.
  const results = (body as { readonly results?: readonly { readonly problem?: Problem }[] } | null | undefined)?.results;
  return Array.isArray(results) && results.some(({ problem }) => lacksPermission(problem));
}

/** The pattern of the route, with the names of the entity and the action, which the document gives. */
function patternOf(request: FastifyRequest): string {
  const params = request.params as Readonly<Record<string, string>>;
  const path = (request.routeOptions.url ?? "").replace(/:(entity|action)\b/g, (whole, name: string) => (/^[\w:-]{1,80}$/.test(params[name] ?? "") ? params[name]! : whole));
  return `${request.method} ${path}`;
}
