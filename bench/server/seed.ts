/** Fills both products with the same records: people, items, and as many loans as are wanted, nine in ten of them returned, whosever and of whatever they are. */
import type { Client } from "pg";

export interface Size {
  readonly people: number;
  readonly items: number;
  readonly loans: number;
}

const id = (kind: number, n: string): string => `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** Nonet's own tables; dates go round so that no two loans of one item overlap. */
export async function seedNonet(client: Client, { people, items, loans }: Size): Promise<void> {
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into app."user" (id, name, email, active) select ${id(1, "n")}, 'Person ' || n, 'p' || n || '@example.test', true from generate_series(1, ${people}) n`,
  );
  await client.query(`insert into nonet.user_role select ${id(1, "n")}, 'Borrower' from generate_series(1, ${people}) n`);
  await client.query(
    `insert into app.item (id, code, name, category, daily_fee, deposit, retired, created_by) select ${id(2, "n")}, 'IT-' || lpad(n::text, greatest(4, length(n::text)), '0'), (array['Camera','Laptop','Drill','Projector','Tripod'])[1 + n % 5] || ' ' || n, (select id from app.category order by name offset n % 3 limit 1), 5 + n % 20, 50, false, null from generate_series(1, ${items}) n`,
  );
  await client.query(`insert into app.loan (id, number, item, borrower, start_date, end_date, purpose, state, state_since, created_at, updated_at)
    select ${id(3, "n")}, 'LN-2026-' || lpad(n::text, greatest(5, length(n::text)), '0'), ${id(2, `(1 + n % ${items})`)}, ${id(1, `(1 + (n::bigint * 7919) % ${people})`)}, date '2020-01-01' + (n / ${items}) * 4, date '2020-01-01' + (n / ${items}) * 4 + 2, 'Purpose ' || n,
      case when (n + n / ${items} + n / 7) % 10 < 9 then 'returned' else 'rejected' end, now(), now(), now() from generate_series(1, ${loans}) n`);
  await client.query("set session_replication_role = default");
}

export async function seedHandWritten(client: Client): Promise<void> {
  await client.query(`drop schema if exists hw cascade; create schema hw;
    create table hw.user (id uuid primary key, name text not null, email text not null unique, active boolean not null default true);
    create table hw.user_role (user_id uuid not null references hw.user, role text not null, primary key (user_id, role));
    create table hw.session (token_hash text primary key, user_id uuid not null references hw.user, expires_at timestamptz not null);
    create table hw.category (id uuid primary key, name text not null unique);
    create table hw.item (id uuid primary key, code text not null unique, name text not null, category uuid not null references hw.category, daily_fee numeric(14,2) not null, deposit numeric(14,2), retired boolean not null default false);
    create table hw.loan (id uuid primary key, version int not null default 1, number text not null unique, item uuid not null references hw.item, borrower uuid not null references hw.user, start_date date not null, end_date date not null, purpose text, state text not null, condition text, damage_notes text, handed_out_at timestamptz, charge text, paid_on date, photos uuid[] not null default '{}', created_by uuid references hw.user, created_at timestamptz not null default now(), updated_at timestamptz not null default now(), check (end_date >= start_date),
      constraint taken exclude using gist (item with =, daterange(start_date, end_date, '[]') with &&) where (state in ('requested', 'approved', 'out')));
    create table hw.file (id uuid primary key, name text not null);
    create table hw.history (position bigint generated always as identity primary key, record_id uuid not null, at timestamptz not null default now(), by uuid, action text not null, before jsonb, after jsonb);
    create table hw.outbox (id uuid primary key, call text not null, record_id uuid, due_at timestamptz not null, mail jsonb, status text not null default 'waiting', answer jsonb);
    create table hw.counter (key text primary key, value bigint not null);
    insert into hw.user select id, name, email, true from app."user";
    insert into hw.user_role select * from nonet.user_role;
    insert into hw.category select id, name from app.category;
    insert into hw.item select id, code, name, category, daily_fee, deposit, retired from app.item;
    insert into hw.loan (id, number, item, borrower, start_date, end_date, purpose, state) select id, number, item, borrower, start_date, end_date, purpose, state from app.loan;
    insert into hw.counter select 'loan', count(*) from hw.loan;
    create index on hw.loan (borrower, start_date desc, id desc); create index on hw.loan (state, start_date desc, id desc); create index on hw.loan (item, start_date desc, id desc); create index on hw.loan (start_date desc, id desc); create index on hw.loan (end_date desc, id desc);
    create index on hw.item (category); create index on hw.item using gin (name gin_trgm_ops); create index on hw.user using gin (name gin_trgm_ops); create index on hw.loan using gin (number gin_trgm_ops);
    create index on hw.history (record_id, position); create index on hw.outbox (due_at) where status = 'waiting'`);
}
