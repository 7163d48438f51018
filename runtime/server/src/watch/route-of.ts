/** The pattern of a request's route, which stands for the request in metrics and logs: it has no values. */
import type { FastifyRequest } from "fastify";

/** `/api/:entity/:id`; paths without a route of their own (pages and files of the front end) are one pattern. */
export const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? "(page)";
