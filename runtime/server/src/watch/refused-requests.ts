/** Reports requests that were refused for want of a permission to the security log. */
import type { Engine } from "@nonet/engine";
import type { FastifyRequest } from "fastify";
import { type HttpResponse, written } from "../http/response.ts";
import type { ResponseObserver } from "../http/server-context.ts";

/** Refusals that ask the person for something. A wrong proof has an entry of its own. */
const asking = new Set(["confirmation-required", "second-factor-required", "second-factor-unreadable", "new-password-required", "wrong-proof"]);

interface Problem {
  readonly status?: unknown;
  readonly code?: unknown;
}

export const reportRefused =
  ({ accounts }: Engine): ResponseObserver =>
  async (request, actor, response, what) => {
    if (actor.kind !== "person" || response === written || !isRefused(response)) return;
    await accounts.recordRefusal(actor, what ?? patternOf(request), { source: request.ip, device: String(request.headers["user-agent"] ?? "") });
  };

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
