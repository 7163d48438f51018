/** Mentions of people in comments: who is notified, what they have read, and whether they want mails. */
import { iso, json, statement } from "../sql/statement.ts";
import type { Query } from "../sql/query.ts";

export const mentionStatements = {
  /** A person who is mentioned already, in the comment before its edit, isn't notified again. Row `{id}` for a new one. */
  addMention: (id: string, person: string, comment: string): Query =>
    statement(
      "insert into nonet.mention (id, person, comment_id, at) values ($1::uuid, $2::uuid, $3::uuid, nonet.now()) on conflict (person, comment_id) do nothing returning id",
      [id, person, comment],
    ),
  /** Who is no longer mentioned after an edit has no notification any more. */
  removeOtherMentions: (comment: string, people: readonly string[]): Query =>
    statement("delete from nonet.mention where comment_id = $1::uuid and not (person = any($2::uuid[]))", [comment, people]),
  /** Latest first; `unread`: only those. */
  mentionsOf: (person: string, options: { readonly before: string | null; readonly unread: boolean; readonly limit: number }): Query =>
    statement(
      `select m.id, m.read_at is null as unread, ${iso("m.at")} as at, c.id as comment, c.by, c.text, c.entity, c.record_id as record from nonet.mention m join nonet.comment c on c.id = m.comment_id where m.person = $1::uuid and ($2::uuid is null or m.id < $2::uuid)${options.unread ? " and m.read_at is null" : ""} and m.at > nonet.now() - interval '90 days' order by m.id desc limit ${options.limit}`,
      [person, options.before],
    ),
  /** `null`: all. */
  readMentions: (person: string, ids: readonly string[] | null): Query =>
    statement("update nonet.mention set read_at = nonet.now() where person = $1::uuid and read_at is null and ($2::uuid[] is null or id = any($2::uuid[]))", [person, ids]),
  mailSetting: (person: string): Query => statement("select mail from nonet.notification_setting where person = $1::uuid", [person]),
  setMailSetting: (person: string, mail: string): Query =>
    statement("insert into nonet.notification_setting (person, mail) values ($1::uuid, $2) on conflict (person) do update set mail = excluded.mail", [person, mail]),
  /** One mail for each mention. */
  addMentionMail: (id: string, key: string, payload: unknown): Query =>
    statement(
      "insert into nonet.outbox (id, call, payload, idempotency_key, due_at, created_at) values ($1::uuid, '(mentions)', $2::jsonb, 'mention ' || $3, nonet.now(), nonet.now()) on conflict (idempotency_key) do nothing",
      [id, json(payload), key],
    ),
  /** One mail for each day, at 7 in the time zone of the product. */
  addDailyMentionMail: (id: string, person: string, zone: string, payload: unknown): Query =>
    statement(
      `with local as (select nonet.now() at time zone $3 as now), due as (select (date_trunc('day', now) + case when now::time < '07:00' then interval '7 hours' else interval '31 hours' end) at time zone $3 as at from local)
insert into nonet.outbox (id, call, payload, idempotency_key, due_at, created_at) select $1::uuid, '(mentions)', $4::jsonb, 'mentions ' || $2 || ' ' || extract(epoch from due.at)::bigint, due.at, nonet.now() from due on conflict (idempotency_key) do nothing`,
      [id, person, zone, json(payload)],
    ),
};
