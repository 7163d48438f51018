/**
 * SQL functions that compute FEEL's values: 34 digits rounded half even, null instead of an error, the earlier of two
 * instants with the same local time.
 *
 * `@nonet/feel` evaluates the same in JavaScript; generated test cases compare both.
 */

const digits = `
create or replace function nonet.round_even(n numeric, s int) returns numeric language plpgsql immutable strict parallel safe as $$
declare t numeric := trunc(n, s); unit numeric := ('1e' || -s)::numeric; d numeric := abs(n - t);
begin
  if d + d = unit then return case when mod(abs(t), unit + unit) = 0 then t else t + sign(n) * unit end; end if;
  return case when d + d < unit then t else t + sign(n) * unit end;
end $$;
create or replace function nonet.magnitude(n numeric) returns int language sql immutable strict parallel safe as $$
  select case when abs(n) >= 1 then length(trunc(abs(n))::text) else -length(substring(trim_scale(abs(n))::text from '\\.(0*)')) end $$;
create or replace function nonet.round34(n numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare m int;
begin
  if n = 0 then return 0; end if;
  m := nonet.magnitude(n);
  if m > 6145 then return null; end if;
  if m < -6175 then return 0; end if;
  return trim_scale(nonet.round_even(n, 34 - m));
end $$;
create or replace function nonet.fit(n numeric) returns numeric language sql immutable parallel safe as $$
  select case when n between -99999999999999999999 and 99999999999999999999 and scale(n) <= 14 then n else nonet.round34(n) end $$;
create or replace function nonet.shifted(n numeric, places int) returns numeric language sql immutable strict parallel safe as $$
  select trim_scale(n * ('1e' || places)::numeric) $$;
create or replace function nonet.divide(a numeric, b numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare m int; k int; places int; x numeric; y numeric;
begin
  if b = 0 then return null; end if;
  if a = 0 then return 0; end if;
  m := nonet.magnitude(b);
  k := m - nonet.magnitude(a);
  -- Enough to tell on which side of a half the exact quotient lies.
  places := greatest(scale(a), 35 + k + scale(b)) + greatest(0, m) + 2;
  if places <= 1000 then return nonet.round34(round(a, places) / b); end if;
  -- PostgreSQL divides to 1,000 places at most: both are brought to the size of 1 before.
  x := nonet.shifted(a, k - m);
  y := nonet.shifted(b, -m);
  return nonet.round34(nonet.shifted(round(x, least(1000, greatest(scale(x), 37 + scale(y)))) / y, -k));
end $$;
create or replace function nonet.to_int(n numeric) returns int language sql immutable strict parallel safe as $$
  select case when n > -2000000000 and n < 2000000000 then trunc(n)::int end $$;
`;

