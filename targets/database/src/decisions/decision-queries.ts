/** What several people decide: who they are, what they said, since when; and when a reminder or a lapse falls due. */
import type { Expression } from "@nonet/feel";
import type { Action, Decision, Machine, Product } from "@nonet/model";
import { columnsOf, stateSince } from "../columns/columns.ts";
import { after } from "../expressions/calls/calendar-calls.ts";
import { itemSql, rowsOf } from "../expressions/fields/rows.ts";
import { systemScope } from "../expressions/system-scope.ts";
import { whereText } from "../scope/coerce.ts";
import { compile } from "../scope/compile.ts";
import { entityNamed, fromTable, type Scope, withVariables } from "../scope/scope.ts";
import type { Query, Reader } from "../sql/query.ts";
import { and, ident, or } from "../sql/sql-text.ts";
import { notArchived } from "../visibility/archived-rows.ts";
import { openStates, peopleOf } from "../visibility/decision-people.ts";
import { fieldPredicate, recordPredicate } from "../visibility/predicates.ts";
import { readerScope } from "../visibility/reader-scope.ts";

const q = (text: string, values: readonly unknown[] = []): Query => ({ text, values });

/** Every role that counts as this one: itself and those that include it. */
export const holdersOf = (product: Product, role: string): readonly string[] => [
  ...new Set([role, ...product.permissions.roles.filter((r) => r.includes.includes(role)).map((r) => r.name)]),
];

/** Rows `{id, active}`: who stands in a step, `not by` not yet taken out; of a role only who is active. `reader`: as far as that reader sees them. */
export function decidersQuery(product: Product, entityName: string, id: string, of: Decision["steps"][number]["of"], reader: Reader | null = null): Query {
  const entity = entityNamed(product, entityName);
  const s = withVariables(readerScope(product, reader), ["this", { kind: "row", entity, alias: "r" }]);
  if ("role" in of)
    return s.params.query(
      `select u.id, true as active from ${fromTable(entityNamed(product, "User"), "u")} where u.active and exists (select 1 from nonet.user_role x where x.user_id = u.id and x.role = any(${s.params.bind(holdersOf(product, of.role), "text[]")})) order by u.id`,
    );
  return s.params.query(listed(s, of.list, `from ${fromTable(entity, "r")} where r.id = ${s.params.bind(id, "uuid")}`));
}

function listed(s: Scope, list: Expression, from: string): string {
  if (s.visibility) s.readable.add("r");
  const rows = rowsOf(s, list);
  return `select distinct x.id, exists (select 1 from ${fromTable(entityNamed(s.product, "User"), "u")} where u.id = x.id and u.active) as active from (select r.* ${from}) r, lateral (select ${itemSql(s, rows)} as id from ${rows.from}${whereText(rows.where)}) x where x.id is not null order by x.id`;
}

/** Rows `{id}`: the records on which an action is open for decision and in one of whose steps the person stands. */
export function standsInQuery(product: Product, machine: Machine, action: Action, person: string): Query {
  const entity = entityNamed(product, machine.entity);
  const s = withVariables(systemScope(product), ["this", { kind: "row", entity, alias: "r" }]);
  const who = s.params.bind(person, "uuid");
  const standing = (action.decision?.steps ?? []).map(({ of }) => {
    if ("role" in of) return `exists (select 1 from nonet.user_role x where x.user_id = ${who} and x.role = any(${s.params.bind(holdersOf(product, of.role), "text[]")}))`;
    const rows = rowsOf(s, of.list);
    return `${who} in (select ${itemSql(s, rows)} from ${rows.from}${whereText(rows.where)})`;
  });
  return s.params.query(`select r.id from ${fromTable(entity, "r")} where ${and([...stillOpen(s, machine, action), or(standing)])} order by r.id`);
}

/** Rows `{id}` of the records on which the action may be decided now: of these, or of all. */
export function openForQuery(product: Product, machine: Machine, action: Action, ids: readonly string[] | null): Query {
  const entity = entityNamed(product, machine.entity);
  const s = systemScope(product);
  const among = ids === null ? [] : [`r.id = any(${s.params.bind(ids, "uuid[]")})`];
  return s.params.query(`select r.id from ${fromTable(entity, "r")} where ${and([...among, ...stillOpen(s, machine, action)])} order by r.id`);
}

