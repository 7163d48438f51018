/** Runs a request of a form: keeps the problem, and whether it is running. */
import { useState } from "react";
import { asProblem, type Problem } from "../api/request.ts";

export function useAttempt() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setProblem(null);
    await work().catch((error: unknown) => setProblem(asProblem(error)));
    setBusy(false);
  };
  return { problem, busy, attempt };
}
