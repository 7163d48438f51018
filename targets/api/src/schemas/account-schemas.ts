/** The schemas of accounts: sessions, second factors, passkeys, API keys and the security log. */
import type { Schema } from "./field-schema.ts";
import { input, items, list, object, person, text, textOrNull } from "./schema-parts.ts";

const instant: Schema = { type: "string", format: "date-time" };
const instantOrNull: Schema = { type: ["string", "null"], format: "date-time" };
const flag: Schema = { type: "boolean" };
const email: Schema = { type: "string", format: "email" };
const needs: Schema = {
  type: ["string", "null"],
  enum: ["second factor", "new password", "enrollment", null],
  description: "What the sign-in still needs. Until then, the session has no permissions.",
};
const somebody: Schema = { ...object({ id: text, name: textOrNull, email: textOrNull }), type: ["object", "null"] };
const key = {
  id: text,
  name: text,
  at: instant,
  usedAt: instantOrNull,
  expiresAt: instantOrNull,
  access: { type: "string", enum: ["read", "write"] },
  roles: { type: ["array", "null"], items: text },
} as const;

export const accountSchemas: Readonly<Record<string, Schema>> = {
  Session: object({ token: text, ...person, needs }, ["token", "needs"]),
  Me: object(
    {
      signedIn: flag,
      ...person,
      id: textOrNull,
      name: textOrNull,
      email: textOrNull,
      needs,
      proofs: { ...list(text), description: "What the person can show: `code`, `passkey`, `recoveryCode`." },
      acting: { type: ["object", "null"], description: "If the Owner acts for the person: until when, and whether read-only." },
    },
    ["signedIn", "id", "name", "email", "roles", "owner"],
  ),
  Address: input({ email }),
  ForgottenPassword: input({ email: { type: "string", description: "The address of the account." } }),
  AccountLink: input({ token: text }),
  OpenedAccountLink: object({
    purpose: { type: "string", enum: ["reset", "invitation", "owner", "confirm", "new-email"] },
    name: text,
    email: text,
    ways: list({ type: "string", enum: ["password", "passkey"] }),
  }),
  Proof: input({ password: text, code: text, recoveryCode: text, passkey: { type: "object" } }, []),
  NewToken: object({ token: text }),
  Code: input({ code: { type: "string", pattern: "^[0-9]{6}$" } }),
  PasskeyOptions: { type: "object", description: "As `navigator.credentials` takes them, with binary values as base64url." },
  PasskeyResponse: input({ response: { type: "object", description: "As `navigator.credentials.get` returns it, with binary values as base64url." } }),
  NewPasskey: input({ name: { type: "string", maxLength: 80 }, response: { type: "object" } }, ["response"]),
  TotpSecret: object({ secret: text, address: { type: "string", description: "For a QR code: `otpauth://totp/…`." } }),
  EnrolledFactor: object(
    {
      recoveryCodes: { type: ["array", "null"], items: text, description: "Only in this response." },
      token: { type: "string", description: "The new token, if the sign-in waited for this." },
    },
    ["recoveryCodes"],
  ),
  RecoveryCodes: object({ codes: list(text) }),
  Account: object({
    email,
    emailConfirmed: flag,
    hasPassword: flag,
    totp: flag,
    recoveryCodes: { type: "integer" },
    passkeys: list(object({ id: text, name: text, at: instant, usedAt: instantOrNull })),
    needsSecondFactor: flag,
    passkeySignIn: flag,
    sendsMail: flag,
  }),
  Sessions: items(object({ id: text, at: instant, usedAt: instant, source: text, device: text, current: flag })),
  NewPersonalKey: input(
    { name: { type: "string", maxLength: 80 }, expiresAt: { ...instantOrNull, description: "In a year unless stated; null for never." }, access: key.access, roles: list(text) },
    ["name"],
  ),
  PersonalKey: object({ ...key, key: { type: "string", description: "Only in this response." } }),
  PersonalKeys: items(object(key)),
  Support: input({ reason: { type: "string", maxLength: 500 }, access: { type: "string", enum: ["read", "write"] } }, ["reason"]),
  SecurityLog: object({
    items: list(object({ id: text, at: instant, event: text, what: text, person: somebody, by: somebody, source: text, device: text, detail: { type: "object" } })),
    next: textOrNull,
    events: { ...list(object({ event: text, what: text })), description: "Every kind of event." },
  }),
};
