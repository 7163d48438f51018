/** Answers by idempotency key, of changes and of received calls. */
import type { Query } from "../sql/query.ts";
import { json, statement } from "./statement.ts";

export const idempotencyStatements = {
  /** `{body_hash, answer}` */
  idempotent: (key: string, actor: string): Query => statement("select body_hash, answer from nonet.idempotency where key = $1 and actor = $2", [key, actor]),
  /** A row where the key is new; none where it was used before. Waits for a transaction that is using it. */
  claimIdempotencyKey: (key: string, actor: string, bodyHash: string): Query =>
    statement("insert into nonet.idempotency(key, actor, body_hash, answer) values ($1, $2, $3, null) on conflict do nothing returning true as new", [key, actor, bodyHash]),
  answerIdempotencyKey: (key: string, actor: string, answer: unknown): Query =>
    statement("update nonet.idempotency set answer = $3::jsonb where key = $1 and actor = $2", [key, actor, json(answer)]),
  /** Remembers a refusal, whose transaction was rolled back with its key; a request that has used the key meanwhile stays. */
  rememberRefusal: (key: string, actor: string, bodyHash: string, answer: unknown): Query =>
    statement("insert into nonet.idempotency(key, actor, body_hash, answer) values ($1, $2, $3, $4::jsonb) on conflict do nothing", [key, actor, bodyHash, json(answer)]),
  /** Removes the stored answers that contain one of these ids; null: all of them. A repeat is then answered without them. */
  forgetAnswers: (ids: readonly string[] | null): Query =>
    statement(
      "update nonet.idempotency set answer = answer - '{record,details,body}'::text[] where answer ?| '{record,details,body}'::text[] and ($1::text[] is null or answer::text like any($1::text[]))",
      [ids === null ? null : ids.map((id) => `%${id}%`)],
    ),
  /** A received call is handled once per key: `{new: boolean}`; no row where it was received before. */
  receiveOnce: (call: string, key: string): Query =>
    statement("insert into nonet.idempotency(key, actor, body_hash, answer) values ($2, 'call ' || $1, '', null) on conflict do nothing returning true as new", [call, key]),
  /** A signature that covers its time is taken once: no row where it was taken before. It is kept for a day, like the time that it counts. */
  takeSignature: (call: string, key: string): Query =>
    statement("insert into nonet.idempotency(key, actor, body_hash, answer) values ($2, 'signature of ' || $1, '', null) on conflict do nothing returning true as new", [
      call,
      key,
    ]),

  /** The answer to a received call: `{answer}`. */
  receivedAnswer: (call: string, key: string): Query => statement("select answer from nonet.idempotency where key = $2 and actor = 'call ' || $1", [call, key]),
  setReceivedAnswer: (call: string, key: string, answer: unknown): Query =>
    statement("update nonet.idempotency set answer = $3::jsonb where key = $2 and actor = 'call ' || $1", [call, key, json(answer)]),
};
