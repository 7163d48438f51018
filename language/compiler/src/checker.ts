/** A checker: checks a document again and again, and after an edit compiles anew only what the edit touches. */
import { makeTreeReader, readOnce } from "@nonet/notation";
import type { Sources } from "@nonet/source";
import { type CompileOptions, compileTree } from "./compile.ts";
import type { Compiled } from "./compiled.ts";
import { makeMemory, noMemory } from "./incremental/memory.ts";

export interface Checker {
  /** Exactly what `compile` gives for the sources; the faster, the less has changed since the last check. */
  check(sources: Sources, options?: CompileOptions): Compiled;
}

export function makeChecker(): Checker {
  const reader = makeTreeReader();
  const memory = makeMemory();
  return { check: (sources, options = {}) => compileTree(reader.read(sources), memory, options) };
}

/** The whole way from text to the checked product, once. */
export const compile = (sources: Sources, options: CompileOptions = {}): Compiled => compileTree(readOnce(sources), noMemory, options);
