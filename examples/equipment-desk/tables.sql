create table app."user" (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default nonet.now(),
  updated_at timestamptz not null default nonet.now(),
  created_by uuid,
  archived_at timestamptz,
  is_owner boolean not null default false,
  name text,
  email text,
  active boolean,
  department text
) with (fillfactor = 90);

create table app.category (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default nonet.now(),
  updated_at timestamptz not null default nonet.now(),
  created_by uuid,
  archived_at timestamptz,
  name text
) with (fillfactor = 90);

create table app.item (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default nonet.now(),
  updated_at timestamptz not null default nonet.now(),
  created_by uuid,
  archived_at timestamptz,
  code text,
  name text,
  category uuid,
  daily_fee numeric,
  deposit numeric,
  photo uuid,
  retired boolean
) with (fillfactor = 90);

create table app.loan (
  id uuid primary key,
  version integer not null default 1,
  created_at timestamptz not null default nonet.now(),
  updated_at timestamptz not null default nonet.now(),
  created_by uuid,
  archived_at timestamptz,
  state text,
  state_since timestamptz,
  number text,
  item uuid,
  borrower uuid,
  start_date date,
  end_date date,
  purpose text,
  condition text,
  damage_notes text,
  photos uuid[],
  handed_out_at timestamptz,
  charge text,
  paid_on date
) with (fillfactor = 90);

alter table app."user" add constraint check_user_department_most check (char_length(department) <= '80'::numeric) not valid;

alter table app."user" add constraint unique_user_email exclude using btree ((lower(email)) with =) deferrable initially deferred;

create index if not exists by_user_sort_created on app."user" (created_at, id);

create index if not exists by_user_name_search on app."user" using gin (nonet.searchable(name) gin_trgm_ops);

create index if not exists by_user_email_search on app."user" using gin (nonet.searchable(email) gin_trgm_ops);

create index if not exists by_user_department_search on app."user" using gin (nonet.searchable(department) gin_trgm_ops);

create index if not exists by_user_owner on app."user" (id) where is_owner;

alter table app.category add constraint unique_category_name unique (name) deferrable initially deferred;

create index if not exists by_category_sort_created on app.category (created_at, id);

create index if not exists by_category_name_search on app.category using gin (nonet.searchable(name) gin_trgm_ops);

alter table app.item add constraint check_item_name_most check (char_length(name) <= '120'::numeric) not valid;

alter table app.item add constraint check_item_daily_fee_least check (daily_fee >= '0'::numeric) not valid;

alter table app.item add constraint check_item_deposit_least check (deposit >= '0'::numeric) not valid;

alter table app.item add constraint ref_item_category foreign key (category) references app.category(id) on delete restrict;

alter table app.item add constraint unique_item_code unique (code) deferrable initially deferred;

create index if not exists by_item_sort_created on app.item (created_at, id);

create index if not exists by_item_sort_name on app.item (name, id);

create index if not exists by_item_category_sort_name on app.item (category, name, id);

create index if not exists by_item_photo on app.item (photo);

create index if not exists by_item_sort_photo on app.item (photo, id);

create index if not exists by_item_sort_photo_down on app.item (photo desc nulls last, id desc nulls last);

create index if not exists by_item_sort_daily_fee on app.item (daily_fee, id);

create index if not exists by_item_code_search on app.item using gin (nonet.searchable(code) gin_trgm_ops);

create index if not exists by_item_name_search on app.item using gin (nonet.searchable(name) gin_trgm_ops);

alter table app.loan add constraint check_loan_state check (state in ('requested', 'approved', 'out', 'returned', 'rejected', 'cancelled')) not valid;

alter table app.loan add constraint check_loan_purpose_most check (char_length(purpose) <= '500'::numeric) not valid;

alter table app.loan add constraint check_loan_condition check (condition in ('good', 'worn', 'damaged')) not valid;

alter table app.loan add constraint check_loan_damage_notes_most check (char_length(damage_notes) <= '2000'::numeric) not valid;

alter table app.loan add constraint check_loan_photos_most check (cardinality(photos) <= '5'::numeric) not valid;

alter table app.loan add constraint ref_loan_item foreign key (item) references app.item(id) on delete restrict;

alter table app.loan add constraint ref_loan_borrower foreign key (borrower) references app."user"(id) on delete restrict;

alter table app.loan add constraint unique_loan_number unique (number) deferrable initially deferred;

do $do$ begin alter table app.loan add constraint overlap_loan_one_borrower_at_a_time exclude using gist (item with =, (case when start_date <= end_date then daterange(start_date, end_date, '[]') end) with &&) where (case when (state in ('requested'::text, 'approved'::text, 'out'::text)) then true end) deferrable initially deferred; exception when exclusion_violation then raise notice 'records already overlap'; end $do$;

create index if not exists by_loan_sort_created on app.loan (created_at, id);

create index if not exists by_loan_sort_start_date on app.loan (start_date, id);

create index if not exists by_loan_state_sort_start_date on app.loan (state, start_date, id);

create index if not exists by_loan_state_sort_created on app.loan (state, created_at, id);

create index if not exists by_loan_item_sort_start_date on app.loan (item, start_date, id);

create index if not exists by_loan_borrower_sort_start_date on app.loan (borrower, start_date, id);

create index if not exists by_loan_borrower_sort_created on app.loan (borrower, created_at, id);

create index if not exists by_loan_photos on app.loan using gin (photos) where cardinality(photos) > 0;

create index if not exists by_loan_sort_end_date on app.loan (end_date, id);

create index if not exists by_loan_sort_state on app.loan (state, id);

create index if not exists by_loan_number_search on app.loan using gin (nonet.searchable(number) gin_trgm_ops);

create index if not exists by_loan_purpose_search on app.loan using gin (nonet.searchable(purpose) gin_trgm_ops);

create index if not exists by_loan_damage_notes_search on app.loan using gin (nonet.searchable(damage_notes) gin_trgm_ops);

create index if not exists by_loan_charge_search on app.loan using gin (nonet.searchable(charge) gin_trgm_ops);

create index if not exists by_loan_item_in_state on app.loan (item, state);

create index if not exists by_loan_borrower_in_state on app.loan (borrower, state);
