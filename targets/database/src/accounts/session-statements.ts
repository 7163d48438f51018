/** Sessions and personal API keys, by the SHA-256 of their tokens. Sessions and the ends of keys go by the real clock. */
import { person } from "../columns/person-sql.ts";
import type { Query } from "../sql/query.ts";
import { iso, statement } from "../sql/statement.ts";

export interface NewSession {
  readonly token: string;
  readonly user: string;
  readonly seconds: number;
  readonly idleSeconds: number;
  /** A second factor was shown. */
  readonly factor: boolean;
  /** The second factor of the account has to be shown first. */
  readonly pending: boolean;
  /** The person has to choose a password of their own first. */
  readonly needsPassword: boolean;
  readonly source: string;
  readonly device: string;
}

export interface NewKey {
  readonly id: string;
  readonly user: string;
  readonly name: string;
  readonly hash: string;
  /** An instant as text, or null for none. */
  readonly until: string | null;
  readonly readOnly: boolean;
  /** The roles that it has; null for those of the person, ownership included. */
  readonly roles: readonly string[] | null;
  readonly factor: boolean;
}

const isAlive = "s.expires_at > now() and s.used_at > now() - make_interval(secs => s.idle_seconds)";
const isActing = "(s.acting_for is not null and s.acting_until > now())";

