/** People of a product: accounts, sessions, API keys, deputies, personal data. */
import type { Actor, Values } from "./actor.ts";
import type { Outcome, PerformOptions } from "./outcome.ts";
import type { Origin } from "./origin.ts";
import type { PersonRef } from "./record-status.ts";

/** Everything stored about a person: the values of their `personal` fields, now and in the history, and their account. */
export interface PersonData {
  readonly person: { readonly id: string; readonly name: string; readonly email: string };
  readonly records: readonly { readonly entity: string; readonly id: string; readonly shownAs: string; readonly values: Values }[];
  readonly history: readonly {
    readonly entity: string;
    readonly record: string;
    readonly at: string;
    readonly action: string;
    readonly before: Values | null;
    readonly after: Values | null;
  }[];
  readonly files: readonly { readonly id: string; readonly name: string; readonly type: string; readonly size: number }[];
}

/** What is stored about a person's account. No secret is part of it. */
export interface AccountData {
  /** What the person has written. */
  readonly comments: readonly { readonly entity: string; readonly record: string; readonly at: string; readonly editedAt: string | null; readonly text: string }[];
  readonly sessions: readonly { readonly at: string; readonly usedAt: string; readonly source: string; readonly device: string }[];
  readonly keys: readonly { readonly name: string; readonly at: string; readonly usedAt: string | null; readonly expiresAt: string | null }[];
  readonly passkeys: readonly { readonly name: string; readonly at: string; readonly usedAt: string | null }[];
  /** At sign-in providers. */
  readonly identities: readonly { readonly issuer: string; readonly subject: string; readonly since: string }[];
  /** Entries about the person, and about what they did; of other people only what happened. */
  readonly securityLog: readonly {
    readonly at: string;
    readonly event: string;
    readonly what: string;
    readonly source: string;
    readonly device: string;
    readonly detail: Values;
  }[];
}

export interface Deputy {
  readonly id: string;
  readonly person: PersonRef;
  readonly deputy: PersonRef;
  /** First and last day, in the product's zone. */
  readonly from: string;
  readonly to: string;
  /** Whether the actor named the deputy; else the actor is the deputy. */
  readonly own: boolean;
}

export interface Deputies {
  list(actor: Actor): Promise<Outcome<readonly Deputy[]>>;
  /** `deputy`: an id or `{email}`. */
  name(actor: Actor, input: { deputy: unknown; from: unknown; to: unknown }): Promise<Outcome<Deputy>>;
  remove(actor: Actor, id: string): Promise<Outcome<null>>;
}

export interface Session {
  readonly token: string;
  /** How long it lasts. */
  readonly seconds: number;
  readonly actor: Extract<Actor, { kind: "person" }>;
  /** Until it has this, the session has no permissions. */
  readonly needs: SessionNeed | null;
}

/** The second factor of the account, a password of the person's own in place of an initial one, or a second factor that they have to set up first. */
export type SessionNeed = "second factor" | "new password" | "enrollment";

export interface SentInvitation {
  readonly id: string;
  readonly mailed: boolean;
  /** Only where the product can't send mail: the Owner hands it over. */
  readonly link: string | null;
  readonly expiresAt: string | null;
}

/** Whom the Owner invites. */
export interface NewPersonInput {
  readonly email: string;
  readonly name: string;
  readonly roles: readonly string[];
  /** An initial password, which the person replaces at the first sign-in. Without one, they get a link. */
  readonly password?: string;
  /** The password is one that the person has chosen themselves, in another system. */
  readonly keepPassword?: boolean;
}

/** What the Owner changes of a person: both at once are one change. */
export interface PersonChange {
  readonly roles?: readonly string[];
  readonly active?: boolean;
}

export interface ListedPerson {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly string[];
  readonly active: boolean;
  readonly owner: boolean;
  readonly secondFactor: boolean;
  /** The end of an invitation that wasn't accepted yet. */
  readonly invitedUntil: string | null;
}

export interface People {
  /** Without a password, the session has to add a passkey first. Of `options` only `confirm` and `from`. */
  register(input: { email: string; password?: string; name: string }, options?: PerformOptions): Promise<Outcome<Session>>;
  /** `source`: the IP address from which somebody signs in. Failed attempts are counted for the account and for the source. */
  signIn(input: { email: string; password: string; source?: string; device?: string }): Promise<Outcome<Session>>;
  /** Rehearsal only: become the person of a role without a password. */
  become(email: string): Promise<Outcome<Session>>;
  signOut(token: string, from?: Origin): Promise<void>;
  /** Doesn't count as a use of the session: an open page alone keeps nobody signed in. */
  actorOf(token: string | undefined): Promise<Actor>;
  /** Who has this token `now`, and who had it the last time: not to be trusted before the two are the same. */
  asking(token: string | undefined): { readonly recent: Actor | undefined; readonly now: Promise<Actor> };
  /** The Owner manages people and roles. */
  list(actor: Actor): Promise<Outcome<readonly ListedPerson[]>>;
  /** Without a password, the person gets a link to set one. */
  invite(actor: Actor, input: NewPersonInput, options?: PerformOptions): Promise<Outcome<SentInvitation>>;
  change(actor: Actor, id: string, asked: PersonChange, options?: PerformOptions): Promise<Outcome<null>>;
  /** Rehearsal's people: one per role, `role@example.test`. */
  rehearsalPeople(): Promise<readonly { email: string; name: string; role: string }[]>;
}

export interface SingleSignOn {
  /** `again`: the person shows the provider once more who they are. The provider's address for the browser, and a state that the caller stores until the browser comes back to `redirect`. */
  begin(redirect: string, again?: boolean): Promise<Outcome<{ readonly address: string; readonly kept: string }>>;
  /** `answer` is the query with which it came back. */
  finish(redirect: string, kept: string, answer: Readonly<Record<string, string>>, origin?: Origin): Promise<Outcome<Session>>;
}
