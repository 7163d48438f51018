/** Point 7: sentences that say what is called, sent or done, and when, with the section that says it: `On Confirm, POST to https://… with number`. */
import { isStatementLong } from "../text/statement-length.ts";

/** A section for the sentence, and what else it takes. */
export interface SaidCall {
  readonly section: string;
  /** The statement under Then in the row of the action; null for what a schedule does. */
  readonly then: string | null;
  readonly action: string | null;
}

const moment = String.raw`^(?:on|after|upon|with|at)\s+(?:each\s+|every\s+)?["*\x60]*([\p{L}][\p{L}\p{N} ]*?)["*\x60]*\s*[,:–—-]\s+`;
const request = new RegExp(
  String.raw`${moment}(?:(?:call|send)\s+(?:an?\s+)?)?(GET|POST|PUT|PATCH|DELETE)\s+(?:request\s+)?(?:to\s+)?[<\x60]?(https?:\/\/[^\s>\x60,]+)[>\x60]?(?:,?\s+(?:with|sending|including)\s+(?:the\s+)?(.+?))?\.?$`,
  "iu",
);
const mail = new RegExp(
  String.raw`${moment}(?:send\s+)?(?:an?\s+)?(?:e-?mail|mail|message)\s+(?:is\s+sent\s+)?to\s+(?:the\s+)?([\p{L}][\p{L}\p{N} .]*?)(?:\s*[:,]?\s+(?:with\s+(?:the\s+)?(?:subject|text)\s+|saying\s+)?["“]([^"”]+)["”])?\.?$`,
  "iu",
);

export function saidCall(text: string): SaidCall | null {
  if (isStatementLong(text)) return null;
  const call = request.exec(text);
  if (call) {
    const [, action, method, address, sends] = call;
    const name = `${action!} call`;
    const lines = [`### ${name}`, "", `- Request: ${method!.toUpperCase()} ${address!}`, ...(sends === undefined ? [] : [`- Sends: ${listed(sends)}`])];
    return { section: lines.join("\n"), then: `call ${name}`, action: action! };
  }
  const sent = mail.exec(text);
  if (!sent) return null;
  const name = `${sent[1]!} mail`;
  const subject = sent[3] ?? "not shown";
  return { section: [`### ${name}`, "", `- Email to: ${sent[2]!}`, `- Subject: ${subject}`, `- Body: ${subject}`].join("\n"), then: `send ${name}`, action: sent[1]! };
}

/** `number, day and fee` as `number, day, fee`. */
const listed = (text: string): string => text.replace(/,?\s+and\s+(?:the\s+)?/gi, ", ").trim();
