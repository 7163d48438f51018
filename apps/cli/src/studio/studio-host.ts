/** The studio's files and the judgment of a change, for the server that offers it. */
import { makeChecker } from "@nonet/compiler";
import type { StudioDraft } from "@nonet/api";
import type { Engine } from "@nonet/engine";
import type { PreviewHost, StudioHost } from "@nonet/server";
import { basename, join } from "node:path";
import type { LiveDocument } from "../product/live-document.ts";
import { compileSpecification } from "../specification/compile-specification.ts";
import { readSpecification, versionOf } from "../specification/read-specification.ts";
import { readDraft, removeDraft, writeDraft } from "./draft-file.ts";
import { judgeChange } from "./judge-change.ts";
import { saveFiles } from "../specification/save-files.ts";
import { versionsHost } from "./versions-host.ts";

export interface StudioOptions {
  /** The file or folder of the specification. */
  readonly file: string;
  /** The product's data folder. */
  readonly folder: string;
  readonly rehearsal: boolean;
  readonly savesLive: boolean;
  readonly engine: Engine;
  readonly document: Pick<LiveDocument, "refused" | "goLive">;
  readonly preview: PreviewHost;
}

export function studioHost({ file, folder, rehearsal, savesLive, engine, document, preview }: StudioOptions): StudioHost {
  // Compiles only what has changed since the last judgment.
  const checker = makeChecker();
  const draftPath = join(folder, "studio-draft.json");
  return {
    async data() {
      const read = await readSpecification(file);
      const { sources, version } = read.ok ? read.value : { sources: [], version: "" };
      return {
        product: engine.product.name,
        files: sources.map(({ name, text }) => ({ name: basename(name), text })),
        version,
        running: engine.product.version,
        rehearsal,
        savesLive,
        draft: await draftOf(
          draftPath,
          sources.map(({ name }) => basename(name)),
        ),
        refused: read.ok ? document.refused() : [read.message],
        preview: preview.data(),
      };
    },
    async save(actor, files, base) {
      const saved = await saveFiles(file, files, base);
      if (saved.ok) await removeDraft(draftPath);
      if (saved.ok && saved.version !== engine.product.version) await engine.versions.noteAuthor(actor, saved.version);
      return saved;
    },
    keepDraft: (files, base) => writeDraft(draftPath, { files, base, at: new Date().toISOString() }),
    dropDraft: () => removeDraft(draftPath),
    async impact(files, send, signal) {
      const compiled = compileSpecification({ sources: files, paths: [], version: versionOf(files) }, checker.check);
      await judgeChange({ engine, compiled, send, signal });
    },
    preview,
    versions: versionsHost({ file, engine, goLive: document.goLive }),
  };
}

/** Null for a draft of other files than the specification has now. */
async function draftOf(path: string, names: readonly string[]): Promise<StudioDraft | null> {
  const draft = await readDraft(path);
  return draft && draft.files.map(({ name }) => name).join("\n") === names.join("\n") ? draft : null;
}
