/** SQL functions for searches, which ignore accents and letter case, and the conversion of the search indexes of earlier releases. */

/**
 * A word resembles another if few letters have to change: one of four, two of more.
 *
 * Functions of extensions are named with their schema, because indexes are built without a search path. `unaccent` is
 * declared immutable, so that an index can hold its results: its rules change only with a release of PostgreSQL.
 * PostgreSQL never inlines such a function, and PL/pgSQL takes half the time of one in SQL.
 *
 * Every candidate that an index finds is checked again. So `nonet.searchable` itself can be inlined, and a text in ASCII, which
 * has no accents, is only lowered: a third of the time. It isn't strict, because PostgreSQL inlines no strict `case`.
 */
export const searchFunctions = `
do $do$ declare place text := (select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'unaccent');
  distances text := (select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'fuzzystrmatch'); begin
  execute format('create or replace function nonet.resembles(t text, word text) returns boolean language sql immutable strict parallel safe as $f$
    select exists (select 1 from regexp_split_to_table(t, ''[^[:alnum:]]+'') x where abs(length(x) - length(word)) <= 2
      and %s.levenshtein_less_equal(left(x, 60), left(word, 60), 2) <= case when length(word) > 4 then 2 else 1 end) $f$', distances);
  execute format('create or replace function nonet.without_accents(t text) returns text language plpgsql immutable strict parallel safe as $f$ begin return lower(%1$s.unaccent(%2$L::regdictionary, t)); end $f$', place, place || '.unaccent');
  execute format('create or replace function nonet.is_ascii(t text) returns boolean language sql immutable parallel safe as $f$ select %s $f$', case when getdatabaseencoding() = 'UTF8' then 'octet_length(t) = length(t)' else 'false' end);
  execute format('create or replace function nonet.searchable(t text) returns text language sql immutable parallel safe as $f$ select case when %s then lower(t) else nonet.without_accents(t) end $f$', case when getdatabaseencoding() = 'UTF8' then 'octet_length(t) = length(t)' else 'false' end);
end $do$;
create or replace function nonet.search_pattern(word text) returns text language sql immutable strict parallel safe as $$
  select '%' || regexp_replace(nonet.searchable(word), '([\\\\%_])', '\\\\\\1', 'g') || '%' $$;
do $do$ declare i record; begin
  for i in select c.relname, pg_get_indexdef(c.oid) as body from pg_index x join pg_class c on c.oid = x.indexrelid join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'app' and pg_get_indexdef(c.oid) ~ 'USING gin \\(("[^"]*"|[a-z0-9_]+) gin_trgm_ops\\)$'
  loop
    execute format('drop index app.%I', i.relname);
    execute regexp_replace(i.body, 'USING gin \\(("[^"]*"|[a-z0-9_]+) gin_trgm_ops\\)$', 'USING gin (nonet.searchable(\\1) gin_trgm_ops)');
  end loop;
end $do$;
`;
