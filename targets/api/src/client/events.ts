/** The stream of a product's changes, for as long as its reader wants it. */
import { jsonOf, problemIn, Refused, type Transport } from "./core.ts";

/** A change of a record that the caller may read. */
export interface RecordEvent<Entity extends string> {
  readonly kind: "created" | "changed" | "deleted";
  readonly entity: Entity;
  /** Null if so many records have changed that the list should be read again. */
  readonly id: string | null;
  readonly version?: number;
  /** Where the product reads from replicas: the position that has the change. */
  readonly position?: string;
}

/** Somebody has opened or left a record. Only a page of the product that shows the record receives it. */
export interface PresenceEvent {
  readonly kind: "presence";
  readonly path: string;
  readonly id: string;
}

/** `document`: the product has a new version. `disconnected`: the connection is lost. `reconnected`: changes may have been missed, so read again what you show. */
export type LiveEvent<Entity extends string> = RecordEvent<Entity> | PresenceEvent | { readonly kind: "document" | "disconnected" | "reconnected" };

/** Milliseconds without a sign of life after which a connection is taken as lost: the product sends one at least every 25 seconds. */
const longestSilence = 60_000;
const reconnectAfter = 2_000;

/** The changes that the caller may see, as they happen. It connects again when the connection is lost, and ends with its signal. */
export async function* eventsAt<Entity extends string>(at: Transport, signal?: AbortSignal, path = "/api/events"): AsyncGenerator<LiveEvent<Entity>, void> {
  let state: "new" | "connected" | "lost" = "new";
  while (!signal?.aborted) {
    try {
      for await (const { event, data } of streamOf(at, path, signal)) {
        if (event === "ready" && state === "lost") yield { kind: "reconnected" };
        if (event === "ready") state = "connected";
        if (event === "document") yield { kind: "document" };
        if (event === "presence") yield { kind: "presence", ...(data as Omit<PresenceEvent, "kind">) };
        if (event === "change") yield data as RecordEvent<Entity>;
      }
    } catch (error) {
      if (signal?.aborted) return;
      // Whoever isn't signed in any more isn't answered differently the next time.
      if (error instanceof Refused && error.problem.status >= 400 && error.problem.status < 500 && error.problem.status !== 429) throw error;
    }
    if (state === "connected" && !signal?.aborted) yield { kind: "disconnected" };
    if (state === "connected") state = "lost";
    if (!signal?.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectAfter));
  }
}

/** Server-sent events, as the HTML standard describes them. */
async function* streamOf(at: Transport, path: string, signal?: AbortSignal): AsyncGenerator<{ readonly event: string; readonly data: unknown }, void> {
  const response = await at.open(path, signal);
  if (!response.ok || response.body === null) throw new Refused(problemIn(response.status, jsonOf(await response.text())));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await soon(reader.read());
      if (done) return;
      const blocks = (text + value).split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) {
        const field = (name: string): string => (block.split("\n").find((line) => line.startsWith(`${name}: `)) ?? "").slice(name.length + 2);
        if (field("event") !== "") yield { event: field("event"), data: jsonOf(field("data")) };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Throws once it has taken too long. */
async function soon<T>(awaited: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error("The connection is silent.")), longestSilence);
  });
  try {
    return await Promise.race([awaited, silence]);
  } finally {
    clearTimeout(timer);
  }
}
