/**
 * `Idempotency-Key`: a repeat answers as the first did, even while the first still runs; another request under the
 * same key is refused. The engine keeps the keys of changes to records for good; this memory also covers uploads,
 * batches and people, and gives the whole answer back, headers included.
 */
import { createHash } from "node:crypto";
import { type Answer, problem } from "./response.ts";

const most = 10_000;
const day = 24 * 3600_000;
/** Not the verdict on the request itself: a repeat is judged anew. */
const passing = new Set([401, 429, 500, 502, 503]);

export interface Once {
  run(who: string, key: string, request: readonly (string | Uint8Array)[], act: () => Promise<Answer>): Promise<Answer>;
}

export function answerOnce(): Once {
  const kept = new Map<string, { print: string; at: number; answer: Promise<Answer> }>();
  return {
    async run(who, key, request, act) {
      const print = fingerprint(request);
      const name = `${who}\n${key}`;
      const first = kept.get(name);
      if (first && first.at + day > Date.now()) return first.print === print ? first.answer : problem("idempotency-key-reused");
      if (kept.size >= most) kept.delete(kept.keys().next().value!);
      const answer = act();
      kept.set(name, { print, at: Date.now(), answer });
      const forget = (): void => void (kept.get(name)?.answer === answer && kept.delete(name));
      answer.then((a) => passing.has(a.status) && forget(), forget);
      return answer;
    },
  };
}

function fingerprint(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part).update("\0");
  return hash.digest("base64");
}
