/** Texts that PostgreSQL can store: no U+0000 and no half of a surrogate pair. */
import type { FastifyRequest } from "fastify";
import { type HttpResponse, problem } from "./response.ts";
import { say } from "@nonet/texts";

/** Checks the parameters of the address; a body is checked where it is parsed. */
export function checkCharacters(request: FastifyRequest): HttpResponse | null {
  return areStorable(request.params as Record<string, string>, request.query as Record<string, string | string[]>)
    ? null
    : problem("malformed", say("the-address-contains-a-character-that-cant-2"));
}

export const areStorable = (params: Readonly<Record<string, string>>, query: Readonly<Record<string, string | readonly string[]>>): boolean =>
  [...Object.values(params), ...Object.entries(query).flat(2)].every(isStorable);

export const isStorable = (text: string): boolean => !text.includes("\0") && (text as string & { isWellFormed(): boolean }).isWellFormed();
