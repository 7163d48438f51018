/** Accounts as their owners and the product's Owner manage them: passwords, second factors, sessions, keys, and the security log. */
import type { Actor } from "./actor.ts";
import type { Outcome } from "./outcome.ts";
import type { Origin } from "./origin.ts";
import type { SentInvitation, Session, SessionNeed } from "./people.ts";

/** Who sends a request about their own account. */
export interface Caller extends Origin {
  readonly token: string | undefined;
}

/** The website for which a passkey is made. */
export interface Site {
  /** `https://desk.example.com` */
  readonly origin: string;
  /** `desk.example.com` */
  readonly host: string;
}

/** What shows that the person is there: one of these. */
export interface Proof {
  readonly password?: string;
  /** Of an app. */
  readonly code?: string;
  readonly recoveryCode?: string;
  /** What the browser returns for the options of `passkeyOptions`. */
  readonly passkey?: unknown;
}

export type ProofKind = "password" | "code" | "recoveryCode" | "passkey" | "sso";

export interface SessionStatus {
  readonly needs: SessionNeed | null;
  /** What the person can show next. */
  readonly proofs: readonly ProofKind[];
  readonly email: string | null;
  /** The person for whom the Owner acts. */
  readonly acting: { readonly id: string; readonly name: string; readonly until: string; readonly readOnly: boolean } | null;
}

export interface ListedSession {
  readonly id: string;
  readonly at: string;
  readonly usedAt: string;
  readonly source: string;
  readonly device: string;
  readonly current: boolean;
}

export interface ListedPasskey {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly usedAt: string | null;
}

export interface ListedKey {
  readonly id: string;
  readonly name: string;
  readonly at: string;
  readonly usedAt: string | null;
  readonly expiresAt: string | null;
  readonly access: "read" | "write";
  /** null: all of the person's. */
  readonly roles: readonly string[] | null;
}

export interface NewKeyInput {
  readonly name: unknown;
  readonly expiresAt?: unknown;
  readonly access?: unknown;
  readonly roles?: unknown;
}

export interface AccountOverview {
  readonly email: string;
  readonly emailConfirmed: boolean;
  readonly hasPassword: boolean;
  readonly totp: boolean;
  readonly recoveryCodes: number;
  readonly passkeys: readonly ListedPasskey[];
  /** Whether the person's roles need a second factor. */
  readonly needsSecondFactor: boolean;
  /** Whether passkeys are a way to sign in here. */
  readonly passkeySignIn: boolean;
  /** The language that the person has chosen; null: as the browser asks. */
  readonly language: string | null;
  /** Whether the product can send mail. */
  readonly sendsMail: boolean;
}

export type LinkPurpose = "reset" | "invitation" | "owner" | "confirm" | "new-email";

export interface OpenedAccountLink {
  readonly purpose: LinkPurpose;
  readonly name: string;
  readonly email: string;
  /** What the person can set up with it. */
  readonly ways: readonly ("password" | "passkey")[];
}

export interface SecurityLogRequest {
  readonly event?: string;
  readonly person?: string;
  readonly from?: string;
  readonly to?: string;
  readonly after?: string;
  readonly limit: number;
}

export interface SecurityLogEntry {
  readonly id: string;
  readonly at: string;
  readonly event: string;
  readonly what: string;
  readonly person: { readonly id: string; readonly name: string | null; readonly email: string | null } | null;
  readonly by: { readonly id: string; readonly name: string | null; readonly email: string | null } | null;
  readonly source: string;
  readonly device: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

export interface Accounts {
  /** What the session of the token needs before it counts, and for whom it acts. */
  status(caller: Caller): Promise<SessionStatus>;
  /** Refused unless the person has signed in or confirmed a short time ago. */
  requireConfirmed(caller: Caller): Promise<Outcome<null>>;
  /** The session goes on under a new token. */
  confirm(caller: Caller, proof: Proof, site: Site): Promise<Outcome<Session>>;
  /** Completes a sign-in that waits for the second factor. */
  showFactor(caller: Caller, proof: Proof, site: Site): Promise<Outcome<Session>>;