/** What says that the action may be decided on a record. */
function stillOpen(s: Scope, machine: Machine, action: Action): string[] {
  const entity = entityNamed(s.product, machine.entity);
  const column = stateColumn(s.product, machine);
  return [...notArchived(s, entity), or(openStates(machine, action.name).map((state) => `r.${ident(column)} = ${s.params.bind(state, "text")}`))];
}

const stateColumn = (product: Product, machine: Machine): string =>
  columnsOf(product, entityNamed(product, machine.entity)).find((c) => c.name === machine.field)?.column ?? "state";

/** Rows `{id}` of the people that a field of the record names. */
export function peopleInQuery(product: Product, entityName: string, id: string, field: string): Query {
  return decidersQuery(product, entityName, id, { list: peopleOf(product, entityName, field) });
}

/** Rows `{id, name}`: those of the people whom the reader may know by name. */
export function namesQuery(product: Product, reader: Reader, ids: readonly string[]): Query {
  const s = readerScope(product, reader);
  const user = entityNamed(product, "User");
  const may = and([recordPredicate(s, user, "u"), fieldPredicate(s, user, "u", "name", false)]);
  return s.params.query(`select u.id, u.name from ${fromTable(user, "u")} where u.id = any(${s.params.bind(ids, "uuid[]")}) and ${may}`);
}

/** `{allowed}`: the record is this person's own by point 6. */
export function ownQuery(product: Product, entityName: string, id: string, person: string): Query | null {
  const own = product.permissions.own.find((o) => o.entity === entityName)?.condition;
  if (!own) return null;
  const entity = entityNamed(product, entityName);
  const s = withVariables(systemScope(product, { me: person }), ["this", { kind: "row", entity, alias: "r" }]);
  return s.params.query(`select coalesce(${compile(s, own)}, false) as allowed from ${fromTable(entity, "r")} where r.id = ${s.params.bind(id, "uuid")}`);
}

export const decisions = {
  /** `{round, began_at, step, step_since, reminded}` of the newest round, or no row. */
  round: (record: string, action: string): Query =>
    q(
      "select round, nonet.instant_text(began_at) as began_at, step, nonet.instant_text(step_since) as step_since, reminded from nonet.decision where record_id = $1::uuid and action = $2 order by round desc limit 1",
      [record, action],
    ),
  /** The next round; what was said before stays where it is. */
  beginRound: (entity: string, record: string, action: string): Query =>
    q(
      "insert into nonet.decision(record_id, action, round, entity, began_at, step_since) select $2::uuid, $3, coalesce(max(d.round), 0) + 1, $1, nonet.now(), nonet.now() from nonet.decision d where d.record_id = $2::uuid and d.action = $3",
      [entity, record, action],
    ),
  setStep: (record: string, action: string, round: number, step: number): Query =>
    q(
      "update nonet.decision set step = $4::int, step_since = nonet.now(), reminded = false, told = false where record_id = $1::uuid and action = $2 and round = $3::int and step <> $4::int",
      [record, action, round, step],
    ),
  /** It is proposed: now those of its first step are asked, and the clock runs. */
  proposed: (record: string, action: string, round: number): Query =>
    q(
      "update nonet.decision set began_at = nonet.now(), step_since = nonet.now(), reminded = false, unproposed = false where record_id = $1::uuid and action = $2 and round = $3::int",
      [record, action, round],
    ),
  /** Its time to lapse came when nobody had proposed it: none runs until somebody speaks. */
  setUnproposed: (record: string, action: string, round: number): Query =>
    q("update nonet.decision set unproposed = true where record_id = $1::uuid and action = $2 and round = $3::int", [record, action, round]),
  /** Somebody speaks without a proposal, where none is needed any more. */
  votedUnproposed: (record: string, action: string, round: number): Query =>
    q("update nonet.decision set began_at = nonet.now(), unproposed = false where record_id = $1::uuid and action = $2 and round = $3::int and unproposed", [
      record,
      action,
      round,
    ]),
  /** What `starts again when F changes` compares with: `{watched, votes}` of the newest round. */
  watched: (record: string, action: string): Query =>
    q(
      "select d.watched, (select count(*) from nonet.vote v where v.record_id = d.record_id and v.action = d.action and v.round = d.round) as votes from nonet.decision d where d.record_id = $1::uuid and d.action = $2 order by d.round desc limit 1",
      [record, action],
    ),
  setWatched: (record: string, action: string, watched: unknown): Query =>
    q(
      "update nonet.decision set watched = $3::jsonb where record_id = $1::uuid and action = $2 and round = (select max(d.round) from nonet.decision d where d.record_id = $1::uuid and d.action = $2)",
      [record, action, JSON.stringify(watched)],
    ),
  setReminded: (record: string, action: string, round: number): Query =>
    q("update nonet.decision set reminded = true where record_id = $1::uuid and action = $2 and round = $3::int and not reminded returning round", [record, action, round]),
  setReported: (record: string, action: string, round: number): Query =>
    q("update nonet.decision set told = true where record_id = $1::uuid and action = $2 and round = $3::int and not told returning round", [record, action, round]),
  /** Every vote of one record's action, oldest first: `{round, step, by, in_place_of, kind, at, asked}`. */
  votes: (record: string, action: string): Query =>
    q("select round, step, by, in_place_of, kind, nonet.instant_text(at) as at, asked from nonet.vote where record_id = $1::uuid and action = $2 order by position", [
      record,
      action,
    ]),
  addVote: (vote: {
    entity: string;
    record: string;
    action: string;
    round: number;
    step: number | null;
    by: string;
    inPlaceOf: string | null;
    kind: "yes" | "no" | "proposal";
    asked: unknown;
  }): Query =>
    q(
      "insert into nonet.vote(entity, record_id, action, round, step, by, in_place_of, kind, asked, at) values ($1, $2::uuid, $3, $4::int, $5::int, $6::uuid, $7::uuid, $8, $9::jsonb, nonet.now())",
      [vote.entity, vote.record, vote.action, vote.round, vote.step, vote.by, vote.inPlaceOf, vote.kind, vote.asked === null ? null : JSON.stringify(vote.asked)],
    ),
  /** Rows `{id, email, roles}` of the Owners. */
  owners: q(
    `select u.id, u.email, array(select r.role from nonet.user_role r where r.user_id = u.id order by r.role) as roles from app."user" u where u.is_owner and u.active order by u.email`,
  ),
  emails: (ids: readonly string[]): Query => q(`select email from app."user" where id = any($1::uuid[]) and active order by email`, [ids]),
  /** A person as a reader: `{id, roles, owner}`. */
  reader: (id: string): Query =>
    q(
      `select u.id, u.is_owner as owner, array(select r.role from nonet.user_role r where r.user_id = u.id order by r.role) as roles from app."user" u where u.id = $1::uuid and u.active`,
      [id],
    ),
};

