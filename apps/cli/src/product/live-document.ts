/**
 * Keeps a running product in step with its document, and shows the latest version in any case.
 *
 * In rehearsal, and where the product was started so, each new version that has no errors runs at once. Otherwise it is a
 * draft: the product reports what it would do, and runs it once the database has it, because somebody has applied it.
 */
import type { DocumentData } from "@nonet/api";
import type { ChangePreview, Engine, GoLive, Outcome } from "@nonet/engine";
import { makeChecker } from "@nonet/compiler";
import { fileNames, formatLocation } from "@nonet/model";
import { documentData, type DocumentVersion } from "../reports/document-data.ts";
import { compileSpecification, type Compiled } from "../specification/compile-specification.ts";
import type { Specification } from "../specification/read-specification.ts";
import { hasErrors, printDiagnostics } from "../terminal/print-diagnostics.ts";
import { printMessage } from "../terminal/print.ts";
import { storedDocument, type Version } from "../versions/stored-document.ts";

export interface LiveDocument {
  readonly document: () => DocumentData;
  /** Calls the listener after each change of the document. */
  readonly onChange: (listener: () => void) => void;
  /** Why the latest version doesn't run although its text has no errors. */
  readonly refused: () => readonly string[];
  /** Resolves when the version is running, was refused, or is known as a draft. */
  readonly update: (specification: Specification, known?: KnownSpecification) => Promise<void>;
  /** Makes a draft live, for a person. */
  readonly goLive: (specification: Specification, options: GoLive) => Promise<Outcome<unknown>>;
  /** Runs the version that the database has, if somebody has applied another one: the draft or, in another process, its file. */
  readonly followDatabase: () => Promise<void>;
}

export interface KnownSpecification {
  /** Its diagnostics are printed already. */
  readonly isPrinted: boolean;
}

export interface LiveOptions {
  readonly engine: Engine;
  /** Whether a changed file runs at once. */
  readonly savesLive: boolean;
}

/** `first`: what runs. The file may differ from it already: `update` tells the document so. */
export function liveDocument(first: Version, { engine, savesLive }: LiveOptions): LiveDocument {
  let latest: DocumentVersion = { sources: first.specification.sources, compiled: first.compiled, current: true, refused: [] };
  let data: DocumentData | null = null;
  let draft: Version | null = null;
  /** The version of the database that this release of Nonet can't compile. */
  let unusable: string | null = null;
  // Compiles only what has changed since the last version.
  const checker = makeChecker();
  let notify: () => void = () => {};
  const show = (next: DocumentVersion): void => {
    latest = next;
    data = null;
    notify();
  };
  const run = ({ specification, compiled }: Version): void => {
    draft = null;
    show({ sources: specification.sources, compiled, current: true, refused: [] });
  };
  const isApplied = async (product: Compiled["product"]): Promise<boolean> => (await engine.versions.stored()) === product.version;
  return {
    document: () => (data ??= documentData(latest)),
    refused: () => latest.refused.map(({ detail }) => detail),
    onChange: (listener) => void (notify = listener),
    async update(specification, known = { isPrinted: false }) {
      const compiled = compileSpecification(specification, checker.check);
      const { sources } = specification;
      if (!known.isPrinted) printDiagnostics(sources, compiled.diagnostics);
      const isFaulty = hasErrors(compiled.diagnostics);
      if (isFaulty) printMessage("The last good version keeps running.");
      if (isFaulty && savesLive) return show({ sources, compiled, current: false, refused: [] });
      if (!savesLive) {
        // The Document page shows what runs: a draft is the Owners' alone.
        draft = isFaulty || compiled.product.version === engine.product.version ? null : { specification, compiled };
        if (draft && !(await isApplied(compiled.product))) await printDraft(engine, compiled.product);
        else if (!isFaulty && !draft) printMessage("The document is the version that runs.");
        return notify();
      }
      await printImpact(engine, compiled.product, ["violation"]);
      const changed = await engine.switchVersion(compiled.product);
      if (changed.ok) {
        printMessage(["The new version is running.", ...changed.value.steps].join("\n  "));
        return run({ specification, compiled });
      }
      const { errors } = changed.refusal;
      for (const error of errors) printMessage(`error [${error.code}] ${error.detail}${error.line ? ` (${formatLocation(fileNames(compiled.product), error)})` : ""}`);
      printMessage("The last good version keeps running.");
      draft = { specification, compiled };
      show({ sources, compiled, current: false, refused: errors });
    },
    async goLive(specification, options) {
      const version = { specification, compiled: compileSpecification(specification, checker.check) };
      const changed = await engine.versions.goLive(version.compiled.product, options);
      if (!changed.ok) return changed;
      printMessage(["The new version is running.", ...changed.value.steps].join("\n  "));
      run(version);
      return changed;
    },
    async followDatabase() {
      const stored = await engine.versions.stored();
      if (stored === null || stored === engine.product.version || stored === unusable) return;
      const waiting = draft?.compiled.product.version === stored ? draft : null;
      const found = waiting ? null : await engine.versions.storedVersion();
      const next = waiting ?? (found && storedDocument(found));
      if (next?.compiled.product.version !== stored) return void (unusable = stored);
      await engine.versions.follow(next.compiled.product);
      printMessage(waiting ? "The draft was applied. It is running." : "Another version was applied. It is running.");
      const other = draft === next ? null : draft;
      run(next);
      draft = other;
    },
  };
}

async function printDraft(engine: Engine, product: Compiled["product"]): Promise<void> {
  printMessage("The document has changed. The change is a draft:");
  await printImpact(engine, product, ["change", "loss", "violation"]);
  const { required, approvals } = await engine.versions.review(product);
  if (required > 0) printMessage(`It needs ${required} approval${required === 1 ? "" : "s"} and has ${approvals.filter(({ lapsed }) => lapsed === null).length}.`);
  printMessage("The version before keeps running. Make the draft live with `nonet apply FILE`, or in the studio.");
}

/** The records that violate the new version stay as they are, so nothing else would say so. */
async function printImpact(engine: Engine, product: Compiled["product"], kinds: readonly ChangePreview["kind"][]): Promise<void> {
  const report = (part: ChangePreview): void => {
    if (!kinds.includes(part.kind)) return;
    if (part.kind === "change") printMessage(`  ${part.sentence}`);
    if (part.kind === "loss") printMessage(`  LOST: ${part.sentence}`);
    if (part.kind !== "violation") return;
    const more = part.count > part.shown.length ? ` and ${part.count - part.shown.length} more` : "";
    printMessage(`${part.count} of the ${part.what}: ${part.shown.join(", ")}${more}.`);
  };
  // A database that can't be read now is reported by the switch itself.
  await engine.previewChange(product, report, new AbortController().signal).catch(() => undefined);
}
