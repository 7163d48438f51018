/** A version of the document with what it compiles to, and the one that a database has. */
import type { StoredVersion } from "@nonet/engine";
import { type Compiled, compileSpecification } from "../specification/compile-specification.ts";
import { type Specification, versionOf } from "../specification/read-specification.ts";
import { hasErrors } from "../terminal/print-diagnostics.ts";

export interface Version {
  readonly specification: Specification;
  readonly compiled: Compiled;
}

/** Null where this release of Nonet can't compile it. */
export function storedDocument({ sources }: Pick<StoredVersion, "sources">): Version | null {
  const specification = { sources, paths: [], version: versionOf(sources) };
  const compiled = compileSpecification(specification);
  return hasErrors(compiled.diagnostics) ? null : { specification, compiled };
}
