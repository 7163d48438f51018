/** Second factors: codes from an app, recovery codes, passkeys, and the challenges that passkeys sign. */
import type { Query } from "../sql/query.ts";
import { iso, statement } from "../sql/statement.ts";

export interface NewPasskey {
  readonly id: string;
  readonly user: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
}

export const factorStatements = {
  /** `{totp, passkeys, codes}`: whether an app is set up, and how many passkeys and unused recovery codes there are. */
  factorsOf: (user: string): Query =>
    statement(
      `select exists (select 1 from nonet.totp where user_id = $1::uuid and confirmed_at is not null) as totp, (select count(*)::int from nonet.passkey where user_id = $1::uuid) as passkeys,
  (select count(*)::int from nonet.recovery_code where user_id = $1::uuid and used_at is null) as codes`,
      [user],
    ),
  /** `{user_id}` of everybody who has a second factor. */
  withSecondFactor: statement("select user_id from nonet.totp where confirmed_at is not null union select user_id from nonet.passkey"),
  /** A secret that counts once a code of it was entered. */
  proposeTotp: (user: string, secret: string): Query =>
    statement(
      "insert into nonet.totp(user_id, secret) values ($1::uuid, $2) on conflict (user_id) do update set secret = excluded.secret, last_step = 0 where nonet.totp.confirmed_at is null returning user_id",
      [user, secret],
    ),
  totp: (user: string): Query => statement("select secret, confirmed_at is not null as confirmed from nonet.totp where user_id = $1::uuid", [user]),
  /** `{user_id, secret}` of everybody, also of those who haven't confirmed theirs. */
  totpSecrets: statement("select user_id, secret from nonet.totp order by user_id"),
  /** Only if it hasn't changed meanwhile. */
  resealTotp: (user: string, before: string, after: string): Query =>
    statement("update nonet.totp set secret = $3 where user_id = $1::uuid and secret = $2", [user, before, after]),
  confirmTotp: (user: string, step: number): Query =>
    statement("update nonet.totp set confirmed_at = now(), last_step = $2 where user_id = $1::uuid and confirmed_at is null returning user_id", [user, step]),
  /** A code counts once: returns a row only for a later step than the last one. */
  useTotpStep: (user: string, step: number): Query =>
    statement("update nonet.totp set last_step = $2 where user_id = $1::uuid and confirmed_at is not null and last_step < $2 returning user_id", [user, step]),
  removeTotp: (user: string): Query => statement("delete from nonet.totp where user_id = $1::uuid and confirmed_at is not null returning user_id", [user]),
  replaceRecoveryCodes: (user: string, hashes: readonly string[]): readonly Query[] => [
    statement("delete from nonet.recovery_code where user_id = $1::uuid", [user]),
    statement("insert into nonet.recovery_code(user_id, code_hash) select $1::uuid, h from unnest($2::text[]) h", [user, hashes]),
  ],
  useRecoveryCode: (user: string, hash: string): Query =>
    statement("update nonet.recovery_code set used_at = now() where user_id = $1::uuid and code_hash = $2 and used_at is null returning code_hash", [user, hash]),
  removeFactors: (user: string): readonly Query[] => ["totp", "recovery_code", "passkey"].map((table) => statement(`delete from nonet.${table} where user_id = $1::uuid`, [user])),

  addPasskey: (passkey: NewPasskey): Query =>
    statement(
      "insert into nonet.passkey(id, user_id, public_key, counter, transports, name) values ($1, $2::uuid, $3, $4, $5::text[], $6) on conflict (id) do nothing returning id",
      [passkey.id, passkey.user, passkey.publicKey, passkey.counter, passkey.transports, passkey.name],
    ),
  passkeysOf: (user: string): Query =>
    statement(`select id, name, transports, ${iso("created_at")} as at, ${iso("last_used_at")} as used from nonet.passkey where user_id = $1::uuid order by created_at, id`, [
      user,
    ]),
  passkey: (id: string): Query => statement("select id, user_id, public_key, counter::text as counter, transports from nonet.passkey where id = $1", [id]),
  passkeyUsed: (id: string, counter: number): Query => statement("update nonet.passkey set counter = $2, last_used_at = now() where id = $1", [id, counter]),
  removePasskey: (user: string, id: string): Query => statement("delete from nonet.passkey where user_id = $1::uuid and id = $2 returning name", [user, id]),

  removePasskeysOf: (user: string): Query => statement("delete from nonet.passkey where user_id = $1::uuid", [user]),

  addChallenge: (hash: string, purpose: string, user: string | null, seconds: number): Query =>
    statement("insert into nonet.challenge(hash, purpose, user_id, expires_at) values ($1, $2, $3::uuid, now() + make_interval(secs => $4::int))", [hash, purpose, user, seconds]),
  /** A challenge counts once. */
  useChallenge: (hash: string, purpose: string, user: string | null): Query =>
    statement("delete from nonet.challenge where hash = $1 and purpose = $2 and user_id is not distinct from $3::uuid and expires_at > now() returning hash", [
      hash,
      purpose,
      user,
    ]),
};
