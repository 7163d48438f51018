/** Asks the mail server whether it would take mails, without sending one. */
import nodemailer from "nodemailer";
import type { EngineOptions } from "../contract/engine-options.ts";
import { mailServer } from "./send-mail.ts";

const patience = 10_000;

/** Null where it would; else why not. */
export async function checkMailServer(environment: EngineOptions["environment"]): Promise<string | null> {
  const server = mailServer(environment);
  if (!server) return "no mail server is set";
  try {
    const transport = nodemailer.createTransport({ url: server, connectionTimeout: patience, greetingTimeout: patience, socketTimeout: patience } as never);
    await transport.verify();
    transport.close();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
