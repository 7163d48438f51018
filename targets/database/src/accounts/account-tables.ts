/** DDL of what belongs to accounts: sessions, API keys, second factors, passkeys, links that were mailed, and the security log. */

export const accountTables = `
create table if not exists nonet.credential (user_id uuid primary key, hash text not null, changed_at timestamptz not null default now());
alter table nonet.credential add column if not exists temporary_until timestamptz;
create table if not exists nonet.session (token_hash text primary key, user_id uuid not null, expires_at timestamptz not null);
alter table nonet.session add column if not exists id uuid not null default gen_random_uuid(),
  add column if not exists created_at timestamptz not null default now(),
  add column if not exists used_at timestamptz not null default now(),
  add column if not exists idle_seconds integer not null default 1209600,
  add column if not exists confirmed_at timestamptz not null default '-infinity',
  add column if not exists factor boolean not null default false,
  add column if not exists pending boolean not null default false,
  add column if not exists needs_password boolean not null default false,
  add column if not exists source text not null default '',
  add column if not exists device text not null default '',
  add column if not exists acting_for uuid,
  add column if not exists acting_until timestamptz,
  add column if not exists acting_writes boolean not null default false;
create index if not exists session_user_id on nonet.session (user_id);
create index if not exists session_id on nonet.session (id);
create table if not exists nonet.sign_in_attempt (address text not null, at timestamptz not null default now());
alter table nonet.sign_in_attempt add column if not exists source text not null default '';
create index if not exists sign_in_attempt_address on nonet.sign_in_attempt (address, at);
create index if not exists sign_in_attempt_source on nonet.sign_in_attempt (source, at);
create table if not exists nonet.sign_in_source (address text not null, source text not null, at timestamptz not null default now(), primary key (address, source));
create table if not exists nonet.api_key (id uuid primary key, user_id uuid not null, name text not null, key_hash text not null unique, created_at timestamptz not null, last_used_at timestamptz);
alter table nonet.api_key add column if not exists expires_at timestamptz,
  add column if not exists read_only boolean not null default false,
  add column if not exists roles text[],
  add column if not exists factor boolean not null default false;
create index if not exists api_key_user_id on nonet.api_key (user_id);
create table if not exists nonet.identity (issuer text not null, subject text not null, user_id uuid not null, since timestamptz not null default now(), primary key (issuer, subject));
create table if not exists nonet.totp (user_id uuid primary key, secret text not null, confirmed_at timestamptz, last_step bigint not null default 0);
create table if not exists nonet.recovery_code (user_id uuid not null, code_hash text not null, used_at timestamptz, primary key (user_id, code_hash));
create table if not exists nonet.passkey (id text primary key, user_id uuid not null, public_key text not null, counter bigint not null, transports text[] not null, name text not null, created_at timestamptz not null default now(), last_used_at timestamptz);
create index if not exists passkey_user_id on nonet.passkey (user_id);
create table if not exists nonet.challenge (hash text primary key, purpose text not null, user_id uuid, expires_at timestamptz not null);
create index if not exists challenge_expires_at on nonet.challenge (expires_at);
create table if not exists nonet.account_link (token_hash text primary key, purpose text not null, user_id uuid not null, email text not null, created_at timestamptz not null default now(), expires_at timestamptz not null);
create index if not exists account_link_user_id on nonet.account_link (user_id, purpose);
create table if not exists nonet.confirmed_email (user_id uuid primary key, email text not null, at timestamptz not null default now());
create table if not exists nonet.security_event (position bigint generated always as identity primary key, at timestamptz not null default now(), event text not null, user_id uuid, by_id uuid, source text not null default '', device text not null default '', detail jsonb not null default '{}'::jsonb);
create index if not exists security_event_user_id on nonet.security_event (user_id, position);
create index if not exists security_event_event on nonet.security_event (event, position);
create index if not exists security_event_at on nonet.security_event using brin (at);
`;

/** Emptied when a rehearsal is reset. */
export const accountTableNames: readonly string[] = [
  "credential",
  "session",
  "sign_in_attempt",
  "sign_in_source",
  "api_key",
  "identity",
  "totp",
  "recovery_code",
  "passkey",
  "challenge",
  "account_link",
  "confirmed_email",
  "security_event",
].map((name) => `nonet.${name}`);
