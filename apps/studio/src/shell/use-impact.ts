/** Asks what the text would change whenever it has changed and has no errors: one question at a time, and only about the latest text. */
import type { StudioFile } from "@nonet/api";
import { useCallback, useRef, useState } from "react";
import type { ImpactState } from "../panels/impact.tsx";
import { messageOf, readImpact } from "../server/studio-requests.ts";

export interface ImpactQuestion {
  readonly files: readonly StudioFile[];
  readonly hasErrors: boolean;
  /** Whether the text is the one on disk, which runs. */
  readonly isRunning: boolean;
}

export function useImpact(): readonly [ImpactState, (question: ImpactQuestion) => void] {
  const [impact, setImpact] = useState<ImpactState>({ lines: [], state: "same" });
  const asking = useRef<AbortController | null>(null);
  const ask = useCallback(({ files, hasErrors, isRunning }: ImpactQuestion): void => {
    asking.current?.abort();
    if (isRunning || hasErrors) return setImpact({ lines: [], state: isRunning ? "same" : "waiting" });
    const own = new AbortController();
    asking.current = own;
    const lines: ImpactState["lines"][number][] = [];
    const show = (state: ImpactState["state"]): void => {
      if (!own.signal.aborted) setImpact({ lines: [...lines], state });
    };
    // The lines of the text before stay until the first one of this text arrives.
    readImpact(files, (line) => (lines.push(line), show(line.kind === "judged" ? "done" : "running")), own.signal).then(
      () => show("done"),
      (error: unknown) => (lines.push({ kind: "failed", text: messageOf(error) }), show("failed")),
    );
  }, []);
  return [impact, ask];
}