export const deputies = {
  /** Those whom a person stands in for today (the product's day): `{id, roles, owner}`. */
  representedBy: (deputy: string, zone: string): Query =>
    q(
      `select distinct u.id, u.is_owner as owner, array(select r.role from nonet.user_role r where r.user_id = u.id order by r.role) as roles from nonet.deputy d join app."user" u on u.id = d.person where d.deputy = $1::uuid and u.active and (nonet.now() at time zone $2)::date between d.from_date and d.to_date order by u.id`,
      [deputy, zone],
    ),
  /** `{id}` of the active deputies of some people today. */
  of: (people: readonly string[], zone: string): Query =>
    q("select distinct d.deputy as id from nonet.deputy d where d.person = any($1::uuid[]) and (nonet.now() at time zone $2)::date between d.from_date and d.to_date", [
      people,
      zone,
    ]),
  /** Those that a person has named, and those where they stand in: `{id, person, deputy, from, to}`. */
  list: (person: string): Query =>
    q("select id, person, deputy, from_date as from, to_date as to from nonet.deputy where person = $1::uuid or deputy = $1::uuid order by from_date desc, made_at desc", [person]),
  add: (row: { id: string; person: string; deputy: string; from: string; to: string }): Query =>
    q("insert into nonet.deputy(id, person, deputy, from_date, to_date, made_at) values ($1::uuid, $2::uuid, $3::uuid, $4::date, $5::date, nonet.now())", [
      row.id,
      row.person,
      row.deputy,
      row.from,
      row.to,
    ]),
  /** Only one's own. */
  remove: (id: string, person: string): Query => q("delete from nonet.deputy where id = $1::uuid and person = $2::uuid returning id", [id, person]),
};

