/** Comments on records, and what happened to them: the tables, and the statements that write and read them. */
import { iso, statement } from "../sql/statement.ts";
import type { Query } from "../sql/query.ts";

export const commentTables = `
create table if not exists nonet.comment (id uuid primary key, entity text not null, record_id uuid not null, by uuid not null, text text not null, at timestamptz not null, edited_at timestamptz);
create index if not exists comment_record on nonet.comment (record_id, id);
create index if not exists comment_by on nonet.comment (by);
create table if not exists nonet.comment_event (position bigint generated always as identity primary key, comment_id uuid not null, record_id uuid not null, by uuid not null, what text not null check (what in ('written', 'edited', 'deleted')), at timestamptz not null, specification text not null);
create index if not exists comment_event_record on nonet.comment_event (record_id, position);
create table if not exists nonet.mention (id uuid primary key, person uuid not null, comment_id uuid not null references nonet.comment on delete cascade, at timestamptz not null, read_at timestamptz, unique (person, comment_id));
create index if not exists mention_comment on nonet.mention (comment_id);
create table if not exists nonet.notification_setting (person uuid primary key, mail text not null check (mail in ('at once', 'daily', 'never')));
`;

export const commentTableNames: readonly string[] = ["nonet.comment", "nonet.comment_event", "nonet.mention", "nonet.notification_setting"];

const columns = `c.id, c.by, c.text, ${iso("c.at")} as at, case when c.edited_at is not null then ${iso("c.edited_at")} end as edited_at`;

/** `text` keeps people as `@[id]`. */
export interface NewComment {
  readonly id: string;
  readonly entity: string;
  readonly record: string;
  readonly by: string;
  readonly text: string;
}

export const commentStatements = {
  /** One more than `limit` shows whether there are further ones. Latest first; `before`: the id of the last one read. */
  commentsOf: (record: string, before: string | null, limit: number): Query =>
    statement(`select ${columns} from nonet.comment c where c.record_id = $1::uuid and ($2::uuid is null or c.id < $2::uuid) order by c.id desc limit ${limit}`, [record, before]),
  addComment: (comment: NewComment): Query =>
    statement(`insert into nonet.comment as c (id, entity, record_id, by, text, at) values ($1::uuid, $2, $3::uuid, $4::uuid, $5, nonet.now()) returning ${columns}`, [
      comment.id,
      comment.entity,
      comment.record,
      comment.by,
      comment.text,
    ]),
  editComment: (id: string, record: string, by: string, text: string): Query =>
    statement(`update nonet.comment c set text = $4, edited_at = nonet.now() where c.id = $1::uuid and c.record_id = $2::uuid and c.by = $3::uuid returning ${columns}`, [
      id,
      record,
      by,
      text,
    ]),
  /** Its mentions go with it. */
  removeComment: (id: string, record: string, by: string): Query =>
    statement("delete from nonet.comment where id = $1::uuid and record_id = $2::uuid and by = $3::uuid returning id", [id, record, by]),
  /** Row `{by}`: whose comment it is. */
  authorOf: (id: string, record: string): Query => statement("select by from nonet.comment where id = $1::uuid and record_id = $2::uuid", [id, record]),
  addCommentEvent: (event: { comment: string; record: string; by: string; what: "written" | "edited" | "deleted"; specification: string }): Query =>
    statement("insert into nonet.comment_event (comment_id, record_id, by, what, at, specification) values ($1::uuid, $2::uuid, $3::uuid, $4, nonet.now(), $5)", [
      event.comment,
      event.record,
      event.by,
      event.what,
      event.specification,
    ]),
  /** Those of deleted records, or of a record whose personal data is erased. */
  removeCommentsOf: (record: string): Query => statement("delete from nonet.comment where record_id = $1::uuid", [record]),
  /** Rows `{entity, record, at, editedAt, text}`: what a person has written, for the export of their data. */
  commentsBy: (person: string): Query =>
    statement(
      `select c.entity, c.record_id as record, ${iso("c.at")} as at, case when c.edited_at is not null then ${iso("c.edited_at")} end as edited_at, c.text from nonet.comment c where c.by = $1::uuid order by c.id`,
      [person],
    ),
};

/** Erases what a person has written, and their notifications and settings. */
export const forgetCommentsQueries = (person: string): readonly Query[] => [
  { text: "delete from nonet.comment where by = $1::uuid", values: [person] },
  { text: "delete from nonet.mention where person = $1::uuid", values: [person] },
  { text: "delete from nonet.notification_setting where person = $1::uuid", values: [person] },
  { text: "delete from nonet.outbox where call = '(mentions)' and payload -> 'mentions' ->> 'person' = $1::text", values: [person] },
];
