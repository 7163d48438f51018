/** SQL functions that PostgreSQL lacks: the product's clock, exact arithmetic, conversions that never fail, readable texts. */
import { calendarFunctions } from "./calendar-functions.ts";
import { exactFunctions } from "./exact-functions.ts";
import { notShownFunctions } from "./not-shown-functions.ts";

const clock = `
create or replace function nonet.now() returns timestamptz language sql stable as $$
  select coalesce((select frozen_at from nonet.clock where one), now()) $$;
create or replace function nonet.months_between(a date, b date) returns interval language sql immutable as $$
  select make_interval(months => (m + case when m > 0 and extract(day from b) < extract(day from a) then -1 when m < 0 and extract(day from b) > extract(day from a) then 1 else 0 end)::int) from (select (extract(year from b) - extract(year from a)) * 12 + extract(month from b) - extract(month from a) as m) x $$;
`;

/** A trigger that enforces a check: it fails under the check's name. */
const refusals = `
create or replace function nonet.refuse_value() returns trigger language plpgsql as $$ begin
  raise exception using errcode = '23514', constraint = tg_name, table = tg_table_name, message = format('%s is broken', tg_name);
end $$;
`;

const texts = `
create or replace function nonet.instant_text(at timestamptz) returns text language sql stable as $$
  select (to_json(at at time zone 'UTC') #>> '{}') || 'Z' $$;
create or replace function nonet.local_text(at timestamp) returns text language sql stable as $$
  select to_json(at) #>> '{}' $$;
create or replace function nonet.time_text(t time) returns text language sql immutable as $$
  select case when extract(second from t) = 0 then to_char(t, 'HH24:MI') else to_char(t, 'HH24:MI:SS') || case when extract(microseconds from t)::bigint % 1000000 = 0 then '' else rtrim('.' || to_char(t, 'US'), '0') end end $$;
create or replace function nonet.clock_text(t time) returns text language sql immutable as $$
  select case when extract(second from t) = 0 then to_char(t, 'HH24:MI:SS') else nonet.time_text(t) end $$;
create or replace function nonet.zoned_text(at timestamptz, zone text) returns text language sql immutable as $$
  select nonet.local_text(at at time zone zone) || case when o = interval '0' then 'Z' else case when o < interval '0' then '-' else '+' end || to_char(greatest(o, -o), 'HH24:MI') || case when extract(second from o) = 0 then '' else to_char(greatest(o, -o), ':SS') end end from (select (at at time zone zone) - (at at time zone 'UTC') as o) x $$;
create or replace function nonet.duration_text(d interval) returns text language plpgsql immutable as $$
declare months bigint := extract(year from d) * 12 + extract(month from d); secs numeric; s text := ''; days bigint; h bigint; m bigint;
begin
  if d is null then return null; end if;
  if months <> 0 then
    return case when months < 0 then '-' else '' end || 'P' || case when abs(months) >= 12 then (abs(months) / 12) || 'Y' else '' end || case when abs(months) % 12 <> 0 then (abs(months) % 12) || 'M' else '' end;
  end if;
  secs := extract(epoch from d);
  if secs < 0 then s := '-'; secs := -secs; end if;
  days := div(secs, 86400); secs := secs - days * 86400; h := div(secs, 3600); secs := secs - h * 3600; m := div(secs, 60); secs := trim_scale(secs - m * 60);
  s := s || 'P' || case when days > 0 then days || 'D' else '' end;
  if h > 0 or m > 0 or secs > 0 then s := s || 'T' || case when h > 0 then h || 'H' else '' end || case when m > 0 then m || 'M' else '' end || case when secs > 0 then secs || 'S' else '' end;
  elsif days = 0 then s := s || 'T0S'; end if;
  return s;
end $$;
create or replace function nonet.date_words(d date) returns text language sql immutable as $$
  select to_char(d, 'FMDD FMMonth YYYY') $$;
create or replace function nonet.duration_words(d interval) returns text language sql immutable as $$
  select nullif(concat_ws(' ',
    case when y <> 0 then y || case when abs(y) = 1 then ' year' else ' years' end end, case when mo <> 0 then mo || case when abs(mo) = 1 then ' month' else ' months' end end,
    case when dd <> 0 then dd || case when abs(dd) = 1 then ' day' else ' days' end end, case when h <> 0 then h || case when abs(h) = 1 then ' hour' else ' hours' end end,
    case when mi <> 0 then mi || case when abs(mi) = 1 then ' minute' else ' minutes' end end), '')
  from (select extract(year from j)::int y, extract(month from j)::int mo, extract(day from j)::int dd, extract(hour from j)::int h, extract(minute from j)::int mi from (select justify_hours(d) j) x) p $$;
`;

