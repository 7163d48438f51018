/** Deletes what no longer counts, a batch at a time: each returns as many rows as it deleted. Rows that another server is deleting are skipped. */
import type { Query } from "../sql/query.ts";
import { statement } from "./statement.ts";

const batch = (table: string, condition: string): Query =>
  statement(`delete from ${table} where ctid = any(array(select x.ctid from ${table} x where ${condition} limit 1000 for update skip locked)) returning true as deleted`);

export const retentionStatements = {
  /** Sessions and attempts go by the real clock. Default 75. */
  outdated: [
    batch("nonet.session", "x.expires_at < now() or x.used_at < now() - make_interval(secs => x.idle_seconds)"),
    batch("nonet.challenge", "x.expires_at < now()"),
    batch("nonet.account_link", "x.expires_at < now()"),
    // Default 155.
    batch("nonet.security_event", "x.at < now() - interval '400 days'"),
    batch("nonet.sign_in_attempt", "x.at < now() - interval '1 day'"),
    batch("nonet.sign_in_source", "x.at < now() - interval '90 days'"),
    // Default 209.
    batch("nonet.mention", "x.at < now() - interval '90 days'"),
    // A received call counts once however late it is repeated, so its keys stay.
    batch("nonet.idempotency", "x.at < now() - interval '1 day' and x.actor not like 'call %'"),
    batch("nonet.response", "x.at < now() - interval '1 day'"),
    batch("nonet.request_window", "x.ends_at < now() - interval '1 hour'"),
    batch("nonet.outbox", "x.created_at < now() - interval '30 days' and x.done_at < now() - interval '30 days' and x.status in ('done', 'dropped')"),
  ] as readonly Query[],
};
