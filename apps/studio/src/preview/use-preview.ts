/** The preview of the text in the editor: opening it, running another text in it, and ending it. */
import type { PreviewData, StudioFile } from "@nonet/api";
import { useState } from "react";
import { endPreview, messageOf, openPreview } from "../server/studio-requests.ts";

export interface PreviewState {
  /** Null while there is none. */
  readonly data: PreviewData | null;
  readonly isBusy: boolean;
  readonly problem: string | null;
  /** `fresh`: on a new copy of the records. */
  run(files: readonly StudioFile[], fresh?: boolean): void;
  end(): void;
}

/** `running`: the preview that the server has, from another page or an earlier one. */
export function usePreview(running: PreviewData | null): PreviewState {
  const [own, setOwn] = useState<PreviewData | null | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = (request: Promise<PreviewData | null>): void => {
    setBusy(true);
    request
      .then(
        (data) => (setOwn(data), setProblem(null)),
        (error: unknown) => setProblem(messageOf(error)),
      )
      .finally(() => setBusy(false));
  };
  return {
    data: own === undefined ? running : own,
    isBusy,
    problem,
    run: (files, fresh = false) => send(openPreview(files, fresh)),
    end: () => send(endPreview().then(() => null)),
  };
}
