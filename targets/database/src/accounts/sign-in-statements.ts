/** Failed sign-ins, and the sources from which an account has been signed in to. Both are kept as hashes: an address can be of any length, and is personal. */
import type { Query } from "../sql/query.ts";
import { statement } from "../sql/statement.ts";

/** The hash of the account's address, in any letter case. */
const account = "encode(sha256(convert_to(lower($1::text), 'UTF8')), 'hex')";
const recent = "t.at > now() - make_interval(mins => $3::int)";

export const signInStatements = {
  /** Counted as failed until it has succeeded, so that attempts at the same time count each other. */
  addAttempt: (address: string, source: string): Query => statement(`insert into nonet.sign_in_attempt(address, source) values (${account}, $2)`, [address, source]),
  /**
   * `{known, own, strangers, ofSource, since}`: whether this source has signed in to the account before, the failed attempts
   * of the last minutes from this source and from unknown sources for the account, those from this source for any account,
   * and the seconds since the last of these.
   */
  attempts: (address: string, source: string, minutes: number): Query =>
    statement(
      `select exists (select 1 from nonet.sign_in_source k where k.address = ${account} and k.source = $2) as known,
  (select count(*)::int from nonet.sign_in_attempt t where t.address = ${account} and t.source = $2 and ${recent}) as own,
  (select count(*)::int from nonet.sign_in_attempt t where t.address = ${account} and ${recent} and not exists (select 1 from nonet.sign_in_source k where k.address = t.address and k.source = t.source)) as strangers,
  (select count(*)::int from nonet.sign_in_attempt t where t.source = $2 and ${recent}) as "ofSource",
  (select extract(epoch from clock_timestamp() - max(t.at))::float8 from nonet.sign_in_attempt t where t.source = $2 and ${recent}) as since`,
      [address, source, minutes],
    ),
  /** A success: its source is known from now on, and its failures no longer count. */
  signedIn: (address: string, source: string): readonly Query[] => [
    statement(`delete from nonet.sign_in_attempt where address = ${account} and source = $2`, [address, source]),
    statement(`insert into nonet.sign_in_source(address, source) values (${account}, $2) on conflict (address, source) do update set at = now()`, [address, source]),
  ],
  /** Whoever was held from the account can try again. */
  clearAttempts: (address: string): Query => statement(`delete from nonet.sign_in_attempt where address = ${account}`, [address]),
};
