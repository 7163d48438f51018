/** The security log: what happened to accounts, permissions and data, by whom and from where. */
import type { Query } from "../sql/query.ts";
import { iso, json, statement } from "../sql/statement.ts";

export interface SecurityEvent {
  readonly event: string;
  /** Whose account it is about. */
  readonly user: string | null;
  readonly by: string | null;
  readonly source: string;
  readonly device: string;
  readonly detail: unknown;
}

export interface SecurityLogFilter {
  readonly event: string | null;
  readonly user: string | null;
  /** Instants as text; `to` is exclusive. */
  readonly from: string | null;
  readonly to: string | null;
  /** The position of the last event of the previous page. */
  readonly before: string | null;
}

const columns = `e.position::text as position, ${iso("e.at")} as at, e.event, e.user_id, e.by_id, u.name as user_name, u.email as user_email, b.name as by_name, b.email as by_email, e.source, e.device, e.detail`;

const conditions: readonly (readonly [keyof SecurityLogFilter, string])[] = [
  ["event", "e.event = ?"],
  ["user", "(e.user_id = ?::uuid or e.by_id = ?::uuid)"],
  ["from", "e.at >= ?::timestamptz"],
  ["to", "e.at < ?::timestamptz"],
  ["before", "e.position < ?::bigint"],
];

export const securityLogStatements = {
  addSecurityEvent: ({ event, user, by, source, device, detail }: SecurityEvent): Query =>
    statement("insert into nonet.security_event(event, user_id, by_id, source, device, detail) values ($1, $2::uuid, $3::uuid, $4, $5, coalesce($6::jsonb, '{}'::jsonb))", [
      event,
      user,
      by,
      source,
      device,
      json(detail),
    ]),
  /** Only where there was none like it in the last minutes; returns a row then. */
  addSecurityEventOnce: ({ event, user, by, source, device, detail }: SecurityEvent, minutes: number): Query =>
    statement(
      `insert into nonet.security_event(event, user_id, by_id, source, device, detail) select $1, $2::uuid, $3::uuid, $4, $5, coalesce($6::jsonb, '{}'::jsonb)
  where not exists (select 1 from nonet.security_event e where e.event = $1 and e.user_id is not distinct from $2::uuid and e.source = $4 and e.at > now() - make_interval(mins => $7::int)) returning position`,
      [event, user, by, source, device, json(detail), minutes],
    ),
  /** Only where there were fewer like it about this person within an hour; returns a row then. */
  addSecurityEventBelow: ({ event, user, by, source, device, detail }: SecurityEvent, most: number): Query =>
    statement(
      `insert into nonet.security_event(event, user_id, by_id, source, device, detail) select $1, $2::uuid, $3::uuid, $4, $5, coalesce($6::jsonb, '{}'::jsonb)
  where (select count(*) from nonet.security_event e where e.event = $1 and e.user_id = $2::uuid and e.at > now() - interval '1 hour') < $7::int returning position`,
      [event, user, by, source, device, json(detail), most],
    ),
  /** The same event with the same detail counts once an hour, and only `most` of them an hour about one person; returns a row where it was written. */
  addSecurityEventSampled: ({ event, user, by, source, device, detail }: SecurityEvent, most: number): Query =>
    statement(
      `insert into nonet.security_event(event, user_id, by_id, source, device, detail) select $1, $2::uuid, $3::uuid, $4, $5, coalesce($6::jsonb, '{}'::jsonb)
  from (select count(*) as count, coalesce(bool_or(e.detail = coalesce($6::jsonb, '{}'::jsonb)), false) as known from nonet.security_event e where e.user_id = $2::uuid and e.event = $1 and e.at > now() - interval '1 hour') recent
  where not recent.known and recent.count < $7::int returning position`,
      [event, user, by, source, device, json(detail), most],
    ),
  /** For the export of a person's data: `{at, event, source, device, detail}`. Other people's addresses and devices, and details about others, aren't part of it. */
  securityEventsOf: (person: string): Query =>
    statement(
      `select ${iso("at")} as at, event, case when by_id is null or by_id = $1::uuid then source else '' end as source, case when by_id is null or by_id = $1::uuid then device else '' end as device,
  case when user_id is null or user_id = $1::uuid then detail else '{}'::jsonb end as detail from nonet.security_event where user_id = $1::uuid or by_id = $1::uuid order by position`,
      [person],
    ),
  /** Newest first: `{position, at, event, user_id, user_name, user_email, by_id, by_name, by_email, source, device, detail}`. */
  securityEvents(filter: SecurityLogFilter, limit: number): Query {
    // Only the conditions that are asked for: a prepared plan can't begin at a position that may be null.
    const given = conditions.filter(([name]) => filter[name] !== null);
    const where = given.map(([, condition], i) => condition.replaceAll("?", `$${i + 1}`)).join(" and ");
    return statement(
      `select ${columns} from nonet.security_event e left join app."user" u on u.id = e.user_id left join app."user" b on b.id = e.by_id${where && ` where ${where}`} order by e.position desc limit ${Math.trunc(limit)}`,
      given.map(([name]) => filter[name]),
    );
  },
};
