/** Remembers responses by idempotency key for a day, so that a repeated request gets the first response, even while the first still runs. */
import { createHash } from "node:crypto";
import type { OnceRequest, Processes } from "@nonet/engine";
import { type HttpResponse, problem } from "./response.ts";

const maxResponses = 10_000;
const day = 24 * 3600_000;
/** These say nothing about the request itself, so a repeat runs again. */
const transient = new Set([401, 429, 500, 502, 503]);

export interface KeyedRequest {
  readonly client: string;
  readonly key: string;
  /** What must be equal in a repeat; another request with the same key is refused. */
  readonly parts: readonly (string | Uint8Array)[];
  /** True: remember the response only until it is there, because the engine has the key from then on. */
  readonly onlyWhileRunning?: boolean;
}

export interface ResponseMemory {
  run(request: KeyedRequest, respond: () => Promise<HttpResponse>): Promise<HttpResponse>;
}

/** With `once`, repeats are recognized whichever process of the product gets them. */
export function rememberResponses(once?: Processes["once"]): ResponseMemory {
  const remembered = new Map<string, { hash: string; at: number; response: Promise<HttpResponse> }>();
  return {
    async run({ client, key, parts, onlyWhileRunning = false }, respond) {
      const hash = hashOf(parts);
      const name = `${client}\n${key}`;
      const first = remembered.get(name);
      if (first && first.at + day > Date.now()) return first.hash === hash ? first.response : problem("idempotency-key-reused");
      if (remembered.size >= maxResponses) remembered.delete(remembered.keys().next().value!);
      const response = once && !onlyWhileRunning ? respondOnce(once, { client, key, hash }, respond) : respond();
      remembered.set(name, { hash, at: Date.now(), response });
      const forget = (): void => void (remembered.get(name)?.response === response && remembered.delete(name));
      response.then(({ status }) => (onlyWhileRunning || transient.has(status)) && forget(), forget);
      return response;
    },
  };
}

async function respondOnce(once: Processes["once"], request: OnceRequest, respond: () => Promise<HttpResponse>): Promise<HttpResponse> {
  const result = await once(request, async () => {
    const value = await respond();
    return { value, keep: !transient.has(value.status) && !Buffer.isBuffer(value.body) };
  });
  return "reused" in result ? problem("idempotency-key-reused") : result.value;
}

function hashOf(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("base64");
}
