/** One check of a document, with what editors ask of it computed at the first question. */
import type { CompileOptions, Compiled, Sentence } from "@nonet/compiler";
import { makeChecker, sentences } from "@nonet/compiler";
import type { Product } from "@nonet/model";
import type { Sources, Span } from "@nonet/source";

export interface CheckedDocument {
  readonly sources: Sources;
  readonly compiled: Compiled;
  readonly product: Product;
  /** The same object for all versions of a document: values that can be reused for the next version are stored by it. */
  readonly history: object;
  /** Checks another text with the same memory: for edits that are tried before they are offered. */
  readonly tryText: (sources: Sources) => Compiled;
  /** Each element in one sentence, in the order of `explain`. */
  readonly sentences: readonly Sentence[];
}

export interface DocumentChecker {
  /** The same result as a first check, but faster the less has changed since the last one. */
  check(sources: Sources, options?: CompileOptions): CheckedDocument;
}

export function makeDocumentChecker(): DocumentChecker {
  const checker = makeChecker();
  const history = {};
  return {
    check(sources, options) {
      const compiled = checker.check(sources, options);
      let made: readonly Sentence[] | null = null;
      return {
        sources,
        compiled,
        history,
        get product() {
          return compiled.product;
        },
        tryText: (other) => checker.tryOut(other, { everything: true }),
        get sentences() {
          return (made ??= sentences(compiled.product));
        },
      };
    },
  };
}

export const textAt = ({ sources }: Pick<CheckedDocument, "sources">, { file, from, to }: Span): string => sources[file]?.text.slice(from, to) ?? "";

/** Computes a value once for each document. */
export function oncePer<K extends object, T>(make: (key: K) => T): (key: K) => T {
  const known = new WeakMap<K, T>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
