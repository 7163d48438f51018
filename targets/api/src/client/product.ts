/** A client's calls that every product has: signing in, files, offered calls, and the stream of changes. */
import { jsonOf, Refused, problemIn, type Transport, writing, type WriteOptions } from "./core.ts";

export interface SignedIn {
  readonly token: string;
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly owner: boolean;
  /** What the sign-in still needs; until then, the session has no permissions. */
  readonly needs: "second factor" | "enrollment" | null;
}

export interface Me {
  readonly signedIn: boolean;
  readonly id: string | null;
  readonly name: string | null;
  readonly email: string | null;
  readonly roles: readonly string[];
  readonly owner: boolean;
}

export interface UploadedFile {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

/** A change of a record that the caller may read. */
export interface RecordEvent<Entity extends string> {
  readonly kind: "created" | "changed" | "deleted";
  readonly entity: Entity;
  /** Null if so many records have changed that the list should be read again. */
  readonly id: string | null;
  readonly version?: number;
}

/** `document`: the product has a new version. `reconnected`: changes may have been missed, so read again what you show. */
export type LiveEvent<Entity extends string> = RecordEvent<Entity> | { readonly kind: "document" } | { readonly kind: "reconnected" };

export function accountsAt(at: Transport) {
  return {
    /** Starts a session; connect again with its token as `key`. */
    signIn: (email: string, password: string): Promise<SignedIn> => at.json("/api/sign-in", { method: "POST", body: { email, password } }),
    register: (person: { readonly email: string; readonly password?: string; readonly name?: string }): Promise<SignedIn> =>
      at.json("/api/register", { method: "POST", body: person }),
    async signOut(): Promise<void> {
      await at.send("/api/sign-out", { method: "POST" });
    },
    me: (): Promise<Me> => at.json("/api/me"),
    /** Uploads a file, to be referred to by its id. */
    upload: (content: Blob, name: string): Promise<UploadedFile> => {
      const form = new FormData();
      form.append("file", content, name);
      return at.json("/api/files", { method: "POST", body: form });
    },
    download: async (file: string | { readonly id: string }): Promise<Blob> =>
      (await at.send(`/api/files/${encodeURIComponent(typeof file === "string" ? file : file.id)}`)).blob(),
  };
}

export interface OfferedRequest {
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** Values of the path are taken from the input; the rest is the query of a GET or DELETE, else the body. */
export async function callOffered<T>(at: Transport, { method, path, input }: OfferedRequest, options: WriteOptions = {}): Promise<T> {
  const rest = { ...input };
  const filled = path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  const isQuery = method === "GET" || method === "DELETE";
  const [address, sending] = method === "GET" ? [filled, options.signal ? { signal: options.signal } : {}] : writing(filled, options);
  const query = new URLSearchParams(
    isQuery ? Object.entries(rest).flatMap(([name, value]) => (value === undefined || value === null ? [] : [[name, String(value)]])) : [],
  ).toString();
  const separator = address.includes("?") ? "&" : "?";
  return at.json(query === "" ? address : `${address}${separator}${query}`, { ...sending, method, ...(isQuery || Object.keys(rest).length === 0 ? {} : { body: rest }) });
}

/** The changes that the caller may see, as they happen. It connects again when the connection is lost, and ends with its signal. */
export async function* eventsAt<Entity extends string>(at: Transport, signal?: AbortSignal): AsyncGenerator<LiveEvent<Entity>, void> {
  let wasConnected = false;
  while (!signal?.aborted) {
    try {
      for await (const { event, data } of streamOf(at, signal)) {
        if (event === "ready" && wasConnected) yield { kind: "reconnected" };
        wasConnected = wasConnected || event === "ready";
        if (event === "document") yield { kind: "document" };
        if (event === "change") yield data as RecordEvent<Entity>;
      }
    } catch (error) {
      if (signal?.aborted) return;
      // Whoever isn't signed in any more isn't answered differently the next time.
      if (error instanceof Refused && error.problem.status >= 400 && error.problem.status < 500 && error.problem.status !== 429) throw error;
    }
    if (!signal?.aborted) await new Promise((resolve) => setTimeout(resolve, 2_000));
  }
}

/** Server-sent events, as the HTML standard describes them. */
async function* streamOf(at: Transport, signal?: AbortSignal): AsyncGenerator<{ readonly event: string; readonly data: unknown }, void> {
  const response = await at.open("/api/events", signal);
  if (!response.ok || response.body === null) throw new Refused(problemIn(response.status, jsonOf(await response.text())));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
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
