/** People of a product: accounts, sessions, API keys, deputies, personal data. */
import type { Actor, Values } from "./actor.ts";
import type { Outcome, PerformOptions } from "./outcome.ts";
import type { PersonRef } from "./record-status.ts";

/** Everything stored about a person: the values of their `personal` fields, now and in the history. */
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
}

/** What the Owner changes of a person: both at once are one change. */
export interface PersonChange {
  readonly roles?: readonly string[];
  readonly active?: boolean;
}

export interface People {
  /** Of `options` only `confirm`. */
  register(input: { email: string; password: string; name: string }, options?: PerformOptions): Promise<Outcome<Session>>;
  /** `source`: the IP address from which somebody signs in. Failed attempts are counted for the account and for the source. */
  signIn(input: { email: string; password: string; source?: string }): Promise<Outcome<Session>>;
  /** Rehearsal only: become the person of a role without a password. */
  become(email: string): Promise<Outcome<Session>>;
  signOut(token: string): Promise<void>;
  actorOf(token: string | undefined): Promise<Actor>;
  /** Who has this token `now`, and who had it the last time: not to be trusted before the two are the same. */
  asking(token: string | undefined): { readonly recent: Actor | undefined; readonly now: Promise<Actor> };
  /** The Owner manages people and roles. */
  list(actor: Actor): Promise<Outcome<readonly { id: string; name: string; email: string; roles: readonly string[]; active: boolean; owner: boolean }[]>>;
  invite(actor: Actor, input: { email: string; name: string; roles: readonly string[]; password?: string }, options?: PerformOptions): Promise<Outcome<{ id: string }>>;
  change(actor: Actor, id: string, asked: PersonChange, options?: PerformOptions): Promise<Outcome<null>>;
  /** The actor's own API keys. A key is returned once and stored as a hash. */
  addKey(actor: Actor, name: string): Promise<Outcome<{ readonly id: string; readonly name: string; readonly key: string }>>;
  keys(actor: Actor): Promise<Outcome<readonly { readonly id: string; readonly name: string; readonly at: string; readonly usedAt: string | null }[]>>;
  deleteKey(actor: Actor, id: string): Promise<Outcome<null>>;
  /** Rehearsal's people: one per role, `role@example.test`. */
  rehearsalPeople(): Promise<readonly { email: string; name: string; role: string }[]>;
}

export interface SingleSignOn {
  /** The provider's address for the browser, and a state that the caller stores until the browser comes back to `redirect`. */
  begin(redirect: string): Promise<Outcome<{ readonly address: string; readonly kept: string }>>;
  /** `answer` is the query with which it came back. */
  finish(redirect: string, kept: string, answer: Readonly<Record<string, string>>): Promise<Outcome<Session>>;
}
