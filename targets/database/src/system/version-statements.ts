/** The versions of the document that have run, the texts that wait to go live, and the approvals of them. */
import type { Query } from "../sql/query.ts";
import { iso, json, statement } from "./statement.ts";

export const versionTables = `
create table if not exists nonet.document_version (number integer primary key, version text not null, sources jsonb not null, plan jsonb not null default '[]', losses jsonb not null default '[]', reason text not null default '', by_id uuid, operator jsonb, approved_by uuid[] not null default '{}', at timestamptz not null default now());
create table if not exists nonet.document_draft (version text primary key, by_id uuid not null, at timestamptz not null default now());
create table if not exists nonet.document_approval (version text not null, by_id uuid not null, plan text not null, losses jsonb not null, at timestamptz not null default now(), primary key (version, by_id));
alter table nonet.meta add column if not exists approvals integer not null default 0;
`;

export interface VersionEntry {
  readonly version: string;
  readonly sources: readonly { readonly name: string; readonly text: string }[];
  readonly plan: readonly string[];
  readonly losses: readonly string[];
  readonly reason: string;
  readonly by: string | null;
  readonly operator: unknown;
  readonly approvedBy: readonly string[];
}

const person = (alias: string): string =>
  `case when ${alias}.id is null then null else jsonb_build_object('id', ${alias}.id, 'name', coalesce(nullif(${alias}.name, ''), ${alias}.email)) end`;

const shown = `v.number, v.version, v.plan, v.losses, v.reason, v.operator, ${iso("v.at")} as at, ${person("u")} as by,
  (select coalesce(jsonb_agg(${person("a")} order by a.name, a.id), '[]'::jsonb) from app."user" a where a.id = any(v.approved_by)) as "approvedBy"`;

export const versionStatements = {
  /** `{there}`: whether the database has the list of versions. */
  hasVersions: statement("select to_regclass('nonet.document_version') is not null as there"),
  /** `{version, sources, approvals}` of the version that the database has, or no row. The columns may not be there yet. */
  readStored: statement(
    "select m.version, m.product -> 'sources' as sources, coalesce((to_jsonb(m) ->> 'approvals')::int, 0) as approvals, to_jsonb(m) ->> 'data_kind' as kind from nonet.meta m where one",
  ),
  /** A database of an earlier release doesn't hold its version in the list yet. */
  keepPreviousVersion: statement(
    `insert into nonet.document_version(number, version, sources, at) select 1, version, coalesce(product -> 'sources', '[]'::jsonb), since from nonet.meta where not exists (select 1 from nonet.document_version)`,
  ),
  /** Nothing is added where it is the latest already. */
  addVersion: ({ version, sources, plan, losses, reason, by, operator, approvedBy }: VersionEntry): Query =>
    statement(
      `insert into nonet.document_version(number, version, sources, plan, losses, reason, by_id, operator, approved_by)
  select coalesce(max(number), 0) + 1, $1, $2::jsonb, $3::jsonb, $4::jsonb, $5, $6::uuid, $7::jsonb, $8::uuid[] from nonet.document_version
  having (select version from nonet.document_version order by number desc limit 1) is distinct from $1`,
      [version, json(sources), json(plan), json(losses), reason, by, json(operator), approvedBy],
    ),
  versions: statement(`select ${shown} from nonet.document_version v left join app."user" u on u.id = v.by_id order by v.number desc`),
  versionSources: (number: number): Query => statement("select sources from nonet.document_version where number = $1::int", [number]),

  /** Who has written a text that isn't live: the first who saved it. */
  noteDraft: (version: string, by: string): Query =>
    statement("insert into nonet.document_draft(version, by_id) values ($1, $2::uuid) on conflict (version) do nothing", [version, by]),
  draftAuthor: (version: string): Query =>
    statement(`select ${person("u")} as by from nonet.document_draft d left join app."user" u on u.id = d.by_id where d.version = $1`, [version]),
  approve: (version: string, by: string, plan: string, losses: unknown): Query =>
    statement(
      "insert into nonet.document_approval(version, by_id, plan, losses) values ($1, $2::uuid, $3, $4::jsonb) on conflict (version, by_id) do update set plan = excluded.plan, losses = excluded.losses, at = now()",
      [version, by, plan, json(losses)],
    ),
  withdrawApproval: (version: string, by: string): Query => statement("delete from nonet.document_approval where version = $1 and by_id = $2::uuid", [version, by]),
  /** Rows `{id, name, at, plan, losses}`. Those who are no longer active Owners are left out. */
  approvals: (version: string): Query =>
    statement(
      `select u.id, coalesce(nullif(u.name, ''), u.email) as name, ${iso("a.at")} as at, a.plan, a.losses from nonet.document_approval a join app."user" u on u.id = a.by_id where a.version = $1 and u.is_owner and u.active order by a.at, u.id`,
      [version],
    ),
  /** Once a version is live, the drafts and approvals before it are removed. */
  clearDrafts: statement("with gone as (delete from nonet.document_approval) delete from nonet.document_draft"),
  /** How many approvals the installation asks for: also binds commands that run without its settings. */
  setApprovals: (count: number): Query => statement("update nonet.meta set approvals = $1::int where one and approvals is distinct from $1::int", [count]),
};
