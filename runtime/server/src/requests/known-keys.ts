/** Checks that a body's keys are an entity's or an action's, so that a misspelt field is never taken and dropped. */
import { didYouMean, type Problem, problemOf } from "@nonet/api";
import type { Values } from "@nonet/engine";
import { creationInput, camel, type Entity, type Product } from "@nonet/model";
import { type Parsed, parsed, problemAnswer } from "../http/response.ts";
import { keysOf } from "./list-query.ts";

export const recordValues = (product: Product, entity: Entity, body: Values): Parsed<Values> => knownKeys(body, new Set(recordKeys(product, entity)), entity.name);

/** What makes a record may also bring what the actions that make one ask for. */
export const createdValues = (product: Product, entity: Entity, body: Values): Parsed<Values> =>
  knownKeys(body, new Set([...recordKeys(product, entity), ...creationInput(product, entity.name).map((f) => f.key)]), entity.name);

const recordKeys = (product: Product, entity: Entity): readonly string[] => [
  ...keysOf(product, entity),
  ...product.entities.filter((e) => e.partOf?.entity === entity.name).map((e) => camel(e.partOf!.list)),
];

export const knownKeys = (body: Values, known: ReadonlySet<string>, what: string): Parsed<Values> => {
  const unknown = Object.keys(body).filter((key) => !known.has(key));
  if (unknown.length === 0) return parsed(body);
  const problems = unknown.slice(0, 50).map((key) => problemOf("unknown-field", `${what} has no "${key.slice(0, 80)}".${didYouMean(key, known)}`, key.slice(0, 80)));
  return { ok: false, answer: problemAnswer(joined(problems)) };
};

/** Several problems of one kind as one. */
export const joined = (problems: readonly Problem[]): Problem => ({ ...problems[0]!, errors: problems.flatMap((p) => p.errors) });

/** Texts that must be there, by key; every missing one is named. */
export function requiredTexts<K extends string>(body: Values, keys: readonly K[]): Parsed<Record<K, string>> {
  const wrong = keys.filter((k) => body[k] !== undefined && body[k] !== null && typeof body[k] !== "string");
  if (wrong.length > 0) return { ok: false, answer: problemAnswer(joined(wrong.map((k) => problemOf("malformed", `${k} should be a text.`, k)))) };
  const missing = keys.filter((k) => typeof body[k] !== "string" || (body[k] as string).trim() === "");
  if (missing.length > 0) return { ok: false, answer: problemAnswer(joined(missing.map((k) => problemOf("required", `${k} is required.`, k)))) };
  return parsed(Object.fromEntries(keys.map((k) => [k, body[k] as string])) as Record<K, string>);
}
