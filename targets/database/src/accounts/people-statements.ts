/** People, their passwords, and their names at sign-in providers. */
import { person } from "../columns/person-sql.ts";
import type { Query } from "../sql/query.ts";
import { iso, statement } from "../sql/statement.ts";

export const peopleStatements = {
  /** `{hash, temporary}`: whether somebody else has chosen the password. */
  credential: (userId: string): Query => statement("select hash, temporary_until is not null as temporary from nonet.credential where user_id = $1::uuid", [userId]),
  /** `days`: for how long an initial password that somebody else has chosen works; null for the person's own. */
  setCredential: (userId: string, hash: string, days: number | null = null): Query =>
    statement(
      "insert into nonet.credential(user_id, hash, temporary_until) values ($1::uuid, $2, now() + make_interval(days => $3::int)) on conflict (user_id) do update set hash = excluded.hash, temporary_until = excluded.temporary_until, changed_at = nonet.now()",
      [userId, hash, days],
    ),
  removeCredential: (userId: string): Query => statement("delete from nonet.credential where user_id = $1::uuid", [userId]),
  /** `{id, name, email, active, owner, roles, hash, temporary, expired}`: the hash of the password, whether somebody else has chosen it, and whether it no longer works for that reason. */
  personByEmail: (email: string): Query =>
    statement(
      `select ${person}, c.hash, c.temporary_until is not null as temporary, coalesce(c.temporary_until < now(), false) as expired from app."user" u left join nonet.credential c on c.user_id = u.id where lower(u.email) = lower($1)`,
      [email],
    ),
  personById: (id: string): Query => statement(`select ${person} from app."user" u where u.id = $1::uuid`, [id]),
  people: (): Query => statement(`select ${person} from app."user" u order by lower(u.name), u.id`),
  anyOwner: statement(`select exists(select 1 from app."user" where is_owner) as exists`),
  /** `{last}`: whether this person is an Owner, and nobody else is an active one. */
  isLastOwner: (id: string): Query =>
    statement(`select is_owner and not exists(select 1 from app."user" o where o.is_owner and o.active and o.id <> u.id) as last from app."user" u where u.id = $1::uuid`, [id]),
  setOwner: (id: string): Query => statement(`update app."user" set is_owner = true where id = $1::uuid`, [id]),
  setRoles: (id: string, roles: readonly string[]): readonly Query[] => [
    statement("delete from nonet.user_role where user_id = $1::uuid", [id]),
    statement("insert into nonet.user_role(user_id, role) select $1::uuid, r from unnest($2::text[]) r on conflict do nothing", [id, roles]),
  ],

  /** Today in the product's time zone, by the product's clock. */
  today: (zone: string): Query => statement("select (nonet.now() at time zone $1)::date::text as today", [zone]),

  personByIdentity: (issuer: string, subject: string): Query =>
    statement(`select ${person} from nonet.identity i join app."user" u on u.id = i.user_id where i.issuer = $1 and i.subject = $2`, [issuer, subject]),
  identitiesOf: (user: string): Query => statement(`select issuer, subject, ${iso("since")} as since from nonet.identity where user_id = $1::uuid order by since`, [user]),
  addIdentity: (issuer: string, subject: string, user: string): Query =>
    statement("insert into nonet.identity(issuer, subject, user_id) values ($1, $2, $3::uuid) on conflict do nothing", [issuer, subject, user]),
  /** Links an identity to an existing person, unless the provider knows them by another one; returns a row where it did. */
  joinIdentity: (issuer: string, subject: string, user: string): Query =>
    statement(
      "insert into nonet.identity(issuer, subject, user_id) select $1, $2, $3::uuid where not exists (select from nonet.identity i where i.issuer = $1 and i.user_id = $3::uuid) on conflict do nothing returning user_id",
      [issuer, subject, user],
    ),
};
