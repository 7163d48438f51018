/** The statements on nonet's own tables: people, sessions, history, outbox, files, clock, idempotency. */
import { person } from "../columns/person-sql.ts";
import { decisionTableNames } from "../decisions/decision-tables.ts";
import type { Query } from "../sql/query.ts";
import { statementName } from "../sql/sql-text.ts";

type Json = unknown;
const json = (value: Json): string | null => (value === undefined || value === null ? null : JSON.stringify(value));
const q = (text: string, values: readonly unknown[] = []): Query =>
  /^(select|insert|update|delete|with)/.test(text) ? { name: statementName(text), text, values } : { text, values };

const iso = (column: string): string => `nonet.instant_text(${column})`;

export const system = {
  // -- transactions
  /** What is not shown refuses a change where it is met (open-values.ts). */
  begin: q("begin isolation level serializable; set local nonet.strict = 'on'"),
  /** From here on what is not shown is read as such, as outside of a change. */
  readingOnly: q("set local nonet.strict = 'off'"),
  commit: q("commit"),
  rollback: q("rollback"),
  /** For a connection: statements are planned once, not for each value; compiling to machine code never pays here. */
  settings: q("set plan_cache_mode = force_generic_plan; set jit = off; set random_page_cost = 1.1"),
  /** For what a request's own condition reads, on its connection; what takes longer ends in `timeIsOver`. */
  conditionTime: q("set statement_timeout = '10s'"),
  anyTime: q("reset statement_timeout"),
  timeIsOver: "57014",
  /** Savepoints for what may fail on its own. */
  savepoint: q("savepoint step"),
  rollbackToSavepoint: q("rollback to savepoint step"),
  /** One line of an import. */
  savepointLine: q("savepoint line"),
  rollbackToLine: q("rollback to savepoint line"),
  releaseLine: q("release savepoint line"),
  deferredNow: q("set constraints all immediate"),
  ping: q("select 1"),
  /** One row `{max_pred_locks_per_transaction}`. */
  readLocks: q("show max_pred_locks_per_transaction"),
  now: q(`select ${iso("nonet.now()")} as now`),
  /** SQLSTATEs after which a transaction is simply run again. */
  retryStates: ["40001", "40P01"] as readonly string[],

  // -- meta: one row
  /** `{version, product}` or no row. */
  readMeta: q("select version, product from nonet.meta where one"),
  readVersion: q("select version from nonet.meta where one"),
  writeMeta: (version: string, product: Json): Query =>
    q(
      "insert into nonet.meta(one, version, product) values (true, $1, $2::jsonb) on conflict (one) do update set version = excluded.version, product = excluded.product, since = now()",
      [version, json(product)],
    ),

  // -- clock (rehearsal): the instant at which it stands; null: the real one
  readClock: q(`select ${iso("nonet.now()")} as now, stands_at is not null as standing from nonet.clock where one`),
  setClock: (to: string | null): Query => q("update nonet.clock set stands_at = $1::timestamptz where one", [to]),
  /** Moves it forward by an ISO duration, days in the zone; `{now}`. */
  forwardClock: (duration: string, zone: string): Query =>
    q(`update nonet.clock set stands_at = nonet.plus(nonet.now(), $1::interval, $2) where one returning ${iso("stands_at")} as now`, [duration, zone]),

  // -- people
  /** `{hash}` */
  credential: (userId: string): Query => q("select hash from nonet.credential where user_id = $1::uuid", [userId]),
  setCredential: (userId: string, hash: string): Query =>
    q("insert into nonet.credential(user_id, hash) values ($1::uuid, $2) on conflict (user_id) do update set hash = excluded.hash, changed_at = nonet.now()", [userId, hash]),
  /** `{id, name, email, active, owner, hash, roles}` */
  personByEmail: (email: string): Query =>
    q(`select ${person} , (select hash from nonet.credential c where c.user_id = u.id) as hash from app."user" u where lower(u.email) = lower($1)`, [email]),
  personById: (id: string): Query => q(`select ${person} from app."user" u where u.id = $1::uuid`, [id]),
  people: (): Query => q(`select ${person} from app."user" u order by lower(u.name), u.id`),
  anyOwner: q(`select exists(select 1 from app."user" where is_owner) as exists`),
  /** `{last}`: whether this person is an Owner, and nobody else is an active one. */
  isLastOwner: (id: string): Query =>
    q(`select is_owner and not exists(select 1 from app."user" o where o.is_owner and o.active and o.id <> u.id) as last from app."user" u where u.id = $1::uuid`, [id]),
  setOwner: (id: string): Query => q(`update app."user" set is_owner = true where id = $1::uuid`, [id]),
  setRoles: (id: string, roles: readonly string[]): readonly Query[] => [
    q("delete from nonet.user_role where user_id = $1::uuid", [id]),
    q("insert into nonet.user_role(user_id, role) select $1::uuid, r from unnest($2::text[]) r on conflict do nothing", [id, roles]),
  ],

  /** The product's day, by its clock. */
  today: (zone: string): Query => q("select (nonet.now() at time zone $1)::date::text as today", [zone]),

  // -- sessions: by SHA-256 of the token; they expire by the real clock
  addSession: (tokenHash: string, userId: string, seconds: number): Query =>
    q("insert into nonet.session(token_hash, user_id, expires_at) values ($1, $2::uuid, now() + make_interval(secs => $3::int))", [tokenHash, userId, seconds]),
  /** The person, where the session lives and the person is active. */
  session: (tokenHash: string): Query => ({
    ...q(`select ${person} from nonet.session s join app."user" u on u.id = s.user_id where s.token_hash = $1 and s.expires_at > now() and u.active`, [tokenHash]),
    startsPipeline: true,
  }),
  endSession: (tokenHash: string): Query => q("delete from nonet.session where token_hash = $1", [tokenHash]),
  endSessionsOf: (userId: string): Query => q("delete from nonet.session where user_id = $1::uuid", [userId]),
  addAttempt: (address: string): Query => q("insert into nonet.sign_in_attempt(address) values (lower($1))", [address]),
  /** `{count: number}` failed ones in the last minutes. */
  attempts: (address: string, minutes: number): Query =>
    q("select count(*)::int as count from nonet.sign_in_attempt where address = lower($1) and at > now() - make_interval(mins => $2::int)", [address, minutes]),
  clearAttempts: (address: string): Query => q("delete from nonet.sign_in_attempt where address = lower($1)", [address]),

  // -- personal API keys: by SHA-256 of the key
  addKey: (key: { id: string; user: string; name: string; hash: string }): Query =>
    q("insert into nonet.api_key(id, user_id, name, key_hash, created_at) values ($1::uuid, $2::uuid, $3, $4, nonet.now())", [key.id, key.user, key.name, key.hash]),
  keysOf: (user: string): Query => q(`select id, name, ${iso("created_at")} as at, ${iso("last_used_at")} as used from nonet.api_key where user_id = $1::uuid order by id`, [user]),
  deleteKey: (user: string, id: string): Query => q("delete from nonet.api_key where user_id = $1::uuid and id = $2::uuid returning id", [user, id]),
  /** The person whose key it is, where they are active. */
  keyHolder: (hash: string): Query =>
    q(
      `select ${person}, k.id as key_id, (k.last_used_at is null or k.last_used_at < nonet.now() - interval '1 minute') as stale from nonet.api_key k join app."user" u on u.id = k.user_id where k.key_hash = $1 and u.active`,
      [hash],
    ),
  keyUsed: (id: string): Query => q("update nonet.api_key set last_used_at = nonet.now() where id = $1::uuid", [id]),

  // -- single sign-on
  personByIdentity: (issuer: string, subject: string): Query =>
    q(`select ${person} from nonet.identity i join app."user" u on u.id = i.user_id where i.issuer = $1 and i.subject = $2`, [issuer, subject]),
  /** Gives a person who is there already an identity, unless the provider knows them by another name; a row where it did. */
  joinIdentity: (issuer: string, subject: string, user: string): Query =>
    q(
      "insert into nonet.identity(issuer, subject, user_id) select $1, $2, $3::uuid where not exists (select from nonet.identity i where i.issuer = $1 and i.user_id = $3::uuid) on conflict do nothing returning user_id",
      [issuer, subject, user],
    ),
  addIdentity: (issuer: string, subject: string, user: string): Query =>
    q("insert into nonet.identity(issuer, subject, user_id) values ($1, $2, $3::uuid) on conflict do nothing", [issuer, subject, user]),

  // -- history
  addHistory: (entry: { entity: string; record: string; by: string | null; action: string; before: Json; after: Json; specification: string; inPlaceOf?: string | null }): Query =>
    q(
      "insert into nonet.history(entity, record_id, at, by, action, before, after, specification, in_place_of) values ($1, $2::uuid, nonet.now(), $3::uuid, $4, $5::jsonb, $6::jsonb, $7, $8::uuid)",
      [entry.entity, entry.record, entry.by, entry.action, json(entry.before), json(entry.after), entry.specification, entry.inPlaceOf ?? null],
    ),

  // -- outbox
  /** `payload` is what leaves, fixed now; `order` keeps entries of one record in order. */
  addOutbox: (entry: { id: string; call: string; entity: string | null; record: string | null; payload: Json; idempotencyKey: string }): Query =>
    q(
      "insert into nonet.outbox(id, call, entity, record_id, payload, idempotency_key, due_at, created_at) values ($1::uuid, $2, $3, $4::uuid, $5::jsonb, $6, nonet.now(), nonet.now())",
      [entry.id, entry.call, entry.entity, entry.record, json(entry.payload), entry.idempotencyKey],
    ),
  /** Claims what has been due the longest, at most one entry per record and none behind an earlier waiting one; a claim lapses after `leaseSeconds`. */
  claimOutbox: (limit: number, leaseSeconds: number): Query => ({
    // Planned each time: a plan made while nothing waited would sort all that waits after a thousand mails at once.
    name: "",
    text: `update nonet.outbox o set claimed_until = clock_timestamp() + make_interval(secs => $1::int), attempts = o.attempts + 1
  where o.id in (select w.id from nonet.outbox w where w.status = 'waiting' and w.due_at <= nonet.now() and (w.claimed_until is null or w.claimed_until < clock_timestamp())
    and w.position <= coalesce((select min(e.position) from nonet.outbox e where e.record_id = w.record_id and e.status = 'waiting'), w.position)
    order by w.due_at, w.position limit ${Math.trunc(limit)} for update skip locked)
  returning o.id, o.call, o.entity, o.record_id, o.payload, o.idempotency_key, o.attempts, o.position::text`,
    values: [leaseSeconds],
  }),
  /** Of an entry that is still claimed: one that waits for its next try isn't. */
  renewClaim: (id: string, leaseSeconds: number): Query =>
    q("update nonet.outbox set claimed_until = clock_timestamp() + make_interval(secs => $2::int) where id = $1::uuid and status = 'waiting' and claimed_until is not null", [
      id,
      leaseSeconds,
    ]),
  outboxDone: (id: string, answer: Json): Query =>
    q("update nonet.outbox set status = 'done', answer = $2::jsonb, claimed_until = null, done_at = nonet.now() where id = $1::uuid", [id, json(answer)]),
  outboxRetry: (id: string, seconds: number, answer: Json): Query =>
    q("update nonet.outbox set due_at = nonet.now() + make_interval(secs => $2::double precision), answer = $3::jsonb, claimed_until = null where id = $1::uuid", [
      id,
      seconds,
      json(answer),
    ]),
  outboxFailed: (id: string, answer: Json): Query =>
    q("update nonet.outbox set status = 'failed', answer = $2::jsonb, claimed_until = null, done_at = nonet.now() where id = $1::uuid", [id, json(answer)]),
  outboxFailedTogether: (ids: readonly string[], answer: Json): Query =>
    q("update nonet.outbox set status = 'failed', answer = $2::jsonb, claimed_until = null, done_at = nonet.now() where id = any($1::uuid[])", [ids, json(answer)]),
  outboxDropped: (id: string): Query => q("update nonet.outbox set status = 'dropped', claimed_until = null, done_at = nonet.now() where id = $1::uuid", [id]),
  outboxAgain: (id: string): Query =>
    q("update nonet.outbox set status = 'waiting', attempts = 0, due_at = nonet.now(), claimed_until = null where id = $1::uuid and status = 'failed'", [id]),
  /** What was asked and answered before the change it belongs to: kept for whoever looks, never sent again. */
  addAsked: (entry: { id: string; call: string; entity: string | null; record: string | null; payload: Json; answer: Json; done: boolean }): Query =>
    q(
      "insert into nonet.outbox(id, call, entity, record_id, payload, idempotency_key, due_at, created_at, attempts, status, answer, done_at) values ($1::uuid, $2, $3, $4::uuid, $5::jsonb, $1::uuid::text, nonet.now(), nonet.now(), 1, case when $7::boolean then 'done' else 'dropped' end, $6::jsonb, nonet.now())",
      [entry.id, entry.call, entry.entity, entry.record, json(entry.payload), json(entry.answer), entry.done],
    ),
  /** Locked, where it still waits: whoever finds no row comes too late. */
  stillWaiting: (id: string): Query => q("select id from nonet.outbox where id = $1::uuid and status = 'waiting' for update", [id]),
  /** One failed entry, locked; no row where it isn't one. */
  failedEntry: (id: string): Query =>
    q(`select id, call, entity, record_id, payload, status, attempts, answer, ${iso("created_at")} as at from nonet.outbox where id = $1::uuid and status = 'failed' for update`, [
      id,
    ]),
  /** Failed ones, newest first: `{id, call, entity, record_id, payload, attempts, answer, at, failed}`. */
  failedOutbox: (limit: number): Query =>
    q(
      `select id, call, entity, record_id, payload, attempts, answer, ${iso("created_at")} as at, ${iso("done_at")} as failed from nonet.outbox where status = 'failed' order by done_at desc, position desc limit $1::int`,
      [limit],
    ),
  failedCount: q("select count(*)::int as count from nonet.outbox where status = 'failed'"),
  /** All entries, oldest first: `{id, call, entity, record_id, payload, status, attempts, answer, at}`. */
  outbox: (status: "waiting" | "done" | "failed" | "dropped" | null): Query =>
    q(
      `select id, call, entity, record_id, payload, status, attempts, answer, idempotency_key, ${iso("created_at")} as at from nonet.outbox where $1::text is null or status = $1 order by position`,
      [status],
    ),
  /** `{due_at}` of the next waiting entry, or null. */
  nextOutbox: q(`select ${iso("min(due_at)")} as due_at from nonet.outbox where status = 'waiting'`),

  // -- schedules: the last moment at which one ran
  scheduleRan: (call: string): Query => q(`select ${iso("ran_at")} as ran_at from nonet.schedule where call = $1`, [call]),
  setScheduleRan: (call: string, at: string): Query =>
    q("insert into nonet.schedule(call, ran_at) values ($1, $2::timestamptz) on conflict (call) do update set ran_at = excluded.ran_at", [call, at]),

  // -- idempotency
  /** `{body_hash, answer}` */
  idempotent: (key: string, actor: string): Query => q("select body_hash, answer from nonet.idempotency where key = $1 and actor = $2", [key, actor]),
  keepIdempotent: (key: string, actor: string, bodyHash: string, answer: Json): Query =>
    q("insert into nonet.idempotency(key, actor, body_hash, answer) values ($1, $2, $3, $4::jsonb)", [key, actor, bodyHash, json(answer)]),
  /** A received call counts once per key: `{new: boolean}` — no row when it came before. */
  countOnce: (call: string, key: string): Query =>
    q("insert into nonet.idempotency(key, actor, body_hash, answer) values ($2, 'call ' || $1, '', null) on conflict do nothing returning true as new", [call, key]),

  /** What a call that counted answered: `{answer}`. */
  countedAnswer: (call: string, key: string): Query => q("select answer from nonet.idempotency where key = $2 and actor = 'call ' || $1", [call, key]),
  keepCountedAnswer: (call: string, key: string, answer: Json): Query =>
    q("update nonet.idempotency set answer = $3::jsonb where key = $2 and actor = 'call ' || $1", [call, key, json(answer)]),

  // -- files
  addFile: (file: { id: string; name: string; type: string; size: number; by: string | null; path: string }): Query =>
    q("insert into nonet.file(id, name, type, size, uploaded_by, path, at) values ($1::uuid, $2, $3, $4::bigint, $5::uuid, $6, nonet.now())", [
      file.id,
      file.name,
      file.type,
      file.size,
      file.by,
      file.path,
    ]),
  /** `{id, name, type, size, uploaded_by, path}` */
  file: (id: string): Query => q("select id, name, type, size::int as size, uploaded_by, path from nonet.file where id = $1::uuid", [id]),

  /** Rehearsal's reset: empties every table of the product and of nonet but meta and the clock row. */
  empty: (tables: readonly string[]): Query =>
    q(
      `truncate ${["nonet.credential", "nonet.session", "nonet.user_role", "nonet.history", "nonet.history_keys", "nonet.outbox", "nonet.sequence", "nonet.idempotency", "nonet.file", "nonet.sign_in_attempt", "nonet.schedule", "nonet.api_key", "nonet.identity", ...decisionTableNames, ...tables].join(", ")} cascade`,
    ),
};
