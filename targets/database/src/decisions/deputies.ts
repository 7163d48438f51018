/** Deputies: which person decides for which other person, and when. */
import { plainQuery, type Query } from "../sql/query.ts";

export const deputies = {
  /** The people whom a deputy represents today (the product's day): `{id, roles, owner}`. */
  representedBy: (deputy: string, zone: string): Query =>
    plainQuery(
      `select distinct u.id, u.is_owner as owner, array(select r.role from nonet.user_role r where r.user_id = u.id order by r.role) as roles from nonet.deputy d join app."user" u on u.id = d.person where d.deputy = $1::uuid and u.active and (nonet.now() at time zone $2)::date between d.from_date and d.to_date order by u.id`,
      [deputy, zone],
    ),
  /** `{id}` of the deputies of some people today. */
  of: (people: readonly string[], zone: string): Query =>
    plainQuery("select distinct d.deputy as id from nonet.deputy d where d.person = any($1::uuid[]) and (nonet.now() at time zone $2)::date between d.from_date and d.to_date", [
      people,
      zone,
    ]),
  /** The deputies of a person, and the people whom they represent: `{id, person, deputy, from, to}`. */
  list: (person: string): Query =>
    plainQuery("select id, person, deputy, from_date as from, to_date as to from nonet.deputy where person = $1::uuid or deputy = $1::uuid order by from_date desc, made_at desc", [
      person,
    ]),
  add: (row: { id: string; person: string; deputy: string; from: string; to: string }): Query =>
    plainQuery("insert into nonet.deputy(id, person, deputy, from_date, to_date, made_at) values ($1::uuid, $2::uuid, $3::uuid, $4::date, $5::date, nonet.now())", [
      row.id,
      row.person,
      row.deputy,
      row.from,
      row.to,
    ]),
  /** Only the person's own. */
  remove: (id: string, person: string): Query => plainQuery("delete from nonet.deputy where id = $1::uuid and person = $2::uuid returning id", [id, person]),
};
