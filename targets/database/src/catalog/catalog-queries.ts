/**
 * Reads what a database of somebody else's contains, from pg_catalog: an ordinary reader may read all of it, whoever owns
 * the objects. (information_schema shows only what one owns or may use.) What an extension brings is left out.
 */
import type { Query } from "../sql/query.ts";

const foreign = (namespace: string): string => `${namespace} !~ '^pg_' and ${namespace} <> 'information_schema'`;
const own = (oid: string, catalog: string): string => `not exists (select from pg_depend d where d.objid = ${oid} and d.classid = '${catalog}'::regclass and d.deptype = 'e')`;

const tables = `select c.oid::int8::text as oid, n.nspname as schema, c.relname as name, c.relkind as kind, c.relispartition as "isPartition",
  c.relrowsecurity as "rowSecurity", obj_description(c.oid, 'pg_class') as comment,
  (select json_agg(pn.nspname || '.' || p.relname) from pg_inherits i join pg_class p on p.oid = i.inhparent join pg_namespace pn on pn.oid = p.relnamespace where i.inhrelid = c.oid) as parents,
  case when c.relkind = 'p' then pg_get_partkeydef(c.oid) end as "partitionKey",
  case when c.relispartition then pg_get_expr(c.relpartbound, c.oid) end as "partitionBound",
  case when c.relkind in ('v', 'm') then pg_get_viewdef(c.oid) end as definition
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and ${foreign("n.nspname")} and ${own("c.oid", "pg_class")} order by n.nspname, c.relname`;

const columns = `select a.attrelid::int8::text as "table", a.attnum as number, a.attname as name, a.attnotnull as required, a.attidentity <> '' as identity, a.attgenerated <> '' as generated,
  pg_get_expr(d.adbin, d.adrelid) as "default", col_description(a.attrelid, a.attnum) as comment, format_type(a.atttypid, a.atttypmod) as "typeText",
  t.oid::int8::text as type, a.atttypmod as modifier, a.attisdropped as dropped
  from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${foreign("n.nspname")} and ${own("c.oid", "pg_class")} order by a.attrelid, a.attnum`;

const types = `select t.oid::int8::text as oid, n.nspname as schema, t.typname as name, t.typtype as kind, t.typcategory as category, t.typelem::int8::text as element,
  t.typbasetype::int8::text as base, t.typtypmod as modifier, t.typnotnull as required, t.typdefault as "default", format_type(t.typbasetype, t.typtypmod) as "baseText",
  (select json_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid) as labels, obj_description(t.oid, 'pg_type') as comment,
  ${foreign("n.nspname")} and ${own("t.oid", "pg_type")} and t.typtype in ('e', 'd', 'r', 'c') and (t.typrelid = 0 or exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c')) as "isObject"
  from pg_type t join pg_namespace n on n.oid = t.typnamespace where t.typtype <> 'p' order by n.nspname, t.typname`;

const constraints = `select o.conname as name, o.contype as kind, o.conrelid::int8::text as "table", o.contypid::int8::text as type, o.conkey as columns, o.confrelid::int8::text as target,
  o.confkey as "targetColumns", o.confdeltype as "onDelete", pg_get_constraintdef(o.oid) as definition, pg_get_expr(o.conbin, o.conrelid) as expression,
  o.conparentid <> 0 as inherited, obj_description(o.oid, 'pg_constraint') as comment
  from pg_constraint o join pg_namespace n on n.oid = o.connamespace
  where o.contype in ('p', 'u', 'f', 'c', 'x') and ${foreign("n.nspname")} and (o.conrelid = 0 or ${own("o.conrelid", "pg_class")}) and (o.contypid = 0 or ${own("o.contypid", "pg_type")})
  order by o.conrelid, o.contype, o.conname`;

const indexes = `select i.indrelid::int8::text as "table", c.relname as name, i.indisunique as "unique", pg_get_indexdef(c.oid) as definition, i.indkey::int2[] as columns, i.indnkeyatts as keys,
  pg_get_expr(i.indpred, i.indrelid) as predicate, c.relispartition as inherited, obj_description(c.oid, 'pg_class') as comment
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
  where not exists (select from pg_constraint o where o.conindid = c.oid and o.contype in ('p', 'u', 'x')) and ${foreign("n.nspname")} and ${own("i.indrelid", "pg_class")} order by n.nspname, c.relname`;

const functions = `select n.nspname as schema, p.proname as name, pg_get_function_identity_arguments(p.oid) as arguments, p.prokind as kind,
  case when p.prokind <> 'a' then pg_get_functiondef(p.oid) end as definition, obj_description(p.oid, 'pg_proc') as comment
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${foreign("n.nspname")} and ${own("p.oid", "pg_proc")} order by n.nspname, p.proname, arguments`;

const triggers = `select g.tgrelid::int8::text as "table", g.tgname as name, pg_get_triggerdef(g.oid) as definition, g.tgparentid <> 0 as inherited, obj_description(g.oid, 'pg_trigger') as comment
  from pg_trigger g join pg_class c on c.oid = g.tgrelid join pg_namespace n on n.oid = c.relnamespace
  where not g.tgisinternal and ${foreign("n.nspname")} and ${own("c.oid", "pg_class")} order by g.tgrelid, g.tgname`;

const policies = `select p.polrelid::int8::text as "table", p.polname as name, p.polcmd as command, p.polpermissive as permissive,
  (select json_agg(case when r = 0 then 'public' else pg_get_userbyid(r) end) from unnest(p.polroles) r) as roles,
  pg_get_expr(p.polqual, p.polrelid) as "using", pg_get_expr(p.polwithcheck, p.polrelid) as "check", obj_description(p.oid, 'pg_policy') as comment
  from pg_policy p join pg_class c on c.oid = p.polrelid join pg_namespace n on n.oid = c.relnamespace where ${foreign("n.nspname")} order by p.polrelid, p.polname`;

