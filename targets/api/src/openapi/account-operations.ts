/** The operations of accounts: the signed-in user's own, and what the Owner does with those of others. */
import { type Operation, type Parameter, personId, query, refused, shared } from "./operation.ts";

const write = { refusals: refused.write } as const;
const nothing = { status: 204, schema: null } as const;
const inPath = (name: string, text: string): Parameter => ({ name, in: "path", required: true, text });

const takes = (schema: string) => ({ ...write, takes: { schema } });

export const accountOperations: readonly Operation[] = [
  shared("forgotPassword", "post", "/api/sign-in/forgotten", "Mails a link to set a new password, if there is such an account. The response doesn't say whether there is", {
    ...takes("ForgottenPassword"),
    answers: nothing,
  }),
  shared("openAccountLink", "post", "/api/sign-in/link", "Returns what a link from a mail is for", {
    ...takes("AccountLink"),
    answers: { status: 200, schema: "OpenedAccountLink" },
  }),
  shared("useAccountLink", "post", "/api/sign-in/link/use", "Sets the password of a reset or an invitation, and starts a session", {
    ...takes("AccountLinkUse"),
    answers: { status: 200, schema: "Session" },
  }),
  shared("confirmAddress", "post", "/api/sign-in/link/confirm", "Confirms the email address to which a link was mailed", {
    ...takes("AccountLink"),
    answers: { status: 200, schema: "Address" },
  }),
  shared("showFactor", "post", "/api/sign-in/factor", "Completes a sign-in with a second factor: a code, a recovery code or a passkey", {
    ...takes("Proof"),
    answers: { status: 200, schema: "Session" },
  }),
  shared("passkeyOptions", "post", "/api/sign-in/passkey/options", "Returns the options with which a browser shows a passkey", {
    ...write,
    answers: { status: 200, schema: "PasskeyOptions" },
  }),
  shared("signInByPasskey", "post", "/api/sign-in/passkey", "Starts a session with a passkey", { ...takes("PasskeyResponse"), answers: { status: 200, schema: "Session" } }),
  shared("account", "get", "/api/me/account", "Returns how the signed-in user signs in", { answers: { status: 200, schema: "Account" } }),
  shared("confirm", "post", "/api/me/confirm", "Confirms that the signed-in user is there, before changes that need it. The session gets a new token", {
    ...takes("Proof"),
    answers: { status: 200, schema: "NewToken" },
  }),
  shared("changePassword", "post", "/api/me/password", "Changes the password and ends the other sessions", { ...takes("PasswordChange"), answers: nothing }),
  shared("changeEmail", "post", "/api/me/email", "Mails a link to a new address, which then replaces the present one", { ...takes("Address"), answers: nothing }),
  shared("sendConfirmation", "post", "/api/me/email/confirmation", "Mails a link that confirms the email address", { ...write, answers: nothing }),
  shared("sessions", "get", "/api/me/sessions", "Lists the sessions of the signed-in user", { answers: { status: 200, schema: "Sessions" } }),
  shared("endSession", "delete", "/api/me/sessions/{session}", "Ends a session of the signed-in user", { parameters: [inPath("session", "The session's id.")], answers: nothing }),
  shared("endSessions", "post", "/api/me/sign-out-everywhere", "Ends all sessions of the signed-in user", { ...write, answers: nothing }),
  shared("beginTotp", "post", "/api/me/totp", "Returns a secret for an app that generates codes", { ...write, answers: { status: 200, schema: "TotpSecret" } }),
  shared("addTotp", "post", "/api/me/totp/confirm", "Adds the app as a second factor, with a code that it generates", {
    ...takes("Code"),
    answers: { status: 200, schema: "EnrolledFactor" },
  }),
  shared("removeTotp", "delete", "/api/me/totp", "Removes the app", { refusals: refused.write, answers: nothing }),
  shared("newRecoveryCodes", "post", "/api/me/recovery-codes", "Replaces the recovery codes. Only this response contains the new ones", {
    ...write,
    answers: { status: 201, schema: "RecoveryCodes" },
  }),
  shared("newPasskeyOptions", "post", "/api/me/passkeys/options", "Returns the options with which a browser creates a passkey", {
    ...write,
    answers: { status: 200, schema: "PasskeyOptions" },
  }),
  shared("addPasskey", "post", "/api/me/passkeys", "Adds a passkey", { ...takes("NewPasskey"), answers: { status: 201, schema: "EnrolledFactor" } }),
  shared("removePasskey", "delete", "/api/me/passkeys/{passkey}", "Removes a passkey", {
    parameters: [inPath("passkey", "The passkey's id.")],
    refusals: refused.write,
    answers: nothing,
  }),
  shared("keys", "get", "/api/me/keys", "Lists the API keys of the signed-in user", { answers: { status: 200, schema: "PersonalKeys" } }),
  shared("addKey", "post", "/api/me/keys", "Creates an API key for `Authorization: Bearer`. Only this response contains it", {
    ...takes("NewPersonalKey"),
    answers: { status: 201, schema: "PersonalKey" },
  }),
  shared("deleteKey", "delete", "/api/me/keys/{key}", "Deletes an API key of the signed-in user", { parameters: [inPath("key", "The key's id.")], answers: nothing }),
  shared("stopActing", "delete", "/api/me/support", "Stops acting for somebody else, for the Owner", { answers: nothing }),
];

const logParameters: readonly Parameter[] = [
  query("event", "Only events of this kind."),
  query("person", "Only events about or by the person with this id."),
  query("from", "Only events from this instant or date, inclusive."),
  query("to", "Only events before this instant or date."),
];

export const ownerOperations: readonly Operation[] = [
  shared("inviteAgain", "post", "/api/people/{id}/invitation", "Sends an invitation again, for the Owner", {
    ...write,
    parameters: [personId],
    answers: { status: 200, schema: "Invited" },
  }),
  shared("endSessionsOf", "post", "/api/people/{id}/sign-out", "Ends all sessions of a person, for the Owner", { ...write, parameters: [personId], answers: nothing }),
  shared("resetSecondFactor", "post", "/api/people/{id}/reset-second-factor", "Removes a person's second factor and passkeys, for the Owner", {
    ...write,
    parameters: [personId],
    answers: nothing,
  }),
  shared("actFor", "post", "/api/people/{id}/support", "Shows the product to the Owner as the person sees it, for an hour", {
    ...takes("Support"),
    parameters: [personId],
    answers: nothing,
  }),
  shared("securityLog", "get", "/api/-/security-log", "Lists security events, newest first, for the Owner", {
    parameters: [
      ...logParameters,
      query("after", "The cursor `next` of the previous page."),
      query("limit", "Number of events per page.", { type: "integer", minimum: 1, maximum: 200 }),
    ],
    answers: { status: 200, schema: "SecurityLog" },
  }),
  shared("exportSecurityLog", "get", "/api/-/security-log/export", "Exports the security log, for the Owner", {
    parameters: [...logParameters, query("format", "`csv` or `json`.", { type: "string", enum: ["csv", "json"] })],
    answers: { status: 200, schema: null, media: ["text/csv", "application/json"] },
  }),
];
