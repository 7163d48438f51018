/**
 * What this browser has seen of the database, for products that read from replicas: each request says it, so that no page
 * shows less than what its person has just saved. It is kept in the page and not in a cookie: responses arrive in any
 * order, and a cookie would take the last one. After a reload it isn't known, and the first reads come from the primary.
 */

/** 16 hexadecimal digits: the later of two is the greater text. */
const form = /^[0-9a-f]{16}$/;

/** Null: not known. */
let position: string | null = null;
/** The latest position of another tab. */
let elsewhere = "";
let epoch = 0;

/** A person who saves in one tab and looks at another sees it there. */
const tabs = typeof window === "undefined" || typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("nonet position");
tabs?.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
  if (typeof data !== "string" || !form.test(data)) return;
  if (data > elsewhere) elsewhere = data;
  if (position !== null && data > position) position = data;
});

export interface PositionToSend {
  readonly header: string;
  /** Keeps the position of the response. */
  readonly received: (seen: string | null) => void;
}

export function positionToSend(): PositionToSend {
  const sentIn = epoch;
  return {
    header: position ?? "latest",
    received: (seen) => {
      // What was sent before something was missed says nothing about what was missed.
      if (sentIn === epoch) seePosition(seen);
    },
  };
}

export function seePosition(seen: unknown): void {
  if (typeof seen !== "string" || !form.test(seen)) return;
  if (seen > (position ?? "")) tabs?.postMessage(seen);
  position = [position ?? "", elsewhere, seen].sort().at(-1)!;
}

/** Something has been missed: the next reads come from the primary. */
export function forgetPosition(): void {
  epoch++;
  position = null;
}