/** Privileges that are granted to somebody other than the owner, an object and a receiver at a time. */
const grants = `select x.what, x.name, case when x.grantee = 0 then 'public' else pg_get_userbyid(x.grantee) end as grantee, json_agg(distinct lower(x.privilege)) as privileges from (
    select case c.relkind when 'S' then 'sequence' else 'table' end as what, n.nspname || '.' || c.relname as name, a.grantee, a.privilege_type as privilege, c.relowner as owner
      from pg_class c join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(c.relacl) a where ${foreign("n.nspname")} and ${own("c.oid", "pg_class")}
    union all select 'column', n.nspname || '.' || c.relname || '.' || t.attname, a.grantee, a.privilege_type, c.relowner
      from pg_attribute t join pg_class c on c.oid = t.attrelid join pg_namespace n on n.oid = c.relnamespace cross join aclexplode(t.attacl) a where ${foreign("n.nspname")} and ${own("c.oid", "pg_class")}
    union all select 'schema', n.nspname, a.grantee, a.privilege_type, n.nspowner from pg_namespace n cross join aclexplode(n.nspacl) a where ${foreign("n.nspname")} and n.nspname <> 'public'
    union all select 'function', n.nspname || '.' || p.proname || '(' || pg_get_function_identity_arguments(p.oid) || ')', a.grantee, a.privilege_type, p.proowner
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace cross join aclexplode(p.proacl) a where ${foreign("n.nspname")} and ${own("p.oid", "pg_proc")}
  ) x where x.grantee <> x.owner group by x.what, x.name, x.grantee order by x.what, x.name, grantee`;

const sequences = `select n.nspname as schema, c.relname as name, s.seqstart as start, s.seqincrement as increment, obj_description(c.oid, 'pg_class') as comment
  from pg_sequence s join pg_class c on c.oid = s.seqrelid join pg_namespace n on n.oid = c.relnamespace where ${foreign("n.nspname")} and ${own("c.oid", "pg_class")} order by n.nspname, c.relname`;

const schemas = `select n.nspname as name, obj_description(n.oid, 'pg_namespace') as comment from pg_namespace n where ${foreign("n.nspname")} and ${own("n.oid", "pg_namespace")} order by n.nspname`;

const extensions = `select e.extname as name, e.extversion as version from pg_extension e where e.extname <> 'plpgsql' order by e.extname`;

/** Kinds that are rare: each is named, and quoted where PostgreSQL can say it. */
const others = `select 'rule' as kind, n.nspname || '.' || c.relname || ' rule ' || r.rulename as name, pg_get_ruledef(r.oid) as definition
    from pg_rewrite r join pg_class c on c.oid = r.ev_class join pg_namespace n on n.oid = c.relnamespace where r.rulename <> '_RETURN' and ${foreign("n.nspname")} and ${own("c.oid", "pg_class")}
  union all select 'statistics object', n.nspname || '.' || s.stxname, pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where ${foreign("n.nspname")}
  union all select 'event trigger', e.evtname, 'on ' || e.evtevent || ' execute function ' || e.evtfoid::regproc from pg_event_trigger e
  union all select 'operator', n.nspname || '.' || o.oprname || '(' || format_type(o.oprleft, null) || ',' || format_type(o.oprright, null) || ')', null from pg_operator o join pg_namespace n on n.oid = o.oprnamespace where ${foreign("n.nspname")} and ${own("o.oid", "pg_operator")}
  union all select 'collation', n.nspname || '.' || o.collname, null from pg_collation o join pg_namespace n on n.oid = o.collnamespace where ${foreign("n.nspname")} and ${own("o.oid", "pg_collation")}
  union all select 'text search configuration', n.nspname || '.' || o.cfgname, null from pg_ts_config o join pg_namespace n on n.oid = o.cfgnamespace where ${foreign("n.nspname")} and ${own("o.oid", "pg_ts_config")}
  union all select 'publication', p.pubname, null from pg_publication p
  union all select 'cast', format_type(k.castsource, null) || ' as ' || format_type(k.casttarget, null), null from pg_cast k join pg_type t on t.oid = k.castsource join pg_namespace n on n.oid = t.typnamespace where ${foreign("n.nspname")} and ${own("k.oid", "pg_cast")}
  order by 1, 2`;

const database = `select current_database() as name, shobj_description((select oid from pg_database where datname = current_database()), 'pg_database') as comment, current_setting('server_version') as version`;

/** All rows as one JSON value, which has the same form on every version of the server. */
const asJson = (select: string): Query => ({ text: `select coalesce(json_agg(x), '[]'::json) as rows from (${select}) x`, values: [] });

export const catalog = {
  begin: { text: "begin transaction isolation level repeatable read read only", values: [] },
  /** Names in definitions are then written with their schemas. */
  settings: {
    text: "set local search_path to pg_catalog; set local statement_timeout to '5min'; set local timezone to 'UTC'; set local datestyle to 'ISO'; set local intervalstyle to 'iso_8601'; set local bytea_output to 'hex'",
    values: [],
  },
  end: { text: "rollback", values: [] },
  queries: {
    database: asJson(database),
    schemas: asJson(schemas),
    tables: asJson(tables),
    columns: asJson(columns),
    types: asJson(types),
    constraints: asJson(constraints),
    indexes: asJson(indexes),
    functions: asJson(functions),
    triggers: asJson(triggers),
    policies: asJson(policies),
    grants: asJson(grants),
    sequences: asJson(sequences),
    extensions: asJson(extensions),
    others: asJson(others),
  },
} satisfies { readonly [name: string]: Query | Readonly<Record<string, Query>> };