export const sessionStatements = {
  /** The language that the person has chosen. */
  languageOf: (user: string): Query => statement("select language from nonet.person_language where user_id = $1::uuid", [user]),
  /** The language that the person with this email address has chosen. */
  languageOfAddress: (email: string): Query =>
    statement('select l.language from nonet.person_language l join app."user" u on u.id = l.user_id where lower(u.email) = lower($1)', [email]),
  chooseLanguage: (user: string, language: string): Query =>
    statement("insert into nonet.person_language (user_id, language) values ($1::uuid, $2) on conflict (user_id) do update set language = excluded.language", [user, language]),
  forgetLanguage: (user: string): Query => statement("delete from nonet.person_language where user_id = $1::uuid", [user]),
  addSession: (session: NewSession): Query =>
    statement(
      "insert into nonet.session(token_hash, user_id, expires_at, idle_seconds, confirmed_at, factor, pending, needs_password, source, device) values ($1, $2::uuid, now() + make_interval(secs => $3::int), $4::int, now(), $5::boolean, $6::boolean, $7::boolean, $8, $9)",
      [session.token, session.user, session.seconds, session.idleSeconds, session.factor, session.pending, session.needsPassword, session.source, session.device],
    ),
  /**
   * The person, where the session is valid and they are active, with `{session_id, factor, pending, needs_password, acting, writes, holder, stale}`.
   * An Owner who acts for somebody is the `holder`, and the person is whom they act for.
   */
  session: (tokenHash: string): Query => ({
    ...statement(
      `select ${person}, s.id as session_id, s.factor, s.pending, s.needs_password, ${isActing} as acting, s.acting_writes as writes, s.user_id as holder, (select l.language from nonet.person_language l where l.user_id = s.user_id) as language, s.used_at < now() - interval '1 minute' as stale
  from nonet.session s join app."user" u on u.id = case when ${isActing} then s.acting_for else s.user_id end
  where s.token_hash = $1 and ${isAlive} and u.active and (not ${isActing} or exists (select 1 from app."user" o where o.id = s.user_id and o.active and o.is_owner))`,
      [tokenHash],
    ),
    startsPipeline: true,
    isShort: true,
  }),
  /** The session whatever it still needs: `{id, user_id, name, email, active, owner, roles, factor, pending, needs_password, confirmed, acting_for, acting_name, acting_until, acting_writes}`. */
  sessionState: (tokenHash: string, confirmedSeconds: number): Query =>
    statement(
      `select s.id as session_id, s.factor, s.pending, s.needs_password, s.confirmed_at > now() - make_interval(secs => $2::int) as confirmed, case when ${isActing} then s.acting_for end as acting_for,
  (select a.name from app."user" a where a.id = s.acting_for) as acting_name, ${iso("s.acting_until")} as acting_until, s.acting_writes, ${person}
  from nonet.session s join app."user" u on u.id = s.user_id where s.token_hash = $1 and ${isAlive} and u.active`,
      [tokenHash, confirmedSeconds],
    ),
  /** Locked in one order: other processes note the same sessions. */
  sessionsUsed: (ids: readonly string[]): Query =>
    statement("update nonet.session set used_at = now() where id in (select id from nonet.session where id = any($1::uuid[]) order by id for update skip locked)", [ids]),
  /** The person has shown that they are there. */
  confirmSession: (id: string, tokenHash: string): Query => statement("update nonet.session set confirmed_at = now(), token_hash = $2 where id = $1::uuid", [id, tokenHash]),
  /** The second factor was shown: the session gets another token, so that one which was known before is worth nothing. */
  completeSession: (id: string, tokenHash: string): Query =>
    statement("update nonet.session set factor = true, pending = false, confirmed_at = now(), token_hash = $2 where id = $1::uuid", [id, tokenHash]),
  passwordChosen: (id: string): Query => statement("update nonet.session set needs_password = false where id = $1::uuid", [id]),
  /** Seconds until the session ends: `{seconds}`. */
  sessionSeconds: (id: string): Query => statement("select greatest(1, extract(epoch from expires_at - now()))::int as seconds from nonet.session where id = $1::uuid", [id]),
  sessionsOf: (user: string): Query =>
    statement(
      `select s.id, ${iso("s.created_at")} as at, ${iso("s.used_at")} as used, s.source, s.device, s.factor, s.acting_for is not null as acting from nonet.session s where s.user_id = $1::uuid and ${isAlive} and not s.pending order by s.used_at desc limit 200`,
      [user],
    ),
  endSession: (tokenHash: string): Query => statement("delete from nonet.session where token_hash = $1 returning user_id", [tokenHash]),
  endOneSession: (user: string, id: string): Query => statement("delete from nonet.session where user_id = $1::uuid and id = $2::uuid returning id", [user, id]),
  endSessionsOf: (user: string): Query => statement("delete from nonet.session where user_id = $1::uuid returning id", [user]),
  endSessionsExcept: (user: string, tokenHash: string): Query => statement("delete from nonet.session where user_id = $1::uuid and token_hash <> $2", [user, tokenHash]),
  endOtherSessions: (user: string, id: string): Query => statement("delete from nonet.session where user_id = $1::uuid and id <> $2::uuid returning id", [user, id]),
  actFor: (session: string, person: string, minutes: number, writes: boolean): Query =>
    statement("update nonet.session set acting_for = $2::uuid, acting_until = now() + make_interval(mins => $3::int), acting_writes = $4::boolean where id = $1::uuid", [
      session,
      person,
      minutes,
      writes,
    ]),
  endActing: (session: string): Query =>
    statement("update nonet.session set acting_for = null, acting_until = null, acting_writes = false where id = $1::uuid and acting_for is not null", [session]),

  addKey: (key: NewKey): Query =>
    statement(
      "insert into nonet.api_key(id, user_id, name, key_hash, created_at, expires_at, read_only, roles, factor) values ($1::uuid, $2::uuid, $3, $4, nonet.now(), $5::timestamptz, $6::boolean, $7::text[], $8::boolean)",
      [key.id, key.user, key.name, key.hash, key.until, key.readOnly, key.roles, key.factor],
    ),
  keysOf: (user: string): Query =>
    statement(
      `select id, name, ${iso("created_at")} as at, ${iso("last_used_at")} as used, ${iso("expires_at")} as until, read_only, roles from nonet.api_key where user_id = $1::uuid order by id`,
      [user],
    ),
  endKeysOf: (user: string): Query => statement("delete from nonet.api_key where user_id = $1::uuid", [user]),
  deleteKey: (user: string, id: string): Query => statement("delete from nonet.api_key where user_id = $1::uuid and id = $2::uuid returning name", [user, id]),
  /** The person who has the key, where it is in force and they are active. */
  keyHolder: (hash: string): Query =>
    statement(
      `select ${person}, k.id as key_id, k.read_only, k.roles as key_roles, k.factor, (k.last_used_at is null or k.last_used_at < nonet.now() - interval '1 minute') as stale from nonet.api_key k join app."user" u on u.id = k.user_id where k.key_hash = $1 and u.active and (k.expires_at is null or k.expires_at > now())`,
      [hash],
    ),
  keyUsed: (id: string): Query => statement("update nonet.api_key set last_used_at = nonet.now() where id = $1::uuid", [id]),
};