const powers = `
create or replace function nonet.power(a numeric, b numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare result numeric := 1; base numeric := a; n bigint; size numeric;
begin
  if b = 0 then return 1; end if;
  if a = 0 then return case when b > 0 then 0 end; end if;
  if a = 1 then return 1; end if;
  if a < 0 and b <> trunc(b) then return null; end if;
  size := b * ln(abs(a)) / ln(10::numeric);
  if size > 6200 then return null; end if;
  if size < -6200 then return 0; end if;
  if b = trunc(b) and abs(b) <= 100000 then
    n := abs(b);
    while n > 0 loop
      if n % 2 = 1 then result := result * base; result := round(result, 80 - nonet.magnitude(result)); end if;
      n := n / 2;
      if n > 0 then base := base * base; base := round(base, 80 - nonet.magnitude(base)); end if;
    end loop;
    return case when b > 0 then nonet.round34(result) else nonet.divide(1, result) end;
  end if;
  if abs(size) > 800 then
    -- PostgreSQL's own powers end at e ** 6000, and at 1,000 places.
    base := power(round(a, 80 + greatest(0, -nonet.magnitude(a))), round(sign(size) * b * 0.25, 80));
    base := round(base, 100 - nonet.magnitude(base));
    result := base * base * base * base;
    return case when size > 0 then nonet.round34(result) else nonet.divide(1, round(result, 100 - nonet.magnitude(result))) end;
  end if;
  return nonet.round34(power(round(a, 80 + greatest(0, -size)::int), round(b, 80)));
end $$;
-- A root of 34 digits lies nearer than 70 digits to no half.
create or replace function nonet.root(n numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare half int; places int;
begin
  if n <= 0 then return case when n = 0 then 0 end; end if;
  half := nonet.magnitude(n) / 2;
  places := greatest(scale(n), 76 - half);
  if places <= 1000 then return nonet.round34(sqrt(round(n, places))); end if;
  return nonet.round34(nonet.shifted(sqrt(round(nonet.shifted(n, -2 * half), 120)), half));
end $$;
-- Near 1 the logarithm begins with what is left of the number, and what follows is as small as its square.
create or replace function nonet.log(n numeric) returns numeric language sql immutable strict parallel safe as $$
  select case when n > 0 then nonet.round34(ln(round(n, greatest(scale(n), case when n between 0.5 and 2 then 180 else 90 end)))) end $$;
create or replace function nonet.exp(n numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare result numeric;
begin
  if n > 14150 then return null; end if;
  if n < -14230 then return 0; end if;
  if n between -40 and 5000 then return nonet.round34(exp(round(n, greatest(scale(n), 120)))); end if;
  result := exp(round(abs(n) * 0.25, greatest(scale(n) + 2, 100)));
  result := round(result, 100 - nonet.magnitude(result));
  result := result * result * result * result;
  return case when n > 0 then nonet.round34(result) else nonet.divide(1, round(result, 100 - nonet.magnitude(result))) end;
end $$;
create or replace function nonet.modulo(a numeric, b numeric) returns numeric language sql immutable strict parallel safe as $$
  select case when b <> 0 then nonet.fit(a - nonet.fit(b * floor(nonet.divide(a, b)))) end $$;
create or replace function nonet.deviation(n numeric, sum numeric, squares numeric) returns numeric language plpgsql immutable strict parallel safe as $$
declare spread numeric; places int;
begin
  if n < 2 then return null; end if;
  spread := n * squares - sum * sum;
  if spread = 0 then return 0; end if;
  -- An even number of places, so that the root's are half as many.
  places := 2 * (nonet.magnitude(spread) / 2);
  return nonet.round34(nonet.shifted(sqrt(round(nonet.shifted(spread, -places), 200) / (n * (n - 1))), places / 2));
end $$;
`;

const rounding = `
create or replace function nonet.rounded(n numeric, s int, how text) returns numeric language plpgsql immutable strict parallel safe as $$
declare t numeric; unit numeric; d numeric; up boolean;
begin
  if s < -6111 or s > 6176 then return null; end if;
  if s >= scale(n) then return n; end if;
  t := trunc(n, s); unit := ('1e' || -s)::numeric; d := abs(n - t);
  up := case how when 'up' then d > 0 when 'down' then false when 'floor' then d > 0 and n < 0 when 'ceiling' then d > 0 and n > 0
    when 'half up' then d + d >= unit when 'half down' then d + d > unit else d + d > unit or (d + d = unit and mod(abs(t), unit + unit) <> 0) end;
  return nonet.fit(case when up then t + sign(n) * unit else t end);
end $$;
`;

