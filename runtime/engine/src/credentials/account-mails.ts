/** The mails of the product about accounts: links that the person asked for, and notices of what has changed. */
import { system } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import { type AccountLink, linkPlace } from "../security/account-link.ts";
import { mailServer } from "../calls/send-mail.ts";
import type { Connection } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { LinkPurpose } from "../contract/accounts.ts";
import type { Origin } from "../contract/origin.ts";
import { say } from "@nonet/texts";

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
    body: say("open-this-link-to-set-a-new", { product, linkPlace }),
  }),
  owner: (product) => ({ subject: `${product}: your account`, body: say("open-this-link-to-set-a-password", { product, linkPlace }) }),
  invitation: (product) => ({
    subject: `You are invited to ${product}`,
    body: say("you-have-an-account-at-product-open", { product, linkPlace }),
  }),
  confirm: (product) => ({
    subject: `${product}: confirm your email address`,
    body: say("open-this-link-to-confirm-that-this", { product, linkPlace }),
  }),
  "new-email": (product) => ({
    subject: `${product}: confirm your new email address`,
    body: say("open-this-link-to-use-this-address", { product, linkPlace }),
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
  const from = origin?.source ? say("the-request-came-from-source", { source: origin.source }) : "";
  const body = say("what-from-if-that-wasnt-you-reset", { what, from, name });
  await addMail(connection, "(account notice)", { to: email, subject: `${name}: your account has changed`, body });
}

const addMail = async (connection: Pick<Connection, "rows">, call: string, payload: Readonly<Record<string, unknown>>): Promise<void> => {
  const id = uuidv7();
  await connection.rows(system.addOutbox({ id, call, entity: null, record: null, payload, idempotencyKey: id }));
};
