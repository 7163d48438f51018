/** Gives built-in errors the code, status and words that the document's error catalogue has for them, and addresses of the API their place. */
import { atApiAddress, overrideBuiltIn, type Problem, problemType } from "@nonet/api";
import type { Product } from "@nonet/model";
import type { FastifyReply } from "fastify";
import { type HttpResponse, send } from "./response.ts";

export function withCatalogueWording(product: Product, response: HttpResponse): HttpResponse {
  if (response.type !== problemType) return located(product, response);
  const problem = overrideBuiltIn(product, response.body as Problem);
  return problem === response.body ? response : { ...response, status: problem.status, body: problem };
}

function located(product: Product, response: HttpResponse): HttpResponse {
  const location = product.about.apiAddress === undefined ? undefined : response.headers?.["location"];
  return location === undefined ? response : { ...response, headers: { ...response.headers, location: atApiAddress(product, location) } };
}

export const sendWithCatalogueWording = (product: Product, reply: FastifyReply, response: HttpResponse): FastifyReply => send(reply, withCatalogueWording(product, response));
