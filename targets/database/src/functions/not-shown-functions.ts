/**
 * SQL functions that track whether an expression depends on something not shown. Trackings nest: the setting
 * `nonet.not_shown` holds a separator for each, followed by what was found.
 */
import { notShownState } from "../scope/not-shown-values.ts";

export const notShownFunctions = `
create or replace function nonet.not_shown(what text) returns text language plpgsql volatile as $$
declare w text := coalesce(current_setting('nonet.not_shown', true), '');
begin
  if w <> '' then
    if right(w, 1) = chr(30) then perform set_config('nonet.not_shown', w || what, true); end if;
    return null;
  end if;
  if current_setting('nonet.strict', true) = 'on' then raise exception using errcode = '${notShownState}', message = what; end if;
  return null;
end $$;
create or replace function nonet.track_not_shown() returns boolean language plpgsql volatile as $$
begin
  perform set_config('nonet.not_shown', coalesce(current_setting('nonet.not_shown', true), '') || chr(30), true);
  return true;
end $$;
create or replace function nonet.tracked_not_shown() returns text language plpgsql volatile as $$
declare w text := current_setting('nonet.not_shown', true); at int := length(w) - strpos(reverse(w), chr(30)) + 1;
begin
  perform set_config('nonet.not_shown', left(w, at - 1), true);
  return nullif(substr(w, at + 1), '');
end $$;
create or replace function nonet.field_or_not_shown(key text, value jsonb) returns jsonb language plpgsql volatile as $$
declare what text := nonet.tracked_not_shown();
begin
  return case when what is null then jsonb_build_object(key, value) else jsonb_build_object(key, null, '_notShown:' || key, what) end;
end $$;
create or replace function nonet.with_not_shown(record jsonb) returns jsonb language sql immutable as $$
  select case when open.list is null then record else (select jsonb_object_agg(k, v) from jsonb_each(record) x(k, v) where not starts_with(k, '_notShown:')) || jsonb_build_object('_notShown', open.list) end
  from (select jsonb_object_agg(substr(k, 11), v) as list from jsonb_each(record) y(k, v) where starts_with(k, '_notShown:')) open $$;
create or replace function nonet.in_place(value anyelement) returns anyelement language plpgsql volatile as $$
begin return value; end $$;
create or replace function nonet.is_certain(holds boolean) returns boolean language plpgsql volatile as $$
declare what text := nonet.tracked_not_shown();
begin return what is null and coalesce(holds, false); end $$;
create or replace function nonet.value_if_shown(value anyelement) returns anyelement language plpgsql volatile as $$
declare what text := nonet.tracked_not_shown();
begin return case when what is null then value end; end $$;
create or replace function nonet.value_and_not_shown(value anyelement) returns text[] language plpgsql volatile as $$
declare what text := nonet.tracked_not_shown();
begin return array[value::text, what]; end $$;
create or replace function nonet.text_if_shown(words text) returns text language plpgsql volatile as $$
declare what text := nonet.tracked_not_shown();
begin return case when what is null then words else 'not shown' end; end $$;
`;
