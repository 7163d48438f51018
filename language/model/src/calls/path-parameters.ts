/** Parameters in the path of a call: `/loans/:number` and `/loans/{number}` both have the parameter `number`. */
import { kebab } from "../entities/identifiers.ts";
import type { CallParameter } from "./call.ts";

export const parametersOf = (path: string): readonly string[] => [...path.matchAll(/(?<=\/)(?::([^/]+)|\{([^/}]+)\})/g)].map((m) => (m[1] ?? m[2])!);

/** The path parameter that gives the value of an input field; undefined if the value is in the body or the query. */
export const parameterOf = (path: string, taken: CallParameter): string | undefined =>
  taken.fields === null ? parametersOf(path).find((name) => name === taken.field.key || kebab(name) === kebab(taken.field.name)) : undefined;
