/** The mails of the product about accounts: links that the person asked for, and notices of what has changed. */
import { system } from "@nonet/database";
import { uuidv7 } from "uuidv7";
import { type AccountLink, linkPlace } from "../security/account-link.ts";
import { mailServer } from "../calls/send-mail.ts";
import type { Connection } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { LinkPurpose } from "../contract/accounts.ts";
import type { Origin } from "../contract/origin.ts";
import { languagesOf } from "@nonet/model";
import { currentLanguage, offeredLanguage, sayIn, type TextKey, type TextValues } from "@nonet/texts";

export interface Receiver {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

/** Without a mail server, mails about accounts aren't even composed: they would only fill the list of failed calls. */
export const canMail = ({ options }: Running): boolean => options.rehearse || mailServer(options.environment) !== undefined;

/** A sentence about what has changed. */
export interface Notice {
  readonly key: TextKey;
  readonly values?: TextValues;
}

const textOf: Readonly<Record<LinkPurpose, readonly [subject: TextKey, body: TextKey]>> = {
  reset: ["mail-reset-subject", "open-this-link-to-set-a-new"],
  owner: ["mail-owner-subject", "open-this-link-to-set-a-password"],
  invitation: ["mail-invitation-subject", "you-have-an-account-at-product-open"],
  confirm: ["mail-confirm-subject", "open-this-link-to-confirm-that-this"],
  "new-email": ["mail-new-email-subject", "open-this-link-to-use-this-address"],
};

/** Mails that their reader has requested. */
const ownRequests: ReadonlySet<LinkPurpose> = new Set(["reset", "confirm", "new-email"]);

/** The link itself is made when the mail is sent. */
export async function mailLink(running: Running, { purpose, user, email }: AccountLink): Promise<void> {
  const [subjectKey, bodyKey] = textOf[purpose];
  const language = await languageForMail(running, email, ownRequests.has(purpose));
  const product = running.product.name;
  const [subject, body] = [sayIn(language, subjectKey, { product }), sayIn(language, bodyKey, { product, linkPlace })];
  await addMail(running.database, `(${names[purpose]})`, { to: email, subject, body, accountLink: { purpose, user, email } });
}

const names: Readonly<Record<LinkPurpose, string>> = {
  reset: "password reset",
  owner: "owner's link",
  invitation: "invitation",
  confirm: "address to confirm",
  "new-email": "new address to confirm",
};

/** Tells the person what has changed, so that somebody else's change is noticed. `connection`: of the change to which it belongs. */
export async function mailNotice(
  running: Running,
  { email }: Pick<Receiver, "email">,
  what: Notice,
  origin?: Origin,
  connection: Pick<Connection, "rows"> = running.database,
): Promise<void> {
  if (!canMail(running)) return;
  const { name } = running.product;
  const language = await languageForMail(running, email, false);
  const from = origin?.source ? ` ${sayIn(language, "the-request-came-from-source", { source: origin.source })}` : "";
  const body = sayIn(language, "what-from-if-that-wasnt-you-reset", { what: sayIn(language, what.key, what.values), from, name });
  await addMail(connection, "(account notice)", { to: email, subject: sayIn(language, "mail-notice-subject", { product: name }), body });
}

/** The receiver's own choice; else the language of their request, or the product's. */
async function languageForMail({ database, product }: Running, email: string, isOwnRequest: boolean): Promise<string> {
  const offered = languagesOf(product.about);
  if (offered.length === 1) return offered[0]!;
  const chosen: unknown = (await database.row(system.languageOfAddress(email)))?.["language"];
  return offeredLanguage(offered, typeof chosen === "string" ? chosen : undefined) ?? (isOwnRequest ? currentLanguage() : offered[0]!);
}

const addMail = async (connection: Pick<Connection, "rows">, call: string, payload: Readonly<Record<string, unknown>>): Promise<void> => {
  const id = uuidv7();
  await connection.rows(system.addOutbox({ id, call, entity: null, record: null, payload, idempotencyKey: id }));
};
