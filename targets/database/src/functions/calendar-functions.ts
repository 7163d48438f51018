/** SQL functions for working days and working time. Weekdays, hours and holidays are arguments. */
export const calendarFunctions = `
create or replace function nonet.is_working(d date, days int[], holidays date[]) returns boolean language sql immutable as $$
  select extract(isodow from d)::int = any(days) and not d = any(coalesce(holidays, '{}')) $$;
create or replace function nonet.first_instant(at timestamp, zone text) returns timestamptz language sql immutable as $$
  select case when (x - interval '1 hour') at time zone zone = at then x - interval '1 hour' when (x - interval '30 minutes') at time zone zone = at then x - interval '30 minutes' else x end from (select at at time zone zone as x) y $$;
create or replace function nonet.working_days(a date, b date, days int[], holidays date[]) returns numeric language sql immutable as $$
  select case when a is null or b is null then null else (case when b < a then -1 else 1 end) * (select count(*) from generate_series(least(a, b)::timestamp + interval '1 day', greatest(a, b)::timestamp, interval '1 day') g(d) where nonet.is_working(g.d::date, days, holidays)) end::numeric $$;
create or replace function nonet.nth_working_day(a date, n int, days int[], holidays date[]) returns date language plpgsql immutable as $$
declare d date := a; k int := abs(n); steps int := 0; step int := case when n < 0 then -1 else 1 end;
begin
  if a is null or n is null or cardinality(days) = 0 then return null; end if;
  while k > 0 loop
    d := d + step; steps := steps + 1;
    if nonet.is_working(d, days, holidays) then k := k - 1; end if;
    if steps > 100000 then return null; end if;
  end loop;
  return d;
end $$;
create or replace function nonet.plus_working_days(at timestamptz, n int, days int[], holidays date[], zone text) returns timestamptz language sql immutable as $$
  select nonet.first_instant(nonet.nth_working_day((at at time zone zone)::date, n, days, holidays) + (at at time zone zone)::time, zone) $$;
create or replace function nonet.plus_working_time(at timestamptz, delay interval, days int[], starts time[], ends time[], holidays date[], zone text) returns timestamptz language plpgsql immutable as $$
declare
  left_over interval := delay;
  d date := (at at time zone zone)::date;
  span record;
begin
  if at is null or delay is null then return null; end if;
  if delay = interval '0' then return at; end if;
  if delay < interval '0' then return nonet.minus_working_time(at, -delay, days, starts, ends, holidays, zone); end if;
  for i in 0..36600 loop
    if not d = any(coalesce(holidays, '{}')) then
      for span in
        select greatest(at, nonet.first_instant(d + h.since, zone)) as since, nonet.first_instant(d + h.till, zone) as till
        from unnest(days, starts, ends) h(day, since, till) where h.day = extract(isodow from d)::int order by h.since
      loop
        if span.till > span.since then
          if left_over <= span.till - span.since then return span.since + left_over; end if;
          left_over := left_over - (span.till - span.since);
        end if;
      end loop;
    end if;
    d := d + 1;
  end loop;
  return null;
end $$;
create or replace function nonet.minus_working_time(at timestamptz, delay interval, days int[], starts time[], ends time[], holidays date[], zone text) returns timestamptz language plpgsql immutable as $$
declare
  left_over interval := delay;
  d date := (at at time zone zone)::date;
  span record;
begin
  for i in 0..36600 loop
    if not d = any(coalesce(holidays, '{}')) then
      for span in
        select nonet.first_instant(d + h.since, zone) as since, least(at, nonet.first_instant(d + h.till, zone)) as till
        from unnest(days, starts, ends) h(day, since, till) where h.day = extract(isodow from d)::int order by h.since desc
      loop
        if span.till > span.since then
          if left_over <= span.till - span.since then return span.till - left_over; end if;
          left_over := left_over - (span.till - span.since);
        end if;
      end loop;
    end if;
    d := d - 1;
  end loop;
  return null;
end $$;
create or replace function nonet.folded(t text) returns text language sql immutable strict as $$
  select regexp_replace(lower(btrim(t)), '[\\s_-]+', ' ', 'g') $$;
create or replace function nonet.plus_working(at timestamptz, delay interval, days int[], starts time[], ends time[], holidays date[], zone text) returns timestamptz language sql immutable as $$
  select case when extract(day from delay) <> 0 then nonet.plus_working_days(at, extract(day from delay)::int, (select array_agg(distinct d) from unnest(days) d), holidays, zone) else nonet.plus_working_time(at, delay, days, starts, ends, holidays, zone) end $$;
create or replace function nonet.working_time(a timestamptz, b timestamptz, days int[], starts time[], ends time[], holidays date[], zone text) returns interval language sql immutable as $$
  select case when a is null or b is null then null else (case when b < a then -1 else 1 end) * coalesce((
    select sum(make_interval(secs => greatest(0, extract(epoch from least(greatest(a, b), nonet.first_instant(g.d + h.till, zone)) - greatest(least(a, b), nonet.first_instant(g.d + h.since, zone))))::double precision))
    from generate_series((least(a, b) at time zone zone)::date::timestamp, (greatest(a, b) at time zone zone)::date::timestamp, interval '1 day') g(d), unnest(days, starts, ends) h(day, since, till)
    where extract(isodow from g.d)::int = h.day and not g.d::date = any(coalesce(holidays, '{}'))), interval '0') end $$;
`;
