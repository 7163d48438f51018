/** Statements by which the processes of one product publish what has happened, and share limits. */
import type { Query } from "../sql/query.ts";
import { json, statement } from "./statement.ts";

const channel = "nonet_processes";
/** Marks the connections that listen, so that the processes see each other. */
const application = "nonet process";

export const processStatements = {
  listenerName: application,
  /** A listener whose machine has gone is noticed within half a minute. */
  listen: `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3; select set_config(name, '0', false) from pg_settings where name = 'idle_session_timeout'; listen ${channel}`,
  /** Each text at most 8,000 bytes. */
  notify: (texts: readonly string[]): Query => ({ text: `select pg_notify('${channel}', x) from unnest($1::text[]) x`, values: [texts] }),
  /** Rows `{listener}` of the other processes. */
  otherListeners: {
    text: `select pid::text || ' ' || backend_start::text as listener from pg_stat_activity where datname = current_database() and application_name = '${application}' and pid <> pg_backend_pid()`,
    values: [],
  } satisfies Query,
  /** A row where the request is this process's to answer: it is new, a day has passed, or whoever was answering it has gone. */
  claimResponse: (client: string, key: string, hash: string, leaseSeconds: number): Query =>
    statement(
      `insert into nonet.response as r (client, key, hash, claimed_until) values ($1, $2, $3, clock_timestamp() + make_interval(secs => $4::int))
  on conflict (client, key) do update set hash = excluded.hash, response = null, claimed_until = excluded.claimed_until, at = now()
  where (r.response is null and r.claimed_until < clock_timestamp()) or r.at < now() - interval '1 day' returning true as claimed`,
      [client, key, hash, leaseSeconds],
    ),
  renewResponse: (client: string, key: string, leaseSeconds: number): Query =>
    statement("update nonet.response set claimed_until = clock_timestamp() + make_interval(secs => $3::int) where client = $1 and key = $2 and response is null", [
      client,
      key,
      leaseSeconds,
    ]),
  /** `{hash, response}`: null while it is being made. */
  readResponse: (client: string, key: string): Query => statement("select hash, response from nonet.response where client = $1 and key = $2", [client, key]),
  storeResponse: (client: string, key: string, response: unknown): Query =>
    statement("update nonet.response set response = $3::jsonb where client = $1 and key = $2", [client, key, json(response)]),
  forgetResponse: (client: string, key: string): Query => statement("delete from nonet.response where client = $1 and key = $2", [client, key]),
  backend: { text: "select pg_backend_pid() as pid", values: [] } satisfies Query,
  /** `{granted, taken, milliseconds}`: up to `wanted` more requests of the client's minute. */
  takeRequests: (client: string, wanted: number, most: number): Query =>
    statement(
      `insert into nonet.request_window as w (client, ends_at, taken, granted) values ($1, clock_timestamp() + interval '1 minute', least($2::int, $3::int), least($2::int, $3::int))
  on conflict (client) do update set
    granted = case when w.ends_at <= clock_timestamp() then least($2::int, $3::int) else greatest(0, least($2::int, $3::int - w.taken)) end,
    taken = case when w.ends_at <= clock_timestamp() then least($2::int, $3::int) else w.taken + greatest(0, least($2::int, $3::int - w.taken)) end,
    ends_at = case when w.ends_at <= clock_timestamp() then clock_timestamp() + interval '1 minute' else w.ends_at end
  returning granted, taken, greatest(1, ceil(extract(epoch from ends_at - clock_timestamp()) * 1000))::int as milliseconds`,
      [client, wanted, most],
    ),
};
