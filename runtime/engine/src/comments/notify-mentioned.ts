/** Notifies the people whom a comment mentions, in the transaction of the comment: each once, and by mail as they have chosen. */
import { system } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import type { Transaction } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import { canMail } from "../credentials/account-mails.ts";
import { mentionMail } from "../mentions/mention-mail.ts";

export async function notifyMentioned(
  running: Running,
  connection: Transaction,
  { comment, people }: { readonly comment: string; readonly people: readonly string[] },
): Promise<void> {
  for (const person of people) {
    const added = await connection.row(system.addMention(uuidv7(), person, comment));
    if (added && canMail(running)) await mailMention(running, connection, person, added["id"]);
  }
}

async function mailMention(running: Running, connection: Transaction, person: string, mention: string): Promise<void> {
  const mail = (await connection.row(system.mailSetting(person)))?.["mail"] ?? "at once";
  const email = (await connection.row(system.personById(person)))?.["email"];
  if (mail === "never" || !email) return;
  if (mail === "at once") await connection.rows(system.addMentionMail(uuidv7(), mention, mentionMail(running, { person, mention }, email)));
  else await connection.rows(system.addDailyMentionMail(uuidv7(), person, running.product.about.timeZone, mentionMail(running, { person, mention: null }, email)));
}
