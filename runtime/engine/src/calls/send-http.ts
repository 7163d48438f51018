/** Sends one HTTP request of the document and returns the answer; never throws. */
import { type HttpCall, hostFromData } from "@nonet/model";
import { fetch, type Response } from "undici";
import type { Running } from "../connection/running-product.ts";
import { secretOf } from "../connection/secrets.ts";
import type { Answer } from "../contract/calls.ts";
import { untraced } from "../statistics/trace.ts";
import { allowedHosts, guardFor, InternalAddress } from "./internal-addresses.ts";
import { signatureHeaders } from "./signatures.ts";

/** The message, fixed when the change was made. */
export interface HttpMessage {
  readonly method: string;
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Text before the secret, by header. */
  readonly beforeSecrets?: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** The host was read from data when the message was composed. */
  readonly hostFromData?: boolean;
}

const maxBytes = 1_000_000;

export const sendHttp = (running: Running, http: HttpCall, message: HttpMessage, key: string): Promise<Answer> =>
  (running.options.trace ?? untraced)({ name: `call ${message.method}`, kind: "client", attributes: { "http.request.method": message.method } }, async (span) => {
    const answer = await sendOnce(running, http, message, key);
    if (answer.status > 0) span.set({ "http.response.status_code": answer.status });
    if (answer.failure !== null) span.fail();
    return answer;
  });

async function sendOnce(running: Running, http: HttpCall, message: HttpMessage, key: string): Promise<Answer> {
  const text = message.body === null || message.body === undefined ? undefined : JSON.stringify(message.body);
  const secrets = secretHeaders(running, http, message, text ?? "", key);
  if ("missing" in secrets) return { status: 0, body: null, failure: `The secret ${secrets.missing} isn't set.`, final: true };
  // Headers of the document override the defaults, in any letter case.
  const defaults = { ...(text === undefined ? {} : { "content-type": "application/json" }), accept: "application/json", "idempotency-key": key };
  const headers = [defaults, message.headers, secrets.headers].flatMap((some) => Object.entries(some).map(([name, value]) => [name.toLowerCase(), headerText(value)]));
  try {
    const guard = message.hostFromData || hostFromData(running.product, http) ? guardFor(message.address, allowedHosts(running.options.environment)) : null;
    const response = await fetch(message.address, {
      method: message.method,
      headers: Object.fromEntries(headers),
      ...(text === undefined ? {} : { body: text }),
      signal: AbortSignal.timeout(http.expects.withinSeconds * 1000),
      redirect: "manual",
      ...(guard ? { dispatcher: guard } : {}),
    });
    return { status: response.status, body: storable(jsonOr(await readSome(response))), failure: null };
  } catch (error) {
    const isRefused = error instanceof InternalAddress || (error as Error).cause instanceof InternalAddress;
    return { status: 0, body: null, failure: isRefused ? refusedHost : failureOf(error, http, message.address), ...(isRefused ? { final: true } : {}) };
  }
}

const refusedHost = "The host comes from data and leads to an address inside the network, so the request wasn't sent. If that is intended, allow the host with NONET_ALLOW_HOSTS.";

function failureOf(error: unknown, http: HttpCall, address: string): string {
  const { name, cause } = error as Error & { cause?: { code?: string } };
  if (name === "TimeoutError") return `No answer within ${http.expects.withinSeconds} seconds.`;
  if (!URL.canParse(address) || !/^https?:/i.test(address)) return "The address is not a web address.";
  return `The address doesn't answer${cause?.code ? ` (${cause.code})` : ""}.`;
}

/** Answers are stored, so they are cut at a megabyte. */
async function readSome(response: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    parts.push(part as Uint8Array);
    size += (part as Uint8Array).byteLength;
    if (size > maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(parts).subarray(0, maxBytes));
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** PostgreSQL stores neither U+0000 nor lone surrogates. */
function storable(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_key, one: unknown) => (typeof one === "string" ? (one as string & { toWellFormed(): string }).toWellFormed().replaceAll("\0", "") : one)) ?? "null",
  );
}

function secretHeaders(
  running: Running,
  http: HttpCall,
  message: HttpMessage,
  body: string,
  id: string,
): { readonly headers: Record<string, string> } | { readonly missing: string } {
  const headers: Record<string, string> = {};
  for (const header of http.headers) {
    if (header.secret === null) continue;
    const secret = secretOf(running, header.secret);
    if (secret === undefined) return { missing: header.secret };
    headers[header.name] = `${message.beforeSecrets?.[header.name] ?? ""}${secret}`;
  }
  if (!http.signature) return { headers };
  const secret = secretOf(running, http.signature.secret);
  return secret === undefined
    ? { missing: http.signature.secret }
    : { headers: { ...headers, ...signatureHeaders(http.signature, secret, body, { id, at: Math.floor(Date.now() / 1000) }) } };
}

// oxlint-disable-next-line no-control-regex -- control characters are what it removes
const control = /[\u0000-\u001f\u007f]+/g;

/** Any text as a header value (RFC 9110, section 5.5): UTF-8, each octet as one character as `fetch` expects it; control characters become blanks. */
export const headerText = (text: string): string => Buffer.from(text.replace(control, " ").trim(), "utf8").toString("latin1");
