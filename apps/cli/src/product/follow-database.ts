/** Runs a draft soon after somebody has applied it with a command of their own: the database has its version then. */
import type { LiveDocument } from "./live-document.ts";

/** Milliseconds: only while a draft waits, and until then requests that the previous version can't answer get 503. */
const pollInterval = 250;

/** Returns a function that stops it. An error is reported once in a row: while the database is away, each look fails. */
export function followDatabase(document: LiveDocument, report: (error: unknown) => void): () => void {
  let busy = false;
  let failing = false;
  const look = async (): Promise<void> => {
    if (busy) return;
    busy = true;
    try {
      await document.followDatabase();
      failing = false;
    } catch (error) {
      if (!failing) report(error);
      failing = true;
    } finally {
      busy = false;
    }
  };
  const timer = setInterval(() => void look(), pollInterval);
  timer.unref();
  return () => clearInterval(timer);
}
