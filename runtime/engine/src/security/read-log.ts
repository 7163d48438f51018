/** The security log, for the Owner: newest first, a page at a time. */
import { isId } from "@nonet/model";
import { system } from "@nonet/database";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Accounts, SecurityLogEntry } from "../contract/accounts.ts";
import type { Actor } from "../contract/actor.ts";
import type { Outcome } from "../contract/outcome.ts";
import { done, notPermitted, notSignedIn, problem, refuse } from "../refusals/refusal.ts";
import { isSecurityEvent, securityEventNames, securityEventText } from "./security-events.ts";
import { say } from "@nonet/texts";

type Request = Parameters<Accounts["securityLog"]>[1];

export async function readSecurityLog(
  running: Running,
  actor: Actor,
  { event, person, from, to, after, limit }: Request,
): Promise<Outcome<{ readonly items: readonly SecurityLogEntry[]; readonly next: string | null }>> {
  if (actor.kind === "anyone") return notSignedIn();
  if (actor.kind === "person" && !actor.owner) return notPermitted(say("only-the-owner-can-read-the-security"));
  if (event !== undefined && !isSecurityEvent(event)) return invalid("event", say("use-one-of-value", { value: securityEventNames.join(", ") }));
  if (person !== undefined && !isId(person)) return invalid("person", say("use-the-id-of-a-person"));
  for (const [name, value] of Object.entries({ from, to })) if (value !== undefined && !isInstant(value)) return invalid(name, say("use-a-date-or-an-instant-such"));
  if (after !== undefined && !/^\d{1,18}$/.test(after)) return refuse("malformed", problem("invalid-cursor", say("the-cursor-doesnt-belong-to-this-list"), { field: "after" }));
  const filter = { event: event ?? null, user: person ?? null, from: from ?? null, to: to ?? null, before: after ?? null };
  const rows = await running.database.rows(system.securityEvents(filter, limit + 1));
  return done({ items: rows.slice(0, limit).map(entryOf), next: rows.length > limit ? String(rows[limit - 1]!["position"]) : null });
}

const invalid = (field: string, detail: string) => refuse("malformed", problem("malformed", detail, { field }));

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d))?$/.test(text) && !Number.isNaN(Date.parse(text)) && Number(text.slice(0, 4)) > 0;

const entryOf = (row: Row): SecurityLogEntry => ({
  id: String(row["position"]),
  at: row["at"],
  event: row["event"],
  what: securityEventText(row["event"]),
  person: personIn(row, "user"),
  by: personIn(row, "by"),
  source: row["source"],
  device: row["device"],
  detail: row["detail"],
});

const personIn = (row: Row, role: "user" | "by"): SecurityLogEntry["by"] =>
  row[`${role}_id`] ? { id: row[`${role}_id`], name: row[`${role}_name`] ?? null, email: row[`${role}_email`] ?? null } : null;
