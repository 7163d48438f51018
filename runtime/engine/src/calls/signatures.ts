/** How the requests of point 7 are signed, and how a received signature is checked. */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Signature } from "@nonet/model";

/** What a signature of a request that is sent covers apart from its body. */
export interface Attempt {
  /** The same for all attempts of one request. */
  readonly id: string;
  /** The time of this attempt, in seconds since 1970. */
  readonly at: number;
}

/** The headers of a request that is sent. */
export function signatureHeaders(signature: Signature, secret: string, body: string, { id, at }: Attempt): Record<string, string> {
  switch (signature.kind) {
    case "bearer":
      return { authorization: `Bearer ${secret}` };
    case "header":
      return { [signature.header]: secret };
    case "hmac":
      return { [signature.header]: createHmac(signature.algorithm, secret).update(body).digest(signature.encoding) };
    case "timestamped":
      return { [signature.header]: `t=${at},v1=${createHmac(signature.algorithm, secret).update(`${at}.${body}`).digest("hex")}` };
    case "standard webhooks":
      return {
        "webhook-id": id,
        "webhook-timestamp": String(at),
        "webhook-signature": `v1,${createHmac("sha256", webhookKey(secret)).update(`${id}.${at}.${body}`).digest("base64")}`,
      };
  }
}

export interface Signed {
  readonly rawBody: Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

/** Null if the signature is missing or wrong, or its time is too far from now. `once`: what identifies this signature, which no honest sender sends twice. */
export function checkSignature(signature: Signature, secret: string, { rawBody, headers }: Signed, now: number): { readonly once: string | null } | null {
  switch (signature.kind) {
    case "bearer":
      return isEqualInConstantTime(headers["authorization"] ?? "", `Bearer ${secret}`) ? { once: null } : null;
    case "header":
      return isEqualInConstantTime(headers[signature.header.toLowerCase()] ?? "", secret) ? { once: null } : null;
    case "hmac":
      return isHmac(signature, secret, rawBody, headers[signature.header.toLowerCase()] ?? "") ? { once: null } : null;
    case "timestamped":
      return checkTimestamped(signature, secret, rawBody, headers[signature.header.toLowerCase()] ?? "", now);
    case "standard webhooks":
      return checkStandardWebhooks(signature, secret, { rawBody, headers }, now);
  }
}

/** Hexadecimal or base64, also after the name of the algorithm. */
function isHmac({ algorithm }: Signature & { kind: "hmac" }, secret: string, rawBody: Uint8Array, header: string): boolean {
  const given = header.trim().replace(new RegExp(`^${algorithm}=`, "i"), "");
  const digest = createHmac(algorithm, secret).update(rawBody).digest();
  return (
    isEqualInConstantTime(given.toLowerCase(), digest.toString("hex")) ||
    isEqualInConstantTime(given, digest.toString("base64")) ||
    isEqualInConstantTime(given, digest.toString("base64url"))
  );
}

/** `t=1492774577,v1=5257…,v1=…`: while a secret is being replaced, there are several. */
function checkTimestamped(
  { algorithm, toleranceSeconds }: Signature & { kind: "timestamped" },
  secret: string,
  rawBody: Uint8Array,
  header: string,
  now: number,
): { readonly once: string } | null {
  const parts = header.split(",").map((part) => part.trim().split("=", 2) as [string, string | undefined]);
  const at = parts.find(([name]) => name === "t")?.[1] ?? "";
  if (!isInTime(at, now, toleranceSeconds)) return null;
  const digest = createHmac(algorithm, secret).update(`${at}.`).update(rawBody).digest("hex");
  const isRight = parts.some(([name, value]) => name === "v1" && isEqualInConstantTime((value ?? "").toLowerCase(), digest));
  return isRight ? { once: `${at} ${digest}` } : null;
}

/** `webhook-signature: v1,BASE64 v1,BASE64` (Standard Webhooks 1.0). */
function checkStandardWebhooks(
  { toleranceSeconds }: Signature & { kind: "standard webhooks" },
  secret: string,
  { rawBody, headers }: Signed,
  now: number,
): { readonly once: string } | null {
  const id = headers["webhook-id"] ?? "";
  const at = headers["webhook-timestamp"] ?? "";
  if (id === "" || !isInTime(at, now, toleranceSeconds)) return null;
  const digest = createHmac("sha256", webhookKey(secret)).update(`${id}.${at}.`).update(rawBody).digest("base64");
  const isRight = (headers["webhook-signature"] ?? "").split(/[ ,]+(?=v1,)|\s+/).some((one) => isEqualInConstantTime(one.replace(/^v1,/, ""), digest));
  return isRight ? { once: `${id} ${at} ${digest}` } : null;
}

const isInTime = (at: string, now: number, toleranceSeconds: number): boolean => /^\d{1,12}$/.test(at) && Math.abs(now - Number(at)) <= toleranceSeconds;

/** `whsec_` and the key in base64; any other secret is the key itself. */
const webhookKey = (secret: string): Buffer => (secret.startsWith("whsec_") ? Buffer.from(secret.slice("whsec_".length), "base64") : Buffer.from(secret));

function isEqualInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
