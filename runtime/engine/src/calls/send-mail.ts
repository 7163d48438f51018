/** Sends one mail with its attachments over SMTP; `NONET_SMTP_URL` is the server, `NONET_MAIL_FROM` the sender. */
import { createReadStream, type ReadStream } from "node:fs";
import { join } from "node:path";
import { system } from "@nonet/database";
import nodemailer from "nodemailer";
import type { Transporter } from "nodemailer";
import type { Row } from "../connection/contract.ts";
import type { Running } from "../connection/running-product.ts";
import type { Actor } from "../contract/actor.ts";
import { personOfRow } from "../change/person-of-row.ts";
import { type AccountLink, linkPlace, makeAccountLink } from "../security/account-link.ts";
import { mentionMailNow } from "../mentions/mention-mail.ts";
import { untraced } from "../statistics/trace.ts";
import { addressOf, withAbsoluteLinks } from "./absolute-links.ts";

/** Default 25. */
const maxRetries = 10;
const waitSeconds = 10;

/** Such a mail goes to the list of failed calls: waiting silently would look as if it had been sent. */
export const noMailServer = "No mail server is set. Set NONET_SMTP_URL and send it again.";

export const mailServer = (environment: Running["options"]["environment"]): string | undefined => environment["NONET_SMTP_URL"] || environment["SMTP_URL"] || undefined;
const sender = (environment: Running["options"]["environment"]): string => environment["NONET_MAIL_FROM"] || environment["MAIL_FROM"] || "nonet@localhost";

export async function sendMail(running: Running, row: Row): Promise<void> {
  const { id } = row;
  const { database, options } = running;
  const payload = row["payload"].mentions ? await mentionMailNow(running, row["payload"], addressOf(running) ?? "") : row["payload"];
  if (payload === null) return void (await database.rows(system.outboxDropped(id)));
  if (payload.notShown) return void (await database.rows(system.outboxFailed(id, { notShown: payload.notShown })));
  if (options.rehearse) {
    if (payload.mentions) await database.rows(system.rewriteMessage(id, payload, true));
    if (payload.accountLink) await database.rows(system.rewriteMessage(id, { ...payload, body: await bodyOf(running, payload) }, true));
    return void (await database.rows(system.outboxDone(id, { caught: true })));
  }
  const server = mailServer(options.environment);
  if (!server) return void (await database.rows(system.outboxFailed(id, { why: noMailServer })));
  try {
    const reports = await reportsOf(running, payload);
    if (typeof reports === "string") return void (await database.rows(system.outboxFailed(id, { why: reports })));
    const attachments = [...(await attachmentsOf(running, payload.files ?? [])), ...reports];
    const text = await bodyOf(running, payload);
    await (options.trace ?? untraced)({ name: "mail", kind: "client" }, () =>
      transport(running, server).sendMail({
        from: sender(options.environment),
        to: { name: "", address: payload.to },
        subject: payload.subject,
        text,
        messageId: `<${row["idempotency_key"]}@nonet>`,
        attachments,
      }),
    );
    await database.rows(system.outboxDone(id, { sent: true }));
  } catch (error) {
    const status = Number((error as { responseCode?: number }).responseCode ?? 0);
    const why = { why: `The mail server refused it: ${String((error as Error).message).slice(0, 500)}` };
    // 5xx is final (RFC 5321, section 4.2.1).
    const final = (status >= 500 && status < 600) || row["attempts"] > maxRetries;
    await database.rows(final ? system.outboxFailed(id, why) : system.outboxRetry(id, waitSeconds * 2 ** (Number(row["attempts"]) - 1), why));
  }
}

/** A link to an account is made when the mail is sent, so that nothing that is stored contains it. */
async function bodyOf(running: Running, payload: Row): Promise<string> {
  const link = payload["accountLink"] as AccountLink | undefined;
  if (!link) return withAbsoluteLinks(running, payload["body"]);
  const { path } = await makeAccountLink(running.database, link);
  return String(payload["body"]).replace(linkPlace, `${addressOf(running) ?? ""}${path}`);
}

async function attachmentsOf(running: Running, ids: readonly string[]): Promise<{ filename: string; contentType: string; content: ReadStream }[]> {
  const found = [];
  for (const id of ids) {
    const file = await running.database.row(system.file(id));
    if (file) found.push({ filename: String(file["name"]), contentType: String(file["type"]), content: createReadStream(join(running.options.files, file["path"])) });
  }
  return found;
}

/** The screens that the mail attaches, as its receiver sees them now; or why one can't be made. */
async function reportsOf(running: Running, payload: Row): Promise<{ filename: string; contentType: string; content: Buffer }[] | string> {
  const made = [];
  for (const { screen, format } of (payload["reports"] ?? []) as readonly { screen: string; format: "xlsx" | "csv" }[]) {
    const person = payload["receiver"] ? await running.database.row(system.personById(payload["receiver"])) : undefined;
    const actor: Actor = person && person["active"] !== false ? personOfRow(person) : { kind: "anyone" };
    const file = running.renderScreen ? await running.renderScreen(actor, screen, format) : "Only the server can make reports.";
    if (typeof file === "string") return `The report ${screen} can't be attached: ${file}`;
    made.push({ filename: file.name, contentType: file.type, content: Buffer.from(file.content) });
  }
  return made;
}

const transports = new WeakMap<Running, { server: string; transport: Transporter }>();

function transport(running: Running, server: string): Transporter {
  const known = transports.get(running);
  if (known?.server === server) return known.transport;
  const made = nodemailer.createTransport(server, {
    disableFileAccess: false,
    disableUrlAccess: true,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  } as never);
  transports.set(running, { server, transport: made });
  return made;
}
