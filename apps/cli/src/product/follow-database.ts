/** Runs the version that the database has, soon after somebody has applied another one: with a command, or in another process. */
import type { LiveDocument } from "./live-document.ts";

/** Milliseconds. Until then, requests that the previous version can't answer get 503. */
const pollInterval = 500;

/** Returns a function that stops it. An error is reported once in a row. */
export function followDatabase(document: LiveDocument, report: (error: unknown) => void): () => void {
  let busy = false;
  let failing = false;
  let stopped = false;
  const look = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await document.followDatabase();
      failing = false;
    } catch (error) {
      if (!failing && !stopped) report(error);
      failing = true;
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), pollInterval);
  timer.unref();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
