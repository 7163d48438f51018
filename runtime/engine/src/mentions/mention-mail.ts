/**
 * Mails about mentions. A mail can be read long after somebody has lost access, so it names neither the record nor who
 * wrote the comment nor its text. Whether there is anything to report is decided when the mail is sent.
 */
import { system } from "@nonet/database";
import { personOfRow } from "../change/person-of-row.ts";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import { visibleMentions } from "./visible-mentions.ts";

/** In the payload of the mail. */
export interface MentionMail {
  readonly person: string;
  /** Null for all that are unread. */
  readonly mention: string | null;
}

/** Where a mail's text takes the address of the product. */
export const addressPlace = "{address}";

export const mentionMail = (running: Running, mentions: MentionMail, to: string): Readonly<Record<string, unknown>> => ({
  to,
  subject: `${running.product.name}: you have been mentioned`,
  body: `You have been mentioned in a comment. Sign in to read it:\n\n${addressPlace}\n\nYou can choose there when you get such mails: select the bell, then Mail.`,
  mentions,
});

/** The payload as it is sent now; null where the person has read what it reports, or may no longer read it. */
export async function mentionMailNow(running: Running, payload: Row, address: string): Promise<Row | null> {
  const { person, mention } = payload["mentions"] as MentionMail;
  const row = await running.database.row(system.personById(person));
  if (!row || row["active"] === false || !row["email"]) return null;
  const { found } = await visibleMentions(running, personOfRow(row), { before: null, unread: true, limit: mention === null ? 1 : 100 });
  const isNews = mention === null ? found.length > 0 : found.some((each) => each.row["id"] === mention);
  return isNews ? { ...payload, to: row["email"], body: String(payload["body"]).replace(addressPlace, address) } : null;
}
