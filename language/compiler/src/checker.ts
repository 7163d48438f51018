/** A checker checks a document repeatedly. After an edit it compiles only what the edit affects. */
import { makeTreeReader, readOnce } from "@nonet/notation";
import type { Sources } from "@nonet/source";
import { type CompileOptions, compileTree } from "./compile.ts";
import type { Compiled } from "./compiled.ts";
import { makeMemory, noMemory } from "./incremental/memory.ts";

export interface Checker {
  /** The same result as `compile`, but faster the less has changed since the last check. */
  check(sources: Sources, options?: CompileOptions): Compiled;
  /** Checks a variant of the last document. The next check is as fast as if it hadn't happened. */
  tryOut(sources: Sources, options?: CompileOptions): Compiled;
}

export function makeChecker(): Checker {
  const reader = makeTreeReader();
  const memory = makeMemory();
  return {
    check: (sources, options = {}) => compileTree(reader.read(sources), memory, options),
    tryOut: (sources, options = {}) => compileTree(reader.readAside(sources), memory.fork(), options),
  };
}

/** Compiles the sources once. */
export const compile = (sources: Sources, options: CompileOptions = {}): Compiled => compileTree(readOnce(sources), noMemory, options);
