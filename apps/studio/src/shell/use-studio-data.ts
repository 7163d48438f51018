/** The files and the version that runs, read again when the product says that the document has changed. */
import type { StudioData } from "@nonet/api";
import { useCallback, useEffect, useState } from "react";
import { messageOf, readStudio } from "../server/studio-requests.ts";

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
    const events = new EventSource("/api/events");
    events.addEventListener("document", refresh);
    return () => events.close();
  }, [refresh]);
  return { data, problem, refresh };
}
