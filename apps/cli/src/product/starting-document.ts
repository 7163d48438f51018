/** With which version of its document a product starts: the file's, the one that its database has, or an empty one while the file has errors. */
import { basename } from "node:path";
import type { EngineOptions } from "@nonet/engine";
import { emptySpecification } from "../specification/empty-specification.ts";
import { compileSpecification } from "../specification/compile-specification.ts";
import { versionOf } from "../specification/read-specification.ts";
import { hasErrors } from "../terminal/print-diagnostics.ts";
import type { Version } from "./live-document.ts";

export interface StartingDocument {
  /** For the engine. */
  readonly options: Pick<EngineOptions, "product" | "going">;
  /** What runs, once the engine is open. */
  readonly running: () => Version;
}

/** `savesLive`: whether a changed file goes live at the start, too. */
export function startingDocument(file: Version, savesLive: boolean): StartingDocument {
  const isFaulty = hasErrors(file.compiled.diagnostics);
  let running = isFaulty ? emptyVersion(file) : file;
  const compile: NonNullable<EngineOptions["going"]>["compile"] = ({ sources }) => {
    const specification = { sources, paths: file.specification.paths, version: versionOf(sources) };
    const compiled = compileSpecification(specification);
    if (hasErrors(compiled.diagnostics)) return null;
    running = { specification, compiled };
    return compiled.product;
  };
  const going = { compile, apply: savesLive && !isFaulty };
  return { options: { product: running.compiled.product, going }, running: () => running };
}

/** Under the file's own name, so that the file's first version without errors follows it. */
function emptyVersion({ specification }: Version): Version {
  const sources = specification.sources.slice(0, 1).map(({ name }) => ({ name, text: emptySpecification(titleOf(name)) }));
  const empty = { sources, paths: specification.paths, version: versionOf(sources) };
  return { specification: empty, compiled: compileSpecification(empty) };
}

/** `tool-shed.md` is called "Tool shed". */
export function titleOf(file: string): string {
  const words = basename(file).replace(/\.md$/i, "").replace(/[-_]+/g, " ").trim();
  return words === "" ? "Product" : words[0]!.toUpperCase() + words.slice(1);
}