/** An ambiguous local time is the earlier instant; a local time that daylight saving skips uses the offset before. */
const moments = `
create or replace function nonet.instant(l timestamp, zone text) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare eve timestamp; early timestamptz;
begin
  if l < '0001-01-03' or l > '9999-12-30' then return l at time zone zone; end if;
  eve := l - interval '1 day';
  early := (l - ((eve at time zone 'UTC') at time zone zone - eve)) at time zone 'UTC';
  return case when early at time zone zone = l then early else l at time zone zone end;
end $$;
create or replace function nonet.reachable(d interval) returns boolean language sql immutable strict parallel safe as $$
  select abs(extract(epoch from d)) < 315000000000 $$;
create or replace function nonet.moved(l timestamp, d interval) returns timestamp language plpgsql immutable strict parallel safe as $$
declare r timestamp;
begin
  -- What lands far outside of the years 1 to 9999 is null before it is too far for a timestamp.
  if not nonet.reachable(d) or extract(year from l) + extract(epoch from d) / 31556952 not between -5 and 10005 then return null; end if;
  r := l + d;
  return case when r >= '0001-01-01' and r < '10000-01-01' then r end;
end $$;
create or replace function nonet.plus(at timestamptz, d interval, zone text) returns timestamptz language plpgsql immutable strict parallel safe as $$
declare months int; days int; r timestamptz := at;
begin
  if not nonet.reachable(d) or extract(year from at) + extract(epoch from d) / 31556952 not between -5 and 10005 then return null; end if;
  months := extract(year from d) * 12 + extract(month from d);
  days := extract(day from d);
  if months <> 0 or days <> 0 then
    -- The clock on the wall may show a year that the moment itself is not in.
    r := nonet.instant((at at time zone zone) + make_interval(months => months, days => days), zone);
  end if;
  r := r + (d - make_interval(months => months, days => days));
  return case when r >= '0001-01-01' and r < '10000-01-01' then r end;
end $$;
create or replace function nonet.timed(d interval) returns interval language sql immutable strict parallel safe as $$
  select (d - make_interval(days => extract(day from d)::int)) + make_interval(hours => 24 * extract(day from d)::int) $$;
create or replace function nonet.seconds(n numeric) returns interval language sql immutable strict parallel safe as $$
  select case when abs(n) <= 3600000000000 then make_interval(hours => div(n, 3600)::int, secs => trunc(mod(n, 3600), 6)::double precision) end $$;
create or replace function nonet.scaled(d interval, by numeric) returns interval language plpgsql immutable strict parallel safe as $$
declare days int := extract(day from d); rest numeric := extract(epoch from d) - extract(day from d) * 86400;
begin
  if abs(extract(epoch from d) * by) > 3600000000000 then return null; end if;
  if by = trunc(by) and abs(by) < 1000000000 then
    return case when abs(days * by) < 2000000000 then make_interval(days => (days * by)::int) + nonet.seconds(rest * by) end;
  end if;
  return nonet.seconds(div(nonet.fit(extract(epoch from d) * 1000000000 * by), 1000) * 0.000001);
end $$;
create or replace function nonet.joined(a interval, b interval) returns interval language sql immutable strict parallel safe as $$
  select case when a between '-1000000000:00:00' and '1000000000:00:00' and b between '-1000000000:00:00' and '1000000000:00:00'
    then case when a + b between '-1000000000:00:00' and '1000000000:00:00' then a + b end end $$;
create or replace function nonet.shared(d interval, by numeric) returns interval language sql immutable strict parallel safe as $$
  select case when by <> 0 then nonet.seconds(div(nonet.divide(extract(epoch from d) * 1000000000, by), 1000) * 0.000001) end $$;
create or replace function nonet.months(n numeric) returns interval language sql immutable strict parallel safe as $$
  select case when abs(n) < 1200001 then make_interval(months => trunc(n)::int) end $$;
create or replace function nonet.month_count(d interval) returns numeric language sql immutable strict parallel safe as $$
  select extract(year from d) * 12 + extract(month from d) $$;
create or replace function nonet.make_date(y numeric, m numeric, d numeric) returns date language plpgsql immutable strict parallel safe as $$
declare t text;
begin
  if y <> trunc(y) or m <> trunc(m) or d <> trunc(d) or y < 1 or y > 9999 or m < 1 or m > 12 or d < 1 or d > 31 then return null; end if;
  t := lpad(y::int::text, 4, '0') || '-' || lpad(m::int::text, 2, '0') || '-' || lpad(d::int::text, 2, '0');
  if pg_input_is_valid(t, 'date') then return t::date; end if;
  return null;
end $$;
create or replace function nonet.make_time(h numeric, m numeric, s numeric) returns time language plpgsql immutable strict parallel safe as $$
begin
  if h <> trunc(h) or m <> trunc(m) or h < 0 or h > 23 or m < 0 or m > 59 or s < 0 or s >= 60 then return null; end if;
  return make_time(h::int, m::int, trunc(s, 6)::double precision);
end $$;
`;

