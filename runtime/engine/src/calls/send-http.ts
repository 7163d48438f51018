/** Any text as a header's value: records hold what HTTP can't say as it stands (RFC 9110, section 5.5). */
import { createHmac } from "node:crypto";
import type { HttpCall, Signature } from "@nonet/model";
import type { Running } from "../connection/running-product.ts";
import { secretOf } from "../connection/secrets.ts";
import type { Answer } from "../contract/calls.ts";

// oxlint-disable-next-line no-control-regex -- these are the characters in question
const control = /[\u0000-\u001f\u007f]+/g;

/** In UTF-8, each octet as a character, which is how `fetch` takes values; line breaks and other control characters are blanks. */
export const headerText = (text: string): string => Buffer.from(text.replace(control, " ").trim(), "utf8").toString("latin1");

/** One HTTP request as the document says it, and what came back; never a throw. */

/** What leaves, fixed when the change was made. */
export interface HttpMessage {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** By header, what stands before its secret. */
  readonly beforeSecrets?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const mostBytes = 1_000_000;

export async function sendHttp(running: Running, http: HttpCall, sent: HttpMessage, key: string): Promise<Answer> {
  const text = sent.body === null || sent.body === undefined ? undefined : JSON.stringify(sent.body);
  const secrets = secretHeaders(running, http, sent, text ?? "");
  if ("missing" in secrets) return { status: 0, body: null, failure: `The secret ${secrets.missing} isn't set.`, final: true };
  // What the document says stands in the place of what goes without saying, in whichever case it writes the name.
  const usual = { ...(text === undefined ? {} : { "content-type": "application/json" }), accept: "application/json", "idempotency-key": key };
  const headers = [usual, sent.headers, secrets.headers].flatMap((some) => Object.entries(some).map(([name, value]) => [name.toLowerCase(), headerText(value)]));
  try {
    const response = await fetch(sent.address, {
      method: sent.method,
      headers: Object.fromEntries(headers),
      ...(text === undefined ? {} : { body: text }),
      signal: AbortSignal.timeout(http.expects.withinSeconds * 1000),
      redirect: "manual",
    });
    return { status: response.status, body: keepable(jsonOr(await readSome(response))), failure: null };
  } catch (error) {
    return { status: 0, body: null, failure: whyNot(error, http, sent.address) };
  }
}

function whyNot(error: unknown, http: HttpCall, address: string): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  if (name === "TimeoutError") return `No answer within ${http.expects.withinSeconds} seconds.`;
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return "What it is sent to is no web address.";
  return `The address doesn't answer${cause?.code ? ` (${cause.code})` : ""}.`;
}

/** An answer is kept, so it is cut at a megabyte. */
async function readSome(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).byteLength;
    if (size > mostBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, mostBytes));
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** PostgreSQL keeps no U+0000 and no half characters. */
function keepable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, one: unknown) => (typeof one === "string" ? (one as string & { toWellFormed(): string }).toWellFormed().replaceAll("\0", "") : one)) ?? "null",
  );
}

function secretHeaders(running: Running, http: HttpCall, sent: HttpMessage, body: string): { readonly headers: Record<string, string> } | { readonly missing: string } {
  const headers: Record<string, string> = {};
  for (const header of http.headers) {
    if (header.secret === null) continue;
    const secret = secretOf(running, header.secret);
    if (secret === undefined) return { missing: header.secret };
    headers[header.name] = `${sent.beforeSecrets?.[header.name] ?? ""}${secret}`;
  }
  if (!http.signature) return { headers };
  const secret = secretOf(running, http.signature.secret);
  return secret === undefined ? { missing: http.signature.secret } : { headers: { ...headers, ...signed(http.signature, secret, body) } };
}

function signed(signature: Signature, secret: string, body: string): Record<string, string> {
  switch (signature.kind) {
    case "bearer":
      return { authorization: `Bearer ${secret}` };
    case "header":
      return { [signature.header]: secret };
    case "hmac":
      return { [signature.header]: createHmac(signature.algorithm, secret).update(body).digest(signature.encoding) };
  }
}
