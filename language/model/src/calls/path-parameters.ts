/** The parameters of a call's path: `/loans/:number` and `/loans/{number}` have `number`. */
import { kebab } from "../entities/identifiers.ts";
import type { CallParameter } from "./call.ts";

export const parametersOf = (path: string): readonly string[] => [...path.matchAll(/(?<=\/)(?::([^/]+)|\{([^/}]+)\})/g)].map((m) => (m[1] ?? m[2])!);

/** The parameter of that name, which is the value of what the call takes. */
export const parameterOf = (path: string, taken: CallParameter): string | undefined =>
  taken.fields === null ? parametersOf(path).find((name) => name === taken.field.key || kebab(name) === kebab(taken.field.name)) : undefined;