const texts = `
create or replace function nonet.upper(t text) returns text language sql immutable strict parallel safe as $$
  select upper(t collate "pg_unicode_fast") $$;
create or replace function nonet.lower(t text) returns text language sql immutable strict parallel safe as $$
  select lower(t collate "pg_unicode_fast") $$;
create or replace function nonet.slug(t text) returns text language sql immutable strict parallel safe as $$
  select trim(both '-' from regexp_replace(regexp_replace(nonet.lower(normalize(t, NFD)), '[\\u0300-\\u036f]', '', 'g'), '[\\u0001-\\u002f\\u003a-\\u0060\\u007b-\\u00bf\\u2000-\\u206f\\u3000-\\u303f]+', '-', 'g')) $$;
create or replace function nonet.part(t text, s numeric, l numeric) returns text language plpgsql immutable parallel safe as $$
declare f numeric;
begin
  if t is null or s is null or s = 0 or l < 1 then return null; end if;
  f := case when s > 0 then s - 1 else char_length(t) + s end;
  if f < 0 then return ''; end if;
  if f >= char_length(t) then return ''; end if;
  if l is null then return substr(t, trunc(f)::int + 1); end if;
  return substr(t, trunc(f)::int + 1, greatest(0, trunc(least(f + l, 2000000000))::int - trunc(f)::int));
end $$;
`;

const lists = `
create or replace function nonet.context_put(c jsonb, keys text[], v jsonb) returns jsonb language sql immutable parallel safe as $$
  select case when cardinality(keys) > 0 and array_position(keys, null) is null and jsonb_typeof(c #> keys[ : cardinality(keys) - 1]) = 'object'
    then jsonb_set(c, keys, v) end $$;
create or replace function nonet.context_of(entries jsonb[]) returns jsonb language sql immutable parallel safe as $$
  select case when count(*) = count(distinct e->>'key') and coalesce(bool_and(jsonb_typeof(e->'key') = 'string' and e ? 'value'), true)
    then coalesce(jsonb_object_agg(coalesce(e->>'key', ''), e->'value'), '{}') end from unnest(entries) e $$;
create or replace function nonet.context_merge(contexts jsonb[]) returns jsonb language plpgsql immutable parallel safe as $$
declare merged jsonb := '{}'; c jsonb;
begin
  foreach c in array contexts loop
    if c is null or jsonb_typeof(c) <> 'object' then return null; end if;
    merged := merged || c;
  end loop;
  return merged;
end $$;
create or replace function nonet.place(count int, p numeric) returns int language sql immutable strict parallel safe as $$
  select case when trunc(p) between 1 and count then trunc(p)::int when trunc(p) between -count and -1 then count + 1 + trunc(p)::int end $$;
create or replace function nonet.sublist(v anyarray, s numeric, l numeric) returns anyarray language plpgsql immutable parallel safe as $$
declare f int := nonet.place(cardinality(v), s);
begin
  if f is null or l < 1 or f + l - 1 > cardinality(v) then return null; end if;
  return case when l is null then v[f : ] else v[f : f + trunc(l)::int - 1] end;
end $$;
create or replace function nonet.without(v anyarray, p numeric) returns anyarray language sql immutable strict parallel safe as $$
  select v[ : f - 1] || v[f + 1 : ] from nonet.place(cardinality(v), p) f where f is not null $$;
create or replace function nonet.inserted(v anyarray, p numeric, item anyelement) returns anyarray language sql immutable parallel safe as $$
  select v[ : f - 1] || array[item] || v[f : ] from nonet.place(cardinality(v), p) f where f is not null $$;
create or replace function nonet.replaced(v anyarray, p numeric, item anyelement) returns anyarray language sql immutable parallel safe as $$
  select v[ : f - 1] || array[item] || v[f + 1 : ] from nonet.place(cardinality(v), p) f where f is not null $$;
`;

export const exactFunctions = digits + powers + rounding + moments + texts + lists;
