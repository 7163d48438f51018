/** Built-in refusals as the document's catalogue says them, where it does: by every door, faults of the HTTP layer and a batch's results too. */
import type { FastifyReply } from "fastify";
import type { Product } from "@nonet/model";
import { overrideBuiltIn, problemType, type Problem } from "@nonet/api";
import { send, type Answer } from "./answer.ts";

export function inOwnWords(product: Product, answer: Answer): Answer {
  if (answer.type !== problemType) return answer;
  const said = overrideBuiltIn(product, answer.body as Problem);
  return said === answer.body ? answer : { ...answer, status: said.status, body: said };
}

export const sendInOwnWords = (product: Product, reply: FastifyReply, answer: Answer): FastifyReply => send(reply, inOwnWords(product, answer));
