/** Keeps a running product to its document: takes each new text, runs it where it can, and shows the newest either way. */
import type { DocumentData } from "@nonet/api";
import type { Engine } from "@nonet/engine";
import { makeChecker } from "@nonet/compiler";
import { fileNames, placeWords } from "@nonet/model";
import { compileSpecification, type Compiled } from "../specification/compile-specification.ts";
import { documentData, type Newest } from "../reports/document-data.ts";
import { note } from "../terminal/print.ts";
import { hasErrors, printDiagnostics } from "../terminal/print-diagnostics.ts";
import type { Specification } from "../specification/read-specification.ts";

export interface NewestText {
  readonly document: () => DocumentData;
  /** Told when the document is another one than before. */
  readonly onNew: (listener: () => void) => void;
  /** Resolves when the text runs or was refused. */
  readonly take: (specification: Specification) => Promise<void>;
}

export function newestText(first: Specification, compiled: Compiled, engine: Engine): NewestText {
  let newest: Newest = { sources: first.sources, compiled, current: true, refused: [] };
  let data: DocumentData | null = null;
  // Of a text that has changed a little only what has changed is compiled.
  const checker = makeChecker();
  let told: () => void = () => {};
  const show = (next: Newest): void => {
    newest = next;
    data = null;
    told();
  };
  return {
    document: () => (data ??= documentData(newest)),
    onNew: (listener) => void (told = listener),
    async take(specification) {
      const next = compileSpecification(specification, checker.check);
      const { sources } = specification;
      printDiagnostics(sources, next.diagnostics);
      if (hasErrors(next.diagnostics)) {
        note("The last good version keeps running.");
        return show({ sources, compiled: next, current: false, refused: [] });
      }
      const changed = await engine.change(next.product);
      if (changed.ok) {
        note(["The new version runs.", ...changed.value.steps].join("\n  "));
        return show({ sources, compiled: next, current: true, refused: [] });
      }
      const { errors } = changed.refusal;
      for (const error of errors) note(`error [${error.code}] ${error.detail}${error.line ? ` (${placeWords(fileNames(next.product), error)})` : ""}`);
      note("The last good version keeps running.");
      show({ sources, compiled: next, current: false, refused: errors });
    },
  };
}
