/** The errors that every product has: stable codes, statuses and default texts. */
import type { BuiltInCode } from "@nonet/model";

export type { BuiltInCode };

export interface BuiltInError {
  readonly code: BuiltInCode;
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

const list: Readonly<Record<BuiltInCode, readonly [status: number, title: string, text: string]>> = {
  malformed: [400, "Invalid request", "Invalid request."],
  "malformed-json": [400, "Invalid request", "The request body isn't valid JSON."],
  "unknown-parameter": [400, "Invalid request", "The request has an unknown parameter."],
  "unknown-field": [400, "Invalid request", "The request body has an unknown field."],
  "invalid-condition": [400, "Invalid request", "The condition is invalid, or refers to something that doesn't exist."],
  "invalid-cursor": [400, "Invalid request", "The cursor doesn't belong to this list."],
  "unknown-screen": [400, "Invalid request", "This screen doesn't exist."],
  "unknown-list": [400, "Invalid request", "This list doesn't exist on the screen."],
  "no-backup": [400, "Invalid request", "This isn't a complete backup."],
  "no-product": [404, "Not found", "The database doesn't contain a product."],
  "not-signed-in": [401, "Not signed in", "Sign in to continue."],
  "wrong-credentials": [401, "Not signed in", "The email or password is incorrect."],
  "wrong-signature": [401, "Not signed in", "The signature is missing or invalid."],
  "not-permitted": [403, "Not permitted", "You don't have permission to do this."],
  "second-factor-required": [403, "Second factor required", "Your sign-in isn't complete: it needs your second factor."],
  "second-factor-unreadable": [403, "Second factor unreadable", "Codes of your app can't be checked at the moment."],
  "new-password-required": [403, "New password required", "Your sign-in isn't complete: choose a password of your own."],
  "confirmation-required": [403, "Confirmation required", "Confirm that it's you: sign in again, or enter your password or second factor."],
  "wrong-proof": [403, "Not confirmed", "What you entered isn't right."],
  "read-only-access": [403, "Read-only access", "You have read-only access, so nothing can be changed."],
  "other-origin": [403, "Not permitted", "Requests from other websites aren't allowed."],
  "not-found": [404, "Not found", "This doesn't exist, or you don't have access to it."],
  "link-not-valid": [404, "Link not valid", "This link isn't valid. It may have expired, or it was used already."],
  "request-timeout": [408, "Request timeout", "The request took too long to arrive. Send it again."],
  conflict: [409, "Conflict", "The change conflicts with the current state or with another record."],
  "idempotency-key-reused": [409, "Conflict", "This Idempotency-Key was already used with a different request."],
  replayed: [409, "Conflict", "This signed request has been received before."],
  "still-in-use": [409, "Still in use", "Other records refer to this record."],
  "state-by-action": [409, "Read-only state", "A state can only be changed by an action."],
  "decided-already": [409, "Already decided", "You have already decided on this."],
  "not-your-turn": [409, "Not your turn", "It isn't your turn: an earlier step is still open, or your step is complete."],
  "decision-refused": [409, "Refused", "This was refused, and stays refused until the decision starts again."],
  endless: [409, "Endless loop", "Automatic transitions would trigger each other endlessly."],
  locked: [409, "Locked", "This record is locked right now."],
  "read-only": [422, "Read-only", "This field is read-only."],
  busy: [503, "Busy", "Other changes to the same records are in progress. Try again."],
  outdated: [503, "Outdated version", "This server still runs a previous version of the document. Try again later."],
  "wrong-state": [409, "Wrong state", "This isn't possible in the record's current state."],
  guard: [409, "Not available", "This isn't available right now."],
  "too-deep": [409, "Endless loop", "The effects of this action would trigger each other endlessly."],
  archived: [409, "Archived", "This record is archived and can't be changed."],
  "own-account": [409, "Conflict", "You can't erase your own account while you are the Owner."],
  "last-owner": [409, "Conflict", "The product needs at least one active Owner."],
  "used-up": [503, "Used up", "Nearly all random texts of this length are in use."],
  "not-deletable": [409, "Can't be deleted", "This record can't be deleted."],
  "clock-only-forward": [409, "Conflict", "The rehearsal clock only moves forward."],
  "stands-against": [409, "Conflict", "Existing records violate the new version of the document."],
  "not-empty": [409, "Conflict", "The database already contains a product."],
  "would-lose": [409, "Conflict", "The new version of the document would delete stored data."],
  "changed-meanwhile": [412, "Record has changed", "The record has changed since you read it."],
  "too-large": [413, "Too large", "The request is too large."],
  "media-type": [415, "Unsupported media type", "This content type isn't supported."],
  invalid: [422, "Invalid value", "A value is invalid."],
  "invalid-value": [422, "Invalid value", "A value doesn't match the type of its field."],
  required: [422, "Required", "A value is required."],
  "not-unique": [409, "Not unique", "Another record already has this value."],
  "too-long-for-cell": [422, "Too long for a spreadsheet", "A text is too long for a spreadsheet cell. Export as CSV instead."],
  "too-many-views": [409, "Too many views", "You have as many saved views as possible. Delete some before you save another one."],
  "too-many-rows": [422, "Too many rows", "The export has too many rows."],
  "precondition-required": [428, "Precondition required", "Send If-Match with the version that you want to change, or If-Match: * for any version."],
  "too-many-requests": [429, "Too many requests", "Too many requests. Try again in a minute."],
  "too-many-attempts": [429, "Too many requests", "Too many failed sign-ins. Wait before you try again."],
  internal: [500, "Internal error", "Something went wrong on our side. The error has been logged."],
  "not-shown": [501, "Not shown", "The specification doesn't define this yet."],
  "not-supported": [501, "Not supported", "This version doesn't support this yet."],
  "call-failed": [502, "Call failed", "Another system didn't respond as expected."],
  unavailable: [503, "Unavailable", "The product is temporarily unavailable. Try again shortly."],
  database: [503, "Unavailable", "The database doesn't respond."],
};

export const builtInErrors: readonly BuiltInError[] = (Object.keys(list) as BuiltInCode[]).map((code) => ({
  code,
  status: list[code][0],
  title: list[code][1],
  text: list[code][2],
}));

export const builtInError = (code: BuiltInCode): BuiltInError => builtInErrors.find((e) => e.code === code)!;
