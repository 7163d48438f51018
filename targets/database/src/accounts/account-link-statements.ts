/** Links that were mailed: they set a password, accept an invitation, or confirm an address. Each is stored as a hash and works once. */
import { person } from "../columns/person-sql.ts";
import type { Query } from "../sql/query.ts";
import { iso, statement } from "../sql/statement.ts";

export interface NewLink {
  readonly token: string;
  readonly purpose: string;
  readonly user: string;
  /** The address to which it is sent; the link counts only while that is still the person's, or confirms a new one. */
  readonly email: string;
  readonly seconds: number;
}

export const accountLinkStatements = {
  addAccountLink: (link: NewLink): Query =>
    statement("insert into nonet.account_link(token_hash, purpose, user_id, email, expires_at) values ($1, $2, $3::uuid, $4, now() + make_interval(secs => $5::int))", [
      link.token,
      link.purpose,
      link.user,
      link.email,
      link.seconds,
    ]),
  /** `{purpose, link_email, until}` and the person. */
  accountLink: (tokenHash: string): Query =>
    statement(
      `select l.purpose, l.email as link_email, ${iso("l.expires_at")} as until, ${person} from nonet.account_link l join app."user" u on u.id = l.user_id where l.token_hash = $1 and l.expires_at > now() and u.active`,
      [tokenHash],
    ),
  useAccountLink: (tokenHash: string): Query => statement("delete from nonet.account_link where token_hash = $1 and expires_at > now() returning user_id", [tokenHash]),
  endAccountLinks: (user: string, purposes: readonly string[]): Query =>
    statement("delete from nonet.account_link where user_id = $1::uuid and purpose = any($2::text[])", [user, purposes]),
  /** Those whose invitation is open: `{user_id, until}`. */
  openInvitations: statement(`select user_id, ${iso("max(expires_at)")} as until from nonet.account_link where purpose = 'invitation' and expires_at > now() group by user_id`),
  confirmEmail: (user: string, email: string): Query =>
    statement("insert into nonet.confirmed_email(user_id, email) values ($1::uuid, lower($2)) on conflict (user_id) do update set email = excluded.email, at = now()", [
      user,
      email,
    ]),
  /** `{confirmed}`: whether the person's present address is. */
  isEmailConfirmed: (user: string): Query =>
    statement(`select exists (select 1 from nonet.confirmed_email c join app."user" u on u.id = c.user_id where u.id = $1::uuid and lower(u.email) = c.email) as confirmed`, [
      user,
    ]),
  /** What an account has before its owner proved the address: none of it may stay when somebody else proves it. */
  clearUnproved: (user: string): readonly Query[] =>
    ["credential", "session", "api_key", "totp", "recovery_code", "passkey"].map((table) => statement(`delete from nonet.${table} where user_id = $1::uuid`, [user])),
};