export const stuck = {
  note: (row: { entity: string; record: string; machine: string; row: number; source: string; why: unknown }): Query =>
    q(
      `insert into nonet.stuck(record_id, entity, machine, "row", source, since, why) values ($1::uuid, $2, $3, $4::int, $5, nonet.now(), $6::jsonb) on conflict (record_id, machine, "row", source) do update set why = excluded.why`,
      [row.record, row.entity, row.machine, row.row, row.source, JSON.stringify(row.why)],
    ),
  clear: (record: string, machine: string, row: number): Query =>
    q(`delete from nonet.stuck where record_id = $1::uuid and machine = $2 and "row" = $3::int`, [record, machine, row]),
  /** Forgets those of all other rows; an entity may still be noted under its former name. */
  only: (rows: readonly { readonly entities: readonly string[]; readonly machine: string; readonly row: number; readonly source: string }[]): Query =>
    q(
      `delete from nonet.stuck s where not exists (select 1 from jsonb_to_recordset($1::jsonb) k(entities jsonb, machine text, "row" integer, source text) where k.entities ? s.entity and k.machine = s.machine and k."row" = s."row" and k.source = s.source)`,
      [JSON.stringify(rows)],
    ),
  of: (record: string): Query =>
    q(`select machine, "row", source, nonet.instant_text(since) as since, why from nonet.stuck where record_id = $1::uuid order by since, "row"`, [record]),
  /** So many at a time that it takes no long while, and others the next time: those that stay stopped hold up nobody behind them. */
  some: q(`select record_id, entity, machine, "row", source from (select * from nonet.stuck order by random() limit 200) x order by since, "row", record_id`),
};

/** Records whose decisions are to be looked at again: noted with the change that calls for it, taken out with the look itself. */
export const waking = {
  note: (entity: string, records: readonly string[]): Query =>
    q("insert into nonet.waking(record_id, entity) select r, $1 from unnest($2::uuid[]) r on conflict do nothing", [entity, records]),
  done: (entity: string, record: string): Query => q("delete from nonet.waking where record_id = $2::uuid and entity = $1", [entity, record]),
  /** Rows `{entity, record_id}`. */
  all: q("select entity, record_id from nonet.waking order by entity, record_id"),
};

/** A reminder counts from when its step's turn came, a lapse from when the round began, both from the proposal where there is one; each round of an unbegun decision began with the state. */
function clockSql(s: Scope, machine: Machine, action: Action, what: "remind" | "lapse"): { from: string; due: string; where: string[] } | null {
  const entity = entityNamed(s.product, machine.entity);
  const span =
    what === "remind" ? action.decision?.remindedAfter : action.decision?.lapses ? { delay: action.decision.lapses.after, working: action.decision.lapses.working } : null;
  if (!span) return null;
  const since = `coalesce(d.${what === "remind" ? "step_since" : "began_at"}, r.${ident(stateSince(stateColumn(s.product, machine)))})`;
  const due = after(s, since, span.delay, span.working);
  const from = `${fromTable(entity, "r")} left join lateral (select x.* from nonet.decision x where x.record_id = r.id and x.action = ${s.params.bind(action.name, "text")} order by x.round desc limit 1) d on true`;
  return {
    from,
    due,
    where: [...stillOpen(s, machine, action), `coalesce(d.${what === "remind" ? "reminded" : "unproposed"}, false) = false`],
  };
}

/** Rows `{id, due_at}`: decisions under way whose reminder or lapse has come. */
export function decisionDueQuery(product: Product, machine: Machine, action: Action, what: "remind" | "lapse"): Query | null {
  const s = withVariables(systemScope(product), ["this", { kind: "row", entity: entityNamed(product, machine.entity), alias: "r" }]);
  const clock = clockSql(s, machine, action, what);
  return (
    clock &&
    s.params.query(
      `select r.id, nonet.instant_text(${clock.due}) as due_at from ${clock.from} where ${and([...clock.where, `${clock.due} <= nonet.now()`])} order by ${clock.due}, r.id`,
    )
  );
}

/** `{due_at}`: the next reminder or lapse after now, or null. */
export function nextDecisionDueQuery(product: Product, machine: Machine, action: Action, what: "remind" | "lapse"): Query | null {
  const s = withVariables(systemScope(product), ["this", { kind: "row", entity: entityNamed(product, machine.entity), alias: "r" }]);
  const clock = clockSql(s, machine, action, what);
  return clock && s.params.query(`select nonet.instant_text(min(${clock.due})) as due_at from ${clock.from} where ${and([...clock.where, `${clock.due} > nonet.now()`])}`);
}
