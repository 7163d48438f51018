/** With which version of its document a product starts: the file's, or the one that its database has while the file is a draft. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { EngineOptions } from "@nonet/engine";
import { compileSpecification } from "../specification/compile-specification.ts";
import { emptySpecification } from "../specification/empty-specification.ts";
import { versionOf } from "../specification/read-specification.ts";
import { hasErrors } from "../terminal/print-diagnostics.ts";
import { storedDocument, type Version } from "../versions/stored-document.ts";

export interface StartingDocument {
  /** For the engine. */
  readonly going: NonNullable<EngineOptions["going"]>;
  /** What runs, once the engine is open. */
  readonly running: () => Version;
}

/** `savesLive`: whether a changed file goes live at the start, too. */
export function startingDocument(file: Version, savesLive: boolean): StartingDocument {
  let running = file;
  const isFaulty = hasErrors(file.compiled.diagnostics);
  return {
    going: {
      apply: savesLive,
      isFaulty,
      compile(stored) {
        const found = storedDocument(stored);
        if (found) running = found;
        return found?.compiled.product ?? null;
      },
    },
    running: () => running,
  };
}

/** For a file with errors that is opened to be edited: the version that the database has runs, else an empty product, until the errors are fixed. */
export function faultyDocument({ specification, compiled }: Version): StartingDocument {
  const title = compiled.product.about.title.replace(/\s+/g, " ").trim() || "Product";
  const sources = specification.sources.slice(0, 1).map(({ name }) => ({ name, text: emptySpecification(title) }));
  const empty = { sources, paths: specification.paths, version: versionOf(sources) };
  return startingDocument({ specification: empty, compiled: compileSpecification(empty) }, false);
}

interface Place {
  readonly data: string;
  /** The URL of the database; null where it is in the data folder. */
  readonly database: string | null;
  readonly savesLive: boolean;
}

/** Whether there may be a live version to run while the file has errors. */
export const mayRunWithErrors = ({ data, database, savesLive }: Place): boolean => !savesLive && (database !== null || existsSync(join(data, "database")));
