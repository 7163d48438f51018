import type { Runtime } from "../values/environment.ts";
import type { Value } from "../values/value.ts";

/** A built-in: positional arguments, missing ones absent at the end or null. Null for what it can't work with. */
export type Builtin = (args: readonly Value[], run: Runtime) => Value;
