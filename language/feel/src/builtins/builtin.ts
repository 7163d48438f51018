/** The type of built-in functions. */
import type { Runtime } from "../values/environment.ts";
import type { Value } from "../values/value.ts";

/** Takes positional arguments; omitted ones are absent at the end, or null. Returns null for invalid arguments. */
export type Builtin = (args: readonly Value[], run: Runtime) => Value;
