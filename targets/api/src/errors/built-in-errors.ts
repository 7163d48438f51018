/** The errors that every product has: stable codes, statuses and default texts. */
import type { BuiltInCode } from "@nonet/model";
import { currentLanguage, sayIn, type TextKey } from "@nonet/texts";

export type { BuiltInCode };

export interface BuiltInError {
  readonly code: BuiltInCode;
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

const list: Readonly<Record<BuiltInCode, readonly [status: number, title: TextKey]>> = {
  malformed: [400, "title-invalid-request"],
  "malformed-json": [400, "title-invalid-request"],
  "unknown-parameter": [400, "title-invalid-request"],
  "unknown-field": [400, "title-invalid-request"],
  "invalid-condition": [400, "title-invalid-request"],
  "invalid-cursor": [400, "title-invalid-request"],
  "unknown-screen": [400, "title-invalid-request"],
  "unknown-list": [400, "title-invalid-request"],
  "no-backup": [400, "title-invalid-request"],
  "no-product": [404, "title-not-found"],
  "not-signed-in": [401, "title-not-signed-in"],
  "wrong-credentials": [401, "title-not-signed-in"],
  "wrong-signature": [401, "title-not-signed-in"],
  "not-permitted": [403, "title-not-permitted"],
  "second-factor-required": [403, "title-second-factor-required"],
  "second-factor-unreadable": [403, "title-second-factor-unreadable"],
  "new-password-required": [403, "title-new-password-required"],
  "confirmation-required": [403, "title-confirmation-required"],
  "wrong-proof": [403, "title-not-confirmed"],
  "read-only-access": [403, "title-read-only-access"],
  "other-origin": [403, "title-not-permitted"],
  "not-found": [404, "title-not-found"],
  "link-not-valid": [404, "title-link-not-valid"],
  "method-not-allowed": [405, "title-method-not-allowed"],
  "request-timeout": [408, "title-request-timeout"],
  conflict: [409, "title-conflict"],
  "idempotency-key-reused": [409, "title-conflict"],
  replayed: [409, "title-conflict"],
  "still-in-use": [409, "title-still-in-use"],
  "state-by-action": [409, "title-read-only-state"],
  "decided-already": [409, "title-already-decided"],
  "not-your-turn": [409, "title-not-your-turn"],
  "decision-refused": [409, "title-refused"],
  endless: [409, "title-endless-loop"],
  locked: [409, "title-locked"],
  "read-only": [422, "title-read-only"],
  busy: [503, "title-busy"],
  outdated: [503, "title-outdated-version"],
  "wrong-state": [409, "title-wrong-state"],
  guard: [409, "title-not-available"],
  "too-deep": [409, "title-endless-loop"],
  archived: [409, "title-archived"],
  "own-account": [409, "title-conflict"],
  "last-owner": [409, "title-conflict"],
  "used-up": [503, "title-used-up"],
  "not-deletable": [409, "title-cant-be-deleted"],
  "clock-only-forward": [409, "title-conflict"],
  "stands-against": [409, "title-conflict"],
  "not-empty": [409, "title-conflict"],
  "would-lose": [409, "title-conflict"],
  "not-approved": [409, "title-conflict"],
  "changed-meanwhile": [412, "title-record-has-changed"],
  "too-large": [413, "title-too-large"],
  "media-type": [415, "title-unsupported-media-type"],
  invalid: [422, "title-invalid-value"],
  "invalid-value": [422, "title-invalid-value"],
  required: [422, "title-required"],
  "not-unique": [409, "title-not-unique"],
  "too-long-for-cell": [422, "title-too-long-for-a-spreadsheet"],
  "too-many-views": [409, "title-too-many-views"],
  "too-many-rows": [422, "title-too-many-rows"],
  "precondition-required": [428, "title-precondition-required"],
  "too-many-requests": [429, "title-too-many-requests"],
  "too-many-attempts": [429, "title-too-many-requests"],
  "headers-too-large": [431, "title-too-large"],
  internal: [500, "title-internal-error"],
  "not-shown": [501, "title-not-shown"],
  "not-supported": [501, "title-not-supported"],
  "call-failed": [502, "title-call-failed"],
  unavailable: [503, "title-unavailable"],
  database: [503, "title-unavailable"],
};

/** In English, as the documentation lists them. */
export const builtInErrors: readonly BuiltInError[] = (Object.keys(list) as BuiltInCode[]).map((code) => inWords(code, "en"));

/** In the language of the running work. */
export const builtInError = (code: BuiltInCode): BuiltInError => inWords(code, currentLanguage());

function inWords(code: BuiltInCode, language: string): BuiltInError {
  const [status, title] = list[code];
  return { code, status, title: sayIn(language, title), text: sayIn(language, `error-${code}`) };
}
