/** DDL of decisions by several people (rounds, votes, deputies), of blocked automatic transitions, and of decisions to re-evaluate. */

/** The tables that a reset of rehearsal empties. */
export const decisionTableNames: readonly string[] = ["nonet.decision", "nonet.vote", "nonet.deputy", "nonet.blocked_transition", "nonet.reevaluation"];

export const decisionTables = `
create table if not exists nonet.decision (record_id uuid not null, action text not null, round integer not null, entity text not null, began_at timestamptz not null, step integer not null default 0, step_since timestamptz not null, reminded boolean not null default false, reported boolean not null default false, watched jsonb, primary key (record_id, action, round));
create table if not exists nonet.vote (position bigint generated always as identity primary key, entity text not null, record_id uuid not null, action text not null, round integer not null, step integer, by uuid not null, in_place_of uuid, kind text not null check (kind in ('yes', 'no', 'abstain', 'proposal')), input jsonb, at timestamptz not null);
create index if not exists vote_record on nonet.vote (record_id, action, round);
create table if not exists nonet.deputy (id uuid primary key, person uuid not null, deputy uuid not null, from_date date not null, to_date date not null, made_at timestamptz not null, check (from_date <= to_date), check (person <> deputy));
create index if not exists deputy_deputy on nonet.deputy (deputy, to_date);
create index if not exists deputy_person on nonet.deputy (person);
create table if not exists nonet.blocked_transition (record_id uuid not null, entity text not null, machine text not null, "row" integer not null, source text not null, since timestamptz not null, reason jsonb not null, primary key (record_id, machine, "row", source));
create table if not exists nonet.reevaluation (record_id uuid not null, entity text not null, primary key (record_id, entity));
do $$ begin if exists (select 1 from pg_constraint where conrelid = 'nonet.vote'::regclass and conname = 'vote_kind_check' and pg_get_constraintdef(oid) not like '%abstain%') then alter table nonet.vote drop constraint vote_kind_check, add constraint vote_kind_check check (kind in ('yes', 'no', 'abstain', 'proposal')); end if; end $$;
alter table nonet.decision add column if not exists unproposed boolean not null default false;
alter table nonet.history add column if not exists in_place_of uuid;
`;
