/** The mails of the product about accounts: links that the person asked for, and notices of what has changed. */
import { system } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import { type AccountLink, linkPlace } from "../security/account-link.ts";
import { mailServer } from "../calls/send-mail.ts";
import type { Connection } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { LinkPurpose } from "../contract/accounts.ts";
import type { Origin } from "../contract/origin.ts";

export interface Receiver {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Without a mail server, mails about accounts aren't even composed: they would only fill the list of failed calls. */
export const canMail = ({ options }: Running): boolean => options.rehearse || mailServer(options.environment) !== undefined;

interface Text {
  readonly subject: string;
  readonly body: string;
}

const textOf: Readonly<Record<LinkPurpose, (product: string) => Text>> = {
  reset: (product) => ({
    subject: `${product}: reset your password`,
    body: `Open this link to set a new password for ${product}:\n\n${linkPlace}\n\nIt works once, within 30 minutes. If you didn't ask for it, ignore this mail: your password stays as it is.`,
  }),
  owner: (product) => ({ subject: `${product}: your account`, body: `Open this link to set a password for ${product}:\n\n${linkPlace}\n\nIt works once, within an hour.` }),
  invitation: (product) => ({
    subject: `You are invited to ${product}`,
    body: `You have an account at ${product}. Open this link to choose how you sign in:\n\n${linkPlace}\n\nIt works once, within 7 days.`,
  }),
  confirm: (product) => ({
    subject: `${product}: confirm your email address`,
    body: `Open this link to confirm that this is your email address at ${product}:\n\n${linkPlace}\n\nIt works within 24 hours. If you have no account there, ignore this mail.`,
  }),
  "new-email": (product) => ({
    subject: `${product}: confirm your new email address`,
    body: `Open this link to use this address for your account at ${product}:\n\n${linkPlace}\n\nIt works once, within 24 hours. If you didn't ask for it, ignore this mail.`,
  }),
};

/** The link itself is made when the mail is sent. */
export async function mailLink(running: Running, { purpose, user, email }: AccountLink): Promise<void> {
  const { subject, body } = textOf[purpose](running.product.name);
  await addMail(running.database, `(${names[purpose]})`, { to: email, subject, body, accountLink: { purpose, user, email } });
}

const names: Readonly<Record<LinkPurpose, string>> = {
  reset: "password reset",
  owner: "owner's link",
  invitation: "invitation",
  confirm: "address to confirm",
  "new-email": "new address to confirm",
};

/** Tells the person what has changed, so that somebody else's change is noticed. `what`: a sentence. `connection`: of the change to which it belongs. */
export async function mailNotice(
  running: Running,
  { email }: Pick<Receiver, "email">,
  what: string,
  origin?: Origin,
  connection: Pick<Connection, "rows"> = running.database,
): Promise<void> {
  if (!canMail(running)) return;
  const { name } = running.product;
  const from = origin?.source ? ` The request came from ${origin.source}.` : "";
  const body = `${what}${from}\n\nIf that wasn't you, reset your password and tell the Owner of ${name}.`;
  await addMail(connection, "(account notice)", { to: email, subject: `${name}: your account has changed`, body });
}

const addMail = async (connection: Pick<Connection, "rows">, call: string, payload: Readonly<Record<string, unknown>>): Promise<void> => {
  const id = uuidv7();
  await connection.rows(system.addOutbox({ id, call, entity: null, record: null, payload, idempotencyKey: id }));
};
