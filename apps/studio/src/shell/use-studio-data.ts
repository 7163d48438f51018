/** The files and the version that runs, read again when the product says that the document has changed. */
import { eventsAt, type StudioData } from "@nonet/api";
import { useCallback, useEffect, useState } from "react";
import { messageOf, readStudio, transport } from "../server/studio-requests.ts";

export interface StudioState {
  readonly data: StudioData | null;
  readonly problem: string | null;
  refresh(): void;
}

export function useStudioData(): StudioState {
  const [data, setData] = useState<StudioData | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useCallback(() => {
    readStudio().then(
      (next) => (setData(next), setProblem(null)),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, []);
  useEffect(() => {
    refresh();
    const ending = new AbortController();
    const follow = async (): Promise<void> => {
      for await (const { kind } of eventsAt<string>(transport, ending.signal, "/api/-/events")) if (kind === "document" || kind === "reconnected") refresh();
    };
    follow().catch((error: unknown) => setProblem(messageOf(error)));
    return () => ending.abort();
  }, [refresh]);
  return { data, problem, refresh };
}
