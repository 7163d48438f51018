/** The errors that every product has without a line of its document: stable codes, statuses and default texts. */
import type { BuiltInCode } from "@nonet/model";

export type { BuiltInCode };

export interface BuiltInError {
  readonly code: BuiltInCode;
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

const list: Readonly<Record<BuiltInCode, readonly [status: number, title: string, text: string]>> = {
  malformed: [400, "Malformed", "The request isn't in the form that is expected here."],
  "malformed-json": [400, "Malformed", "The body isn't valid JSON."],
  "unknown-parameter": [400, "Malformed", "The request has a parameter that isn't known here."],
  "unknown-field": [400, "Malformed", "The body has a field that isn't known here."],
  "invalid-condition": [400, "Malformed", "The condition can't be read, or names what isn't there."],
  "invalid-cursor": [400, "Malformed", "This cursor doesn't belong to this list."],
  "unknown-screen": [400, "Malformed", "There is no such screen."],
  "unknown-list": [400, "Malformed", "There is no such list on this screen."],
  "no-backup": [400, "Malformed", "That isn't a whole backup."],
  "no-product": [404, "Not found", "That database holds no product."],
  "not-signed-in": [401, "Not signed in", "Sign in first."],
  "wrong-credentials": [401, "Not signed in", "The email or the password isn't right."],
  "wrong-signature": [401, "Not signed in", "The signature is missing or wrong."],
  "not-permitted": [403, "Not permitted", "You may not do this."],
  "other-origin": [403, "Not permitted", "The request comes from a page of another address."],
  "not-found": [404, "Not found", "There is nothing here, or nothing that you may see."],
  conflict: [409, "In conflict", "A state or another record stands against it."],
  "idempotency-key-reused": [409, "In conflict", "This Idempotency-Key was used with another request."],
  "still-in-use": [409, "Still in use", "Other records refer to this one."],
  "state-by-action": [409, "By an action only", "A state changes only by the actions that the document names."],
  "decided-already": [409, "Decided already", "You have decided on this already."],
  "not-your-turn": [409, "Not your turn", "A step before yours isn't through, or yours is."],
  "decision-refused": [409, "Refused", "It has been refused, and stays so until the decision starts again."],
  endless: [409, "Without end", "Automatic transitions would follow each other without end."],
  locked: [409, "Locked", "The document locks this record now."],
  "read-only": [422, "Read-only", "The document doesn't let this field be written."],
  busy: [503, "Busy", "Others are changing the same records; try again."],
  outdated: [503, "Another version", "The product has moved to another version of its document, and this server hasn't; try again later."],
  "wrong-state": [409, "Not in this state", "The record's state doesn't let this happen now."],
  guard: [409, "Not now", "The document's condition for this doesn't hold now."],
  "too-deep": [409, "Without end", "The effects of this would run each other without end."],
  archived: [409, "Archived", "The record is archived and stays as it is."],
  "own-account": [409, "In conflict", "The Owner's own account can't be erased while they are the Owner."],
  "used-up": [503, "Used up", "The random texts of this length are nearly used up."],
  "not-deletable": [409, "Can't be deleted", "The document doesn't let this record be deleted."],
  "clock-only-forward": [409, "In conflict", "The rehearsal's clock moves only forward."],
  "stands-against": [409, "In conflict", "Records stand against the new version of the document."],
  "not-empty": [409, "In conflict", "This database has a product already."],
  "would-lose": [409, "In conflict", "The new version of the document would lose what is stored."],
  "changed-meanwhile": [412, "Changed meanwhile", "The record has changed since you read it."],
  "too-large": [413, "Too large", "The request is larger than what is taken here."],
  "media-type": [415, "Unsupported media type", "The body has a content type that isn't taken here."],
  invalid: [422, "Invalid", "A value isn't valid."],
  "invalid-value": [422, "Invalid", "A value isn't of its field's form."],
  required: [422, "Required", "A value is required."],
  "not-unique": [409, "Not unique", "Another record has this value already."],
  "too-long-for-cell": [422, "Too long for a spreadsheet", "A text is longer than a cell of a spreadsheet may be; export it as CSV."],
  "too-many-rows": [422, "Too many rows", "These are more rows than one export may have."],
  "precondition-required": [428, "Precondition required", "Say which version you mean with If-Match, or If-Match: * for whatever it is now."],
  "too-many-requests": [429, "Too many requests", "You have sent more requests than are taken in a minute."],
  "too-many-attempts": [429, "Too many requests", "Too many sign-ins have failed; wait before the next."],
  internal: [500, "A fault of ours", "Something went wrong that is no fault of yours. It has been written down."],
  "not-shown": [501, "Not shown", "The specification doesn't say this yet."],
  "not-supported": [501, "Not there yet", "This version can't do it."],
  "call-failed": [502, "Call failed", "Another system didn't answer as expected."],
  unavailable: [503, "Unavailable", "The product can't answer now; try again shortly."],
  database: [503, "Unavailable", "The database doesn't answer."],
};

export const builtInErrors: readonly BuiltInError[] = (Object.keys(list) as BuiltInCode[]).map((code) => ({
  code,
  status: list[code][0],
  title: list[code][1],
  text: list[code][2],
}));

export const builtInError = (code: BuiltInCode): BuiltInError => builtInErrors.find((e) => e.code === code)!;
