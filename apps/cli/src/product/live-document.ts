/** Keeps a running product in step with its document: runs each new version that has no errors, and shows the latest version in any case. */
import type { DocumentData } from "@nonet/api";
import type { ChangePreview, Engine } from "@nonet/engine";
import { makeChecker } from "@nonet/compiler";
import { fileNames, formatLocation } from "@nonet/model";
import { documentData, type DocumentVersion } from "../reports/document-data.ts";
import { compileSpecification, type Compiled } from "../specification/compile-specification.ts";
import type { Specification } from "../specification/read-specification.ts";
import { hasErrors, printDiagnostics } from "../terminal/print-diagnostics.ts";
import { printMessage } from "../terminal/print.ts";

export interface LiveDocument {
  readonly document: () => DocumentData;
  /** Calls the listener after each change of the document. */
  readonly onChange: (listener: () => void) => void;
  /** Why the latest version doesn't run although its text has no errors. */
  readonly refused: () => readonly string[];
  /** Resolves when the version is running or was refused. */
  readonly update: (specification: Specification) => Promise<void>;
}

export function liveDocument(first: Specification, compiled: Compiled, engine: Engine): LiveDocument {
  let latest: DocumentVersion = { sources: first.sources, compiled, current: true, refused: [] };
  let data: DocumentData | null = null;
  // Compiles only what has changed since the last version.
  const checker = makeChecker();
  let notify: () => void = () => {};
  const show = (next: DocumentVersion): void => {
    latest = next;
    data = null;
    notify();
  };
  return {
    document: () => (data ??= documentData(latest)),
    refused: () => latest.refused.map(({ detail }) => detail),
    onChange: (listener) => void (notify = listener),
    async update(specification) {
      const next = compileSpecification(specification, checker.check);
      const { sources } = specification;
      printDiagnostics(sources, next.diagnostics);
      if (hasErrors(next.diagnostics)) {
        printMessage("The last good version keeps running.");
        return show({ sources, compiled: next, current: false, refused: [] });
      }
      await printViolations(engine, next.product);
      const changed = await engine.switchVersion(next.product);
      if (changed.ok) {
        printMessage(["The new version is running.", ...changed.value.steps].join("\n  "));
        return show({ sources, compiled: next, current: true, refused: [] });
      }
      const { errors } = changed.refusal;
      for (const error of errors) printMessage(`error [${error.code}] ${error.detail}${error.line ? ` (${formatLocation(fileNames(next.product), error)})` : ""}`);
      printMessage("The last good version keeps running.");
      show({ sources, compiled: next, current: false, refused: errors });
    },
  };
}

/** The records that violate the new version: they stay as they are, so nothing else would say so. */
async function printViolations(engine: Engine, product: Compiled["product"]): Promise<void> {
  const report = (part: ChangePreview): void => {
    if (part.kind !== "violation") return;
    const more = part.count > part.shown.length ? ` and ${part.count - part.shown.length} more` : "";
    printMessage(`${part.count} of the ${part.what}: ${part.shown.join(", ")}${more}.`);
  };
  // A database that can't be read now is reported by the switch itself.
  await engine.previewChange(product, report, new AbortController().signal).catch(() => undefined);
}
