/** Refuses keys of a body that nothing reads, so that a misspelled key is never dropped silently. Records are checked by the engine. */
import { didYouMean, type Problem, problemOf } from "@nonet/api";
import type { Values } from "@nonet/engine";
import { type Parsed, parsed, problemResponse } from "../http/response.ts";

const maxErrors = 50;

export function knownKeys(body: Values, known: ReadonlySet<string>, what: string): Parsed<Values> {
  const unknown = Object.keys(body).filter((key) => !known.has(key));
  if (unknown.length === 0) return parsed(body);
  return refusedTogether(unknown.slice(0, maxErrors).map((key) => problemOf("unknown-field", `${what} has no "${key.slice(0, 80)}".${didYouMean(key, known)}`, key.slice(0, 80))));
}

/** One response for several errors of the same code. */
export const refusedTogether = (problems: readonly Problem[]): { readonly ok: false; readonly response: ReturnType<typeof problemResponse> } => ({
  ok: false,
  response: problemResponse({ ...problems[0]!, errors: problems.flatMap((p) => p.errors) }),
});
