/** Counts each person's requests in a minute (each address's, for who isn't signed in) against the document's limit. */
import { type HttpResponse, problem } from "./response.ts";

const minute = 60_000;
const mostKeys = 50_000;

export interface RequestLimit {
  /** Counts one more; an answer where it is one too many. */
  take(key: string, most: number): HttpResponse | null;
}

/** Windows are a minute from a person's first request; on the machine's clock, since rehearsal's stands still. */
export function limitRequests(now: () => number = Date.now): RequestLimit {
  const windows = new Map<string, { until: number; count: number }>();
  return {
    take(key, most) {
      const at = now();
      let window = windows.get(key);
      if (!window || window.until <= at) {
        if (windows.size >= mostKeys) for (const [k, w] of windows) if (w.until <= at) windows.delete(k);
        windows.set(key, (window = { until: at + minute, count: 0 }));
      }
      if (++window.count <= most) return null;
      const seconds = Math.max(1, Math.ceil((window.until - at) / 1000));
      return { ...problem("too-many-requests", `More than ${most} requests in a minute; try again in ${seconds} seconds.`), headers: { "retry-after": String(seconds) } };
    },
  };
}