  overview(caller: Caller): Promise<Outcome<AccountOverview>>;
  /** Sets the language of the interface, one of the product's; null: as the browser asks. */
  chooseLanguage(caller: Caller, language: string | null): Promise<Outcome<null>>;
  changePassword(caller: Caller, input: { current?: string; password: string }): Promise<Outcome<null>>;
  /** Always succeeds: whether there is such an account isn't disclosed. */
  forgotPassword(email: string, origin: Origin): Promise<Outcome<null>>;
  openLink(token: string): Promise<Outcome<OpenedAccountLink>>;
  /** Sets the password of a `reset`, `invitation` or `owner` link; without one, begins a session that has to add a passkey. */
  useLink(token: string, password: string | undefined, origin: Origin): Promise<Outcome<Session>>;
  /** Confirms the address of a `confirm` or `new-email` link. */
  confirmAddress(token: string, origin: Origin): Promise<Outcome<{ readonly email: string }>>;
  sendConfirmation(caller: Caller): Promise<Outcome<null>>;
  changeEmail(caller: Caller, email: string): Promise<Outcome<null>>;

  sessions(caller: Caller): Promise<Outcome<readonly ListedSession[]>>;
  endSession(caller: Caller, id: string): Promise<Outcome<null>>;
  /** Ends all sessions of the person, the caller's included. */
  endAllSessions(caller: Caller): Promise<Outcome<null>>;

  beginTotp(caller: Caller): Promise<Outcome<{ readonly secret: string; readonly address: string }>>;
  /** The recovery codes are returned when the person has none yet. */
  finishTotp(caller: Caller, code: string): Promise<Outcome<EnrolledFactor>>;
  removeTotp(caller: Caller): Promise<Outcome<null>>;
  newRecoveryCodes(caller: Caller): Promise<Outcome<{ readonly codes: readonly string[] }>>;
  beginPasskey(caller: Caller, site: Site): Promise<Outcome<unknown>>;
  finishPasskey(caller: Caller, input: { name: string; response: unknown }, site: Site): Promise<Outcome<EnrolledFactor>>;
  removePasskey(caller: Caller, id: string): Promise<Outcome<null>>;
  /** Options for the browser to sign in, to show a second factor or to confirm. */
  passkeyOptions(caller: Caller, site: Site): Promise<Outcome<unknown>>;
  signInByPasskey(response: unknown, site: Site, origin: Origin): Promise<Outcome<Session>>;

  addKey(caller: Caller, input: NewKeyInput): Promise<Outcome<ListedKey & { readonly key: string }>>;
  keys(caller: Caller): Promise<Outcome<readonly ListedKey[]>>;
  deleteKey(caller: Caller, id: string): Promise<Outcome<null>>;

  /** The Owner's: mails the invitation again. The link is returned if the product can't send mail. */
  inviteAgain(actor: Actor, id: string, origin: Origin): Promise<Outcome<SentInvitation>>;
  endSessionsOf(actor: Actor, id: string, origin: Origin): Promise<Outcome<null>>;
  resetSecondFactor(actor: Actor, id: string, origin: Origin): Promise<Outcome<null>>;
  /** Shows the product to the Owner as the person sees it; read-only unless they ask for more. */
  actFor(caller: Caller, id: string, input: { reason: string; write: boolean }): Promise<Outcome<null>>;
  stopActing(caller: Caller): Promise<Outcome<null>>;

  securityLog(actor: Actor, request: SecurityLogRequest): Promise<Outcome<{ readonly items: readonly SecurityLogEntry[]; readonly next: string | null }>>;
  /** The names of the events with what they mean. */
  securityEvents(): readonly { readonly event: string; readonly what: string }[];
  /** A request that was refused because its actor isn't permitted: `DELETE /api/loans/:id`. */
  recordRefusal(actor: Actor, request: string, origin: Origin): Promise<void>;
  /** An export that the server made. */
  recordExport(actor: Actor, what: string, origin: Origin): Promise<void>;
}

export interface EnrolledFactor {
  /** Shown once. */
  readonly recoveryCodes: readonly string[] | null;
  /** The session's new token, where it waited for the factor. */
  readonly session: Session | null;
}
