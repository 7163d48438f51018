/** DDL of schema `nonet`: its tables, and the SQL functions that compiled expressions use. */
import { decisionTables } from "../decisions/decision-tables.ts";
import { timerTables } from "../time/timer-runs.ts";
import { displayFunctions } from "../functions/display-functions.ts";
import { forgetFieldFunctions } from "../functions/forget-field.ts";
import { forgetPersonFunctions } from "../functions/forget-person.ts";
import { minorUnitsFunction } from "../functions/minor-units.ts";
import { searchFunctions } from "../functions/search-functions.ts";
import { systemFunctions } from "../functions/system-functions.ts";
import { accountTables } from "../accounts/account-tables.ts";
import { historyKeyTables } from "./history-key-tables.ts";
import { commentTables } from "../comments/comment-statements.ts";
import { viewTables } from "./view-statements.ts";
import { versionTables } from "./version-statements.ts";
import { renameObjects } from "./renamed-objects.ts";

const tables = `
create extension if not exists btree_gist;
create extension if not exists pg_trgm;
create extension if not exists unaccent;
create extension if not exists fuzzystrmatch;
create schema if not exists nonet;
create schema if not exists app;
create table if not exists nonet.meta (one boolean primary key default true check (one), version text not null, product jsonb not null, since timestamptz not null default now());
alter table nonet.meta add column if not exists data_kind text check (data_kind in ('real', 'rehearsal'));
alter table nonet.meta add column if not exists address text;
alter table nonet.meta add column if not exists id uuid not null default gen_random_uuid();
create table if not exists nonet.clock (one boolean primary key default true check (one), frozen_at timestamptz);
insert into nonet.clock(one) values (true) on conflict do nothing;
create table if not exists nonet.user_role (user_id uuid not null, role text not null, primary key (user_id, role));
create table if not exists nonet.history (position bigint generated always as identity primary key, entity text not null, record_id uuid not null, at timestamptz not null, by uuid, action text not null, before jsonb, after jsonb, specification text not null);
create index if not exists history_record on nonet.history (record_id, position);
create table if not exists nonet.outbox (position bigint generated always as identity unique, id uuid primary key, call text not null, entity text, record_id uuid, payload jsonb not null, idempotency_key text not null unique, due_at timestamptz not null, created_at timestamptz not null, attempts integer not null default 0, status text not null default 'waiting' check (status in ('waiting', 'done', 'failed', 'dropped')), answer jsonb, claimed_until timestamptz, done_at timestamptz);
create index if not exists outbox_of_record on nonet.outbox (record_id, position) where status = 'waiting' and record_id is not null;
create index if not exists outbox_created_at on nonet.outbox using brin (created_at);
create table if not exists nonet.sequence (key text not null, prefix text not null, value bigint not null, primary key (key, prefix));
create table if not exists nonet.schedule (call text primary key, ran_at timestamptz not null);
create table if not exists nonet.idempotency (key text not null, actor text not null, body_hash text not null, answer jsonb, at timestamptz not null default now(), primary key (key, actor));
create index if not exists idempotency_at on nonet.idempotency using brin (at);
create table if not exists nonet.file (id uuid primary key, name text not null, type text not null, size bigint not null, uploaded_by uuid, path text not null, at timestamptz not null);
alter table nonet.file add column if not exists kept boolean not null default false;
create index if not exists file_at on nonet.file (at);
create unlogged table if not exists nonet.response (client text not null, key text not null, hash text not null, response jsonb, claimed_until timestamptz, at timestamptz not null default now(), primary key (client, key));
create unlogged table if not exists nonet.request_window (client text primary key, ends_at timestamptz not null, taken integer not null, granted integer not null);
create table if not exists nonet.departure (call text primary key, latest timestamptz[] not null, wait double precision not null);
`;

export function systemTables(): string {
  return (
    renameObjects +
    tables +
    accountTables +
    decisionTables +
    timerTables +
    viewTables +
    commentTables +
    versionTables +
    minorUnitsFunction +
    displayFunctions +
    forgetPersonFunctions +
    forgetFieldFunctions +
    historyKeyTables +
    systemFunctions +
    searchFunctions
  );
}
