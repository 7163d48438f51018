/** The outbox: messages that are waiting, done, failed or dropped. */
import type { Query } from "../sql/query.ts";
import { iso, json, statement } from "./statement.ts";

/** Who gets an entry: the host of a call, the mail server, or nobody outside. */
const receiver = (alias: string): string =>
  `case when ${alias}.payload ? 'address' then coalesce(lower(substring(${alias}.payload->>'address' from '^[^:]*://([^/?#]*)')), '') when ${alias}.payload ? 'to' then 'mail' else '' end`;

/** Among which entries of a record the order counts: its calls, and its mails to one address. */
const queue = (alias: string): string => `coalesce('mail ' || (${alias}.payload->>'to'), 'call')`;

/** The product's clock at this moment, not at the begin of the transaction. */
const departureTime = "coalesce((select frozen_at from nonet.clock where one), clock_timestamp())";

export const outboxStatements = {
  /** `payload` is fixed when the entry is added. The calls of one record are sent in order, and so are its mails to one address. */
  addOutbox: (entry: { id: string; call: string; entity: string | null; record: string | null; payload: unknown; idempotencyKey: string; afterSeconds?: number }): Query =>
    statement(
      "insert into nonet.outbox(id, call, entity, record_id, payload, idempotency_key, due_at, created_at) values ($1::uuid, $2, $3, $4::uuid, $5::jsonb, $6, nonet.now() + make_interval(secs => $7::double precision), nonet.now())",
      [entry.id, entry.call, entry.entity, entry.record, json(entry.payload), entry.idempotencyKey, entry.afterSeconds ?? 0],
    ),
  /** The text of an entry whose text is made when it leaves. */
  fillOutbox: (id: string, payload: unknown): Query => statement("update nonet.outbox set payload = $2::jsonb where id = $1::uuid and status = 'waiting'", [id, json(payload)]),
  /** `{wait}`: the seconds until the call's next turn, which is taken. Turns are `gap` seconds apart. */
  takeTurn: (call: string, gap: number): Query =>
    statement(
      `insert into nonet.request_window as w (client, ends_at, taken, granted) values ('call ' || $1, nonet.now() + make_interval(secs => $2::double precision), 0, 0)
  on conflict (client) do update set ends_at = greatest(w.ends_at, nonet.now()) + make_interval(secs => $2::double precision)
  returning extract(epoch from ends_at - make_interval(secs => $2::double precision) - nonet.now())::float8 as wait`,
      [call, gap],
    ),
  /** `{wait}`: 0, and the departure is noted, where fewer than `most` have left in the last `seconds`; else the seconds until one may leave. The time is read once the row is locked: departures stand in their order. */
  leaveNow: (call: string, seconds: number, most: number): Query =>
    statement(
      `insert into nonet.departure as d (call, latest, wait) values ($1, array[${departureTime}], 0)
  on conflict (call) do update set (latest, wait) = (select case when judged.wait > 0 then d.latest else d.latest[greatest(1, cardinality(d.latest) - $3::int + 2):] || judged.at end, judged.wait
    from (select moment.at, greatest(0, extract(epoch from d.latest[cardinality(d.latest) - $3::int + 1] + make_interval(secs => $2::double precision) - moment.at))::float8 as wait
      from (select ${departureTime} as at offset 0) as moment) as judged)
  returning wait`,
      [call, seconds, most],
    ),
  /** The entry waits for its turn, which this attempt has taken already. */
  waitForTurn: (id: string, seconds: number): Query =>
    statement(
      "update nonet.outbox set due_at = nonet.now() + make_interval(secs => $2::double precision), payload = payload || jsonb_build_object('turn', attempts), attempts = attempts - 1, claimed_until = null where id = $1::uuid and status = 'waiting'",
      [id, seconds],
    ),
  /** Claims the entries that are due longest, at most one call per record and one mail per record and address, and none before an earlier one that waits, unless that is to leave later. A claim expires after `leaseSeconds`. */
  claimOutbox: (limit: number, leaseSeconds: number, busyReceivers: readonly string[] = []): Query => ({
    // Planned for each call: a plan from an empty outbox would sort everything that waits.
    name: "",
    text: `update nonet.outbox o set claimed_until = clock_timestamp() + make_interval(secs => $1::int), attempts = o.attempts + 1
  where o.id in (select w.id from nonet.outbox w where w.status = 'waiting' and w.due_at <= nonet.now() and (w.claimed_until is null or w.claimed_until < clock_timestamp())
    and w.position <= coalesce((select min(e.position) from nonet.outbox e where e.record_id = w.record_id and e.status = 'waiting' and ${queue("e")} = ${queue("w")} and (e.attempts > 0 or e.due_at <= nonet.now() or e.payload ? 'turn')), w.position)${busyReceivers.length > 0 ? `\n    and ${receiver("w")} <> all($2::text[])` : ""}
    order by w.due_at, w.position limit ${Math.trunc(limit)} for update skip locked)
  returning o.id, o.call, o.entity, o.record_id, o.payload, o.idempotency_key, o.attempts, o.position::text, ${receiver("o")} as receiver`,
    values: busyReceivers.length > 0 ? [leaseSeconds, busyReceivers] : [leaseSeconds],
  }),
  /** `{due}`: whether an entry may be claimed. It keeps its plan, so that nothing is planned while nothing is due. */
  anyDueInOutbox: statement(
    "select exists(select from nonet.outbox where status = 'waiting' and due_at <= nonet.now() and (claimed_until is null or claimed_until < clock_timestamp())) as due",
  ),
  /** Gives back claims whose entries weren't tried. */
  releaseClaims: (ids: readonly string[]): Query =>
    statement("update nonet.outbox set claimed_until = null, attempts = attempts - 1 where id = any($1::uuid[]) and status = 'waiting' and claimed_until is not null", [ids]),
  /** Renews the claim of an entry that is being sent; one that waits for its retry isn't claimed. */
  renewClaim: (id: string, leaseSeconds: number): Query =>
    statement(
      "update nonet.outbox set claimed_until = clock_timestamp() + make_interval(secs => $2::int) where id = $1::uuid and status = 'waiting' and claimed_until is not null",
      [id, leaseSeconds],
    ),
  outboxDone: (id: string, answer: unknown): Query =>
    statement("update nonet.outbox set status = 'done', answer = $2::jsonb, claimed_until = null, done_at = nonet.now() where id = $1::uuid", [id, json(answer)]),
  outboxRetry: (id: string, seconds: number, answer: unknown): Query =>
    statement("update nonet.outbox set due_at = nonet.now() + make_interval(secs => $2::double precision), answer = $3::jsonb, claimed_until = null where id = $1::uuid", [
      id,
      seconds,
      json(answer),
    ]),
  outboxFailed: (id: string, answer: unknown): Query =>
    statement("update nonet.outbox set status = 'failed', answer = $2::jsonb, claimed_until = null, done_at = nonet.now() where id = $1::uuid", [id, json(answer)]),
  outboxFailedTogether: (ids: readonly string[], answer: unknown): Query =>
    statement("update nonet.outbox set status = 'failed', answer = $2::jsonb, claimed_until = null, done_at = nonet.now() where id = any($1::uuid[])", [ids, json(answer)]),
  outboxDropped: (id: string): Query => statement("update nonet.outbox set status = 'dropped', claimed_until = null, done_at = nonet.now() where id = $1::uuid", [id]),
  outboxAgain: (id: string): Query =>
    statement("update nonet.outbox set status = 'waiting', attempts = 0, due_at = nonet.now(), claimed_until = null where id = $1::uuid and status = 'failed'", [id]),
  /** A synchronous call before the change that it belongs to: logged, never sent again. */
  addSynchronousCall: (entry: { id: string; call: string; entity: string | null; record: string | null; payload: unknown; answer: unknown; done: boolean }): Query =>
    statement(
      "insert into nonet.outbox(id, call, entity, record_id, payload, idempotency_key, due_at, created_at, attempts, status, answer, done_at) values ($1::uuid, $2, $3, $4::uuid, $5::jsonb, $1::uuid::text, nonet.now(), nonet.now(), 1, case when $7::boolean then 'done' else 'dropped' end, $6::jsonb, nonet.now())",
      [entry.id, entry.call, entry.entity, entry.record, json(entry.payload), json(entry.answer), entry.done],
    ),
  /** The waiting entry, locked; no row where it doesn't wait any more. */
  stillWaiting: (id: string): Query => statement("select id from nonet.outbox where id = $1::uuid and status = 'waiting' for update", [id]),
  /** The messages about the records, with their content: `{id, payload}`. */
  messagesOf: (records: readonly string[]): Query =>
    statement("select id, payload from nonet.outbox where record_id = any($1::uuid[]) and payload <> '{}'::jsonb order by position for update", [records]),
  /** A waiting message that is no longer addressed to anybody is dropped. */
  rewriteMessage: (id: string, payload: unknown, isAddressed: boolean): Query =>
    statement(
      "update nonet.outbox set payload = $2::jsonb, status = case when status in ('waiting', 'failed') and not $3::boolean then 'dropped' else status end where id = $1::uuid",
      [id, json(payload), isAddressed],
    ),
  /** One failed entry, locked; no row where it didn't fail. */
  failedEntry: (id: string): Query =>
    statement(
      `select id, call, entity, record_id, payload, status, attempts, answer, ${iso("created_at")} as at from nonet.outbox where id = $1::uuid and status = 'failed' for update`,
      [id],
    ),
  /** Failed entries, newest first: `{id, call, entity, record_id, payload, attempts, answer, at, failed}`. */
  failedOutbox: (limit: number): Query =>
    statement(
      `select id, call, entity, record_id, payload, attempts, answer, ${iso("created_at")} as at, ${iso("done_at")} as failed from nonet.outbox where status = 'failed' order by done_at desc, position desc limit $1::int`,
      [limit],
    ),
  /** `{id}` of failed entries, the oldest first; of one call, or of all. */
  failedIds: (call: string | null): Query => statement("select id from nonet.outbox where status = 'failed' and ($1::text is null or call = $1) order by position", [call]),
  failedCount: statement("select count(*)::int as count from nonet.outbox where status = 'failed'"),
  /** All entries, oldest first: `{id, call, entity, record_id, payload, status, attempts, answer, at}`. */
  outbox: (status: "waiting" | "done" | "failed" | "dropped" | null): Query =>
    statement(
      `select id, call, entity, record_id, payload, status, attempts, answer, idempotency_key, ${iso("created_at")} as at from nonet.outbox where $1::text is null or status = $1 order by position`,
      [status],
    ),
  /** `{due_at}` of the next waiting entry, or null. */
  nextOutbox: statement(`select ${iso("min(due_at)")} as due_at from nonet.outbox where status = 'waiting' and due_at > nonet.now()`),
};
