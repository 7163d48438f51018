/**
 * Previews a version that isn't live: a product of its own, in rehearsal, on a masked copy of the records. It is opened on
 * request, follows on request, and ends with the product or after half an hour in which nobody used it.
 */
import { type StudioFile } from "@nonet/api";
import { makeChecker } from "@nonet/compiler";
import type { PreviewHost, PreviewResult } from "@nonet/server";
import { compileSpecification } from "../specification/compile-specification.ts";
import { versionOf } from "../specification/read-specification.ts";
import { hasErrors } from "../terminal/print-diagnostics.ts";
import type { Version } from "../versions/stored-document.ts";
import { firstError } from "./judge-change.ts";
import { inTurns } from "./in-turns.ts";
import { openPreview, type Preview, type PreviewOptions } from "./open-preview.ts";

export interface ClosablePreview extends PreviewHost {
  close(): Promise<void>;
}

/** Milliseconds. */
const unused = 30 * 60_000;

export function previewHost(options: PreviewOptions): ClosablePreview {
  const checker = makeChecker();
  const turn = inTurns();
  let preview: Preview | null = null;
  let lastUse = Date.now();
  const end = (): Promise<void> =>
    turn(async () => {
      const ended = preview;
      preview = null;
      await ended?.close();
    });
  const timer = setInterval(() => {
    if (preview && Date.now() - lastUse > unused) void end().catch((error: unknown) => options.onFault("ending the preview", error));
  }, 60_000).unref();
  const run = async (next: Version, fresh: boolean): Promise<PreviewResult> => {
    if (fresh || preview === null) {
      await preview?.close();
      preview = null;
      const opened = await openPreview(options, next);
      if (!opened.ok) return opened;
      preview = opened.value;
    }
    const switched = await preview.run(next);
    return switched.ok ? { ok: true, data: preview.data() } : switched;
  };
  return {
    place() {
      lastUse = Date.now();
      return preview?.place ?? null;
    },
    data: () => preview?.data() ?? null,
    async open(files, fresh) {
      lastUse = Date.now();
      const next = versionIn(files, checker.check);
      return hasErrors(next.compiled.diagnostics) ? { ok: false, message: `The text has errors, so it can't run yet. ${firstError(next.compiled)}` } : turn(() => run(next, fresh));
    },
    end,
    async close() {
      clearInterval(timer);
      await end();
    },
  };
}

function versionIn(files: readonly StudioFile[], check: ReturnType<typeof makeChecker>["check"]): Version {
  const specification = { sources: files, paths: [], version: versionOf(files) };
  return { specification, compiled: compileSpecification(specification, check) };
}