/** In PL/pgSQL, because the planner would evaluate a constant's cast before its check. */
const conversions = `
create or replace function nonet.to_numeric(t text) returns numeric language sql immutable as $$
  select case when t ~ '^[+-]?([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][+-]?0*[0-9]{1,4})?$' then nonet.fit(t::numeric)
    when t ~ '^[+-]?(([0-9]+\\.?[0-9]*|\\.[0-9]+)[eE]-[0-9]+|(0+\\.?0*|\\.0+)[eE][+-]?[0-9]+)$' then 0 end $$;
create or replace function nonet.read_number(t text, grouping_sign text, point text) returns numeric language sql immutable as $$
  select case when grouping_sign not in (' ', ',', '.') or point not in ('.', ',') or grouping_sign = coalesce(point, '.') then null
    else nonet.to_numeric(case when point = ',' then case when strpos(plain, '.') = 0 then regexp_replace(plain, ',', '.') end else plain end) end
  from (select case when grouping_sign is null then t else replace(t, grouping_sign, '') end as plain) x $$;
create or replace function nonet.to_uuid(t text) returns uuid language plpgsql immutable as $$
begin if pg_input_is_valid(t, 'uuid') then return t::uuid; end if; return null; end $$;
create or replace function nonet.to_date(t text) returns date language plpgsql immutable as $$
begin if t ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(t, 'date') then return t::date; end if; return null; end $$;
create or replace function nonet.to_time(t text) returns time language plpgsql immutable as $$
begin if t ~ '^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9](\\.[0-9]+)?)?$' then return left(t, 15)::time; end if; return null; end $$;
create or replace function nonet.read_time(t text) returns time language sql immutable as $$
  select case when length(t) >= 8 then nonet.to_time(t) end $$;
create or replace function nonet.zone(t text) returns text language plpgsql stable strict as $$
begin
  if t = 'Z' then return 'UTC'; end if;
  if t ~ '^[+-]\\d\\d:\\d\\d$' then return '<' || t || '>' || translate(left(t, 1), '+-', '-+') || substr(t, 2); end if;
  if t !~ '^([A-Za-z_]+(/[A-Za-z0-9_+-]+)+|UTC|GMT|CET|EET|MET|WET|EST|MST|HST|EST5EDT|CST6CDT|MST7MDT|PST8PDT)$' then return null; end if;
  perform now() at time zone t;
  return t;
exception when invalid_parameter_value then return null;
end $$;
create or replace function nonet.day_end(d date, zone text) returns timestamptz language sql stable strict as $$
  select case when d < '9999-12-31' then nonet.instant((d + 1)::timestamp, zone) end $$;
create or replace function nonet.to_instant(t text, zone text) returns timestamptz language plpgsql stable as $$
begin
  if t ~ '^\\d{4}-\\d\\d-\\d\\d$' and pg_input_is_valid(t, 'date') then return nonet.instant(t::date::timestamp, zone); end if;
  if t ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?@' and pg_input_is_valid(split_part(t, '@', 1), 'timestamp') then return nonet.instant(split_part(t, '@', 1)::timestamp, nonet.zone(split_part(t, '@', 2))); end if;
  if t !~ '^\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d' or not pg_input_is_valid(t, 'timestamptz') then return null; end if;
  if t ~ '(Z|[+-]\\d\\d:?\\d\\d|[+-]\\d\\d)$' then return t::timestamptz; end if;
  return nonet.instant(t::timestamp, zone);
end $$;
create or replace function nonet.to_local(t text) returns timestamp language plpgsql immutable as $$
begin if t ~ '^\\d{4}-\\d\\d-\\d\\d' and pg_input_is_valid(t, 'timestamp') then return t::timestamp; end if; return null; end $$;
create or replace function nonet.to_duration(t text) returns interval language plpgsql immutable as $$
declare p text[]; months numeric; days numeric; rest numeric; length interval;
begin
  p := regexp_match(t, '^(-?)P(?=[0-9])(?:([0-9]+)Y)?(?:([0-9]+)M)?$');
  if p is not null then
    months := coalesce(p[2], '0')::numeric * 12 + coalesce(p[3], '0')::numeric;
    return nonet.months(case when p[1] = '-' then -months else months end);
  end if;
  p := regexp_match(t, '^(-?)P(?=[0-9T])(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\\.[0-9]*)?)S)?)?$');
  if p is null then return null; end if;
  days := coalesce(p[2], '0')::numeric;
  rest := coalesce(p[3], '0')::numeric * 3600 + coalesce(p[4], '0')::numeric * 60 + coalesce(p[5], '0')::numeric;
  if days * 86400 + rest > 3600000000000 then return null; end if;
  length := make_interval(days => days::int) + nonet.seconds(rest);
  return case when p[1] = '-' then -length else length end;
end $$;
create or replace function nonet.scalar(j jsonb) returns text language sql immutable as $$
  select j #>> '{}' $$;
create or replace function nonet.json_boolean(j jsonb) returns boolean language sql immutable as $$
  select case when j #>> '{}' in ('true', 'false') then (j #>> '{}')::boolean end $$;
create or replace function nonet.json_id(j jsonb) returns uuid language sql immutable as $$
  select nonet.to_uuid(case jsonb_typeof(j) when 'object' then j ->> 'id' else j #>> '{}' end) $$;
create or replace function nonet.json_items(j jsonb) returns setof jsonb language sql immutable as $$
  select nullif(v, 'null'::jsonb) from jsonb_array_elements(case jsonb_typeof(j) when 'array' then j when 'null' then '[]'::jsonb else coalesce(jsonb_build_array(j), '[]'::jsonb) end) v where j is not null $$;
`;

export const systemFunctions = exactFunctions + clock + refusals + texts + conversions + calendarFunctions + notShownFunctions;
